"""What stays: momentum in free flight, energy but for what dampers take, nothing moving under full gravity support."""

import numpy as np
import pytest
from support.differences import deviation
from support.systems import model, random_state

import knuckle as kn

ROUNDING = 1e-12


def momenta(m: kn.Model, d: kn.Data) -> np.ndarray:
    """Linear momentum, and angular momentum about the mass centre, of the whole system."""
    kn.forward(m, d)
    kn.subtree_vel(m, d)
    return np.concatenate([m.body_subtreemass[0] * d.subtree_linvel[0], d.subtree_angmom[0]])


def test_momentum_is_conserved_in_free_flight_at_the_integrators_order():
    drifts = []
    for step in (4e-3, 2e-3, 1e-3):
        m = model("flight", timestep=step)
        d = random_state(m, 1, speed=2.0)
        before = momenta(m, d)
        kn.step(m, d, round(0.4 / step))
        drifts.append(deviation(momenta(m, d), before))
    assert drifts[0] / drifts[2] > 4**3.5  # fourth order: 4⁴
    assert drifts[2] < 1e-7


def test_internal_forces_change_no_momentum_at_once():
    """A tiny step: d(momentum)/dt is zero to rounding over the step, however springs and joints pull."""
    m = model("flight", timestep=1e-5)
    d = random_state(m, 2, speed=3.0)
    before = momenta(m, d)
    forces = np.abs(d.qfrc_passive).max()
    kn.step(m, d)
    assert forces > 1
    assert deviation(momenta(m, d), before) < 1e-12


def test_angular_momentum_of_a_tumbling_body_keeps_its_direction_in_the_world():
    m = model("tumbling", timestep=1e-3)
    d = random_state(m, 3, speed=4.0)
    before = momenta(m, d)[3:]
    kn.step(m, d, 500)
    assert deviation(momenta(m, d)[3:], before) < 1e-8  # the error of RK4


def test_energy_changes_by_the_power_of_forces_that_have_no_potential():
    """dE/dt = v · (damping + fluid + gravity compensation), by a central difference of two steps of RK4."""
    h = 1e-4
    m = model("everything", timestep=h, integrator="rk4")
    m.jnt_springyield[m.jnt_springyield > 0] = 1e6  # springs that slip lose energy too
    d = random_state(m, 4)
    kn.forward(m, d)
    first = d.energy.sum()
    kn.step(m, d)
    kn.forward(m, d)
    power = d.qvel @ (d.qfrc_damper + d.qfrc_fluid + d.qfrc_gravcomp)
    kn.step(m, d)
    kn.forward(m, d)
    assert abs(power) > 1
    # h² times the third derivative of energy, some 1e3 J/s³
    assert (d.energy.sum() - first) / (2 * h) == pytest.approx(power, rel=1e-5)


@pytest.mark.parametrize("name", ["everything", "humanoid", "quadruped"])
def test_full_gravity_compensation_cancels_gravity(name):
    m = model(name, gravity=(1.0, -2.0, -9.0))
    m.body_gravcomp[:] = 1
    m.jnt_actgravcomp[:] = False
    d = random_state(m, 5)
    kn.forward(m, d)
    held, support = d.qacc.copy(), d.qfrc_gravcomp.copy()
    m.opt.gravity = (0, 0, 0)
    kn.forward(m, d)
    assert np.abs(support).max() > 1
    assert deviation(held, d.qacc) < ROUNDING * 100  # times the condition of M


@pytest.mark.parametrize("name", ["everything", "humanoid"])
def test_nothing_moves_without_a_cause(name):
    m = model(name, gravity=(0, 0, 0), density=0, viscosity=0)
    m.jnt_stiffness[:] = 0
    m.jnt_stiffnesspoly[:] = 0
    d = random_state(m, 6, speed=0.0)
    start = d.qpos.copy()
    kn.step(m, d, 10)
    assert (d.qpos == start).all() and not d.qvel.any()
