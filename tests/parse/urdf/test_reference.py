"""A URDF gives the model that the reference implementation makes of it: every field, every name, in the same order."""

import pytest
from support.model_difference import TOLERANCE, assert_same, differences, load_both
from support.urdf_text import BALL, BOX, INERTIAL, KEEP, TETRAHEDRON, RandomRobot, joint, link, robot, two_links

MESHES = {"m.obj": TETRAHEDRON, "m1.obj": TETRAHEDRON, "n.obj": TETRAHEDRON}
RED = '<material name="red"><color rgba="1 0 0 1"/></material>'
GREEN = '<material name="red"><color rgba="0 1 0 1"/></material>'
NAMED = '<material name="red"/>'


def settings(compiler: str = "", more: str = "") -> str:
    return f"<mujoco><compiler {compiler}/>{more}</mujoco>"


def visual(content: str = "", name: str = "", geometry: str = BOX) -> str:
    return f"<visual{name}>{geometry}{content}</visual>"


def collision(geometry: str = BOX, name: str = "") -> str:
    return f"<collision{name}>{geometry}</collision>"


def shape(text: str) -> str:
    return collision(f'<origin xyz="1 2 3" rpy="0.1 0.2 0.3"/><geometry>{text}</geometry>')


def mesh(file: str, attributes: str = "") -> str:
    return collision(f'<geometry><mesh filename="{file}" {attributes}/></geometry>')


def moments(*values: float, mass: float = 1) -> str:
    names = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
    text = " ".join(f'{name}="{value}"' for name, value in zip(names, values, strict=True))
    return f'<inertial><mass value="{mass}"/><inertia {text}/></inertial>'


def mimicking(attributes: str, first: str = "revolute", second: str = "revolute") -> str:
    tree = link("a") + link("b") + link("c") + joint("j", "a", "b", first)
    return robot(tree + joint("k", "b", "c", second, f"<mimic {attributes}/>"))


EVERYTHING = '<limit lower="-1" upper="1" effort="4"/><dynamics damping="1" friction="2"/><axis xyz="0 1 1"/>'
JOINTS = {
    "no limit": "",
    "empty limit": "<limit/>",
    "lower only": '<limit lower="-1"/>',
    "upper only": '<limit upper="1"/>',
    "limits": '<limit lower="-1" upper="1"/>',
    "limits in the wrong order": '<limit lower="1" upper="-1"/>',
    "equal limits": '<limit lower="0" upper="0"/>',
    "blank limit": '<limit lower="" upper="1"/>',
    "effort": '<limit effort="4"/>',
    "no effort": '<limit effort="0"/>',
    "negative effort": '<limit lower="-1" upper="1" effort="-4" velocity="3"/>',
    "infinite limits": '<limit lower="-inf" upper="inf" effort="inf"/>',
    "dynamics": '<dynamics damping="0.5" friction="0.3"/>',
    "empty dynamics": "<dynamics/>",
    "axis": '<axis xyz="0 0 2"/>',
    "place": '<origin xyz="1 2 3"/>',
    "turn": '<origin rpy="1 2 3"/>',
    "empty origin": "<origin/>",
    "blank origin": '<origin xyz=""/>',
    "safety": '<limit lower="-1" upper="1"/><safety_controller soft_lower_limit="-0.5" k_velocity="10"/>',
    "unknown": "<bogus/>",
}
CASES = {f"joint: {name}": two_links(content) for name, content in JOINTS.items()}
CASES |= {
    f"{kind} joint": two_links(EVERYTHING + '<origin xyz="1 2 3" rpy="0 0 1"/>', kind)
    for kind in ("continuous", "prismatic", "planar", "fixed")
}
CASES |= {
    "spherical joint": two_links(EVERYTHING.replace("-1", "0"), "spherical"),
    "planar joint, no axis": two_links("", "planar"),
    "planar joint, axis down": two_links('<axis xyz="0 0 -1"/>', "planar"),
    "floating joint": two_links(EVERYTHING + '<origin xyz="1 2 3" rpy="0 0 1"/>', "floating", settings()),
    "floating in the world": robot(link("world", "") + link("b") + joint("k", "world", "b", "floating")),
    "automatic limits off": two_links("<limit/>", settings=settings('autolimits="false"')),
}
CASES |= {
    "mimic": mimicking('joint="j" multiplier="-2" offset="0.3"'),
    "mimic, defaults": mimicking('joint="j"'),
    "mimic of nothing": mimicking('joint="z"'),
    "mimic of a fixed joint": mimicking('joint="j"', "fixed"),
    "fixed mimic": mimicking('joint="j"', "revolute", "fixed"),
    "mimic of a plane": mimicking('joint="j"', "planar"),
    "mimic of a slider": mimicking('joint="j"', "prismatic"),
    "chain of mimics": robot(
        "".join(map(link, "abcd"))
        + joint("q", "c", "d")
        + joint("j", "b", "c", content='<mimic joint="q"/>')
        + joint("k", "a", "b", content='<mimic joint="j"/>')
    ),
}
CASES |= {
    "one link": robot(link("a", INERTIAL + visual() + collision())),
    "nothing": robot(""),
    "no name": "<robot><link name='a'/></robot>",
    "empty name": robot(link("a", ""), name=""),
    "children in the order of joints": robot(
        "".join(map(link, "cabd")) + joint("j1", "a", "d") + joint("j2", "a", "b") + joint("j3", "b", "c")
    ),
    "joints before links": robot(joint("j1", "a", "d") + link("d") + link("z") + link("a")),
    "several roots": robot(link("a") + link("b")),
    "world": robot(link("b") + link("world", collision()) + link("a") + joint("j", "world", "a") + link("c")),
    "other world": robot(link("World") + link("b") + joint("k", "World", "b")),
    "a joint named like a link": robot(link("a") + link("b") + joint("a", "a", "b")),
    "fused": robot(link("a") + link("b") + joint("k", "a", "b", "fixed") + link("c") + joint("j", "b", "c"), ""),
    "fused below a joint": robot(
        link("a") + link("b", INERTIAL + shape('<box size="1 2 3"/>')) + link("c", INERTIAL + collision(BALL))
        + joint("k", "a", "b") + joint("j", "b", "c", "fixed", '<origin xyz="1 2 3" rpy="1 2 3"/>'), ""
    ),
    "no inertia": robot(link("a", "") + link("b", collision()) + joint("k", "a", "b")),
    "massless": robot(link("a", moments(0, 0, 0, 0, 0, 0, mass=0) + collision())),
    "no moments": robot(link("a", moments(0, 0, 0, 0, 0, 0))),
    "moments without mass": robot(link("a", moments(1, 1, 1, 0, 0, 0, mass=0))),
    "negative mass": robot(link("a", moments(1, 1, 1, 0, 0, 0, mass=-1))),
    "balanced": robot(link("a", moments(1, 1, 10, 0, 0, 0)), settings('balanceinertia="true" fusestatic="false"')),
    "bounded": robot(
        link("a", moments(0, 0, 0, 0, 0, 0, mass=0)), settings('boundmass="1" boundinertia="0.1" fusestatic="false"')
    ),
    "from geoms": robot(
        link("a") + link("b", INERTIAL + shape('<sphere radius="2"/>')) + joint("k", "a", "b"),
        settings('inertiafromgeom="true"'),
    ),
}  # fmt: skip
SHAPES = ('<box size="1 2 3"/>', '<sphere radius="2"/>', '<cylinder radius="1" length="4"/>')
CASES |= {f"shape: {text}": robot(link("a", shape(text))) for text in (*SHAPES, '<capsule radius="1" length="4"/>')}
CASES |= {
    "visuals discarded": robot(link("a", INERTIAL + visual(RED, ' name="x"') + collision(name=' name="x"')), ""),
    "bad visuals discarded": robot(link("a", "<visual><origin xyz='1'/></visual>" + collision()), ""),
    "names taken": robot(link("a", visual(name=' name="x"') + visual() + collision(name=' name="x"'))),
    "colour carries over": robot(link("a", visual(RED) + visual() + collision()) + link("b", visual())),
    "colour by name": robot(link("a", visual(NAMED) + collision()) + RED),
    "first definition of a colour": robot(link("a", visual(NAMED) + visual(GREEN) + visual(NAMED)) + RED),
    "earlier definition of a colour": robot(RED + link("a", visual(NAMED) + visual(GREEN))),
    "own colour": robot(RED + link("a", visual(GREEN) + visual(NAMED))),
    "unknown material": robot(link("a", visual(RED) + visual('<material name="x"/>') + collision())),
    "nameless material": robot(link("a", visual('<material><color rgba="0 1 0 1"/></material>'))),
    "texture": robot(link("a", visual('<material name="t"><texture filename="t.png"/></material>'))),
}
CASES |= {
    "mesh": robot(link("a", mesh("m.obj"))),
    "meshes by scale": robot(
        link("a", mesh("m.obj") + mesh("m.obj", 'scale="1 2 3"') + mesh("m.obj", 'scale="1 1 1"'))
    ),
    "meshes by folder": robot(link("a", mesh("sub/m.obj") + mesh("m.obj") + mesh("sub/m.obj"))),
    "names of meshes taken": robot(link("a", mesh("m.obj") + mesh("m1.obj") + mesh("m.obj", 'scale="2 2 2"'))),
    "mirrored mesh": robot(link("a", mesh("m.obj", 'scale="-1 1 1"'))),
    "mesh of a package": robot(link("a", mesh("package://pkg/meshes/m.obj") + mesh("package://other/m.obj"))),
    "mesh by address": robot(link("a", mesh("file:///somewhere/m.obj"))),
    "paths stripped": robot(link("a", mesh("x/m.obj") + mesh("m.obj")), settings('strippath="true" meshdir="y"')),
    "mesh of a discarded visual": robot(
        link("a", visual(geometry='<geometry><mesh filename="none.dae"/></geometry>') + mesh("m.obj")), ""
    ),
}
CASES |= {
    "options": two_links(settings=settings("", '<option timestep="0.01"><flag contact="disable"/></option>')),
    "sizes": two_links(settings=settings("", '<size nuserdata="3" nkey="2"/>')),
    "degrees": two_links('<limit lower="-1" upper="1"/>', settings=settings('angle="degree" eulerseq="zyx"')),
    "unknown settings": two_links(settings=settings('bogus="1"', "<visual/><worldbody><geom size='1'/></worldbody>")),
    "settings at the end": robot(link("a"), "") .replace("</robot>", KEEP + "</robot>"),
    "unknown elements": robot('<gazebo reference="a"/><bogus/><include file="x.xml"/>' + link("a")),
    "declaration and comment": '<?xml version="1.0"?><!-- c --><robot name="r"><link name="a"/></robot>',
}  # fmt: skip


@pytest.mark.parametrize("text", CASES.values(), ids=CASES.keys())
def test_models_are_equal(text):
    assert_same(text, MESHES)


@pytest.mark.parametrize("seed", range(60))
def test_random_robots_are_equal(seed):
    text = RandomRobot(seed).text()
    ours, reference = load_both(text, MESHES)
    wrong = [str(d) for d in differences(ours, reference) if d.error > TOLERANCE]
    assert not wrong, "\n".join([*wrong[:10], text])
