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
      <body pos="0 .3 0"><joint name="ball" type="ball"/><geom size=".1" pos="0 .2 .1"/>
        <site name="tip"/></body></body></body>
  <body pos="0 0 2" euler="10 20 30"><freejoint name="free"/><geom type="box" size=".1 .2 .3"/>
    <site name="base"/></body>
</worldbody>
"""
EVERY = "".join(f'<{kind} joint="hinge"/>' for kind in ("motor", "position", "velocity", "intvelocity", "cylinder"))
EVERY += '<damper joint="hinge" ctrlrange="0 1"/><general joint="hinge"/><muscle joint="hinge" lengthrange="0 1"/>'
EVERY += '<pid joint="hinge"/><orientation joint="ball"/>'


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
        '<muscle lmin=".3" timeconst=".1 .2" force="7"/>',
        '<pid kp="3" kv="5" ki="1" input="pos ff" slewmax="3" imax="4"/>',
        '<position kp="40"/><velocity kv="4"/>',
        '<position kp="40" kv="3"/><general gainprm="3"/>',
        '<general gainprm="3" dyntype="filter" dynprm="4"/><position kp="40"/>',
    ],
)
def test_a_class_has_one_actuator_default_that_each_shortcut_reads_its_way(classes):
    assert_same(text(EVERY, f"<default>{classes}</default>"))


@pytest.mark.parametrize(
    ("classes", "actuators"),
    [
        ('<orientation kp="2" kv="3" input="quat" forcerange="0 3"/>', '<orientation joint="ball"/>'),
        (
            '<orientation kp="2" input="quat"/>',
            '<orientation joint="ball" input=""/><orientation joint="ball" kp="3"/>',
        ),
        ('<adhesion gain="3" ctrlrange="0 1"/>', '<adhesion body="world"/><adhesion body="world" gain="2"/>'),
        ('<dcmotor motorconst="1 2" resistance="3" saturation="0 3 4"/>', '<dcmotor joint="hinge" resistance="2"/>'),
        ('<dcmotor motorconst="1" resistance="3" cogging="1 2 3"/>', '<general joint="hinge" actearly="true"/>'),
        ('<general forcerange="-1 1"/>', '<dcmotor joint="hinge" nominal="12 3 40" saturation="0 0 0"/>'),
    ],
)
def test_a_default_of_a_kind_is_inherited_by_that_kind(classes, actuators):
    assert_same(text(actuators, f"<default>{classes}</default>"))


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
    "unknown site": ('<motor site="tips"/>', 'no site "tips"; did you mean "tip"'),
    "unknown body": ('<adhesion body="here" ctrlrange="0 1"/>', 'there is no body "here"'),
    "reference without site": ('<motor joint="hinge" refsite="tip"/>', "refsite goes with site only"),
    "slider without crank": ('<motor joint="hinge" slidersite="tip"/>', "slidersite goes with cranksite only"),
    "rod without crank": ('<motor joint="hinge" cranklength="1"/>', "cranklength goes with cranksite only"),
    "crank without slider": ('<motor cranksite="tip" cranklength="1"/>', "needs attribute slidersite"),
    "crank without rod": ('<motor cranksite="tip" slidersite="base"/>', "cranklength must be positive"),
    "damped site": ('<motor site="tip" damping="1"/>', "damping needs a joint or tendon"),
    "armature of a body": ('<general body="world" armature="1"/>', "armature needs a joint or tendon"),
    "repelling adhesion": ('<adhesion body="world" ctrlrange="-1 1"/>', "ctrlrange of adhesion must not be negative"),
    "negative adhesion": ('<adhesion body="world" ctrlrange="0 1" gain="-1"/>', "gain must not be negative"),
    "adhesion without range": ('<adhesion body="world"/>', "ctrlrange"),
    "adhesion to a joint": ('<adhesion joint="hinge" ctrlrange="0 1"/>', "joint"),
    "muscle range": ('<muscle joint="hinge" range="1 .5" lengthrange="0 1"/>', "range of a muscle must ascend"),
    "muscle lengths": ('<muscle joint="hinge" lmin="1.1" lengthrange="0 1"/>', "lmin < 1 < lmax"),
    "muscle speed": ('<muscle joint="hinge" vmax="0" lengthrange="0 1"/>', "positive scale, vmax"),
    "muscle smoothing": ('<muscle joint="hinge" tausmooth="-1" lengthrange="0 1"/>', "tausmooth must not be negative"),
    "muscle times": ('<muscle joint="hinge" timeconst="1" lengthrange="0 1"/>', "timeconst needs"),
    "orientation of a hinge": ('<orientation joint="hinge"/>', "needs a ball joint"),
    "orientation of one site": ('<orientation site="tip"/>', "needs attribute refsite"),
    "orientation of nothing": ("<orientation/>", "acts on nothing"),
    "negative torque": ('<orientation joint="ball" forcerange="-1 1"/>', "first value must be 0"),
    "unknown chart": ('<orientation joint="ball" input="quad"/>', 'unknown input "quad"; did you mean "quat"'),
    "half an orientation": ('<general joint="ball" gaintype="so3"/>', "must both be so3"),
    "filtered orientation": (
        '<general joint="ball" gaintype="so3" biastype="so3" dyntype="filter" biasprm="0 -1"/>',
        "needs dyntype none or integrator",
    ),
    "orientation of other gains": (
        '<general joint="ball" gaintype="so3" biastype="so3" biasprm="0 -2"/>',
        "needs gainprm.0. = -biasprm.1.",
    ),
    "integrated quaternion": (
        '<general joint="ball" gaintype="so3" biastype="so3" dyntype="integrator" input="quat" biasprm="0 -1"/>',
        "needs dyntype none",
    ),
    "inputs out of order": ('<pid joint="hinge" input="vel pos"/>', "must stand in the order pos vel ff"),
    "unknown input of a controller": ('<pid joint="hinge" input="pos voltage"/>', 'unknown input "voltage"'),
    "integral without position": ('<pid joint="hinge" input="vel" ki="1"/>', 'need the input "pos"'),
    "slew without position": ('<pid joint="hinge" input="ff" slewmax="1"/>', 'need the input "pos"'),
    "negative slew": ('<pid joint="hinge" slewmax="-1"/>', "slewmax must not be negative"),
    "two ranges of a controller": ('<pid joint="hinge" inheritrange="1" posrange="0 1"/>', "only one of inheritrange"),
    "controller without bias": ('<general joint="hinge" gaintype="pid"/>', "needs biastype affine"),
    "activation without controller": ('<general joint="hinge" dyntype="pid"/>', "dyntype pid needs gaintype pid"),
    "motor without constants": ('<dcmotor joint="hinge"/>', "needs a positive resistance"),
    "motor without resistance": ('<dcmotor joint="hinge" motorconst="1"/>', "needs a positive resistance"),
    "motor without constant": ('<dcmotor joint="hinge" resistance="1"/>', "needs a positive motorconst"),
    "negative motor": ('<dcmotor joint="hinge" motorconst="-1 1" resistance="1"/>', "must not be negative"),
    "half a winding": (
        '<dcmotor joint="hinge" motorconst="1" resistance="1" thermal="3 0 0 1 1 1"/>',
        "give two of thermal resistance, capacitance",
    ),
    "negative inductance": (
        '<dcmotor joint="hinge" motorconst="1" resistance="1" inductance="-1 0"/>',
        "must not be negative",
    ),
    "controller of a voltage": (
        '<dcmotor joint="hinge" motorconst="1" resistance="1" controller="1"/>',
        "controller of a dcmotor needs an input",
    ),
    "delay without history": ('<motor joint="hinge" delay="1"/>', "needs a history: give nsample"),
    "unknown interpolation": ('<motor joint="hinge" nsample="2" interp="spline"/>', "interp"),
    "user without activation": ('<general joint="hinge" dyntype="user" actdim="0"/>', "actdim"),
    "endless activations": (
        '<general joint="hinge" dyntype="user" actdim="2000000000"/>',
        "actdim.* must be 1 to 65536",
    ),
    "two of a name": ('<motor name="m" joint="hinge"/><motor name="m" joint="slide"/>', "is taken"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_told_with_its_line(name):
    actuators, words = FAULTS[name]
    with pytest.raises(ModelError, match=words) as caught:
        compile_spec(load_string(text(actuators)))
    assert all(problem.place.line == 12 for problem in caught.value.problems)
    if name != "endless activations":  # the reference takes what memory there is
        with pytest.raises(ValueError):
            mujoco.MjModel.from_xml_string(text(actuators))


def test_all_actuators_can_be_left_out():
    spec = load_string(text('<motor joint="nowhere"/>', "<default><motor gear='2'/></default>"), omit=["actuator"])
    assert spec.actuators == []
