"""What URDF says and nothing simulates is told in the warnings of the model, once for each kind."""

import numpy as np
import pytest
from support.urdf_text import BOX, INERTIAL, joint, link, robot, two_links

import knuckle as kn

BALL_ARM = link("a") + link("b") + link("c") + joint("j", "a", "b")
CASES = {
    "velocity": (two_links('<limit lower="0" upper="1" velocity="3"/>'), "no limit of velocity"),
    "safety": (two_links('<safety_controller k_velocity="3"/>'), "soft limits belong to a controller"),
    "calibration": (two_links('<calibration rising="3"/>'), "reference positions of sensors"),
    "gazebo": (robot('<gazebo reference="a"/>' + link("a")), "settings of Gazebo are not read"),
    "include": (robot('<include file="a.xml"/>' + link("a")), "files are not included"),
    "macro": (robot("<xacro:macro/>" + link("a")), "run xacro on the file first"),
    "unknown element": (robot("<lnk/>" + link("a")), 'unknown element in <robot> is not read; did you mean "link"?'),
    "unknown attribute": (
        two_links('<limit upperr="1"/>'),
        'unknown attribute "upperr" is not read; did you mean "upper"',
    ),
    "unknown setting": (
        robot(link("a"), '<mujoco><compiler fusestatc="false"/></mujoco>'),
        'unknown attribute "fusestatc" is not read; did you mean "fusestatic"',
    ),
    "other section": (robot(link("a"), "<mujoco><asset/></mujoco>"), "unknown element in <mujoco> is not read"),
    "one limit": (two_links('<limit lower="-1" effort="2"/>'), "without lower and upper"),
    "turned limits": (two_links('<limit lower="1" upper="-1"/>'), "whose lower value is not below the upper"),
    "limits without an end": (two_links('<limit lower="1" upper="2"/>', "continuous"), "a continuous joint has no"),
    "limit in a plane": (two_links('<limit lower="1" upper="2"/>', "planar"), "for its first direction alone"),
    "mimic of nothing": (two_links('<mimic joint="kk"/>'), 'there is no joint "kk", nothing is followed; did you mean'),
    "mimic of a ball": (
        robot(BALL_ARM + joint("k", "b", "c", "spherical", '<mimic joint="j"/>')),
        "only revolute, continuous, prismatic joints",
    ),
    "several roots": (robot(link("a") + link("b")), "2 links have no parent, URDF expects one"),
    "transmission": (robot(link("a") + "<transmission/>"), "transmissions=True makes actuators of them"),
    "texture": (
        robot(link("a", f'<visual>{BOX}<material name="m"><texture filename="x.png"/></material></visual>')),
        "the texture is not shown",
    ),
    "material": (
        robot(link("a", f'<visual>{BOX}<material name="m"/></visual>')),
        'no material of the name "m" has a colour',
    ),
    "name of a geom": (
        robot(link("a", f'<collision name="x">{BOX}</collision><collision name="x">{BOX}</collision>')),
        "the name of a geom is taken",
    ),
    "mass of the world": (robot(link("world", INERTIAL)), "the world does not move and has no mass"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "words"), CASES.values(), ids=CASES.keys())
def test_it_is_remarked(text, words):
    with pytest.warns(kn.ModelWarning):
        m = kn.load(text)
    assert any(words in warning and warning.startswith("<string>:1:") for warning in m.warnings), m.warnings


def test_a_plain_robot_gets_no_remarks():
    assert kn.load(two_links('<limit lower="-1" upper="1" effort="3"/><dynamics damping="1"/>')).warnings == ()


def test_a_remark_stands_once_with_the_number_of_places():
    limit = '<limit lower="-1" upper="1" velocity="3"/>'
    tree = link("a") + link("b") + link("c") + joint("j", "a", "b", "revolute", limit)
    m = kn.load(robot(tree + joint("k", "b", "c", "revolute", limit)))
    assert len(m.warnings) == 1 and m.warnings[0].endswith("(here and in 1 more place)")


def test_the_world_has_no_mass():
    """A named difference: the reference gives the world the mass of a link of that name, which changes no motion."""
    m = kn.load(robot(link("world", INERTIAL)))
    np.testing.assert_array_equal(m.body_mass, [0.0])
