"""The line search evaluates the cost where the reference does, so that a limit of evaluations ends both alike."""

import mujoco
import numpy as np
import pytest
from support.solver_scenes import PILE, Twin

import knuckle as kn
from knuckle import models
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


@pytest.mark.parametrize("solver", (Solver.NEWTON, Solver.CG))
@pytest.mark.parametrize("cone", Cone)
def test_a_step_that_loses_because_its_search_was_cut_short_is_not_the_last(cone, solver):
    """A humanoid falls, with few evaluations for each search. 1e-4: whether a last step is level roundings may tell."""
    path, lost = models.path("humanoid"), 0
    m, reference = kn.load(path), mujoco.MjModel.from_xml_path(str(path))
    d, theirs = kn.Data(m), mujoco.MjData(reference)
    for opt in (m.opt, reference.opt):
        opt.cone, opt.solver, opt.iterations = cone, solver, 10
    theirs.qvel[:] = np.random.default_rng(0).normal(size=m.nv)
    for step in range(120):
        m.opt.ls_iterations = reference.opt.ls_iterations = 2 + step % 5
        for name in ("qpos", "qvel", "qacc_warmstart"):
            getattr(d, name)[:] = getattr(theirs, name)
        kn.forward(m, d)
        mujoco.mj_step(reference, theirs)
        assert np.abs(d.qacc - theirs.qacc).max() <= 1e-4 * np.abs(theirs.qacc).max(), step
        lines = theirs.solver[: theirs.solver_niter[0]]
        ours = d.solver.island(0)
        if lines and len(ours["lineslope"]) == len(
            lines
        ):  # a rounding may tell whether there is one more, which is level
            slopes = np.array([line.lineslope for line in lines])
            assert np.allclose(ours["lineslope"], slopes, rtol=1e-3, atol=1e-9 * (1 + ours["gradient"].max()))
        lost += (ours["improvement"][:-1] < 0.0).sum()
    assert lost > 3
