"""`knuckle convert` to MJCF: both engines read the same model from what is written."""

import itertools

import mujoco
import numpy as np
import pytest
from support.model_difference import TOLERANCE, differences

import knuckle as kn
from knuckle.cli.convert import main
from knuckle.compile import compile_spec
from knuckle.parse import load_file

TOOL = (
    "<mujoco model='tool'><worldbody><body name='blade'><geom size='.1 .2 .3' type='box'/></body></worldbody></mujoco>"
)
TEXTS = {
    "robot.xml": """
<mujoco model="robot"><compiler angle="radian"/><default><geom rgba="1 0 0 1"/></default>
  <worldbody>
    <frame euler="0 0 1"><body name="arm"><joint name="j" range="-1 1"/><geom size=".1"/></body></frame>
  </worldbody>
  <actuator><position joint="j" kp="3"/></actuator><sensor><jointpos joint="j"/></sensor></mujoco>""",
    "robot.urdf": """
<robot name="r"><link name="a"/><link name="b">
    <inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <joint name="j" type="revolute"><parent link="a"/><child link="b"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>""",
    "scene.xml": """
<mujoco model="scene"><compiler angle="radian"/><asset><model name="tool" file="tool.xml"/></asset>
  <worldbody><body name="hand"><freejoint/><geom size=".1"/><frame euler="1 0 0"><attach model="tool" body="blade"
  prefix="t_"/></frame></body></worldbody></mujoco>""",
}


@pytest.mark.parametrize("name", TEXTS)
def test_both_engines_read_what_is_written(name, tmp_path, capsys):
    (tmp_path / name).write_text(TEXTS[name])
    (tmp_path / "tool.xml").write_text(TOOL)
    target = tmp_path / "other" / "written.xml"
    target.parent.mkdir()
    main(str(tmp_path / name), str(target))
    assert "wrote" in capsys.readouterr().out
    original, again = kn.load(tmp_path / name), compile_spec(load_file(target))
    reference = mujoco.MjModel.from_xml_path(str(target))
    wrong = [str(d) for d in differences(again, reference) if d.error > TOLERANCE]
    assert not wrong, wrong[:5]
    for field in ("body_mass", "body_pos", "body_quat", "jnt_range", "geom_size", "actuator_gainprm"):
        assert abs(getattr(original, field) - again.arrays[field]).max(initial=0.0) < 1e-12, field
    assert original.names("body") == again.names["body"]


def test_what_mjcf_cannot_say_is_told(tmp_path, capsys):
    (tmp_path / "robot.urdf").write_text(TEXTS["robot.urdf"])
    main(str(tmp_path / "robot.urdf"), str(tmp_path / "robot.xml"))
    assert "no limit of velocity" in capsys.readouterr().out


@pytest.mark.parametrize(
    "way", [("m.knm", "m.mjz"), ("m.mjz", "again.mjz"), ("m.knm", "m.mjz", "again.knm", "last.mjz")]
)
def test_a_model_comes_back_from_every_chain_of_formats(way, tmp_path):
    (tmp_path / "scene.xml").write_text(TEXTS["scene.xml"])
    (tmp_path / "tool.xml").write_text(TOOL)
    names = ["scene.xml", *way]
    for source, target in itertools.pairwise(names):
        main(str(tmp_path / source), str(tmp_path / target))
    wanted, found = (kn.load(tmp_path / name) for name in (names[0], names[-1]))
    for field in ("body_mass", "body_pos", "body_quat", "body_inertia", "geom_size", "geom_quat", "qpos0"):
        np.testing.assert_allclose(getattr(found, field), getattr(wanted, field), atol=1e-12)
    assert found.names("body") == wanted.names("body")
