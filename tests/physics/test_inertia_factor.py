"""M and its factor as a matrix: products, solves, and what happens when it is singular."""

import mujoco
import numpy as np
import pytest
from support.smooth_reference import MODELS, Bench

from knuckle.physics.inertia.crb import crb, mul_M, quadratic_M
from knuckle.physics.inertia.factor import factor_in_place, factor_M, solve_M


def full(bench) -> np.ndarray:
    M = np.zeros((bench.model.nv, bench.model.nv))
    mujoco.mj_fullM(bench.model, bench.data, M)
    return M


@pytest.mark.parametrize("name", MODELS)
def test_product_solve_and_quadratic_form(name):
    bench = Bench(name)
    M, x = full(bench), bench.arrays["qvel"]
    mul_M(bench.m, bench.d, bench.d.qacc, bench.d.qvel)
    assert np.allclose(bench.arrays["qacc"], M @ x, rtol=1e-13, atol=1e-12 * np.abs(M).max())
    assert quadratic_M(bench.m, bench.d, bench.d.qvel) == pytest.approx(x @ M @ x, rel=1e-13)

    # back again: the error of a solve grows with the condition of M
    solve_M(bench.m, bench.d, bench.d.qacc)
    assert np.abs(bench.arrays["qacc"] - x).max() < 1e-15 * np.linalg.cond(M) * np.abs(x).max() + 1e-12


@pytest.mark.parametrize("diagonal", [0.0, 1e-16, -1.0])
def test_singular_pivots_are_raised_as_in_the_reference(diagonal):
    bench = Bench("ant")
    bench.data.M[:] = 0.0
    bench.data.M[bench.model.M_rowadr + bench.model.M_rownnz - 1] = 1.0
    bench.data.M[(bench.model.M_rowadr + bench.model.M_rownnz - 1)[[5, 13]]] = diagonal
    bench.arrays["M"][:] = bench.data.M
    mujoco.mj_factorM(bench.model, bench.data)
    factor_M(bench.m, bench.d)
    assert np.allclose(bench.arrays["qLDiagInv"], bench.data.qLDiagInv, rtol=1e-10)


def test_not_a_number_is_not_hidden_by_the_factor():
    bench = Bench("ant")
    bench.arrays["M"][:] = np.nan
    factor_M(bench.m, bench.d)
    assert np.isnan(bench.arrays["qLDiagInv"]).all()


def test_factor_in_place_serves_any_field_of_the_same_pattern():
    bench = Bench("humanoid")
    bench.arrays["qH"][:] = bench.arrays["M"]
    factor_in_place(bench.m, 0, bench.m.nv, bench.d.qH, bench.d.qHDiagInv)
    assert bench.error("qH", bench.data.qLD) < 1e-12
    assert bench.error("qHDiagInv", bench.data.qLDiagInv) < 1e-12


def test_rows_of_simple_bodies_are_the_constant_of_the_model():
    """Bodies whose inertia never changes read it from dof_M0, not from mass and inertia."""
    bench = Bench("tree")
    bench.model.dof_M0[:] = 77.0
    bench.m._arrays["dof_M0"][:] = 77.0
    mujoco.mj_crb(bench.model, bench.data)
    crb(bench.m, bench.d)
    assert bench.error("M", bench.data.M) < 1e-13
    assert (bench.arrays["M"] == 77.0).sum() == (bench.model.dof_simplenum > 0).sum() > 0
