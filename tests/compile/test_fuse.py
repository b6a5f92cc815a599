"""Static bodies are fused with their parents where the reference implementation does it, and to the same numbers."""

import pytest
from compile.test_random_models import compare
from support.model_difference import assert_same
from support.random_model import RandomModel

from knuckle.compile import compile_spec
from knuckle.parse import load_string

BALL = '<geom size=".1"/>'
BOX = '<geom type="box" size=".1 .2 .3" pos=".1 .2 .3"/>'
INERTIAL = '<inertial pos="0 0 1" mass="2" diaginertia="1 2 2.5"/>'
PLACE = 'pos="1 2 3" euler="10 20 30"'


def model(tree: str, compiler: str = "", option: str = "", more: str = "") -> str:
    start = f'<mujoco><compiler fusestatic="true" {compiler}/><option {option}/>{more}'
    return f"{start}<worldbody>{tree}</worldbody></mujoco>"


def static(attributes: str = "", content: str = BOX) -> str:
    return f'<body name="s" {PLACE} {attributes}>{content}</body>'


def hinged(content: str, attributes: str = "", own: str = BALL) -> str:
    return f'<body name="m" {attributes}><joint/>{own}{content}</body>'


def in_tuple(kind: str) -> str:
    return f'<custom><tuple name="t"><element objtype="{kind}" objname="s"/></tuple></custom>'


ADHESION = '<actuator><adhesion body="s" ctrlrange="0 1"/></actuator></mujoco>'
FLUID = 'density="1"'
IN_FLUID = '<geom size=".1" mass="0" fluidshape="ellipsoid"/>'
CASES = {  # model, number of bodies left
    "named": (model(hinged(static())), 2),
    "camera target": (model(hinged(static()) + '<camera target="s"/>'), 3),
    "light target": (model(hinged(static()) + '<light target="s"/>'), 3),
    "body in a tuple": (model(hinged(static()), more=in_tuple("body")), 3),
    "xbody in a tuple": (model(hinged(static()), more=in_tuple("xbody")), 3),
    "adhesive": (model(hinged(static())).replace("</mujoco>", ADHESION), 3),
    "kept on request": (model(hinged(static('fuse="false"'))), 3),
    "other gravity compensation": (model(hinged(static('gravcomp="1"'))), 3),
    "same gravity compensation": (model(hinged(static('gravcomp="1"'), 'gravcomp="1"')), 2),
    "compensated but massless": (model(hinged(static('gravcomp="1"', "<site/>"))), 2),
    "compensated in the world": (model(static('gravcomp="1"')), 1),
    "mass in a fluid": (model(hinged(static()), option=FLUID), 3),
    "massless in a fluid": (model(hinged(static("", "<site/>")), option=FLUID), 2),
    "ellipsoid in a fluid": (model(hinged(static("", IN_FLUID)), option=FLUID), 3),
    "fluid around the world": (model(static("", IN_FLUID), option=FLUID), 1),
    "in a mocap body": (model(f'<body mocap="true">{BALL}{static()}</body>'), 2),
    "free body inside": (model(static("", f"<body {PLACE}><freejoint/>{BALL}</body>")), 2),
    "aligned free body": (model(f'<body><freejoint align="true"/>{BALL}{static()}</body>'), 2),
    "parents before children": (model(hinged(static('gravcomp="1"', f'<body gravcomp="1">{BALL}</body>'))), 3),
    "user data": (model(hinged(static('user="1 2"'))), 2),
    "views": (model(hinged(static("", f'{BOX}<camera {PLACE}/><light mode="trackcom"/><site {PLACE}/>'))), 2),
    "bounded mass": (model(hinged(static()), 'boundmass="30"'), 2),
    "bounded inertia": (model(hinged(static()), 'boundinertia="2"'), 2),
    "bounded and inferred": (model(hinged(static()), 'boundmass="30" inertiafromgeom="true"'), 3),
    "total mass": (model(hinged(static("", INERTIAL)) + hinged("").replace('"m"', '"n"'), 'settotalmass="5"'), 3),
    "order": (
        model(
            hinged(static("", BALL + hinged("", own=BOX).replace('"m"', '"k"')) + BOX + static().replace('"s"', '""'))
        ),
        3,
    ),
    "keys in a scaled frame": (
        model(f'<frame {PLACE} scale="2">{static("", f"<body {PLACE}><freejoint/>{BALL}</body>")}</frame>').replace(
            "</mujoco>", '<keyframe><key qpos="1 2 3 1 0 0 0"/></keyframe></mujoco>'
        ),
        2,
    ),
}
SOURCES = {"geom": BOX, "inertial": INERTIAL, "both": INERTIAL + BOX, "nothing": ""}


@pytest.mark.parametrize("case", CASES)
def test_body_is_fused_or_kept_as_in_the_reference(case):
    xml, bodies = CASES[case]
    assert compile_spec(load_string(xml)).counts["nbody"] == bodies
    assert_same(xml)


@pytest.mark.parametrize("infer", ["auto", "true", "false"])
@pytest.mark.parametrize("own", SOURCES)
@pytest.mark.parametrize("joined", SOURCES)
def test_inertia_is_joined_as_in_the_reference(infer, own, joined):
    parent = f'<body fuse="false">{SOURCES[own]}{static("", SOURCES[joined])}</body>'
    assert_same(model(parent, f'inertiafromgeom="{infer}"'))


@pytest.mark.parametrize("scaled", [False, True])
@pytest.mark.parametrize("seed", range(20))
def test_fused_random_model_equals_the_reference(seed, scaled):
    compare(RandomModel(seed, scaled).xml().replace("<compiler", '<compiler fusestatic="true"'))
