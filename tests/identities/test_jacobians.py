"""Jacobians are the derivatives of positions; their rates are those along the motion."""

import numpy as np
import pytest
from support.differences import by_positions, deviation, rotation_rate
from support.systems import forward_data, model, random_state

import knuckle as kn

# central differences: h² of third derivatives (1e-12) plus rounding over h (1e-10 times the distances, a few metres)
DIFFERENCES = 2e-9
ROUNDING = 1e-12  # sums of tens of products

MODELS = ["everything", "humanoid", "quadruped"]


def moved(m, d, name, index):
    """The field after the kinematics of the data's positions."""
    kn.fwd_position(m, d)
    return getattr(d, name)[index].copy()


def jacobians_by_differences(m, d, position, matrix, index):
    R = moved(m, d, matrix, index).reshape(3, 3)
    jacp = by_positions(m, d, lambda d: moved(m, d, position, index))
    change = by_positions(m, d, lambda d: moved(m, d, matrix, index).reshape(3, 3))
    kn.fwd_position(m, d)
    return jacp, rotation_rate(change, R)


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize(
    ("function", "size", "position", "matrix"),
    [
        (kn.jac_body, "nbody", "xpos", "xmat"),
        (kn.jac_body_com, "nbody", "xipos", "ximat"),
        (kn.jac_geom, "ngeom", "geom_xpos", "geom_xmat"),
        (kn.jac_site, "nsite", "site_xpos", "site_xmat"),
    ],
)
def test_jacobian_of_an_object_is_the_derivative_of_its_pose(name, function, size, position, matrix):
    m, d = forward_data(name, seed=1)
    count = getattr(m, size)
    for index in sorted({0, 1 % count, count // 3, count // 2, 2 * count // 3, count - 1}):
        jacp, jacr = jacobians_by_differences(m, d, position, matrix, index)
        found = function(m, d, index)
        assert deviation(found[0], jacp) < DIFFERENCES, f"position of {index}"
        assert deviation(found[1], jacr) < DIFFERENCES, f"orientation of {index}"


@pytest.mark.parametrize("name", MODELS)
def test_jacobian_of_a_subtree_is_the_derivative_of_its_centre_of_mass(name):
    m, d = forward_data(name, seed=2)
    for b in range(m.nbody):
        expected = by_positions(m, d, lambda d, b=b: moved(m, d, "subtree_com", b))
        kn.fwd_position(m, d)
        assert deviation(kn.jac_subtree_com(m, d, b), expected) < DIFFERENCES, m.names("body")[b]


@pytest.mark.parametrize("name", MODELS)
def test_jacobian_of_a_point_is_that_of_its_body_and_the_arm(name):
    """ṗ = ẋ + ω × (p − x)"""
    m, d = forward_data(name, seed=3)
    for b in range(m.nbody):
        arm = np.array([0.3, -0.2, 0.5])
        jacp, jacr = kn.jac(m, d, d.xpos[b] + arm, b)
        origin, turn = kn.jac_body(m, d, b)
        assert deviation(jacp, origin + np.cross(turn, arm, axisa=0, axisc=0)) < ROUNDING
        assert deviation(jacr, turn) < ROUNDING


@pytest.mark.parametrize("name", MODELS)
def test_jacobian_rates_are_differences_along_the_motion(name):
    m, d = forward_data(name, seed=4)
    start, h = d.qpos.copy(), 1e-6
    for b in (1, m.nbody // 2, m.nbody - 1):
        fixed = d.xmat[b].reshape(3, 3).T @ np.array([0.3, -0.2, 0.5])  # a point of the body, in its frame
        rates = kn.jac_dot(m, d, d.xpos[b] + d.xmat[b].reshape(3, 3) @ fixed, b)
        sides = []
        for sign in (1, -1):
            d.qpos[:] = kn.integrate_pos(m, start, d.qvel, sign * h)
            kn.fwd_position(m, d)
            sides.append(kn.jac(m, d, d.xpos[b] + d.xmat[b].reshape(3, 3) @ fixed, b))
        d.qpos[:] = start
        kn.forward(m, d)
        for found, ahead, behind in zip(rates, *sides, strict=True):
            assert deviation(found, (ahead - behind) / (2 * h)) < DIFFERENCES


@pytest.mark.parametrize("name", MODELS)
def test_velocities_of_objects_are_their_jacobians_times_qvel(name):
    m, d = forward_data(name, seed=5)
    for kind, function in (("body", kn.jac_body), ("com", kn.jac_body_com), ("geom", kn.jac_geom)):
        index = (m.ngeom if kind == "geom" else m.nbody) - 1
        jacp, jacr = function(m, d, index)
        expected = np.concatenate([jacr @ d.qvel, jacp @ d.qvel])
        assert deviation(kn.object_velocity(m, d, kind, index), expected) < ROUNDING


@pytest.mark.parametrize("name", MODELS)
def test_subtree_momenta_are_linear_in_velocity(name):
    m, d = forward_data(name, seed=6)
    kn.subtree_vel(m, d)
    for b in range(m.nbody):
        assert deviation(kn.angmom_mat(m, d, b) @ d.qvel, d.subtree_angmom[b]) < ROUNDING
        assert deviation(kn.jac_subtree_com(m, d, b) @ d.qvel, d.subtree_linvel[b]) < ROUNDING


@pytest.mark.parametrize("name", MODELS)
def test_an_applied_wrench_becomes_its_jacobian_transposed_times_it(name):
    m, d = forward_data(name, seed=7)
    rng = np.random.default_rng(7)
    for b in range(m.nbody):
        force, torque, point = rng.normal(size=(3, 3))
        jacp, jacr = kn.jac(m, d, point, b)
        expected = jacp.T @ force + jacr.T @ torque
        assert deviation(kn.apply_ft(m, d, force, torque, point, b), expected) < ROUNDING


def test_applied_forces_on_bodies_act_at_their_mass_centres():
    """M q̈ changes by Σ Jᵀ(f; τ) for every body."""
    m = model("everything")
    d = random_state(m, 8)
    kn.forward(m, d)
    before, expected = d.qfrc_smooth.copy(), np.zeros(m.nv)
    d.xfrc_applied[:] = np.random.default_rng(8).normal(size=(m.nbody, 6))
    for b in range(1, m.nbody):
        expected += kn.apply_ft(m, d, d.xfrc_applied[b, :3], d.xfrc_applied[b, 3:], d.xipos[b], b)
    kn.forward(m, d)
    assert deviation(d.qfrc_smooth - before, expected) < ROUNDING
