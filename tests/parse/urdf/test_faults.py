"""A URDF that is wrong is refused with the place, what was found and what was expected; all faults at once."""

import pytest
from support.urdf_text import BOX, INERTIAL, joint, link, robot, two_links

import knuckle as kn

LINKS = link("a", "") + link("b")


def in_link(content: str) -> str:
    return robot(f'<link name="a">\n{content}</link>')


def in_joint(content: str) -> str:
    return two_links("\n" + content)


def inertial(mass: str = '<mass value="1"/>', moments: str = 'ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"') -> str:
    return f"<inertial>{mass}<inertia {moments}/></inertial>"


CASES = {  # text, line and column, words
    "broken XML": ('<robot name="r">\n<link name="a">\n</robot>', "3:1", "still open"),
    "not closed": ('<robot name="r">\n<link name="a"/>', "1:1", "closing tag </robot> is missing"),
    "entities": (
        '<!DOCTYPE r [<!ENTITY e "x">]>\n<robot><link name="&e;"/><link name="&e;"/></robot>',
        "2:26",
        'the name "&e;" is taken',
    ),
    "link without a name": (robot("\n<link/>"), "2:1", 'attribute "name" is missing'),
    "link twice": (robot(link("a") + "\n" + link("a")), "2:1", 'the name "a" is taken: the first is at <string>:1:'),
    "joint without a name": (robot(LINKS + '\n<joint type="fixed"/>'), "2:1", 'attribute "name" is missing'),
    "joint without ends": (robot('\n<joint name="j" type="fixed"/>'), "2:1", "element <parent> is missing"),
    "joint without a type": (robot('\n<joint name="j"/>'), "2:1", 'attribute "type" is missing'),
    "unknown type": (robot(LINKS + "\n" + joint("j", "a", "b", "revolut")), "2:17", 'did you mean "revolute"'),
    "joint twice": (
        robot(LINKS + link("c") + joint("j", "a", "b") + "\n" + joint("j", "b", "c")),
        "2:1",
        'the name "j" is taken',
    ),
    "unknown parent": (robot(LINKS + "\n" + joint("j", "aa", "b")), "2:1", 'there is no link "aa"; did you mean "a"'),
    "unknown child": (robot(LINKS + "\n" + joint("j", "a", "z")), "2:1", '<child>: there is no link "z"; known: a, b'),
    "two parents": (
        robot(LINKS + link("c") + joint("j", "a", "c") + "\n" + joint("k", "b", "c")),
        "2:1",
        'link "c" has two parents; the first is given by <joint name="j">',
    ),
    "circle": (
        robot("\n" + LINKS + joint("j", "a", "b") + joint("k", "b", "a")),
        "2:1",
        "links hang on each other in a circle, none has a root: a, b",
    ),
    "circle beside a tree": (
        robot(link("t") + "\n" + LINKS + joint("j", "a", "b") + joint("k", "b", "a")),
        "2:1",
        "in a circle, none has a root: a, b",
    ),
    "child of itself": (robot("\n" + link("a") + joint("j", "a", "a")), "2:1", "in a circle"),
    "world as a child": (robot(LINKS + link("world") + "\n" + joint("j", "a", "world")), "2:1", "is the world itself"),
    "no mass": (in_link("<inertial><inertia/></inertial>"), "2:1", "element <mass> is missing"),
    "no inertia": (in_link('<inertial><mass value="1"/></inertial>'), "2:1", "element <inertia> is missing"),
    "mass without a value": (in_link(inertial("<mass/>")), "2:11", 'attribute "value" is missing'),
    "no number": (in_link(inertial('<mass value="heavy"/>')), "2:17", '"heavy" is not a number'),
    "NaN": (in_link(inertial('<mass value="nan"/>')), "2:17", "must not be NaN"),
    "infinite": (in_link(inertial('<mass value="inf"/>')), "2:17", "must be finite"),
    "number too large": (in_link(inertial('<mass value="1e999"/>')), "2:17", "too large"),
    "moment missing": (in_link(inertial(moments='ixx="1" iyy="1" izz="1"')), "2:28", '"ixy" is missing'),
    "impossible moments": (
        in_link(inertial(moments='ixx="1" iyy="1" izz="9" ixy="0" ixz="0" iyz="0"')),
        "2:1",
        "is not that of a real body",
    ),
    "indefinite moments": (
        in_link(inertial(moments='ixx="1" iyy="1" izz="1" ixy="5" ixz="0" iyz="0"')),
        "2:1",
        "must be positive definite",
    ),
    "zero mass that moves": (
        robot(link("a", "") + "\n" + link("b", "") + joint("j", "a", "b")),
        "2:1",
        "a body with joints needs mass and inertia",
    ),
    "inertial twice": (in_link(INERTIAL + "\n" + INERTIAL), "3:1", "may stand only once"),
    "no geometry": (in_link("<collision/>"), "2:1", "element <geometry> is missing"),
    "no shape": (in_link("<collision><geometry/></collision>"), "2:12", "there is no shape in it; known: box"),
    "unknown shape": (
        in_link("<collision><geometry><boxx/></geometry></collision>"),
        "2:12",
        'there is no shape in it; did you mean "box"',
    ),
    "two shapes": (
        in_link('<collision><geometry><sphere radius="1"/><box size="1 1 1"/></geometry></collision>'),
        "2:42",
        'a geometry has one shape',
    ),
    "no size": (in_link("<visual><geometry><sphere/></geometry></visual>"), "2:19", '"radius" is missing'),
    "short size": (in_link('<collision><geometry><box size="1 2"/></geometry></collision>'), "2:27", "needs 3 values"),
    "negative size": (
        in_link('<collision><geometry><sphere radius="-1"/></geometry></collision>'),
        "2:1",
        "needs 1 positive values (radius)",
    ),
    "commas": (in_joint('<origin xyz="1,2,3"/>'), "2:9", "separate numbers by blanks"),
    "no axis": (in_joint("<axis/>"), "2:1", '"xyz" is missing'),
    "zero axis": (in_joint('<axis xyz="0 0 0"/>'), "1:", "axis"),
    "limit twice": (in_joint("<limit/><limit/>"), "2:9", "may stand only once"),
    "mimic of itself": (in_joint('<mimic joint="k"/>'), "2:8", "a joint cannot follow itself"),
    "mimic without a joint": (in_joint("<mimic/>"), "2:1", '"joint" is missing'),
    "free joint below": (two_links("", "floating"), "1:", "a free joint may only stand in a child of the world"),
    "ball with a lower limit": (
        two_links('<limit lower="-1" upper="1"/>', "spherical"),
        "1:",
        "the first value must be 0 for a ball joint",
    ),
    "material without anything": (in_link(f"<visual>{BOX}<material/></visual>"), "2:", "needs a <color>"),
    "colour of three numbers": (
        in_link(f'<visual>{BOX}<material name="m"><color rgba="1 1 1"/></material></visual>'),
        "2:",
        "needs 4 values",
    ),
    "mesh without a file": (in_link("<collision><geometry><mesh/></geometry></collision>"), "2:22", '"filename" is'),
    "mesh that is not there": (
        in_link('<collision><geometry><mesh filename="x.stl"/></geometry></collision>'),
        "2:22",
        "there is no file x.stl among the assets",
    ),
    "mesh of the web": (
        in_link('<collision><geometry><mesh filename="https://x.org/m.stl"/></geometry></collision>'),
        "2:28",
        "only files are read",
    ),
    "wrong word in the settings": (
        robot(link("a"), '<mujoco>\n<compiler inertiafromgeom="maybe"/></mujoco>'),
        "2:11",
        "unknown keyword",
    ),
    "settings twice": (robot(link("a"), "<mujoco/>\n<mujoco/>"), "2:1", "may stand only once"),
    "huge": (two_links('<origin xyz="1e200 0 0"/>'), "1:", "too large"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "place", "words"), CASES.values(), ids=CASES.keys())
def test_a_fault_is_told_with_its_place(text, place, words):
    with pytest.raises(kn.ModelError) as caught:
        kn.load(text)
    told = [problem for problem in caught.value.problems if words in problem.message]
    assert told, str(caught.value)
    assert str(told[0]).startswith(f"<string>:{place}"), str(told[0])


def test_all_faults_are_told_at_once():
    text = robot(
        '<link/>\n<link name="a"/>\n<joint name="j" type="x"/>\n<joint name="k" type="fixed"><parent link="b"/></joint>'
    )
    with pytest.raises(kn.ModelError) as caught:
        kn.load(text)
    assert {problem.place.line for problem in caught.value.problems} == {1, 3, 4}
    assert len(caught.value.problems) == 6


def test_a_deep_chain_costs_no_recursion():
    count = 2000
    links = "".join(link(f"l{i}") for i in range(count))
    joints = "".join(joint(f"j{i}", f"l{i}", f"l{i + 1}", "fixed") for i in range(count - 1))
    assert kn.load(robot(links + joints, "")).nbody == 1


def test_transmissions_are_for_urdf_alone():
    with pytest.raises(kn.ModelError, match="transmissions=True is for URDF"):
        kn.load("<mujoco/>", transmissions=True)
