"""Principal axes: the decomposition is exact, and order and signs are those of the reference implementation."""

import mujoco
import numpy as np
import pytest

from knuckle.hostmath.principal_axes import principal_axes
from knuckle.hostmath.rotation import matrix


def matrices():
    random = np.random.default_rng(3)
    for scale in (1e-9, 1e-3, 1.0, 1e5):
        for _ in range(25):
            B = random.normal(size=(3, 3))
            yield scale * B @ B.T
    for diagonal in ((1, 2, 3), (3, 1, 2), (1, 1, 2), (2, 1, 1), (1, 2, 1), (1, 1, 1)):
        yield np.diag(np.array(diagonal, dtype=float))


@pytest.mark.parametrize("A", list(matrices()))
def test_equals_the_reference_and_rebuilds_the_matrix(A):
    values, q = principal_axes(A)
    R = np.array(matrix(q))
    assert R @ np.diag(values) @ R.T == pytest.approx(A, rel=1e-12, abs=1e-14 * np.abs(A).max())
    eigenvalues, vectors, quat = np.zeros(3), np.zeros(9), np.zeros(4)
    mujoco.mju_eig3(eigenvalues, vectors, quat, A.flatten())
    assert values == pytest.approx(eigenvalues, rel=1e-12)
    assert q == pytest.approx(quat, abs=1e-9)


def test_nearly_equal_values_keep_their_axes():
    _, q = principal_axes(np.diag([1.0, 1.0 + 1e-13, 0.5]))
    assert q == (1.0, 0.0, 0.0, 0.0)
