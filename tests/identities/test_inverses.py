"""Pairs of functions that undo each other."""

import numpy as np
import pytest
from support.differences import deviation
from support.systems import model, random_state

import knuckle as kn

MODELS = ["everything", "flight", "humanoid", "quadruped", "cart_pole", "spinning_top"]


@pytest.mark.parametrize("name", MODELS)
def test_inverse_dynamics_of_forward_dynamics_are_the_applied_forces(name):
    m = model(name)
    d = random_state(m, 1, forces=True)
    kn.forward(m, d)
    applied = d.qfrc_applied.copy()
    for b in range(1, m.nbody):
        applied += kn.apply_ft(m, d, d.xfrc_applied[b, :3], d.xfrc_applied[b, 3:], d.xipos[b], b)
    kn.inverse(m, d)
    # rounding of forces up to 1e3 N that cancel
    assert deviation(d.qfrc_inverse, applied) < 1e-10


@pytest.mark.parametrize("name", MODELS)
def test_forward_dynamics_of_inverse_dynamics_are_the_accelerations(name):
    m = model(name)
    d = random_state(m, 2)
    wanted = np.random.default_rng(2).normal(size=m.nv)
    d.qacc[:] = wanted
    kn.inverse(m, d)
    d.qfrc_applied[:] = d.qfrc_inverse
    kn.forward(m, d)
    assert deviation(d.qacc, wanted) < 1e-9  # rounding of forces times the inverse of light inertias


@pytest.mark.parametrize("name", MODELS)
def test_newton_euler_is_the_equation_of_motion(name):
    """rne(q, v, q̈) = M q̈ + c, the armature's part of M left out."""
    m = model(name)
    d = random_state(m, 3)
    kn.forward(m, d)
    assert deviation(kn.rne(m, d), d.qfrc_bias) == 0.0
    expected = kn.mul_M(m, d, d.qacc) - m.dof_armature * d.qacc + d.qfrc_bias
    assert deviation(kn.rne(m, d, with_acceleration=True), expected) < 1e-12


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("dt", [1.0, 1e-3, -0.7])
def test_differentiating_positions_undoes_integrating_them(name, dt):
    m = model(name)
    d = random_state(m, 4)
    v = np.random.default_rng(4).uniform(-1.5, 1.5, size=m.nv)  # turns of less than π: the shortest way back
    q = kn.integrate_pos(m, d.qpos, v, dt)
    # differences of positions of size 1, rounded, over the time
    assert deviation(kn.differentiate_pos(m, dt, d.qpos, q), v) < 1e-14 / abs(dt) + 1e-14
    assert deviation(kn.integrate_pos(m, q, v, -dt), d.qpos) < 1e-14


def test_integrated_orientations_stay_unit():
    m = model("tumbling")
    q = kn.integrate_pos(m, [0, 0, 0, 2.0, 0, 0, 0], [0, 0, 0, 30.0, -20.0, 10.0], 1.0)
    assert np.linalg.norm(q[3:]) == pytest.approx(1, abs=1e-15)
