"""Passive forces against the reference, and what must hold of them whatever the reference says."""

import mujoco
import numpy as np
import pytest
from support.forced_reference import XML, Pair

from knuckle.physics.force.passive import passive
from knuckle.physics.force.spring import rotation_from
from knuckle.physics.kinematics.velocities import com_vel
from knuckle.physics.pipeline import forward, position, step

SPRING, DAMPER, GRAVITY = 32, 64, 128
FIELDS = "qfrc_spring qfrc_damper qfrc_gravcomp qfrc_fluid qfrc_passive"
# sums of a few dozen rounded terms, relative to the field's largest number
TOLERANCE = 1e-13


def run(pair: Pair) -> None:
    """Our passive stage with what it needs, and the whole forward dynamics of the reference."""
    position(pair.m, pair.d)
    com_vel(pair.m, pair.d)
    passive(pair.m, pair.d)
    mujoco.mj_forward(pair.model, pair.data)


@pytest.mark.parametrize("flags", [0, SPRING, DAMPER, SPRING | DAMPER, GRAVITY])
@pytest.mark.parametrize("name", XML)
def test_every_term_equals_reference(name, flags):
    for seed in range(2):
        pair = Pair(name, seed, flags)
        run(pair)
        errors = pair.errors(FIELDS)
        assert max(errors.values()) < TOLERANCE, errors


def test_quaternions_of_any_length_give_the_same_spring_force():
    pair = Pair("every_joint")
    pair.data.qpos[3:7] *= 0.3
    pair.data.qpos[7:11] *= 1.7
    pair.copy_state()
    run(pair)
    assert pair.error("qfrc_spring") < TOLERANCE


def test_compensation_by_actuators_is_not_passive():
    pair = Pair("every_joint")
    forward(pair.m, pair.d)
    i = pair.model.joint("lifted").dofadr[0]
    a = pair.arrays
    rest = a["qfrc_spring"][i] + a["qfrc_damper"][i] + a["qfrc_fluid"][i]
    assert abs(a["qfrc_gravcomp"][i]) > 1.0
    assert a["qfrc_passive"][i] == pytest.approx(rest, rel=1e-14)
    assert a["qfrc_actuator"][i] == 0.0  # a model without actuators has nobody to apply it


def test_full_compensation_cancels_gravity():
    pair = Pair("every_joint", density=0.0, viscosity=0.0)
    pair.m._arrays["body_gravcomp"][:] = 1.0
    pair.arrays["qvel"][:] = 0.0
    forward(pair.m, pair.d)
    scale = np.abs(pair.arrays["qfrc_bias"]).max()
    assert np.abs(pair.arrays["qfrc_gravcomp"] - pair.arrays["qfrc_bias"]).max() < 1e-14 * scale


def test_dampers_and_still_fluid_only_take_energy():
    for seed in range(5):
        pair = Pair("every_joint", seed, wind=(0.0, 0.0, 0.0))
        forward(pair.m, pair.d)
        v = pair.arrays["qvel"]
        assert pair.arrays["qfrc_damper"] @ v < 0.0
        assert pair.arrays["qfrc_fluid"] @ v < 0.0


@pytest.mark.parametrize("integrator", range(4))
def test_yielding_springs_follow_the_reference(integrator):
    pair = Pair("yielding", integrator=integrator)
    for _ in range(3):
        step(pair.m, pair.d)
        mujoco.mj_step(pair.model, pair.data)
        assert pair.error("plastic") < 1e-13
        assert pair.error("qpos") < 1e-13


def test_springs_never_stretch_beyond_their_threshold():
    pair = Pair("yielding")
    pair.arrays["qvel"][:] *= 20.0
    for _ in range(5):
        step(pair.m, pair.d)
        q, reference = pair.arrays["qpos"], pair.arrays["plastic"]
        assert abs(q[0] - reference[0]) <= 0.5 + 1e-15
        assert abs(q[1] - reference[1]) <= 0.4 + 1e-15
        assert np.linalg.norm(rotation_from(tuple(reference[2:6]), tuple(q[2:6]))) <= 0.6 + 1e-14


def test_springs_below_their_threshold_keep_their_reference():
    pair = Pair("yielding")
    pair.arrays["qpos"][:] = pair.model.qpos_spring
    pair.arrays["plastic"][:] = before = pair.model.qpos_spring[:6].tolist() + pair.model.qpos_spring[6:10].tolist()
    pair.arrays["qvel"][:] = 0.1
    step(pair.m, pair.d)
    assert pair.arrays["plastic"].tolist() == before


def test_disabled_springs_do_not_yield():
    pair = Pair("yielding", disable=SPRING)
    before = pair.arrays["plastic"].copy()
    pair.arrays["qvel"][:] *= 20.0
    step(pair.m, pair.d)
    assert (pair.arrays["plastic"] == before).all()
