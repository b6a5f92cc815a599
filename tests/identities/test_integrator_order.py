"""Integrators converge at their order: errors of the state and of the energy against the size of the step."""

import numpy as np
import pytest
from support.differences import slope
from support.systems import model

import knuckle as kn

DURATION = 0.4  # s: a multiple of every step
FIRST = [4e-4, 2e-4, 1e-4]
FOURTH = [5e-3, 2.5e-3, 1.25e-3]
QUICK = [1e-3, 5e-4, 2.5e-4]

# the start of each system: fast enough that no order hides behind symmetry or rounding
SYSTEMS = {
    "pendulum": ([1.2], [3.0]),
    "spinning_top": ([0.98480775301220802, 0.17364817766693033, 0, 0], [3.0, -5.0, 8.0]),
    "tumbling": ([0, 0, 1, 0.8, 0, 0.6, 0], [0.3, -0.2, 2.0, 3.0, 5.0, 2.0]),
}

# the small top moves quickly: above a step of 1 ms the terms of fifth order are larger than those of fourth
FOURTH_ORDER_STEPS = {"pendulum": FOURTH, "spinning_top": QUICK, "tumbling": FOURTH}


def run(name: str, step: float, integrator: str, **options) -> tuple[kn.Model, kn.Data, float]:
    """The model and data after the whole duration, and the drift of energy relative to its kinetic part."""
    m = model(name, timestep=step, integrator=integrator, **options)
    d = kn.Data(m)
    d.qpos[:], d.qvel[:] = SYSTEMS[name]
    kn.forward(m, d)
    before, scale = d.energy.sum(), d.energy[1]
    kn.step(m, d, round(DURATION / step))
    kn.forward(m, d)
    return m, d, abs(d.energy.sum() - before) / scale


def errors(name: str, steps: list[float], integrator: str, **options) -> tuple[list[float], list[float], list[float]]:
    """Errors of positions, velocities and energy for each step, against RK4 at a tenth of the smallest."""
    _, exact, _ = run(name, steps[-1] / 10, "rk4")
    found = []
    for step in steps:
        m, d, drift = run(name, step, integrator, **options)
        position = np.linalg.norm(kn.differentiate_pos(m, 1.0, exact.qpos, d.qpos))
        found.append((position, np.linalg.norm(d.qvel - exact.qvel), drift))
    return tuple(map(list, zip(*found, strict=True)))


@pytest.mark.parametrize("name", SYSTEMS)
def test_runge_kutta_is_of_fourth_order_for_positions_orientations_and_velocities(name):
    steps = FOURTH_ORDER_STEPS[name]
    position, velocity, _ = errors(name, steps, "rk4")
    # the next term of the error, of relative size h, bends the slope
    assert slope(steps, position) == pytest.approx(4, abs=0.25)
    assert slope(steps, velocity) == pytest.approx(4, abs=0.25)


@pytest.mark.parametrize("name", SYSTEMS)
def test_energy_drift_of_runge_kutta_falls_at_fourth_order_at_least(name):
    """Where the leading error turns with the motion and does no work, the drift is of fifth order."""
    steps = FOURTH_ORDER_STEPS[name]
    _, _, drift = errors(name, steps, "rk4")
    assert 3.75 < slope(steps, drift) < 5.5
    assert drift[-1] < 1e-11


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("integrator", ["euler", "implicit", "implicitfast"])
def test_single_step_integrators_are_of_first_order(name, integrator):
    position, velocity, drift = errors(name, FIRST, integrator)
    assert slope(FIRST, position) == pytest.approx(1, abs=0.05)
    assert slope(FIRST, velocity) == pytest.approx(1, abs=0.05)
    assert 0.95 < slope(FIRST, drift) < 2.1  # second order where the first-order part does no work


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("update", ["explicit", "midpoint", "semiimplicit"])
def test_position_updates_are_of_first_order(name, update):
    """The mean velocity makes only the positions of a constant acceleration exact: velocities stay first order."""
    position, velocity, _ = errors(name, FIRST, "euler", position_update=update)
    assert slope(FIRST, position) == pytest.approx(1, abs=0.05)
    assert slope(FIRST, velocity) == pytest.approx(1, abs=0.05)


def test_implicit_damping_keeps_euler_stable_where_explicit_damping_is_not():
    """h B / M = 8: an explicit step would multiply the velocity by −7."""
    m = model("spring mass", integrator="euler", timestep=0.02)
    m.jnt_stiffness[:], m.dof_damping[:] = 0, 800
    for on, factor in ((True, 1 / 9), (False, -7)):
        m.opt.flags.eulerdamp = on
        d = kn.Data(m)
        d.qvel[:] = 1
        kn.step(m, d)
        assert d.qvel[0] == pytest.approx(factor, rel=1e-14)
