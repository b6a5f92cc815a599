"""Actuators compile to the reference's numbers, and what it refuses is refused with words."""

import mujoco
import pytest
from support.model_difference import TOLERANCE, assert_same, differences
from support.random_actuators import RandomActuators

from knuckle.compile import compile_spec
from knuckle.errors import ModelError
from knuckle.parse import load_string

BODIES = """
<worldbody>
  <body><joint name="hinge" range="-90 60"/><geom size=".1" pos=".2 0 0"/>
    <body pos=".3 0 0"><joint name="slide" type="slide"/><geom size=".1"/>
      <body pos="0 .3 0"><joint name="ball" type="ball"/><geom size=".1" pos="0 .2 .1"/></body></body></body>
  <body pos="0 0 2" euler="10 20 30"><freejoint name="free"/><geom type="box" size=".1 .2 .3"/></body>
</worldbody>
"""
EVERY = "".join(f'<{kind} joint="hinge"/>' for kind in ("motor", "position", "velocity", "intvelocity", "cylinder"))
EVERY += '<damper joint="hinge" ctrlrange="0 1"/><general joint="hinge"/>'


def text(actuators: str, more: str = "") -> str:
    return f"<mujoco>\n{more}{BODIES}\n<actuator>{actuators}</actuator></mujoco>"


@pytest.mark.parametrize("scaled", [False, True])
@pytest.mark.parametrize("seed", range(120))
def test_random_actuators_equal_the_reference(seed, scaled):
    xml = RandomActuators(seed, scaled).xml()
    try:
        reference = mujoco.MjModel.from_xml_string(xml)
    except ValueError:
        with pytest.raises(ModelError):
            compile_spec(load_string(xml))
        return
    wrong = [str(d) for d in differences(compile_spec(load_string(xml)), reference) if not d.error <= TOLERANCE]
    assert not wrong, "\n".join(wrong[:10])


@pytest.mark.parametrize(
    "classes",
    [
        '<position kp="40" kv="3" timeconst="2"/>',
        '<position kp="40" dampratio="1"/>',
        '<velocity kv="7" ctrlrange="0 3"/>',
        '<cylinder timeconst="3" area="2" bias="1 2 3"/>',
        '<damper kv="7" ctrlrange="0 3"/>',
        '<general gainprm="400" biastype="affine" biasprm="1 -300 -3" dynprm="5"/>',
        '<general gaintype="affine" gainprm="4 1 -7" dyntype="filter" dynprm="5" actearly="true"/>',
        '<position kp="40"/><velocity kv="4"/>',
        '<position kp="40" kv="3"/><general gainprm="3"/>',
        '<general gainprm="3" dyntype="filter" dynprm="4"/><position kp="40"/>',
    ],
)
def test_a_class_has_one_actuator_default_that_each_shortcut_reads_its_way(classes):
    assert_same(text(EVERY, f"<default>{classes}</default>"))


def test_a_shortcut_inherits_from_the_nearest_class_of_its_own_kind():
    classes = '<default><position kp="40" kv="3"/><default class="c"><velocity kv="2"/></default></default>'
    spec = load_string(text('<position joint="hinge" class="c"/>', classes))
    assert spec.actuators[0].gainprm[0] == 40 and spec.actuators[0].biasprm[:3] == (0, -40, -3)


def test_a_damping_ratio_of_one_is_critical_for_the_reflected_mass():
    spec = load_string(text('<position joint="slide" gear="3" kp="8" dampratio="1" armature=".5"/>'))
    model = mujoco.MjModel.from_xml_string(text('<motor joint="slide" gear="3" armature=".5"/>'))
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    J = data.actuator_moment[0] * (model.dof_jntid == 1)  # the moment over all dofs: the slide is dof 1
    column = J.copy()
    mujoco.mj_solveM(model, data, column.reshape(1, -1), J.reshape(1, -1))
    kv = -compile_spec(spec).arrays["actuator_biasprm"][0][2]
    assert kv == pytest.approx(2 * (8 / (J @ column)) ** 0.5, rel=1e-12)


FAULTS = {
    "no target": ("<motor/>", "acts on nothing"),
    "empty tendon": ('<motor joint="hinge" tendon=""/>', 'attribute "tendon" is empty'),
    "empty site": ('<motor joint="hinge" site=""/>', 'attribute "site" is empty'),
    "empty crank": ('<motor joint="hinge" cranksite=""/>', 'attribute "cranksite" is empty'),
    "empty body": ('<general joint="hinge" body=""/>', 'attribute "body" is empty'),
    "unknown joint": ('<motor joint="hinges"/>', 'no joint "hinges"; did you mean "hinge"'),
    "unordered control range": (
        '<motor joint="hinge" ctrllimited="true" ctrlrange="1 0"/>',
        "ctrlrange.*below the sec",
    ),
    "empty force range": ('<motor joint="hinge" forcelimited="true"/>', "forcerange"),
    "activation range without one": ('<general joint="hinge" actrange="0 1"/>', "without activation"),
    "two activations": ('<general joint="hinge" dyntype="filter" actdim="2"/>', "actdim"),
    "activation of nothing": ('<general joint="hinge" actdim="1"/>', "actdim"),
    "negative kv": ('<position joint="hinge" kv="-1"/>', "kv must not be negative"),
    "negative damping ratio": ('<position joint="hinge" dampratio="-1"/>', "dampratio must not be negative"),
    "negative time constant": ('<position joint="hinge" timeconst="-1"/>', "timeconst must not be negative"),
    "kv and ratio": ('<position joint="hinge" kv="1" dampratio="1"/>', "give only one of kv, dampratio"),
    "two ranges": ('<position joint="hinge" inheritrange="1" ctrlrange="0 1"/>', "only one of inheritrange, ctrlrange"),
    "no range to inherit": ('<position joint="slide" inheritrange="1"/>', "has no range"),
    "range of a ball": ('<position joint="ball" inheritrange="1"/>', "needs attribute joint"),
    "damper without range": ('<damper joint="hinge" kv="1"/>', "ctrlrange"),
    "damper pushes": ('<damper joint="hinge" ctrlrange="-1 1"/>', "must not be negative"),
    "negative damper": ('<damper joint="hinge" kv="-1" ctrlrange="0 1"/>', "kv must not be negative"),
    "unknown input": ('<general joint="hinge" input="speed"/>', 'unknown input "speed"'),
    "too many parameters": ('<general joint="hinge" gainprm="1 2 3 4 5 6 7 8 9 10 11"/>', "gainprm needs"),
    "two of a name": ('<motor name="m" joint="hinge"/><motor name="m" joint="slide"/>', "is taken"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_told_with_its_line(name):
    actuators, words = FAULTS[name]
    with pytest.raises(ModelError, match=words) as caught:
        compile_spec(load_string(text(actuators)))
    assert all(problem.place.line == 10 for problem in caught.value.problems)
    with pytest.raises(ValueError):
        mujoco.MjModel.from_xml_string(text(actuators))


LATER = {
    "site": '<motor site="s"/>',
    "slidercrank": '<motor cranksite="s" slidersite="t" cranklength="1"/>',
    "adhesion": '<adhesion body="b" ctrlrange="0 1"/>',
    "muscle": '<muscle joint="hinge"/>',
    "dcmotor": '<dcmotor joint="hinge"/>',
    "pid": '<pid joint="hinge"/>',
    "orientation": '<orientation joint="ball"/>',
    "delay": '<motor joint="hinge" nsample="2" delay="0.01"/>',
    "user": '<general joint="hinge" dyntype="user"/>',
}


@pytest.mark.parametrize("feature", LATER)
def test_what_comes_later_says_so_and_can_be_left_out_alone(feature):
    key = '<keyframe><key ctrl="1 2"/></keyframe>'
    xml = text(f'{LATER[feature]}<motor joint="hinge"/>', key)
    with pytest.raises(ModelError, match="is not supported yet") as caught:
        load_string(xml)
    assert [problem.place.line for problem in caught.value.problems] == [10]
    spec = load_string(xml, omit=[feature])
    assert len(spec.actuators) == 1 and spec.keys[0].ctrl is None


def test_all_actuators_can_be_left_out():
    spec = load_string(text('<motor joint="nowhere"/>', "<default><motor gear='2'/></default>"), omit=["actuator"])
    assert spec.actuators == []
