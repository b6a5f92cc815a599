"""The slip correction and the statistics of the solver: those of the reference, island by island."""

import numpy as np
import pytest
from support.solver_scenes import PILE, Twin

import knuckle as kn
from knuckle.schema.enums import Cone, Solver

pytestmark = pytest.mark.filterwarnings("ignore")  # PGS runs out of iterations in the pile


@pytest.mark.parametrize("sweeps", [1, 4, 30])
@pytest.mark.parametrize("solver", Solver)
@pytest.mark.parametrize("cone", Cone)
def test_forces_and_sweeps_are_the_references(cone, solver, sweeps):
    """1e-6: elliptic solvers end anywhere within 1e-8, and the correction hands that on."""
    both = Twin(PILE, cone)
    for m in (both.m, both.reference_m):
        m.opt.noslip_iterations, m.opt.noslip_tolerance = sweeps, 1e-5
    both.solve(solver, 100, 1e-8)
    islands = both.reference_d.nisland
    assert islands >= 3 and both.error <= 1e-6
    if (cone, solver) != (Cone.ELLIPTIC, Solver.PGS):  # there ours goes on where the reference leaves contacts
        assert np.array_equal(both.d.solver_niter[:islands], both.reference_d.solver_niter[:islands])
    with_correction = both.d.solver_niter.copy()
    both.m.opt.noslip_iterations = both.reference_m.opt.noslip_iterations = 0
    both.solve(solver, 100, 1e-8)
    assert np.all(with_correction[:islands] > both.d.solver_niter[:islands])


def test_every_island_has_statistics():
    """As many as the published arrays have: 200 iterations in each of twenty islands."""
    balls = "".join(f'<body pos="{i} 0 .099"><freejoint/><geom size=".1"/></body>' for i in range(20))
    m = kn.load(f'<mujoco><worldbody><geom type="plane" size="50 50 1"/>{balls}</worldbody></mujoco>')
    m.opt.solver, m.opt.tolerance, m.opt.iterations = "pgs", 0.0, 200
    d = kn.Data(m)
    d.qvel[:] = np.random.default_rng(0).normal(size=m.nv)
    kn.forward(m, d)
    for island in range(20):
        statistics = d.solver.island(island)
        assert len(statistics["improvement"]) == d.solver_niter[island] == 200
        assert np.all(np.diff(statistics["cost"]) <= 1e-15) and statistics["cost"][-1] == 0.0


def test_the_cost_falls_by_what_iterations_gain():
    both = Twin(PILE, Cone.ELLIPTIC)
    both.solve(Solver.NEWTON, 100, 1e-8)
    cost, gain = both.d.solver.cost, both.d.solver.improvement
    assert len(cost) >= 3
    np.testing.assert_allclose(cost[:-1] - cost[1:], gain[1:], rtol=1e-9, atol=1e-9 * gain[0])  # sums of gains


def test_statistics_end_with_the_constraints():
    both = Twin(PILE, Cone.ELLIPTIC)
    both.solve(Solver.NEWTON, 100, 1e-8)
    assert len(both.d.solver.improvement) > 0
    both.m.opt.flags.constraint = False
    kn.forward(both.m, both.d)
    assert len(both.d.solver.improvement) == 0 and not both.d.solver_niter.any()
