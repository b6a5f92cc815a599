"""Vectors, matrices, quaternions and spatial vectors against NumPy and each other."""

import numpy as np
import pytest

from knuckle.math.mat3 import mat_column, mat_mul_vec, mat_t_mul_vec, rotate_diagonal
from knuckle.math.quat import (
    quat_integrate,
    quat_mul,
    quat_mul_conjugate,
    quat_of_turn,
    quat_of_vector,
    quat_polish,
    quat_rotate,
    quat_to_mat,
    quat_to_vector,
    quat_unit,
)
from knuckle.math.spatial import add6, add10, add_scaled6, cross_force, cross_motion, dot6, inertia_mul, join6
from knuckle.math.vec3 import add3, add_scaled3, cross3, dot3, neg3, norm3, scale3, sub3, unit3

close = {"rtol": 1e-14, "atol": 1e-15}


@pytest.fixture(autouse=True)
def quiet():
    """Both sides of `where` are computed, so the one not taken may divide by zero."""
    with np.errstate(all="ignore"):
        yield


def skew(v):
    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


def random(*sizes, seed=0):
    generator = np.random.default_rng(seed)
    return [tuple(generator.normal(size=n)) for n in sizes]


def test_vectors():
    a, b = random(3, 3)
    A, B = np.array(a), np.array(b)
    assert np.allclose(add3(a, b), A + B, **close)
    assert np.allclose(sub3(a, b), A - B, **close)
    assert np.allclose(scale3(a, 2.5), A * 2.5, **close)
    assert np.allclose(add_scaled3(a, b, -1.5), A - 1.5 * B, **close)
    assert np.allclose(neg3(a), -A, **close)
    assert np.allclose(cross3(a, b), np.cross(A, B), **close)
    assert np.isclose(dot3(a, b), A @ B, **close)
    assert np.isclose(norm3(a), np.linalg.norm(A), **close)
    assert np.allclose(unit3(a), A / np.linalg.norm(A), **close)


@pytest.mark.parametrize("short", [(0.0, 0.0, 0.0), (0.0, 9e-16, 0.0)])
def test_a_vector_without_direction_points_along_x(short):
    assert unit3(tuple(np.float64(x) for x in short)) == (1.0, 0.0, 0.0)


def test_matrices():
    R, v, a = random(9, 3, 3)
    M = np.array(R).reshape(3, 3)
    assert np.allclose(mat_mul_vec(R, v), M @ v, **close)
    assert np.allclose(mat_t_mul_vec(R, v), M.T @ v, **close)
    for c in range(3):
        assert np.allclose(mat_column(R, c), M[:, c], **close)
    full = M @ np.diag(a) @ M.T
    assert np.allclose(rotate_diagonal(R, a), full[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]], **close)


def test_rotations_agree_in_all_their_forms():
    p, q, v = random(4, 4, 3)
    p, q = quat_unit(p), quat_unit(q)
    P, Q = (np.array(quat_to_mat(x)).reshape(3, 3) for x in (p, q))
    assert np.allclose(P @ P.T, np.eye(3), atol=1e-15)
    assert np.isclose(np.linalg.det(P), 1.0)
    assert np.allclose(quat_rotate(p, v), P @ v, **close)
    assert np.allclose(np.reshape(quat_to_mat(quat_mul(p, q)), (3, 3)), P @ Q, **close)
    assert np.allclose(np.reshape(quat_to_mat(quat_mul_conjugate(p, q)), (3, 3)), P.T @ Q, **close)


def test_a_turn_keeps_its_axis_and_takes_its_angle():
    axis = unit3(random(3)[0])
    R = np.array(quat_to_mat(quat_of_turn(axis, np.float64(0.7)))).reshape(3, 3)
    assert np.allclose(R @ axis, axis, **close)
    assert np.isclose(np.trace(R), 1 + 2 * np.cos(0.7), **close)


@pytest.mark.parametrize("angle", [0.0, 1e-18, 1e-9, 0.3, 3.0, np.pi - 1e-9])
def test_logarithm_undoes_the_exponential(angle):
    r = scale3(unit3(random(3)[0]), np.float64(angle))
    assert np.allclose(quat_to_vector(quat_of_vector(r)), r, rtol=1e-13, atol=1e-17)


def test_logarithm_goes_the_short_way_round():
    q = quat_of_vector((np.float64(0.0), np.float64(0.0), np.float64(4.0)))
    assert np.allclose(quat_to_vector(q), (0, 0, 4 - 2 * np.pi), **close)
    minus = tuple(-x for x in quat_of_vector(random(3)[0]))
    assert np.allclose(quat_to_vector(minus), quat_to_vector(tuple(-x for x in minus)), rtol=1e-13)


@pytest.mark.parametrize("scale", [0.3, 1 - 1e-8, 1 - 4e-9, 1 + 4e-9, 1 + 1e-7, 5.0])
def test_polish_is_unit_on_both_sides_of_its_shortcut(scale):
    q = quat_unit(random(4)[0])
    polished = quat_polish(tuple(x * scale for x in q))
    assert np.allclose(polished, q, rtol=4e-16, atol=2e-16)


def test_short_quaternions_are_no_rotation():
    assert quat_unit((np.float64(0.0), 9e-16, 0.0, 0.0)) == (1.0, 0.0, 0.0, 0.0)


def test_integration_composes():
    q, w = random(4, 3)
    once = quat_integrate(q, w, 0.2)
    twice = quat_integrate(quat_integrate(q, w, 0.1), w, 0.1)
    assert np.allclose(once, twice, **close)


def test_spatial_algebra_is_the_algebra_of_six_by_six_matrices():
    v, s, f = random(6, 6, 6)
    W, V = skew(v[:3]), skew(v[3:])
    motion = np.block([[W, np.zeros((3, 3))], [V, W]])
    assert np.allclose(cross_motion(v, s), motion @ s, **close)
    assert np.allclose(cross_force(v, f), -motion.T @ f, **close)
    assert np.isclose(dot6(s, f), np.dot(s, f), **close)
    assert np.allclose(add6(v, s), np.add(v, s), **close)
    assert np.allclose(add_scaled6(v, s, 2.0), np.add(v, np.multiply(2.0, s)), **close)
    assert join6(v[:3], v[3:]) == v


def test_inertia_is_the_momentum_map_of_a_body():
    I, J, v = random(10, 10, 6)
    rotational = np.array([[I[0], I[3], I[4]], [I[3], I[1], I[5]], [I[4], I[5], I[2]]])
    H = skew(I[6:9])
    full = np.block([[rotational, H], [H.T, I[9] * np.eye(3)]])
    assert np.allclose(inertia_mul(I, v), full @ v, **close)
    assert np.allclose(add10(I, J), np.add(I, J), **close)
