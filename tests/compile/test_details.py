"""Single rules of the compiler, each against the reference implementation."""

import struct
import zlib

import mujoco
import pytest
from support.model_difference import TOLERANCE, assert_same, differences

from knuckle.compile import compile_spec
from knuckle.parse import load_string


def inertial(mass: float, kind: str, values: str) -> str:
    return f'<inertial pos="1 2 3" mass="{mass}" {kind}="{values}"/>'


def world(compiler: str, tree: str) -> str:
    return f"<compiler {compiler}/><worldbody>{tree}</worldbody>"


POLICIES = ("auto", "never", "allowed", "init")
BALL = '<geom size=".1"/>'
OFF = '<geom type="box" size=".1 .2 .3" pos=".1 .2 .3" euler="10 20 30"/>'
TREES = {
    "empty": "",
    "massless body repeats its pose": '<body pos="1 2 3" euler="10 20 30"/>',
    "inertial in frames": f'<body><frame euler="0 0 90">{inertial(1, "fullinertia", "2 3 4 .1 .2 .3")}</frame></body>',
    "aligned free body": f'<body pos="1 2 3"><freejoint align="true"/>{OFF}<site pos="1 0 0"/><camera/></body>',
    "child forbids alignment": f'<body><freejoint align="true"/>{OFF}<body/></body>',
    "nearly the same frame": '<body><joint pos="1e-7 0 0"/><geom size=".1" pos="5e-7 0 0"/></body>',
    "axis is nearly aligned": f'<body><joint axis="1 1e-9 0"/>{BALL}</body>',
    "hinge after sliders": f'<body><joint type="slide"/><joint axis="0 1 0"/>{BALL}</body>',
    "slider after hinge": f'<body><joint axis="0 1 0"/><joint type="slide"/>{BALL}</body>',
    "sliders with armature": f'<body><joint type="slide" armature="3"/><joint type="slide" axis="1 0 0"/>{BALL}</body>',
    "not simple": f'<body simple="false"><freejoint/>{BALL}</body>',
    "deep static bodies": f"<body>{BALL}<body>{BALL}<body>{BALL}<joint/></body></body><body>{BALL}</body></body>",
    "mocap with moving child": f'<body mocap="true">{BALL}<body><joint/>{BALL}<body>{BALL}</body></body></body>',
    "sleep policies": "".join(f'<body sleep="{p}"><freejoint/>{BALL}</body>' for p in POLICIES),
    "flat along x": '<site pos="0 0 1"/><site/>',
    "infinite plane": f'<geom type="plane" size="0 0 1" pos="9 0 0"/><body pos="1 0 0">{BALL}</body>',
    "plane in a body": '<body pos="1 2 3"><geom type="plane" size="1 1 1" mass="3"/></body>',
    "target of a fixed camera": f'<camera target="t"/><body name="t">{BALL}<body pos="1 1 1">{BALL}</body></body>',
    "unused sizes": '<geom size="1 -1 -1"/><geom type="capsule" size=".1 .2 .3"/>',
    "unlimited ranges": f'<body><joint limited="false" range="-30 60"/><joint range="60 -30"/>{BALL}</body>',
    "negative inertia is raised to zero": f"<body>{inertial(-1, 'diaginertia', '1 1 -1')}</body>",
    "springdamper of a free joint": f'<body><joint type="free" springdamper=".5 .7"/>{BALL}</body>',
}
MODELS = {
    "bounds": world('boundmass="5" boundinertia="1.01"', f"<body>{BALL}</body><body/>"),
    "total mass": world('settotalmass="5"', f"<body>{BALL}</body><body>{OFF}</body>"),
    "bounded full inertia": world('boundinertia=".1"', f"<body>{inertial(1, 'fullinertia', '1 1 0 0 0 0')}</body>"),
    "balanced inertia": world('balanceinertia="true"', f"<body>{inertial(1, 'diaginertia', '1 1 3')}</body>"),
    "geoms by group": world('inertiagrouprange="0 2"', f'<body>{OFF}<geom size=".1" group="3"/></body>'),
    "inertia never from geoms": world('inertiafromgeom="false"', f'<body pos="1 2 3">{BALL}</body>'),
    "keys of every length": f"""<size nkey="4"/><worldbody>
      <body mocap="true" pos="1 2 3" euler="0 0 90"/><body mocap="true"/><body pos="1 1 1"><freejoint/>{BALL}</body>
      <body><joint ref="30" springref="11" springyield="3"/>{BALL}</body>
      <body><joint type="ball" springyield="3"/>{BALL}</body></worldbody>
      <keyframe><key/><key qpos="1 2 3 4" qvel="1 2" plastic="1 2 3" mpos="9 9 9 8" mquat="1 1 1 1 2"/>
      <key qpos="1 2 3 0 0 0 0 5 0 0 0 0" mquat="0 0 0 0"/></keyframe>""",
    "keys in a scaled frame": f"""<worldbody><frame pos="1 2 3" scale="2"><frame pos="1 1 1" euler="0 0 90" scale="3">
      <body><freejoint/>{BALL}</body><body><joint type="slide" springyield="1"/>{BALL}</body><body mocap="true"/>
      </frame></frame></worldbody>
      <keyframe><key qpos="1 2 3 1 0 0 0 4" qvel="1 2 3 4 5 6 7" plastic="3" mpos="5 6 7"/></keyframe>""",
    "roles of textures": """<asset><texture name="a" builtin="flat" width="4"/>
      <material name="m"><layer role="orm" texture="a"/><layer role="normal" texture="a"/></material></asset>""",
}
CASES = {name: f"<worldbody>{tree}</worldbody>" for name, tree in TREES.items()} | MODELS


@pytest.mark.parametrize("case", CASES)
def test_equals_the_reference(case):
    assert_same(f"<mujoco>{CASES[case]}</mujoco>")


def png(width: int, height: int, srgb: bool) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    space = chunk(b"sRGB", b"\0") if srgb else b""
    rows = b"".join(b"\0" + bytes(3 * width) for _ in range(height))
    return b"\x89PNG\r\n\x1a\n" + head + space + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def test_textures_take_size_and_colour_space_from_their_files():
    assets = {"flat.png": png(8, 4, False), "side.png": png(8, 8, True), "grid.png": png(16, 12, False)}
    xml = """<mujoco><asset>
      <texture type="2d" file="flat.png"/><texture name="side" file="side.png"/>
      <texture name="all" type="skybox" file="grid.png" gridsize="3 4" gridlayout=".U..LFRB.D.."/>
      <texture name="six" fileright="side.png" fileback="side.png"/>
      <texture name="linear" file="side.png" colorspace="linear"/>
    </asset></mujoco>"""
    ours = compile_spec(load_string(xml, assets))
    reference = mujoco.MjModel.from_xml_string(xml, assets)
    assert [d for d in differences(ours, reference) if d.error > TOLERANCE] == []


def test_visual_settings_hold_every_group_and_equal_the_reference():
    ours = compile_spec(load_string('<mujoco><visual><map znear=".3"/><headlight active="0"/></visual></mujoco>'))
    reference = mujoco.MjModel.from_xml_string(
        '<mujoco><visual><map znear=".3"/><headlight active="false"/></visual></mujoco>'
    )
    for group, settings in ours.vis.items():
        theirs = getattr(reference.vis, {"global": "global_"}.get(group, group))
        for name, value in settings.items():
            wanted = getattr(theirs, name)
            if getattr(wanted, "size", 1):  # two colours are empty in the reference's Python
                assert value == pytest.approx(wanted, rel=1e-6), f"{group}.{name}"
