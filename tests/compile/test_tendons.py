"""Tendons of compiled models: fields are the reference's, faults are told with their place."""

import re

import mujoco
import numpy as np
import pytest
from support.model_difference import assert_same

import knuckle as kn
from knuckle.compile import compile_spec
from knuckle.errors import ModelError
from knuckle.parse import load_string

WORLD = """<mujoco>
<default><tendon width="0.01"/><default class="thick"><tendon width="0.1" damping="2"/></default></default>
<asset><material name="red" rgba="1 0 0 1"/></asset><worldbody><site name="w" pos="0 0 3"/>
<frame scale="{one}"><body pos="0 0 1"><joint name="j" axis="0 1 0"/><joint name="s" type="slide"/>
<geom name="g" size=".1"/><site name="a" pos=".3 0 0"/><site name="a2" pos="0 .3 0"/></body></frame>
<frame scale="{two}"><body pos="2 0 1"><joint name="j2" axis="0 1 0"/><joint name="s2" type="slide"/>
<geom name="box" type="box" size=".1 .1 .1"/><geom name="g2" type="cylinder" size=".1 .1"/><site name="b" pos=".3 0 0"/>
</body></frame><body pos="4 0 0"><joint name="ball" type="ball"/><geom size=".1"/></body></worldbody>
{rest}</mujoco>"""
ALL = (
    'range="1 2" actuatorfrcrange="-1 1" solimplimit=".9 .95 1" solimpfriction=".9 .95 1" frictionloss="1" '
    'springlength="1 2" springyield="1" margin="1" stiffness="1 1 1" damping="1 1 1" solreflimit=".1 2" group="3"'
)
PATHS = {
    "in one frame": f'<spatial {ALL} armature="1"><site site="a"/><site site="a2"/></spatial>',
    "in two frames": f'<spatial {ALL} armature="1"><site site="a"/><site site="b"/></spatial>',
    "from the world": f'<spatial {ALL}><site site="w"/><geom geom="g" sidesite="b"/><site site="a"/></spatial>',
    "around a geom elsewhere": f'<spatial {ALL}><site site="a"/><geom geom="g2"/><site site="a2"/></spatial>',
    "a hinge": f'<fixed {ALL} armature="1"><joint joint="j" coef="2"/></fixed>',
    "a slide": f'<fixed {ALL} armature="1"><joint joint="s" coef="2"/></fixed>',
    "a hinge and a slide": f'<fixed {ALL}><joint joint="s" coef="1"/><joint joint="j" coef="3"/></fixed>',
    "slides in two frames": f'<fixed {ALL}><joint joint="s2" coef="1"/><joint joint="s" coef="3"/></fixed>',
    "hinges in two frames": f'<fixed {ALL}><joint joint="j2" coef="1"/><joint joint="j" coef="3"/></fixed>',
    "by class": '<spatial class="thick" material="red"><site site="a"/><site site="b"/></spatial>',
    "a class for a fixed one": '<fixed class="thick"><joint joint="j" coef="1"/></fixed>',
    "pulleys": '<spatial><pulley divisor="2"/><site site="a"/><site site="b"/><pulley divisor="3"/><site site="w"/>'
    '<geom geom="g2" sidesite="a"/><site site="a2"/></spatial>',
    "rest lengths": '<spatial springlength="2"><site site="a"/><site site="b"/></spatial>'
    '<fixed springlength="-1 3"><joint joint="j" coef="1"/></fixed>',
}
ACTUATORS = (
    '<equality><tendon tendon1="t" polycoef="1 2 3"/></equality><actuator><motor tendon="t" gear="3" {armature}/>'
    '<position tendon="t" kp="3" kv="2" inheritrange="1"/><general tendon="t" damping="1 2 3" ctrlrange="-1 1"/>'
    "</actuator>"
)


@pytest.mark.parametrize("scales", [("1", "1"), ("2", "3"), ("2", "1")], ids=str)
@pytest.mark.parametrize("path", PATHS)
def test_every_field_is_the_references(path, scales):
    tendons = re.sub(r"^<(\w+)", r'<\1 name="t"', PATHS[path])
    armature = "" if "geom=" in tendons else 'armature="2"'
    others = ACTUATORS.format(armature=armature) if "range=" in tendons else ""
    text = WORLD.format(one=scales[0], two=scales[1], rest=f"<tendon>{tendons}</tendon>{others}")
    m, reference = kn.load(text), mujoco.MjModel.from_xml_string(text)
    for name in dir(m):
        ours = getattr(m, name)
        if isinstance(ours, np.ndarray) and hasattr(reference, name) and ours.dtype.kind in "fiub":
            theirs = np.asarray(getattr(reference, name)).reshape(ours.shape)
            assert ours == pytest.approx(theirs, rel=1e-6 if ours.dtype == np.float32 else 1e-9, abs=1e-12), name


FAULTS = {
    "no path": ('<spatial name="t"/>', "cannot be empty"),
    "no joints": ('<fixed name="t"/>', "cannot be empty"),
    "a ball": ('<fixed><joint joint="ball" coef="1"/></fixed>', "must be a hinge or a slide"),
    "twice": ('<fixed><joint joint="j" coef="1"/><joint joint="j" coef="2"/></fixed>', "stands in the tendon twice"),
    "one site": ('<spatial><site site="a"/></spatial>', "two objects at least"),
    "a geom at the end": ('<spatial><site site="a"/><geom geom="g"/></spatial>', "a site before it and one after it"),
    "a geom first": ('<spatial><geom geom="g"/><site site="a"/></spatial>', "a site before it and one after it"),
    "geoms in a row": (
        '<spatial><site site="a"/><geom geom="g"/><geom geom="g2"/><site site="b"/></spatial>',
        "a site before it and one after it",
    ),
    "a box": ('<spatial><site site="a"/><geom geom="box"/><site site="b"/></spatial>', "not around a box"),
    "a lonely site": (
        '<spatial><site site="a"/><pulley divisor="2"/><site site="b"/><site site="w"/></spatial>',
        "two sites at least",
    ),
    "a pulley at the end": (
        '<spatial><site site="a"/><site site="b"/><pulley divisor="2"/></spatial>',
        "cannot be last",
    ),
    "no division": ('<spatial><pulley divisor="0"/><site site="a"/><site site="b"/></spatial>', "must be positive"),
    "a site in a row": ('<spatial><site site="w"/><site site="a"/><site site="a"/></spatial>', "stands twice in a row"),
    "wrapping inertia": (
        '<spatial armature="1"><site site="a"/><geom geom="g"/><site site="b"/></spatial>',
        "with armature cannot wrap",
    ),
    "armature": ('<fixed armature="-1"><joint joint="j" coef="1"/></fixed>', "armature.*must not be negative"),
    "springyield": ('<fixed springyield="-1"><joint joint="j" coef="1"/></fixed>', "must not be negative"),
    "springlength": ('<fixed springlength="2 1"><joint joint="j" coef="1"/></fixed>', "must not be smaller"),
    "three lengths": ('<fixed springlength="1 2 3"><joint joint="j" coef="1"/></fixed>', "springlength"),
    "range": ('<fixed limited="true" range="1 1"><joint joint="j" coef="1"/></fixed>', "first value must be below"),
    "force range": ('<fixed actuatorfrcrange="1 2"><joint joint="j" coef="1"/></fixed>', "zero must lie between"),
    "unknown site": ('<spatial><site site="a"/><site site="bb"/></spatial>', 'there is no site "bb"'),
    "unknown geom": ('<spatial><site site="a"/><geom geom="gg"/><site site="b"/></spatial>', 'there is no geom "gg"'),
    "unknown side": (
        '<spatial><site site="a"/><geom geom="g" sidesite="zz"/><site site="b"/></spatial>',
        'sidesite: there is no site "zz"',
    ),
    "unknown joint": ('<fixed><joint joint="jj" coef="1"/></fixed>', 'there is no joint "jj"'),
    "no coefficient": ('<fixed><joint joint="j"/></fixed>', 'attribute "coef" is missing'),
    "a look": ('<fixed width="1"><joint joint="j" coef="1"/></fixed>', 'unknown attribute "width"'),
    "an element": ('<fixed><site site="a"/></fixed>', "unknown element"),
    "a name": (
        '<fixed name="t"><joint joint="j" coef="1"/></fixed><fixed name="t"><joint joint="s" coef="1"/></fixed>',
        "is taken",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_told_with_its_line(fault):
    tendons, words = FAULTS[fault]
    text = WORLD.format(one="1", two="1", rest=f"<tendon>\n{tendons}</tendon>")
    with pytest.raises(ModelError, match=words) as caught:
        compile_spec(load_string(text))
    assert all(problem.place.line == 10 for problem in caught.value.problems), str(caught.value)
    with pytest.raises(ValueError):
        mujoco.MjModel.from_xml_string(text)


@pytest.mark.parametrize(
    ("rest", "words"),
    [
        ('<equality><tendon tendon1="x"/></equality>', 'tendon1: there is no tendon "x"'),
        ('<actuator><motor tendon="x"/></actuator>', 'tendon: there is no tendon "x"'),
        ('<actuator><motor tendon="t" joint="j"/></actuator>', "give only one of"),
        ('<actuator><motor tendon="u" armature="1"/></actuator>', "lent to a tendon that wraps"),
    ],
)
def test_what_names_a_tendon_names_one(rest, words):
    tendon = (
        '<tendon><fixed name="t"><joint joint="j" coef="1"/></fixed>'
        '<spatial name="u"><site site="w"/><geom geom="g"/><site site="a"/></spatial></tendon>'
    )
    with pytest.raises(ModelError, match=words):
        compile_spec(load_string(WORLD.format(one="1", two="1", rest=tendon + rest)))


def test_tendons_can_be_left_out_with_all_that_names_them():
    rest = '<tendon><fixed name="t"><joint joint="j" coef="1"/></fixed></tendon>'
    rest += '<equality><tendon tendon1="t"/></equality>'
    rest += '<actuator><motor name="x" tendon="t"/><motor name="y" joint="j"/></actuator>'
    m = kn.load(WORLD.format(one="1", two="1", rest=rest), omit="tendon")
    assert (m.ntendon, m.neq, m.nu) == (0, 0, 1)


def test_an_actuator_that_lends_inertia_couples_the_bodies_of_its_tendon():
    body = '<body pos="{x} 0 0"><joint name="{name}" type="slide"/><geom size=".1"/></body>'
    bodies = "".join(body.format(x=x, name=name) for x, name in enumerate("ab"))
    tendon = '<fixed name="t"><joint joint="a" coef="1"/><joint joint="b" coef="2"/></fixed>'
    for armature in ("", 'armature="3"'):
        actuator = f'<actuator><motor tendon="t" {armature}/></actuator>'
        assert_same(f"<mujoco><worldbody>{bodies}</worldbody><tendon>{tendon}</tendon>{actuator}</mujoco>")
