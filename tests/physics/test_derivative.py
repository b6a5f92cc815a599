"""Derivatives of forces by velocity: against the reference, against differences, and their symmetry."""

import mujoco
import numpy as np
import pytest
from support.forced_reference import XML, Pair
from support.smooth_reference import TREE

from knuckle.physics.derivative.smooth import passive_velocity_derivative, smooth_velocity_derivative
from knuckle.physics.pipeline import position, velocity

IMPLICIT, IMPLICITFAST = 2, 3
SPRING, DAMPER = 32, 64
MODELS = {**XML, "tree": TREE}


def derivative(pair: Pair, kernel) -> np.ndarray:
    """qDeriv of a kernel at the pair's state, as a full matrix."""
    position(pair.m, pair.d)
    velocity(pair.m, pair.d)
    pair.poison("qDeriv")
    kernel(pair.m, pair.d)
    return full(pair, pair.arrays["qDeriv"])


def full(pair: Pair, values: np.ndarray) -> np.ndarray:
    m = pair.model
    matrix = np.zeros((m.nv, m.nv))
    for i in range(m.nv):
        row = slice(m.D_rowadr[i], m.D_rowadr[i] + m.D_rownnz[i])
        matrix[i, m.D_colind[row]] = values[row]
    return matrix


@pytest.mark.parametrize("flags", [0, SPRING, DAMPER, SPRING | DAMPER])
@pytest.mark.parametrize("integrator", [IMPLICIT, IMPLICITFAST])
@pytest.mark.parametrize("name", MODELS)
def test_derivative_equals_reference(name, integrator, flags):
    pair = Pair(MODELS[name], 1, flags, integrator=integrator)
    derivative(pair, smooth_velocity_derivative if integrator == IMPLICIT else passive_velocity_derivative)
    mujoco.mj_step(pair.model, pair.data)
    # entries are differences of products of com-based vectors, rounded relative to the largest of them
    assert pair.error("qDeriv") < 1e-12


@pytest.mark.parametrize("name", MODELS)
def test_derivative_equals_central_differences(name):
    """Errors of the differences: h² times third derivatives, and rounding divided by h."""
    h = 1e-5
    pair = Pair(MODELS[name], 2)
    found = derivative(pair, smooth_velocity_derivative)
    expected = np.zeros_like(found)
    start = pair.arrays["qvel"].copy()
    for i in range(pair.model.nv):
        forces = []
        for sign in (1, -1):
            pair.arrays["qvel"][:] = start
            pair.arrays["qvel"][i] += sign * h
            velocity(pair.m, pair.d)
            forces.append(pair.arrays["qfrc_passive"] - pair.arrays["qfrc_bias"])
        expected[:, i] = (forces[0] - forces[1]) / (2 * h)
    assert np.abs(found - expected).max() < 1e-7 * np.abs(expected).max()


def test_fluid_derivative_is_symmetric_but_for_lone_free_bodies():
    pair = Pair("swimmers")
    D = derivative(pair, passive_velocity_derivative)
    exact = derivative(pair, smooth_velocity_derivative)
    lone = pair.model.tree_dofnum[pair.model.dof_treeid] == 6
    coupled = D[~lone][:, ~lone]
    assert np.allclose(coupled, coupled.T, atol=1e-14 * np.abs(D).max())
    assert not np.allclose(exact, exact.T, atol=1e-3)
    assert not np.allclose(D[:6, :6], D[:6, :6].T, atol=1e-3)


def test_derivative_of_a_body_at_rest_in_still_fluid_is_that_of_its_viscosity():
    pair = Pair("swimmers", wind=(0.0, 0.0, 0.0), integrator=IMPLICIT)
    pair.data.qvel[:] = 0.0
    pair.copy_state()
    D = derivative(pair, smooth_velocity_derivative)
    mujoco.mj_step(pair.model, pair.data)
    assert pair.error("qDeriv") < 1e-13
    assert np.isfinite(D).all() and (np.diag(D) < 0.0).all()
