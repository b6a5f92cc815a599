"""`knuckle compare` names the first stage and field in which the engines differ, and says so in its exit status."""

import json
import sys

import mujoco
import numpy as np
import pytest

import knuckle as kn
from knuckle import models
from knuckle.cli.main import main
from knuckle.comparison.both import Both, put_side_by_side, rollout_states
from knuckle.comparison.compare import BARS, compare, compare_sizes
from knuckle.comparison.contacts import compare_contacts
from knuckle.comparison.findings import Findings

SCENE = """
<mujoco>
  <worldbody>
    <geom name="floor" type="plane" size="0 0 1"/>
    <body name="box" pos="0 0 .1"><freejoint/><geom name="box" type="box" size=".1 .1 .1"/></body>
    <body name="ball" pos=".3 0 .1"><freejoint name="free"/><geom name="ball" size=".1"/></body>
    <body pos="1 0 1">
      <joint name="hinge" damping=".1" range="-30 30" axis="0 1 0"/>
      <geom size=".05 .2" type="capsule"/>
      <site name="tip"/>
    </body>
  </worldbody>
  <actuator><position joint="hinge" kp="5"/></actuator>
  <sensor><touch site="tip"/></sensor>
</mujoco>"""


@pytest.fixture
def both() -> Both:
    return put_side_by_side(mujoco, kn.load(SCENE), mujoco.MjModel.from_xml_string(SCENE))


def compared(both: Both) -> Findings:
    return compare(both, list(rollout_states(both, 4, 25, 0)))


def test_equal_engines_differ_nowhere(both):
    findings = compared(both)
    assert findings.first is None
    assert {"model", "kinematics", "collision", "constraint", "actuation", "solve", "sensor", "step"} <= set(
        findings.stages
    )
    assert [*findings.stages] == [name for name in BARS if name in findings.stages]
    assert "contact_pos" in findings.stages["collision"].fields


def test_another_model_is_named_by_field_and_element(both):
    both.their_m.dof_damping[-1] *= 2.0
    stage, field, found = compared(both).first
    assert (stage.stage, field) == ("model", "dof_damping")
    assert "joint 'hinge'" in found.where and found.relative == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("field", "stage"),
    [("qpos", "kinematics"), ("qvel", "com_vel"), ("ctrl", "actuation"), ("qfrc_applied", "acceleration")],
)
def test_the_first_stage_that_reads_another_state_is_named(both, monkeypatch, field, stage):
    set_state = Both.set_state

    def set_another(self, state):
        set_state(self, state)
        getattr(self.d, field)[-1] += 1e-4

    states = list(rollout_states(both, 3, 25, 0))
    monkeypatch.setattr(Both, "set_state", set_another)
    assert compare(both, states).first[0].stage == stage


def test_a_contact_that_one_engine_lacks_is_named_with_its_geoms(both):
    findings = Findings(both.m, dict(BARS), state=0)
    state = next(rollout_states(both, 1, 50, 0))
    both.set_state(state)
    mujoco.mj_forward(both.their_m, both.their_d)
    kn.forward(both.m, both.d)
    kn.filter_contacts(both.m, both.d, lambda m, d, a, b: m.geom(b).name != "ball")
    compare_contacts(both, findings)
    stage, field, found = findings.first
    assert (stage.stage, field) == ("collision", "ncon")
    assert found.where == "geom 'floor' and geom 'ball': 0 contacts, MuJoCo has 1 in state 0"


def test_models_of_other_sizes_are_not_compared_further():
    findings = Findings(kn.load(SCENE), dict(BARS))
    assert not compare_sizes(findings.m, mujoco.MjModel.from_xml_path(str(models.path("pendulum"))), findings)
    assert "nbody" in findings.stages["model"].fields


def test_numbers_that_are_not_are_told_apart():
    findings = Findings(kn.load(SCENE), dict(BARS))
    findings.add("bias", "qfrc_bias", [np.nan, 1.0], [np.nan, 1.0])
    assert findings.first is None
    findings.add("bias", "qfrc_bias", [np.nan, 1.0], [0.0, 1.0])
    assert findings.first[2].relative == np.inf


def test_command_says_everything_as_json(capsys, tmp_path):
    file = tmp_path / "scene.knm"
    kn.load(SCENE).save(file)
    assert main(["compare", str(file), "--json", "--states", "2"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["same"] is True and told["first"] is None and told["mujoco"] == mujoco.__version__
    assert {"kinematics", "step"} <= {stage["stage"] for stage in told["stages"]}


def test_command_shows_the_first_difference(capsys, monkeypatch):
    monkeypatch.setitem(BARS, "factor_M", -1.0)  # nothing is below it
    assert main(["compare", "cart_pole", "--states", "2", "--fields"]) == 1
    text = capsys.readouterr().out
    assert "differ from stage factor_M on: qLD" in text and "subtree_com" in text


def test_without_the_reference_the_command_says_what_to_install(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "mujoco", None)
    assert main(["compare", "cart_pole"]) == 2
    assert "pip install mujoco==4.0.*" in capsys.readouterr().err


def test_a_model_that_the_reference_refuses_is_told(capsys, tmp_path):
    file = tmp_path / "distance.xml"
    file.write_text(
        '<mujoco><worldbody><geom name="a" size=".1"/><body pos="1 0 0"><freejoint/><geom name="b" size=".1"/></body>'
        '</worldbody><equality><distance geom1="a" geom2="b" distance=".5"/></equality></mujoco>'
    )
    assert main(["compare", str(file)]) == 2
    assert "MuJoCo does not load the model" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["--states", "0"], ["--every", "-1"], ["--seed", "-1"]])
def test_options_that_make_no_sense_are_refused(words, capsys):
    assert main(["compare", "pendulum", *words]) == 2
    assert f"{words[0]}: expected" in capsys.readouterr().err
