"""Every fault of a model is reported, all at once, with its place and what to do."""

from random import Random

import mujoco
import pytest

import knuckle as kn
from knuckle.compile import compile_spec
from knuckle.errors import ModelError
from knuckle.parse import load_string

BALL = '<geom size=".1"/>'
FAULTS = {
    "body without mass": ('<body name="b"><joint/></body>', 'name="b".*needs mass and inertia above 1e-15'),
    "mass below a joint": (f"<body><joint/><body><joint/>{BALL}</body></body>", "needs mass"),
    "joint in the world": ("<joint/>", "world body cannot have joints"),
    "nested free joint": (f"<body>{BALL}<body><freejoint/>{BALL}</body></body>", "only stand in a child of the world"),
    "free and hinge": (f"<body><freejoint/><joint/>{BALL}</body>", "6 degrees of freedom"),
    "seven hinges": (f"<body>{'<joint/>' * 7}{BALL}</body>", "6 degrees of freedom"),
    "hinge after ball": (f'<body><joint type="ball"/><joint/>{BALL}</body>', "cannot be followed"),
    "nested mocap": ('<body><body mocap="true"/></body>', "mocap body must be a child of the world"),
    "mocap with joint": (f'<body mocap="true"><joint/>{BALL}</body>', "mocap body"),
    "sleep of a static body": ('<body sleep="never"/>', "sleep may only be set"),
    "plane that moves": (f'<body><joint/>{BALL}<geom type="plane" size="1 1 1"/></body>', "plane must belong"),
    "no size": ("<geom/>", "sphere needs 1 positive values"),
    "negative size": ('<geom type="box" size="1 -1 1"/>', "box needs 3 positive values"),
    "plane without spacing": ('<geom type="plane" size="1 1 0"/>', "grid spacing"),
    "site of no size": ('<site size="0"/>', "sphere needs"),
    "stretched sphere": ('<geom size="1" fromto="0 0 0 1 1 1"/>', "fromto needs a capsule"),
    "points and a place": ('<geom type="capsule" size="1" fromto="0 0 0 1 1 1" pos="1 0 0"/>', "either fromto or pos"),
    "points and place of a site": (
        '<site type="capsule" size="1" fromto="0 0 0 1 1 1" pos="1 0 0"/>',
        "either fromto or pos",
    ),
    "points that coincide": ('<geom type="capsule" size="1" fromto="1 1 1 1 1 1"/>', "two points"),
    "negative mass": ('<body><geom size="1" mass="-1"/></body>', "must not be negative"),
    "triangle inequality": ('<body><inertial pos="0 0 0" mass="1" diaginertia="1 1 3"/></body>', "balanceinertia"),
    "indefinite inertia": (
        '<body><inertial pos="0 0 0" mass="1" fullinertia="1 1 1 2 0 0"/></body>',
        "positive definite",
    ),
    "zero axis": (f'<body><joint axis="0 0 0"/>{BALL}</body>', "axis must be longer"),
    "zero quaternion": ('<body quat="0 0 0 0"/>', "quat must be longer"),
    "zero direction": ('<light dir="0 0 0"/>', "dir must be longer"),
    "empty range": (f'<body><joint limited="true"/>{BALL}</body>', "first value must be below"),
    "range of a ball": (f'<body><joint type="ball" range="10 20"/>{BALL}</body>', "must be 0 for a ball"),
    "empty force range": (f'<body><joint actuatorfrclimited="true"/>{BALL}</body>', "actuatorfrcrange"),
    "half a springdamper": (f'<body><joint springdamper=".1 0"/>{BALL}</body>', "both values must be positive"),
    "negative yield": (f'<body><joint springyield="-1"/>{BALL}</body>', "springyield"),
    "yield of a free joint": (f'<body><joint type="free" springyield="1"/>{BALL}</body>', "springyield"),
    "condim": ('<geom size="1" condim="2"/>', "must be 1, 3, 4 or 6"),
    "field of view": ('<camera fovy="180"/>', "below 180"),
    "lens without sensor": ('<camera focal=".1 .1"/>', "need sensorsize"),
    "softness": ('<light softness="2"/>', "between 0 and 1"),
    "negative scale": ('<frame scale="-1"><geom size="1"/></frame>', "scale must be positive"),
}
SECTIONS = {
    "key too long": ('<keyframe><key qpos="1"/></keyframe>', "room for 0"),
    "user too long": ('<size nuser_cam="1"/><worldbody><camera user="1 2"/></worldbody>', "nuser_cam"),
    "range without limited": (
        f'<compiler autolimits="false"/><worldbody><body><joint range="0 1"/>{BALL}</body></worldbody>',
        'limited="true"',
    ),
    "extent": ('<statistic extent="0"/>', "must be positive"),
    "texture without size": ('<asset><texture name="t" builtin="flat"/></asset>', "positive width"),
    "texture without source": ('<asset><texture name="t"/></asset>', "needs file"),
    "missing texture": ('<asset><texture name="t" file="no.png"/></asset>', "no file no.png"),
    "realtime": ('<visual><global realtime="0"/></visual>', "must be positive"),
    "points and a mesh": (
        '<asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset>'
        '<worldbody><geom type="capsule" mesh="m" fromto="0 0 0 1 0 0"/></worldbody>',
        "fromto cannot be used with mesh",
    ),
    "points of a class and a place": (
        '<default><geom type="capsule" size="1" fromto="0 0 0 1 0 0"/></default>'
        '<worldbody><geom pos="1 0 0"/></worldbody>',
        "either fromto or pos",
    ),
    "object of a tuple": (
        f'<custom><tuple name="t"><element objtype="dof" objname="j"/></tuple></custom>'
        f'<worldbody><body><joint name="j"/>{BALL}</body></worldbody>',
        "cannot be in a tuple",
    ),
}
CASES = {name: (f"<worldbody>{body}</worldbody>", message) for name, (body, message) in FAULTS.items()} | SECTIONS


@pytest.mark.parametrize("case", CASES)
def test_fault_is_named_and_the_reference_refuses_it_too(case):
    content, message = CASES[case]
    xml = f"<mujoco>\n{content}\n</mujoco>"
    with pytest.raises(ModelError, match=message) as caught:
        compile_spec(load_string(xml))
    assert caught.value.problems[0].place.line == 2
    with pytest.raises(ValueError):
        mujoco.MjModel.from_xml_string(xml)


def test_all_faults_come_together_in_order_of_place():
    xml = """<mujoco><worldbody>
      <geom/>
      <body><joint axis="0 0 0"/></body>
      <light dir="0 0 0"/>
    </worldbody></mujoco>"""
    with pytest.raises(ModelError) as caught:
        compile_spec(load_string(xml))
    assert [problem.place.line for problem in caught.value.problems] == [2, 3, 3, 4]


HINGE = '<worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody>'
TOO_LARGE = {
    "gear": (f'{HINGE}<actuator><motor name="m" joint="j" gear="1e300" armature="1"/></actuator>', "m", "gear² · arm"),
    "force": (f'{HINGE}<actuator><motor name="m" joint="j" gear="1.7e308"/></actuator>', "m", "actuator_acc0"),
    "bore": (f'{HINGE}<actuator><cylinder name="m" joint="j" diameter="1e200"/></actuator>', "m", "actuator_gainprm"),
    "spring": (
        '<worldbody><body><joint name="m" springdamper="1e-200 1e-200"/><geom size=".1"/></body></worldbody>',
        "m",
        "jnt_stiffness",
    ),
    "anchor": (
        '<worldbody><body name="m"><joint pos="1e200 0 0"/><geom size=".1"/></body></worldbody>',
        "m",
        "too large to compute inertia with",
    ),
    "chain": (
        '<worldbody><body><joint/><geom size=".1" pos="1 1 0"/><body name="m" pos="1 0 0">'
        '<joint armature="-1e300" pos="1e100 0 0"/><geom size="1" pos="1 1 0"/></body></body></worldbody>',
        "m",
        "body_invweight0",
    ),
    "light": (
        '<worldbody><frame scale="1e-200"><light name="m" attenuation="1 1 1"/></frame></worldbody>',
        "m",
        "too large or too small",
    ),
}


@pytest.mark.parametrize("case", TOO_LARGE)
def test_a_number_too_large_to_compute_with_is_told_with_its_element(case):
    content, name, words = TOO_LARGE[case]
    with pytest.raises(ModelError) as caught:
        compile_spec(load_string(f"<mujoco>\n{content}\n</mujoco>"))
    assert all(problem.place.line == 2 for problem in caught.value.problems), str(caught.value)
    assert any(words in p.message and f'name="{name}"' in p.element for p in caught.value.problems), str(caught.value)


@pytest.mark.parametrize("seed", range(100))
def test_chains_of_huge_and_negative_inertia_end_in_a_place_or_a_model(seed):
    random, chain = Random(seed), ""
    for _ in range(4):
        armature, size = random.choice(["0", "-1e10", "-1e300", "1e300"]), random.choice([0.1, 1e3, 1e50])
        place, anchor = (random.choice(["0", "1e5", "1e100"]) for _ in range(2))
        joint = f'<joint armature="{armature}" axis=".3 1 {random.random()}" pos="{anchor} 0 0"/>'
        chain += f'<body pos="{place} 0 1">{joint}<geom size="{size}" pos="1 .5 1"/>'
    try:
        compile_spec(load_string(f"<mujoco><worldbody>{chain}{'</body>' * 4}</worldbody></mujoco>"))
    except ModelError as error:
        assert all(problem.place.line for problem in error.problems), str(error)


def test_a_large_gear_without_armature_is_taken():
    text = f'<mujoco>{HINGE}<actuator><motor joint="j" gear="1e300"/></actuator></mujoco>'
    assert compile_spec(load_string(text)).arrays["actuator_gear"][0, 0] == 1e300


@pytest.mark.parametrize("armature", ["-1e3", "-1e5", "-1e300"])
def test_a_negative_armature_is_a_warning_that_names_its_joint(armature):
    """As in the reference, which raises the pivot and goes on."""
    inner = (
        f'<body pos="1 2 3"><joint name="b" axis="1 0 0" armature="{armature}"/><geom size=".1" pos="3 3 3"/></body>'
    )
    text = f'<mujoco><worldbody><body><joint/><geom size=".1"/>{inner}</body></worldbody></mujoco>'
    (warning,) = compile_spec(load_string(text)).warnings
    assert '<joint name="b">: the inertia matrix is too close to singular' in warning
    mujoco.MjModel.from_xml_string(text)


def test_a_negative_dry_friction_is_a_warning():
    text = '<mujoco><worldbody><body><joint name="j" frictionloss="-1"/><geom size=".1"/></body></worldbody></mujoco>'
    (warning,) = compile_spec(load_string(text)).warnings
    assert '<joint name="j">: a negative frictionloss drives the joint' in warning


def test_a_singular_inertia_matrix_is_a_warning():
    xml = '<mujoco><worldbody><body><joint name="twin"/><joint/><geom size=".1"/></body></worldbody></mujoco>'
    assert "too close to singular" in compile_spec(load_string(xml)).warnings[0]


MIXED = {
    "geom": ('<geom name="g" size="1" solref="-100 1"/>', "", 'name="g">: solref="-100 1" mixes formats, so "0.02 1"'),
    "limit": (
        '<body><joint name="j" solreflimit="0 1"/><geom size="1"/></body>',
        "",
        'name="j">: solreflimit="0 1" mixes',
    ),
    "pair": (
        '<geom name="a" size="1"/><body><joint/><geom name="b" size="1"/></body>',
        '<contact><pair geom1="a" geom2="b" solreffriction="1 -1"/></contact>',
        '<pair>: solreffriction="1 -1" mixes formats, so solref is used',
    ),
    "equality": (
        '<body name="b"><joint/><geom size="1"/></body>',
        '<equality><connect body1="b" anchor="0 0 0" solref="1 0"/></equality>',
        '<connect>: solref="1 0" mixes',
    ),
    "override": ("", '<option o_solref="1 -1"><flag override="enable"/></option>', '<option>: o_solref="1 -1" mixes'),
}


@pytest.mark.parametrize("name", MIXED)
def test_references_of_mixed_formats_are_warnings(name):
    """The reference prints as much, whenever it uses one."""
    world, rest, words = MIXED[name]
    (found,) = compile_spec(load_string(f"<mujoco><worldbody>{world}</worldbody>{rest}</mujoco>")).warnings
    assert words in found


def test_references_of_one_format_are_none():
    geoms = "".join(f'<geom size="1" solref="{pair}"/>' for pair in ("0.02 1", "-100 -1", "-100 0", "0 -1", "0 0"))
    assert not compile_spec(load_string(f"<mujoco><worldbody>{geoms}</worldbody></mujoco>")).warnings


def test_loading_warns_of_what_the_compiler_remarked():
    geoms = "".join(f'<geom name="{name}" size="1" solref="-1 1"/>' for name in "ab")
    with pytest.warns(kn.ModelWarning, match=r"<geom name=\"a\">: solref=\"-1 1\" mixes formats") as caught:
        model = kn.load(f"<mujoco><worldbody>{geoms}</worldbody></mujoco>")
    assert [str(warning.message) for warning in caught] == list(model.warnings) and len(caught) == 2
