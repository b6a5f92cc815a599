"""Equality constraints compile to the reference's arrays; `distance`, which it lost, is ours."""

import mujoco
import numpy as np
import pytest
from support.model_difference import assert_same

from knuckle.compile import compile_spec
from knuckle.errors import ModelError
from knuckle.parse import load_string
from knuckle.schema.enums import EqType, ObjType

WORLD = """
<worldbody>
  <geom name="floor" type="plane" size="1 1 1"/><geom name="wall" type="plane" size="1 1 1"/>
  <frame scale="{scale}" scaling="{scaling}" euler="0 0 30">
    <site name="s" pos="1 1 1"/>
    <body name="a" pos="1 0 0"><freejoint align="{align}"/>
      <geom name="a" type="box" size=".1 .2 .3" pos=".1 .2 .3"/><geom type="box" size=".1 .1 .1" pos=".5 0 0"/>
      <site name="a" pos=".1 .2 .3"/>
    </body>
    <body name="b" pos="0 1 0" euler="0 0 90">
      <joint name="turn" ref="20"/><geom name="b" type="box" size=".1 .1 .2"/><site name="b" euler="9 8 7"/>
    </body>
    <body name="c" pos="2 0 0"><joint name="x" type="slide" axis="1 0 0"/><joint name="y" type="slide" axis="0 1 0" ref=".3"/>
      <geom type="box" size=".1 .1 .1"/></body>
  </frame>
  <body name="d" pos="2 0 0" quat="1 2 3 4"><joint name="ball" type="ball"/><geom size=".1"/><site name="d" pos=".1 .2 .3"/>
    <body name="e" pos="0 1 0"><joint name="swing"/><geom name="e" size=".1"/></body></body>
</worldbody>
"""  # noqa: E501
EQUALITIES = """
<equality>
  <connect name="loop" body1="a" body2="b" anchor="1 2 3"/>
  <connect body1="d" anchor="1 2 3" active="false" solref=".1" solimp=".5 .6"/>
  <connect body1="world" body2="e" anchor="1 2 3"/>
  <connect site1="s" site2="d"/>
  <weld body1="a"/>
  <weld body1="a" body2="d" anchor="1 2 3" torquescale="3" class="soft"/>
  <weld body1="e" body2="b" relpose="4 5 6 0 0 0 0"/>
  <weld body1="e" body2="b" anchor="1 2 3" relpose="4 5 6 1 2 3 4"/>
  <weld body1="b" body2="a" anchor="1 2 3" relpose="4 5 6 1e-9 0 0 0"/>
  <weld site1="a" site2="b" torquescale="2"/>
  <joint joint1="x" joint2="y" polycoef="1 2 3 4 5"/>
  <joint joint1="turn" joint2="x" polycoef="1 2 3"/>
  <joint joint1="y" polycoef="3"/>
  <joint joint1="swing" name="stop"/>
</equality>
<custom><tuple name="t"><element objtype="equality" objname="stop"/></tuple></custom>
"""
CLASSES = (
    '<default><equality solref=".3 4"/><default class="soft"><equality active="false" solimp=".1"/></default></default>'
)
VARIANTS = {
    "plain": ("1", "similar", "false"),
    "aligned": ("1", "similar", "true"),
    "similar": ("2", "similar", "false"),
    "stretched": ("2 3 5", "geometry", "false"),
}


def document(*parts, scale="1", scaling="similar", align="false"):
    return f"<mujoco>{WORLD.format(scale=scale, scaling=scaling, align=align)}{''.join(parts)}</mujoco>"


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_equalities_are_the_reference_s(variant):
    assert_same(document(CLASSES, EQUALITIES, **dict(zip(("scale", "scaling", "align"), variant, strict=True))))


def test_bodies_named_by_equalities_are_not_fused():
    world = """<worldbody>
      <body name="s" pos="1 2 3"><geom size=".1"/><site name="s"/></body><body name="t"><geom size=".1"/></body>
      <body name="m"><freejoint/><geom size=".1"/><site name="m"/></body>
    </worldbody>"""
    rest = '<equality><connect body1="m" body2="t" anchor="0 0 0"/><weld site1="s" site2="m"/></equality>'
    assert_same(f'<mujoco><compiler fusestatic="true"/>{world}{rest}</mujoco>')


def test_a_distance_keeps_two_geoms_apart_and_scales_as_a_length():
    text = document(
        '<equality><distance geom1="a" geom2="e" distance=".25" active="false" solref=".1"/></equality>', scale="4"
    )
    arrays = compile_spec(load_string(text)).arrays
    assert arrays["eq_type"] == EqType.DISTANCE == mujoco.mjtEq.mjEQ_DISTANCE
    assert arrays["eq_objtype"] == ObjType.GEOM and not arrays["eq_active0"]
    assert (arrays["eq_obj1id"], arrays["eq_obj2id"]) == (2, 7)
    assert np.array_equal(arrays["eq_data"], [[0.5] + [0] * 11])  # the mean factor of 4 and 1 is 2
    assert arrays["eq_solimp"][0, 2] == 0.002 and arrays["eq_solref"].tolist() == [[0.1, 1]]


FAULTS = {
    '<connect body1="a" body2="zz" anchor="0 0 0"/>': 'body2: there is no body "zz"',
    '<connect body1="a" body2="a" anchor="0 0 0"/>': 'both ends are "a"',
    '<connect body1="world" anchor="0 0 0"/>': 'both ends are "world"',
    '<connect body1="a" body2="b"/>': 'attribute "anchor" is missing or empty',
    '<connect body1="a" anchor="0 0 0" site1="a" site2="b"/>': (
        "give either bodies or sites, found body1, anchor and site1, site2"
    ),
    '<connect site1="a"/>': 'attribute "site2" is missing or empty',
    "<connect/>": "needs body1 and anchor, or site1 and site2",
    '<connect body1="a" anchor="0 0"/>': "anchor needs 3 values, got 2",
    '<weld body2="b"/>': 'attribute "body1" is missing or empty',
    '<weld site1="a" site2="a"/>': 'both ends are "a"',
    '<weld body1="a" relpose="1 2 3"/>': "relpose needs 7 values, got 3",
    '<weld site1="a" site2="bb"/>': 'site2: there is no site "bb"; did you mean "b"',
    '<joint joint2="x"/>': 'attribute "joint1" is missing or empty',
    '<joint joint1="x" joint2="x"/>': 'both ends are "x"',
    '<joint joint1="swin"/>': 'joint1: there is no joint "swin"; did you mean "swing"',
    '<weld body1="a" torqscale="2"/>': 'unknown attribute "torqscale"; did you mean "torquescale"',
    '<welt body1="a"/>': 'unknown element in <equality>; did you mean "weld"',
    '<weld body1="a" class="none"/>': 'unknown default class "none"',
    '<weld name="n" body1="a"/><joint name="n" joint1="x"/>': 'the name "n" is taken',
}


def test_every_fault_of_the_section_is_reported_at_once():
    with pytest.raises(ModelError) as caught:
        load_string(document("<equality>", "\n".join(FAULTS), '<distance geom1="a"/>', "</equality>"))
    found = str(caught.value)
    missing = [words for words in [*FAULTS.values(), 'attribute "geom2" is missing or empty'] if words not in found]
    assert not missing, found
    assert len(caught.value.problems) == len(FAULTS) + 1


@pytest.mark.parametrize("element", FAULTS)
def test_the_reference_refuses_each_too(element):
    with pytest.raises(ValueError):
        mujoco.MjModel.from_xml_string(document(f"<equality>{element}</equality>"))


def test_what_only_the_compiler_can_see_is_a_fault_too():
    for element, words in (
        ('<joint joint1="swing" joint2="ball"/>', 'joint "ball" must be a hinge or a slide'),
        ('<distance geom1="floor" geom2="wall"/>', "have no distance from each other"),
    ):
        with pytest.raises(ModelError, match=words):
            compile_spec(load_string(document(f"<equality>{element}</equality>")))


@pytest.mark.parametrize(("tag", "feature"), [("flexstrain", "deformable"), ("flex", "deformable")])
def test_what_comes_later_can_be_left_out(tag, feature):
    text = document(f'<equality><{tag}/><weld body1="a"/></equality>')
    with pytest.raises(ModelError, match="not supported yet"):
        load_string(text)
    assert len(load_string(text, omit=[feature]).equalities) == 1
