"""The joint-space inertia: symmetric, positive, the metric of kinetic energy, and one matrix in all its forms."""

import numpy as np
import pytest
from support.differences import by_positions, deviation
from support.systems import forward_data, model, random_state

import knuckle as kn

ROUNDING = 1e-12  # sums of tens of products, relative to the largest
SOLVE = 1e-10  # rounding times the condition of M, up to 1e4 here

MODELS = ["everything", "flight", "humanoid", "quadruped", "cart_pole", "double_pendulum", "spinning_top"]


def quaternion_matrix(q: np.ndarray) -> np.ndarray:
    w, v = q[0], q[1:]
    skew = np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])
    return np.eye(3) + 2 * w * skew + 2 * skew @ skew


def factor_product(m: kn.Model, d: kn.Data) -> np.ndarray:
    """LᵀDL from the factors as they are stored."""
    L, D = np.eye(m.nv), np.zeros(m.nv)
    for i in range(m.nv):
        row = slice(m.M_rowadr[i], m.M_rowadr[i] + m.M_rownnz[i])
        L[i, m.M_colind[row]] = d.qLD[row]
        D[i], L[i, i] = L[i, i], 1.0
    assert deviation(d.qLDiagInv * D, np.ones(m.nv)) < ROUNDING
    return L.T @ np.diag(D) @ L


@pytest.mark.parametrize("name", MODELS)
def test_inertia_is_one_matrix_in_every_form(name):
    m, d = forward_data(name, seed=1)
    M = kn.full_M(m, d)
    columns = np.stack([kn.mul_M(m, d, unit) for unit in np.eye(m.nv)], axis=1)
    assert deviation(columns, M) < ROUNDING
    assert deviation(factor_product(m, d), M) < ROUNDING
    assert deviation(M, M.T) == 0.0


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("seed", range(3))
def test_inertia_is_positive_definite(name, seed):
    m, d = forward_data(name, seed=seed)
    assert np.linalg.eigvalsh(kn.full_M(m, d))[0] > 0
    assert d.qLDiagInv.min() > 0


@pytest.mark.parametrize("name", MODELS)
def test_solving_undoes_multiplying(name):
    m, d = forward_data(name, seed=2)
    v = np.random.default_rng(2).normal(size=m.nv)
    assert deviation(kn.solve_M(m, d, kn.mul_M(m, d, v)), v) < SOLVE
    assert deviation(kn.mul_M(m, d, kn.solve_M(m, d, v)), v) < SOLVE


@pytest.mark.parametrize("name", MODELS)
def test_kinetic_energy_is_half_v_M_v_and_the_sum_over_bodies(name):
    m, d = forward_data(name, seed=3)
    kn.energy_vel(m, d)
    kinetic = d.energy[1]
    assert kinetic == pytest.approx(0.5 * d.qvel @ kn.full_M(m, d) @ d.qvel, rel=ROUNDING)

    # rotors turn with their joint only: armature is no body
    bodies = 0.5 * np.sum(m.dof_armature * d.qvel**2)
    for b in range(1, m.nbody):
        motion = kn.object_velocity(m, d, "com", b)
        turn = quaternion_matrix(d.xiquat[b]).T @ motion[:3]
        bodies += 0.5 * (m.body_mass[b] * motion[3:] @ motion[3:] + turn @ (m.body_inertia[b] * turn))
    assert kinetic == pytest.approx(bodies, rel=ROUNDING)


@pytest.mark.parametrize("name", MODELS)
def test_potential_energy_falls_along_its_force(name):
    """−∂V/∂q is gravity and springs: the bias force at rest, less gravity compensation and damping."""
    m = model(name, gravity=(0.2, -0.3, -9.0))
    m.body_gravcomp[:] = 0
    m.jnt_springyield[:] = 0
    d = random_state(m, 4, speed=0.0)
    m.opt.density = m.opt.viscosity = 0.0

    def potential(d):
        kn.fwd_position(m, d)
        kn.energy_pos(m, d)
        return d.energy[0]

    gradient = by_positions(m, d, potential)
    kn.forward(m, d)
    # rounding of an energy of hundreds of joules, over h = 1e-6
    assert deviation(d.qfrc_passive - d.qfrc_bias, -gradient) < 1e-7
