"""Transmission, activation and force of actuators against the reference, and what must hold of them anyway."""

import mujoco
import numpy as np
import pytest
from support.random_actuators import RandomActuators

import knuckle as kn
from knuckle.schema.enums import Integrator

SEEDS = 16
COMPUTED = ("actuator_length", "actuator_moment", "actuator_velocity", "actuator_force", "act_dot", "qfrc_actuator")
PATTERN = ("moment_rownnz", "moment_rowadr", "moment_colind")
TOLERANCE = 1e-13  # a few roundings, relative to the field's largest number or to one
STEP_TOLERANCE = 1e-10  # behind the factor of an inertia matrix whose condition reaches 1e4
OFF = '<option><flag constraint="disable"/></option>'


def error(ours: np.ndarray, reference: np.ndarray) -> float:
    if not reference.size:
        return 0.0
    return float(np.abs(ours - reference).max() / max(1.0, np.abs(reference).max()))


class Pair:
    """One model with random actuators in both engines, at the same random state."""

    def __init__(self, xml: str, seed: int = 0):
        xml = xml.replace("<mujoco>", f"<mujoco>{OFF}", 1)
        self.reference, self.m = mujoco.MjModel.from_xml_string(xml), kn.Model.from_xml_string(xml)
        self.data, self.d = mujoco.MjData(self.reference), kn.Data(self.m)
        random = np.random.default_rng(seed)
        mujoco.mj_integratePos(self.reference, self.data.qpos, 2 * random.normal(size=self.m.nv), 1.0)
        self.data.qvel[:] = random.normal(size=self.m.nv)
        self.data.act[:] = 4 * random.normal(size=self.m.na)
        self.data.ctrl[:] = 4 * random.normal(size=self.m.nu)
        for name in ("qpos", "qvel", "act", "ctrl"):
            getattr(self.d, name)[:] = getattr(self.data, name)

    def errors(self, names) -> dict[str, float]:
        return {name: error(getattr(self.d, name), getattr(self.data, name)) for name in names}


def random_pairs(scaled: bool = False):
    """Pairs of the models that the reference accepts; every third bounds the force on its joints."""
    for seed in range(SEEDS):
        xml = RandomActuators(seed, scaled).xml()
        if seed % 3 == 0:
            xml = xml.replace('name="hinge"', 'name="hinge" actuatorfrcrange="-.5 .6" actuatorgravcomp="true"')
            xml = xml.replace('<body pos=".3 0 0">', '<body pos=".3 0 0" gravcomp=".7">')
        try:
            yield Pair(xml, seed)
        except ValueError:
            continue


def test_every_field_equals_the_reference():
    for pair in random_pairs():
        for name in COMPUTED:
            getattr(pair.d, name)[:] = np.nan
        kn.forward(pair.m, pair.d)
        mujoco.mj_forward(pair.reference, pair.data)
        errors = pair.errors(COMPUTED)
        assert max(errors.values()) < TOLERANCE, errors
        for name in PATTERN:
            assert np.array_equal(getattr(pair.d, name), getattr(pair.data, name)), name


@pytest.mark.parametrize("integrator", ["EULER", "RK4", "IMPLICIT", "IMPLICITFAST"])
def test_a_step_equals_the_reference(integrator):
    for pair in random_pairs():
        pair.m.opt.integrator = pair.reference.opt.integrator = int(Integrator[integrator])
        kn.step(pair.m, pair.d)
        mujoco.mj_step(pair.reference, pair.data)
        errors = pair.errors(("qpos", "qvel", "act", "act_dot"))
        assert max(errors.values()) < STEP_TOLERANCE, errors


BALL = """<mujoco><worldbody><body><joint name="j" type="ball"/><geom size=".1" pos=".2 0 0"/></body></worldbody>
  <actuator>{}</actuator></mujoco>"""
HINGE = BALL.replace('type="ball"', 'axis="0 1 0"')


@pytest.mark.parametrize("turns", [-3, 1, 5])
def test_a_servo_on_a_ball_takes_the_short_way_round(turns):
    pairs = [Pair(BALL.format('<position joint="j" gear="0 3 4" kp="7"/>')) for _ in range(2)]
    for pair, extra in zip(pairs, (0, turns), strict=True):
        pair.d.ctrl[0] = 0.5 + extra * 5 * 2 * np.pi  # the gear has length 5: so many radians are one turn
        kn.forward(pair.m, pair.d)
    first, second = (pair.d.actuator_force[0] for pair in pairs)
    assert second == pytest.approx(first, abs=1e-12 * 7 * 5 * 2 * np.pi * 5)
    assert abs(first) <= 7 * 5 * np.pi


def test_an_integrated_setpoint_stays_within_a_turn_of_the_length():
    pair = Pair(BALL.format('<intvelocity joint="j" gear="0 0 1"/>'))
    pair.d.act[0], pair.d.ctrl[0] = 100.0, 0.0
    kn.step(pair.m, pair.d)
    assert abs(pair.d.act[0] - pair.d.actuator_length[0]) <= np.pi


def test_one_bad_control_silences_all_and_is_told():
    pair = Pair(HINGE.format('<motor name="left" joint="j"/><motor name="right" joint="j"/>'))
    pair.d.ctrl[:] = 2.0, np.nan
    with pytest.warns(kn.SimulationWarning, match="actuator 'right'.*ctrl 1.*control"):
        kn.forward(pair.m, pair.d)
    assert pair.d.status & kn.Status.BAD_CTRL
    assert not pair.d.actuator_force.any() and np.isnan(pair.d.ctrl[1])


def test_groups_and_flags_switch_actuators_off():
    pair = Pair(HINGE.format('<motor joint="j" group="2"/><general joint="j" group="3" dyntype="integrator"/>'))
    pair.d.ctrl[:], pair.d.act[:] = 3.0, 5.0
    pair.m.opt.disableactuator = 1 << 3
    kn.step(pair.m, pair.d)
    assert pair.d.actuator_force.tolist() == [3.0, 0.0] and pair.d.act[0] == 5.0
    pair.m.opt.flags.actuation = False
    kn.step(pair.m, pair.d)
    assert not pair.d.actuator_force.any() and not pair.d.qfrc_actuator.any() and pair.d.act[0] == 5.0


@pytest.mark.parametrize("force", [0.5, 5.0])
def test_the_derivative_is_that_of_the_force_and_none_where_it_is_clamped(force):
    pair = Pair(HINGE.format('<velocity joint="j" kv="3" gear="2" forcerange="-2 2"/>'))
    pair.d.qvel[:] = 0.0
    pair.d.ctrl[0] = force / 3
    kn.forward(pair.m, pair.d)
    kn.passive_derivative(pair.m, pair.d)
    assert pair.d.qDeriv[0] == pytest.approx(-12.0 if force < 2 else 0.0)


def test_armature_and_damping_of_actuators_act_through_the_gear():
    bare, lent = (
        Pair(HINGE.format(text)) for text in ("", '<motor joint="j" gear="3" armature=".2" damping=".5"/>' * 2)
    )
    for pair in (bare, lent):
        pair.d.qvel[:] = 2.0
        kn.forward(pair.m, pair.d)
    assert lent.d.M[0] - bare.d.M[0] == pytest.approx(2 * 9 * 0.2)
    assert lent.d.qfrc_damper[0] == pytest.approx(-2 * 9 * 0.5 * 2.0)


def test_actuators_are_found_by_name():
    pair = Pair(HINGE.format('<motor name="a" joint="j"/><position name="b" joint="j" kp="9" ctrlrange="-1 1"/>'))
    kn.forward(pair.m, pair.d)
    assert pair.m.actuator("b").gainprm[0] == 9 and pair.m.actuator("b").ctrlrange.tolist() == [-1, 1]
    pair.d.actuator("b").ctrl = 0.25
    assert pair.d.ctrl[1] == 0.25
    assert pair.d.actuator("b").force == pair.d.actuator_force[1]
