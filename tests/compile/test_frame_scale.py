"""Frames with three different scale factors stretch what they contain as in the reference implementation."""

from random import Random

import mujoco
import pytest
from support.model_difference import assert_same

from knuckle.compile import compile_spec
from knuckle.errors import ModelError
from knuckle.parse import load_string

BOX = '<geom type="box" size=".1 .2 .3" pos="1 1 1"/>'
BODY = '<inertial pos="1 1 1" mass="1" fullinertia="1 2 2.5 .1 .2 .3"/>'
KEYS = '<keyframe><key qpos="1 2 3 1 0 0 0 4" qvel="1 2 3 4 5 6 7" mpos="1 2 3"/></keyframe>'


def world(content: str, scale: str = "2 3 5", more: str = 'scaling="geometry"') -> str:
    return f'<worldbody><frame scale="{scale}" {more}>{content}</frame></worldbody>'


def jointed(joint: str) -> str:
    return world(f"<body><joint {joint}/>{BOX}</body>")


FREE = f'<body pos="1 2 3" euler="0 0 30"><freejoint/>{BODY}</body>'
MOVING = f"""{FREE}<body mocap="true" pos="1 2 3"/><body><joint type="slide"/>{BODY}</body>"""
SLIDER = 'type="slide" axis="1 .03 0" pos="1 1 1" range="1 2" ref="1" springref="2" margin="1" stiffness="1 1 1"'
CASES = {
    "box": world(f'<body euler="0 0 90">{BOX}</body>'),
    "nearly aligned box": world('<geom type="box" size=".1 .2 .3" euler="0 0 2" surfacevel="1 2 3 4 5 6"/>'),
    "lengths without direction": world(BOX.replace("/>", ' margin="1" gap="1" friction="1 1 1" mass="2"/>')),
    "heavier": world(f'<body>{BOX}<geom type="box" size="1 2 3" shellinertia="true"/></body>', "2 3 5",
                     'scaling="geometry" massscale="7"'),
    "capsule": world('<geom type="capsule" size=".1 .2" euler="0 0 30"/>', "2 2 5"),
    "nearly round cylinder": world('<geom type="cylinder" size=".1 .2" euler="0 0 45"/>', "1 1.03 1"),
    "nearly round sphere": world('<geom size=".1" euler="0 0 45"/>', "1 1.03 1"),
    "fromto": world('<geom type="capsule" size=".1" fromto="1 0 0 2 0.01 0"/>', "5 2 2"),
    "plane": world('<geom type="plane" size="1 1 1" zaxis="1 0 0"/>'),
    "uniform after all": world('<frame scale="15 10 6" scaling="geometry"><geom size="1"/></frame>'),
    "skew frames": world('<frame euler="9 8 7" scale="1 2 3" scaling="geometry"><site pos="1 2 3"/></frame>'),
    "inertial": world(f'<body euler="10 20 30">{BODY}</body>'),
    "inertial in a frame": f"<worldbody><body>{world(BODY)[11:-12]}</body></worldbody>",
    "body without inertia": world('<body pos="1 1 1" euler="0 0 30"/>'),
    "slider": jointed(SLIDER + ' damping="1" armature="1" springyield="1"'),
    "views": world('<camera pos="1 1 1" ipd="1" euler="1 2 3"/><light pos="1 1 1" dir="1 1 1" attenuation="1 1 1"/>'),
    "similar around it": f'<worldbody><frame scale="2">{jointed(SLIDER)[11:-12]}</frame></worldbody>',
    "keys": world(MOVING) + KEYS,
    "keys in a turned frame": world(MOVING, more='scaling="geometry" pos="1 2 3" euler="10 20 30"') + KEYS,
    "keys of an aligned body": world(MOVING.replace("<freejoint/>", '<freejoint align="true"/>')) + KEYS,
    "keys of a fused body": '<compiler fusestatic="true"/>'
    + world(f'<body pos="1 2 3" euler="10 20 30">{FREE}</body><body><joint type="slide"/>{BODY}</body>')
    + KEYS.replace(' mpos="1 2 3"', ""),
    **{
        f"site {kind}": world(f'<site type="{kind}" size="1 1 1" euler="10 20 30"/>')
        for kind in ("sphere", "capsule", "cylinder", "ellipsoid", "box")
    },
    "site from to": world('<site type="ellipsoid" size=".1" fromto="1 0 0 2 1 0"/>'),
}  # fmt: skip
FAULTS = {
    "similar": (world("<site/>", more=""), 'needs scaling="geometry"'),
    "sphere": (world('<geom size="1"/>'), "use an ellipsoid"),
    "turned box": (world('<geom type="box" size="1 1 1" euler="0 0 30"/>'), "along its own axes"),
    "capsule": (world('<geom type="capsule" size="1 1"/>'), "equally across"),
    "turned cylinder": (world('<geom type="cylinder" size="1 1" euler="30 0 0"/>', "2 2 5"), "along its own axes"),
    "box from to": (world('<geom type="box" size="1" fromto="0 0 0 1 0 0"/>'), "equally across"),
    "turned hinge": (jointed('axis="1 1 0"'), "axis of a joint must be aligned"),
}


@pytest.mark.parametrize("case", CASES)
def test_equals_the_reference(case):
    assert_same(f"<mujoco>{CASES[case]}</mujoco>")


@pytest.mark.parametrize("case", FAULTS)
def test_what_cannot_be_stretched_is_a_fault_in_both(case):
    content, message = FAULTS[case]
    with pytest.raises(ValueError, match="scale"):
        mujoco.MjModel.from_xml_string(f"<mujoco>{content}</mujoco>")
    with pytest.raises(ModelError, match=message):
        compile_spec(load_string(f"<mujoco>{content}</mujoco>"))


def random_tree(random: Random, depth: int) -> str:
    """Bodies and frames in any pose, with contents that stretch in every direction."""
    pose = " ".join(f"{random.gauss(0, 1):.4g}" for _ in range(3))
    turn = " ".join(f"{random.uniform(-180, 180):.4g}" for _ in range(3))
    place = f'pos="{pose}" euler="{turn}"'
    kind = random.choice(("box", "capsule", "sphere"))
    inside = f'<site type="{kind}" size=".1 .2 .3" {place}/><camera {place}/><light pos="{pose}" dir="{pose}"/>'
    inside += "".join(random_tree(random, depth - 1) for _ in range(random.choice((1, 2)) if depth else 0))
    if random.random() < 0.5:
        return f'<body {place}><joint type="ball" pos="{pose}"/>{BODY}{inside}</body>'
    scale = " ".join(f"{random.uniform(0.5, 2):.4g}" for _ in range(3))
    return f'<frame {place} scale="{scale}" scaling="geometry">{inside}</frame>'


@pytest.mark.parametrize("seed", range(20))
def test_random_nested_frames_equal_the_reference(seed):
    assert_same(f"<mujoco><worldbody>{random_tree(Random(seed), 3)}</worldbody></mujoco>")
