"""Replays: one file that holds everything, whatever the model and the names in it."""

import base64
import json
import re
import zlib

import numpy as np
import pytest

import knuckle as kn
from knuckle import models
from knuckle.cli.main import main

EVERYTHING = """<mujoco model="&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;">
<asset><hfield name="hills" nrow="3" ncol="3" size="1 1 .2 .1" elevation="0 1 0 1 2 1 0 1 0"/>
<mesh name="wedge" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/>
<texture name="check" type="2d" builtin="checker" width="8" height="8" rgb1="1 0 0" rgb2="0 1 0"/>
<texture name="cube" type="cube" builtin="flat" width="8" height="48" rgb1="1 0 0" rgb2="0 1 0"/>
<material name="check" texture="check" texrepeat="3 3"/><material name="cube" texture="cube"/></asset>
<worldbody><light pos="0 0 3"/><geom type="plane" size="0 0 1" material="check"/>
<geom type="hfield" hfield="hills" pos="3 0 0"/><camera name="c" pos="0 -3 1"/>
<body name="&lt;img src=x onerror=alert(1)&gt;" pos="0 0 1"><freejoint/>
<geom type="mesh" mesh="wedge" material="cube"/><site name="s"/></body>
<body pos="2 0 1"><joint type="ball"/><geom type="capsule" size=".1 .3" material="cube"/>
<geom type="ellipsoid" size=".1 .2 .3"/></body>
<body pos="2 2 1"><joint/><geom type="cylinder" size=".1 .3"/>
<geom type="box" size=".1 .2 .3" pos="1 0 0" rgba="1 1 1 .3"/><site name="t"/></body>
</worldbody>
<tendon><spatial><site site="s"/><site site="t"/></spatial></tendon>
<sensor><framepos objtype="site" objname="s"/></sensor></mujoco>"""


def contents(path) -> tuple[dict, bytes]:
    text = path.read_text(encoding="utf-8")
    header = json.loads(re.search(r'id="header">(.*?)</script>', text)[1])
    numbers = zlib.decompress(base64.b64decode(re.search(r'id="numbers">(.*?)</script>', text)[1]))
    return header, numbers


def values(reference: dict, numbers: bytes) -> np.ndarray:
    kind, offset, count = reference["numbers"]
    return np.frombuffer(numbers, "<" + kind, count, offset)


def test_a_replay_holds_poses_states_and_contacts_of_every_frame(tmp_path):
    m = kn.Model.from_xml_path(models.path("humanoid"))
    d = kn.Data(m)
    frames, hands = [], []
    hand = m.body("left_hand").id
    for _ in range(20):
        kn.step(m, d, 10)
        frames.append(kn.get_state(m, d))
        kn.forward(m, d)
        hands.append(d.xpos[hand].copy())
    header, numbers = contents(kn.studio.replay(m, frames, tmp_path / "x.html"))
    assert values(header["time"], numbers) == pytest.approx(np.arange(1, 21) * 10 * m.opt.timestep, abs=1e-6)
    poses = values(header["bodyposes"], numbers).reshape(20, m.nbody - 1, 7)
    assert poses[:, hand - 1, :3] == pytest.approx(np.array(hands), abs=1e-6)
    qpos = header["states"]["qpos"]
    assert values(qpos["values"], numbers).reshape(20, m.nq)[-1] == pytest.approx(d.qpos, abs=1e-6)
    assert values(header["marks"]["first"], numbers)[-1] > 0  # its feet are on the ground
    assert sorted(body["name"] for body in header["bodies"]) == sorted(m.names("body"))


def test_every_kind_of_element_is_shown_and_no_name_becomes_code(tmp_path):
    m = kn.Model.from_xml_string(EVERYTHING)
    d = kn.Data(m)
    frames = []
    for _ in range(3):
        kn.step(m, d, 20)
        frames.append(d.copy())
    path = kn.replay.replay(m, frames, tmp_path / "x.html")
    text, (header, _) = path.read_text(), contents(path)
    assert len(header["drawables"]) == m.ngeom + m.nsite  # a capsule with a texture is one
    assert len(header["textures"]) == 2
    assert {"tendons", "sites"} <= {kind["name"] for kind in header["markkinds"]}
    assert "alert(1)" in header["bodies"][1]["name"] and "<img" not in text and text.count("<script") == 3
    assert not re.search(r"https?://", text)


def test_positions_alone_make_a_replay(tmp_path):
    m = kn.Model.from_xml_path(models.path("pendulum"))
    header, numbers = contents(kn.studio.replay(m, np.linspace(0, 1, 7)[:, None], tmp_path / "x.html"))
    assert values(header["time"], numbers) == pytest.approx(np.arange(7) / 60, abs=1e-6)


@pytest.mark.parametrize("frames", [[], [[0.0] * 99], [[np.nan]]], ids=["none", "length", "nan"])
def test_frames_that_make_no_sense_are_refused_and_nothing_is_written(frames, tmp_path):
    m = kn.Model.from_xml_path(models.path("pendulum"))
    with pytest.raises(kn.KnuckleError, match="replay: "):
        kn.studio.replay(m, frames, tmp_path / "x.html")
    assert not list(tmp_path.iterdir())


def test_the_command_writes_a_replay(tmp_path, capsys):
    assert main(["replay", "cart_pole", str(tmp_path / "r.html"), "--seconds", "0.5"]) == 0
    assert capsys.readouterr().out.strip() == str(tmp_path / "r.html")
    assert len(contents(tmp_path / "r.html")[0]["bodies"]) == 3
