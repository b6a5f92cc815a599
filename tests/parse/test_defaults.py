"""Default classes: nesting, childclass, frames and short vectors give the reference's compiled values."""

import mujoco
import numpy as np
import pytest

from knuckle.parse import load_string

CLASSES = """
<default>
  <geom size=".1 .2 .3" rgba=".1 0 0 1" friction="5 6 7" type="box" solimp=".1 .2 .3 .4 5"/>
  <joint damping="1 2 3" axis="1 0 0" stiffness="7"/>
  <default class="a">
    <geom rgba=".2 0 0 1" friction="8"/>
    <joint armature=".5"/>
    <default class="b"><geom size=".5" solimp=".7 .8"/></default>
  </default>
</default>"""

TREES = [
    '<geom/><geom class="a"/><geom class="b"/><geom class="main"/>',
    '<geom size=".9"/><geom class="a" size=".8 .7"/><geom class="b" friction="1 2" solimp=".3"/>',
    '<body childclass="a"><geom/><body childclass="b"><geom/><geom class="main"/><frame childclass="main"><geom/>'
    "<frame><geom/><body><geom/></body></frame></frame></body></body>",
    '<frame class="a"><geom/></frame><frame class="a" childclass="b"><geom/></frame>',
    '<body childclass="b"><frame class="main"><geom/></frame><geom/></body>',
    '<body><joint/><geom/><body childclass="a"><joint/><joint class="main" damping="9"/><geom/></body></body>',
]


def nodes(spec, tag):
    return [node for node in spec.walk() if node.tag == tag]


def compare(text, tag, prefix, names):
    """Every attribute of every node equals the compiled array of the reference."""
    ours, theirs = nodes(load_string(text), tag), mujoco.MjModel.from_xml_string(text)
    for name, field in names.items():
        expected = np.asarray(getattr(theirs, f"{prefix}_{field}"))
        np.testing.assert_allclose([getattr(node, name) for node in ours], expected, rtol=1e-7, err_msg=name)


@pytest.mark.parametrize("tree", TREES)
def test_geoms_inherit_like_the_reference(tree):
    text = f"<mujoco>{CLASSES}<worldbody>{tree}</worldbody></mujoco>"
    compare(text, "geom", "geom", {"size": "size", "rgba": "rgba", "friction": "friction", "solimp": "solimp"})


def test_joints_inherit_like_the_reference():
    text = f"<mujoco>{CLASSES}<worldbody>{TREES[-1]}</worldbody></mujoco>"
    compare(text, "joint", "jnt", {"axis": "axis"})
    ours, theirs = nodes(load_string(text), "joint"), mujoco.MjModel.from_xml_string(text)
    np.testing.assert_allclose([j.damping[0] for j in ours], theirs.dof_damping)
    np.testing.assert_allclose([j.armature for j in ours], theirs.dof_armature)
    assert [j.damping for j in ours] == [(1, 2, 3), (1, 2, 3), (9, 2, 3)]


def test_settings_after_a_nested_class_reach_it_within_one_section_only():
    nested = '<default class="a"><geom rgba=".2 0 0 1"/></default>'
    inside = f'<mujoco><default>{nested}<geom size=".7"/></default><worldbody><geom class="a"/></worldbody></mujoco>'
    compare(inside, "geom", "geom", {"rgba": "rgba"})
    assert nodes(load_string(inside), "geom")[0].size[0] == 0.7
    later = inside.replace('<geom size=".7"/>', '</default><default><geom size=".7"/>')
    assert nodes(load_string(later), "geom")[0].size[0] == 0
    with pytest.raises(ValueError, match="size 0 must be positive"):
        mujoco.MjModel.from_xml_string(later)


def test_sections_are_read_before_the_tree_wherever_they_stand():
    classes = '<default><default class="a"><geom size=".3"/></default></default>'
    text = f'<mujoco><worldbody><geom class="a"/></worldbody>{classes}</mujoco>'
    compare(text, "geom", "geom", {"size": "size"})


ORIENTATIONS = {
    "euler": "90 0 0",
    "quat": "0 0 1 0",
    "axisangle": "0 0 1 90",
    "zaxis": "1 0 0",
    "xyaxes": "0 1 0 -1 0 0",
}


@pytest.mark.parametrize("inner", ORIENTATIONS)
@pytest.mark.parametrize("outer", ORIENTATIONS)
def test_an_own_orientation_replaces_any_inherited_one(outer, inner):
    """The merged node says the same as the reference makes of class and element."""
    head = f'<mujoco><default><geom type="box" size="1 1 1" {outer}="{ORIENTATIONS[outer]}"/></default>'
    text = f'{head}<worldbody><geom {inner}="{ORIENTATIONS[inner]}"/></worldbody></mujoco>'
    geom = nodes(load_string(text), "geom")[0]
    assert [name for name in ORIENTATIONS if getattr(geom, name) is not None] == [inner]
    alone = f'<mujoco><worldbody><geom type="box" size="1 1 1" {inner}="{ORIENTATIONS[inner]}"/></worldbody></mujoco>'
    expected = mujoco.MjModel.from_xml_string(alone).geom_quat
    np.testing.assert_allclose(mujoco.MjModel.from_xml_string(text).geom_quat, expected)


def test_a_blank_value_is_as_if_absent():
    classes = '<default><geom size=".3" euler="90 0 0"/></default>'
    text = f'<mujoco>{classes}<worldbody><geom size="" euler=" "/></worldbody></mujoco>'
    geom = nodes(load_string(text), "geom")[0]
    assert geom.size[0] == 0.3 and geom.euler == (90, 0, 0)


def test_light_type_and_directional():
    text = """<mujoco><default><light type="point"/></default><worldbody>
      <light/><light directional="true"/><light directional="false"/><light type="image"/></worldbody></mujoco>"""
    expected = mujoco.MjModel.from_xml_string(text.replace('<light type="image"/>', "")).light_type
    lights = nodes(load_string(text), "light")
    assert [int(light.type) for light in lights[:3]] == list(expected)


def test_material_layers_accumulate_by_role():
    text = """<mujoco><asset>
      <texture name="t" type="2d" builtin="flat" width="8" height="8"/>
      <texture name="u" type="2d" builtin="flat" width="8" height="8"/>
      <material name="m" texture="t"/>
      <material name="n" class="a"/>
      <material name="o" class="a"><layer texture="u" role="metallic"/></material>
      <material name="p" class="a"><layer texture="t" role="rgb"/></material></asset>
      <default><default class="a"><material><layer texture="u" role="rgb"/></material></default></default></mujoco>"""
    spec, model = load_string(text), mujoco.MjModel.from_xml_string(text)
    names = {texture.name: index for index, texture in enumerate(spec.textures)}
    ours = np.full((4, 10), -1)
    for row, material in zip(ours, spec.materials, strict=True):
        for layer in material.layers:
            row[layer.role] = names[layer.texture]
    np.testing.assert_array_equal(ours, model.mat_texid)


def test_repeated_sections_add_up():
    first = '<option timestep=".1" gravity="1 2 3"/>'
    text = f'<mujoco>{first}<option timestep=".2"><flag contact="disable"/></option></mujoco>'
    option, expected = load_string(text).option, mujoco.MjModel.from_xml_string(text).opt
    assert option.timestep == expected.timestep == 0.2
    assert option.gravity == tuple(expected.gravity)
    assert option.disableflags == expected.disableflags
    assert option.given == {"timestep", "gravity", "flag.contact"}


def test_given_names_what_element_and_class_say():
    text = '<mujoco><default><geom size=".3"/></default><worldbody><geom pos="1 0 0" name="g"/></worldbody></mujoco>'
    assert nodes(load_string(text), "geom")[0].given == {"size", "pos", "name"}


def test_inertial_inside_frames_belongs_to_the_body():
    text = """<mujoco><worldbody><body><frame name="f" pos="0 5 0"><frame name="g">
      <inertial pos="1 0 0" mass="2" diaginertia="1 1 1"/></frame></frame><joint/></body></worldbody></mujoco>"""
    body = load_string(text).worldbody.children[0]
    assert [frame.name for frame in body.inertial_frames] == ["f", "g"]
    assert body.inertial.mass == mujoco.MjModel.from_xml_string(text).body_mass[1] == 2
