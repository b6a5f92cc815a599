"""The first-order solvers walk the reference's way: the same forces after any number of iterations."""

import numpy as np
import pytest
from support.solver_scenes import LEAF, LEAF_VELOCITY, PILE, SLIDING, TOUCHING, Twin

import knuckle as kn
from knuckle.physics.solver.pgs_order import next_state, random_bits
from knuckle.schema.enums import Cone, Solver
from knuckle.schema.status import Status

pytestmark = pytest.mark.filterwarnings("ignore")  # running out of iterations is what most of these tests do
FIRST_ORDER = (Solver.CG, Solver.PGS)


def twin(cone: Cone) -> Twin:
    result = Twin(PILE, cone)
    result.solve(Solver.NEWTON, 100)
    assert result.reference_d.nisland >= 3 and result.reference_d.ncon >= 5
    return result


@pytest.mark.parametrize("iterations", [1, 2, 3, 5, 8, 13])
@pytest.mark.parametrize("cone", Cone)
def test_sweeps_of_pgs_are_the_references(cone, iterations):
    """1e-9: the reference ends its search inside an ellipse at 1e-10, and each sweep hands that on."""
    both = twin(cone)
    both.solve(Solver.PGS, iterations)
    assert both.error <= (1e-12 if cone == Cone.PYRAMIDAL else 1e-9)


@pytest.mark.parametrize("cone", Cone)
def test_steps_of_cg_are_the_references(cone):
    """1e-11: conjugate directions magnify roundings."""
    both = twin(cone)
    for iterations in (1, 2, 4, 7, 12):
        both.solve(Solver.CG, iterations, 1e-8)
        assert both.error <= 1e-11, iterations


def test_steps_of_cg_turn_back_no_further_than_the_references():
    both = Twin(LEAF, Cone.PYRAMIDAL, 0)
    both.reference_d.qvel[:], both.start = LEAF_VELOCITY, np.zeros(6)
    for iterations in (1, 2, 4, 7, 12):
        both.solve(Solver.CG, iterations, 1e-8)
        assert both.error <= 1e-11, iterations


@pytest.mark.parametrize("solver", FIRST_ORDER)
@pytest.mark.parametrize("cone", Cone)
def test_islands_need_the_references_iterations(cone, solver):
    both = twin(cone)
    both.solve(solver, 100, 1e-8)
    islands = both.reference_d.nisland
    assert np.array_equal(both.d.solver_niter[:islands], both.reference_d.solver_niter[:islands])
    assert len(set(both.d.solver_niter[:islands])) > 1, "islands that are counted apart"


@pytest.mark.parametrize("solver", FIRST_ORDER)
def test_statistics_are_the_references(solver):
    both = twin(Cone.PYRAMIDAL)
    both.solve(solver, 100, 1e-8)
    ours = both.d.solver.island(0)
    theirs = both.reference_d.solver[: both.reference_d.solver_niter[0]]
    for name in ("improvement", "gradient", "nactive", "nchange"):
        expected = np.array([getattr(line, name) for line in theirs])
        assert np.allclose(ours[name], expected, rtol=1e-5, atol=1e-9), name
    islands = both.reference_d.nisland
    assert np.array_equal(both.d.solver_nnz[:islands], both.reference_d.solver_nnz[:islands])


@pytest.mark.parametrize("solver", FIRST_ORDER)
@pytest.mark.parametrize("cone", Cone)
def test_all_solvers_find_the_same_forces(cone, solver):
    """1e-9 of the largest force: a thousand iterations are enough for this pile."""
    both = twin(cone)
    both.solve(Solver.NEWTON, 100, 1e-17)
    exact = both.d.efc_force.copy()
    both.solve(solver, 3000)
    assert np.abs(both.d.efc_force - exact).max() <= 1e-9 * np.abs(exact).max()


@pytest.mark.parametrize("tolerance", [0.0, 1e-8])
def test_pgs_pushes_where_a_contact_slides_as_it_opens(tolerance):
    """At no force the cost falls along no axis, only along rays inside the cone; the reference's PGS stays there."""
    both = Twin(SLIDING, Cone.ELLIPTIC, 0)
    both.reference_d.qvel[:3] = 5, 0, 0.2
    both.start[:] = 0.0
    both.solve(Solver.PGS, 200, tolerance)
    assert both.d.efc_b[0] > 0.0 and both.reference_d.efc_force.max() == 0.0
    found = both.d.efc_force.copy()
    both.solve(Solver.NEWTON, 100)
    assert found[0] > 100.0 and np.abs(found - both.reference_d.efc_force).max() <= 1e-9 * found[0]


def test_pgs_pushes_where_a_contact_hardly_touches():
    """The first force, along the normal, is 1e-11 N: however short, it is the way to the right one."""
    both = Twin(TOUCHING, Cone.ELLIPTIC, 0)
    both.reference_d.qvel[:] = 1.0, 0.2
    both.start[:] = 0.0
    both.solve(Solver.PGS, 100)
    assert -1e-9 < both.d.efc_b[0] < 0.0
    found = both.d.efc_force.copy()
    both.solve(Solver.NEWTON, 100)
    assert found[0] > 1.0 and np.abs(found - both.reference_d.efc_force).max() <= 1e-9 * found[0]


def test_gains_of_cg_do_not_drown_in_the_roundings_of_the_cost():
    """Improvements of 1e-20 of the cost are still measured: the sum of what follows bounds each of them."""
    both = twin(Cone.PYRAMIDAL)
    both.solve(Solver.CG, 60)
    gain = both.d.solver.island(0)["improvement"]
    assert len(gain) == 60 and (gain > 0.0).all()
    assert gain.min() < 1e-18 * gain.sum()


@pytest.mark.parametrize("solver", Solver)
def test_running_out_of_iterations_is_a_status(solver):
    both = twin(Cone.ELLIPTIC)
    both.m.opt.ls_iterations = 1
    both.solve(solver, 50, 0.0 if solver != Solver.NEWTON else -1.0)
    assert both.d.status & Status.SOLVER
    both.d.status = 0
    both.m.opt.ls_iterations = 50
    both.solve(solver, 3000, 1e-6)
    assert not both.d.status & Status.SOLVER


def test_the_order_of_visits_is_that_of_a_permuted_congruential_generator():
    """Against O'Neill's definition with whole 64-bit numbers, from state 1 with increment 1."""
    state, high, low = 1, 0, 1
    for _ in range(1000):
        mixed = ((state >> 18) ^ state) >> 27 & 0xFFFFFFFF
        turn = state >> 59
        expected = (mixed >> turn | mixed << (32 - turn)) & 0xFFFFFFFF
        assert random_bits(high, low) == expected
        state = (6364136223846793005 * state + 1) % 2**64
        high, low = next_state(high, low)
        assert (high << 32) + low == state


def test_a_batch_of_one_iteration_agrees_with_one_world():
    """Sweeps in lanes visit rows in the same order."""
    m = kn.load(PILE)
    m.opt.solver, m.opt.iterations, m.opt.tolerance = Solver.PGS, 3, 0.0
    d = kn.Data(m)
    batch = kn.Batch(m, 3)
    batch.step(20)
    kn.step(m, d, 20)
    assert np.abs(batch.read("qpos") - d.qpos).max() <= 1e-12
