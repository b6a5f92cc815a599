"""Trajectory optimization through the inverse: derivatives, the banded solve, and motions that a step repeats."""

import numpy as np
import pytest

import knuckle as kn
from knuckle import lab, models
from knuckle.lab.banded import BandedSystem
from knuckle.lab.bench_motion import newton_step_time
from knuckle.lab.motion import Motion
from knuckle.lab.optimize import Search

HOPPER = """
<mujoco><option timestep="0.01"/><worldbody><geom type="plane" size="5 5 .1"/>
  <body pos="0 0 .5"><joint name="up" type="slide" axis="0 0 1"/><geom type="box" size=".1 .1 .05" mass="3"/>
    <body><joint name="leg" type="slide" axis="0 0 1"/><geom name="foot" size=".05" pos="0 0 -.4" mass="1"/></body>
  </body></worldbody><actuator><motor joint="leg"/></actuator></mujoco>"""


def hopper(T: int = 12, **options) -> tuple[lab.Task, np.ndarray]:
    m = kn.load(HOPPER)
    rest = np.array([-0.04, 0.0])
    target = lambda q, w, u: np.concatenate([10 * (q - rest), 0.1 * w, 0.02 * u[:, 1:]], axis=1)  # noqa: E731
    q = rest + 0.005 * np.sin(2 * np.pi * np.arange(T) / T)[:, None] * [1.0, -0.5]
    return lab.Task(m, target, h=0.01, T=T, **options), q


def cost(search: Search, q: np.ndarray) -> float:
    return 0.5 * float((search.residuals(q)[0] ** 2).sum())


@pytest.mark.parametrize("periodic", [True, False])
def test_the_gradient_is_that_of_central_differences(periodic):
    task, q = hopper(periodic=periodic, start=(np.array([-0.04, 0.0]), np.array([0.1, 0.0])))
    search = Search(task, lab.Interior(), 1.0)
    gradient = search.normal_equations(*search.linearized(q))[1]
    for t, i in ((0, 0), (3, 1), (task.T - 1, 0), (task.T - 2, 0), (task.T - 2, 1)):

        def along(step: float, t: int = t, i: int = i) -> float:
            near = q.copy()
            near[t, i] += step
            return cost(search, near)

        assert gradient[t, i] == pytest.approx(extrapolated_slope(along), abs=1e-6 * np.abs(gradient).max())


def extrapolated_slope(f, step: float = 1e-4, rows: int = 7) -> float:
    """f'(0) by central differences of halved steps, extrapolated (Ridders): to about 1e-12."""
    table, best, slope = np.zeros((rows, rows)), np.inf, 0.0
    for i in range(rows):
        h = step / 2**i
        table[i, 0] = (f(h) - f(-h)) / (2 * h)
        for j in range(1, i + 1):
            table[i, j] = table[i, j - 1] + (table[i, j - 1] - table[i - 1, j - 1]) / (4**j - 1)
            error = max(abs(table[i, j] - table[i, j - 1]), abs(table[i, j] - table[i - 1, j - 1]))
            if error < best:
                best, slope = error, table[i, j]
    return slope


@pytest.mark.parametrize("periodic", [True, False])
def test_the_banded_solve_is_the_dense_one(periodic):
    task, q = hopper(periodic=periodic, start=(np.array([-0.04, 0.0]), np.zeros(2)))
    search = Search(task, lab.Interior(), 1.0)
    blocks, gradient = search.normal_equations(*search.linearized(q))
    H = np.zeros((24, 24))
    for (a, b), block in blocks.items():
        reach = min(a - b, task.T - (a - b)) if periodic else a - b
        assert reach <= 2
        H[2 * a : 2 * a + 2, 2 * b : 2 * b + 2] = block
    H = np.tril(H) + np.tril(H, -1).T
    exact = -np.linalg.solve(H + 0.1 * np.diag(np.diag(H)), gradient.reshape(-1))
    assert np.abs(BandedSystem(blocks, gradient).solve(0.1).reshape(-1) - exact).max() < 1e-8 * np.abs(exact).max()


def test_compiled_derivatives_are_the_plain_ones():
    m = kn.load(models.path("humanoid"))
    task = lab.Task(m, lambda q, w, u: u, T=3)
    q = np.array([kn.integrate_pos(m, m.qpos0, 0.005 * np.sin(t + np.arange(m.nv)), 1.0) for t in range(3)])
    motion, frames = Motion(task, lab.Interior()), task.frames(q)
    plain = Motion(task, lab.Interior())
    plain._is_compiled = lambda: False
    u, by = motion.forces(frames[:3], True)
    other, plain_by = plain.forces(frames[:3], True)
    assert np.abs(u - other).max() < 1e-12 * np.abs(u).max()
    # differences of one and the same function: what is left is rounding over their step
    assert np.abs(by - plain_by).max() < 1e-9 * np.abs(by).max()
    both, both_by = Motion(task, lab.Interior(), threads=2).forces(frames, True)
    alone, alone_by = motion.forces(frames, True)
    assert np.array_equal(both, alone) and np.array_equal(both_by, alone_by)


def test_a_step_repeats_what_was_optimized():
    task, q = hopper(T=16, penalty=1e-4)
    scheme = lab.Interior(kappa=0.1)
    found = lab.optimize(
        task, q, scheme, continuation={"kappa": [1, 0.3, 0.1], "penalty": [1e-4, 1e-2, 1.0]}, maxiter=60, tolerance=1e-7
    )
    costs = [each["cost"] for each in found.log]
    assert found.certificate["unactuated"] < 1.0 and found.cost <= costs[-1] + 1e-12
    m, d = task.m, kn.Data(task.m)
    for t in range(task.T):
        d.qpos[:], d.qvel[:] = found.q[t], found.w[t]
        d.qfrc_applied[:] = found.u[t]
        lab.step(m, d, scheme)
        assert np.abs(d.qpos - found.q[(t + 1) % task.T]).max() < 1e-8  # and it ends as it began


def test_every_scheme_with_an_inverse_will_do():
    task, q = hopper(T=5)
    for scheme in (lab.Main(), lab.Gauss050(equality="soft", softness=0.1)):
        start = cost(Search(task, scheme, 1.0), q)
        assert lab.optimize(task, q, scheme, maxiter=3).cost < start
    with pytest.raises(lab.LabError, match="no inverse"):
        lab.optimize(task, q, lab.Gauss050())


def test_bad_tasks_are_refused():
    task, q = hopper()
    with pytest.raises(lab.LabError, match="T: expected a whole number from 3"):
        lab.Task(task.m, task.residual, T=2)
    with pytest.raises(lab.LabError, match="start"):
        lab.Task(task.m, task.residual, periodic=False)
    with pytest.raises(TypeError, match="residual"):
        lab.Task(task.m, None)
    with pytest.raises(lab.LabError, match="q_init"):
        lab.optimize(task, q[:4])
    with pytest.raises(lab.LabError, match="q_init"):
        lab.optimize(task, q * np.nan)


def test_a_system_that_is_not_positive_is_no_step():
    blocks = {(a, b): -np.eye(2) if a == b else np.zeros((2, 2)) for a in range(5) for b in range(max(0, a - 2), a + 1)}
    assert BandedSystem(blocks, np.ones((5, 2))).solve(1e-3) is None


def test_the_benchmark_measures_what_it_says():
    assert 0 < newton_step_time(runs=1, T=4) < 10
