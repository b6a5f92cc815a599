"""A model that URDF can say keeps its physics when it is written and read again, here and by the reference."""

import mujoco
import numpy as np
import pytest
from support.urdf_text import TETRAHEDRON, RandomRobot

import knuckle as kn
from knuckle.cli.main import main
from knuckle.write.urdf import urdf_text
from knuckle.write.urdf_losses import losses

MESHES = {"m.obj": TETRAHEDRON, "n.obj": TETRAHEDRON}
EXACT = 1e-9  # of what URDF says in numbers
SINGLE = 1e-5  # of contacts of meshes, whose vertices have single precision
ARM = """<mujoco model="arm">
<option timestep="0.001" gravity="0 0.1 -5"><flag energy="enable" warmstart="disable"/></option>
<worldbody><geom type="box" size="1 1 .1" pos="0 0 -0.1"/>
  <body name="a" pos="0 0 .5" euler="10 90 30"><joint name="j" axis="0 1 0" pos=".1 .2 .3" range="-90 90" damping=".1"/>
    <geom type="capsule" size=".1 .2" pos=".1 0 0"/><geom size=".05" contype="0" conaffinity="0" rgba="1 0 0 1"/>
    <body pos=".4 0 0">
      <joint name="s" type="slide" axis="1 0 1" pos=".3 0 0" frictionloss=".1" actuatorfrcrange="-3 3"/>
      <geom type="cylinder" size=".1 .1" euler="0 90 0"/>
      <body name="tip" pos="0 0 .2"><geom size=".1"/></body></body></body>
  <body name="ball" pos="1 0 .3"><joint type="ball" pos="0 0 .1"/><geom type="box" size=".1 .1 .2"/></body>
  <body name="free" pos="-.5 0 .3" euler="0 -90 0"><freejoint name="f"/><geom type="box" size=".1 .2 .3"/></body>
</worldbody>
<equality><joint joint1="j" joint2="s" polycoef=".1 2 0 0 0"/></equality></mujoco>"""


def again(m: kn.Model) -> tuple[str, kn.Model, dict[str, bytes]]:
    text, files = urdf_text(m)
    return text, kn.load(text, assets=files), files


def assert_same_motion(first: kn.Model, second: kn.Model, tolerance: float, seed: int = 0) -> None:
    """Accelerations, with limits, friction and contacts, and energies are equal at random states."""
    assert (first.nq, first.nv, first.nbody, first.ngeom) == (second.nq, second.nv, second.nbody, second.ngeom)
    random = np.random.default_rng(seed)
    for _ in range(5):
        d, back = kn.Data(first), kn.Data(second)
        np.testing.assert_allclose(np.abs(back.qpos), np.abs(d.qpos), atol=1e-12)  # q and -q are one orientation
        kn.integrate_pos(first, d.qpos, random.normal(size=first.nv), 0.3, out=d.qpos)
        d.qvel[:] = random.normal(size=first.nv)
        back.qpos[:], back.qvel[:] = d.qpos, d.qvel
        for data, m in ((d, first), (back, second)):
            kn.forward(m, data)
        scale = max(1.0, float(np.abs(d.qacc).max(initial=0)))
        np.testing.assert_allclose(back.qacc_smooth, d.qacc_smooth, atol=EXACT * scale, rtol=EXACT)
        assert back.ncon == d.ncon
        np.testing.assert_allclose(back.qacc, d.qacc, atol=tolerance * scale, rtol=tolerance)
        np.testing.assert_allclose(back.energy, d.energy, rtol=EXACT, atol=EXACT)


def test_the_motion_is_the_same():
    m = kn.load(ARM)
    assert losses(m) == []
    text, back, _ = again(m)
    assert_same_motion(m, back, 1e-8)
    assert back.opt.timestep == 0.001 and back.opt.gravity.tolist() == [0, 0.1, -5]
    assert back.opt.flags.energy and not back.opt.flags.warmstart
    assert mujoco.MjModel.from_xml_string(text).nv == m.nv


@pytest.mark.parametrize("seed", range(25))
def test_robots_at_random_keep_their_motion(seed):
    m = kn.load(RandomRobot(seed).text(), assets=MESHES)
    if losses(m):
        pytest.skip("; ".join(losses(m)))
    _, back, _ = again(m)
    assert back.names("joint") == m.names("joint")
    m.opt.flags.contact = back.opt.flags.contact = (
        False  # geoms overlap at random, and deep contacts are no smooth function
    )
    assert_same_motion(m, back, 1e-7, seed)


def test_most_robots_at_random_can_be_said():
    sayable = sum(not losses(kn.load(RandomRobot(seed).text(), assets=MESHES)) for seed in range(25))
    assert sayable > 12


def test_meshes_are_written_beside_it():
    mesh = '<asset><mesh name="m" file="m.obj"/></asset>'
    body = '<body pos="0 0 1"><joint name="j"/><geom type="mesh" mesh="m"/></body>'
    floor = '<geom type="box" size="5 5 .1"/>'
    m = kn.load(f"<mujoco>{mesh}<worldbody>{floor}{body}</worldbody></mujoco>", assets=MESHES)
    _, back, files = again(m)
    assert list(files) == ["m.obj"]
    assert_same_motion(m, back, SINGLE)


TWO_JOINTS = '<body><joint/><joint axis="0 1 0"/><geom size="1"/></body>'
LOSSES = {
    '<geom type="plane" size="1 1 1"/>': "URDF has no plane",
    "<site/>": "sites (1)",
    TWO_JOINTS: "2 joints move it",
    '<body><joint stiffness="3"/><geom size="1"/></body>': "stiffness is 3",
    '<body><joint armature="3"/><geom size="1"/></body>': "armature is 3",
    '<body><joint ref="3"/><geom size="1"/></body>': "reference position is not zero",
    '<body><joint actuatorfrcrange="-1 3"/><geom size="1"/></body>': "actfrcrange is not symmetric",
    '<body gravcomp="1"><joint/><geom size="1"/></body>': "gravcomp",
    '<geom size="1" friction="2"/>': "friction is 2",
    '<geom size="1" contype="2"/>': "contype and conaffinity are 2 and 1",
    '<geom size="1" condim="1"/>': "condim is 1",
}


@pytest.mark.parametrize(("content", "words"), LOSSES.items())
def test_what_urdf_cannot_say_is_named(content, words):
    assert any(words in loss for loss in losses(kn.load(f"<mujoco><worldbody>{content}</worldbody></mujoco>")))


def test_the_command(tmp_path, capsys):
    (tmp_path / "arm.xml").write_text(ARM)
    assert main(["convert", str(tmp_path / "arm.xml"), str(tmp_path / "arm.urdf")]) == 0
    assert_same_motion(kn.load(ARM), kn.load(tmp_path / "arm.urdf"), 1e-8)
    (tmp_path / "site.xml").write_text(
        "<mujoco><worldbody><site/><geom size='1'/><geom type='plane' size='1 1 1'/></worldbody></mujoco>"
    )
    assert main(["convert", str(tmp_path / "site.xml"), str(tmp_path / "site.urdf")]) == 2
    assert "URDF cannot say all of the model" in capsys.readouterr().err
    assert main(["convert", str(tmp_path / "site.xml"), str(tmp_path / "site.urdf"), "--lossy"]) == 0
    assert "left out: sites (1)" in capsys.readouterr().out
    assert kn.load(tmp_path / "site.urdf").ngeom == 1
    (tmp_path / "two.xml").write_text(f"<mujoco><worldbody>{TWO_JOINTS}</worldbody></mujoco>")
    assert main(["convert", str(tmp_path / "two.xml"), str(tmp_path / "two.urdf"), "--lossy"]) == 2
    assert "2 joints move it" in capsys.readouterr().err
