"""The line search evaluates the cost where the reference does, so that a limit of evaluations ends both alike."""

import mujoco
import numpy as np
import pytest
from support.solver_scenes import PILE, Twin

import knuckle as kn
from knuckle.schema.enums import Cone, Solver

SLIDING_PAIR = """
<mujoco>
  <option tolerance="1e-30" iterations="20"/>
  <worldbody>
    <geom type="plane" size="5 5 1"/>
    <body pos="0 0 .09"><freejoint/><geom size=".1"/></body>
    <body pos=".1 0 .2"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
  </worldbody>
</mujoco>
"""
pytestmark = pytest.mark.filterwarnings("ignore")  # running out of iterations is what these tests do


@pytest.mark.parametrize("solver", (Solver.NEWTON, Solver.CG))
@pytest.mark.parametrize("cone", Cone)
def test_a_limit_of_evaluations_ends_the_search_where_the_references_ends(cone, solver):
    """1e-10: rounding of the direction. Starts are random, of the size that makes them cheaper than no force at all."""
    both, evaluations, rng = Twin(PILE, cone), set(), np.random.default_rng(0)
    for seed in range(12):
        both.start = rng.normal(0.7, 0.3, both.m.nv) * both.reference_d.qacc_warmstart
        for limit in range(1, 13):
            both.m.opt.ls_iterations = both.reference_m.opt.ls_iterations = limit
            both.solve(solver, 1, 1e-8)
            assert both.error <= 1e-10, (seed, limit)
            islands = range(both.reference_d.nisland)
            theirs = [both.reference_d.solver[mujoco.mjNSOLVER * s].neval for s in islands]
            assert [both.d.solver.island(s)["neval"][0] for s in islands] == theirs, (seed, limit)
            evaluations.update(theirs)
    assert max(evaluations) >= 5, "a bracket and a round in it take five"


@pytest.mark.parametrize("solver", Solver)
def test_a_search_among_numbers_that_are_none_ends(solver):
    m = kn.load(SLIDING_PAIR)
    m.opt.solver, m.opt.iterations, m.opt.ls_iterations = solver, 2**31 - 1, 2**31 - 1
    d = kn.Data(m)
    d.qfrc_applied[-1] = np.nan
    kn.forward(m, d)
    assert np.isnan(d.qacc).any()


@pytest.mark.parametrize("seed", range(8))
def test_a_search_that_no_step_leads_on_from_ends_whatever_the_limit(seed):
    m = kn.load(SLIDING_PAIR)
    found = []
    for limit in (300, 2**31 - 1):
        m.opt.ls_iterations = limit
        d = kn.Data(m)
        d.qvel[:] = np.random.default_rng(seed).normal(size=m.nv)
        kn.forward(m, d)
        found.append((d.qacc.tolist(), d.solver_niter[0]))
    assert found[0] == found[1]
