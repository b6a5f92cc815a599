"""Principal axes of a symmetric 3×3 matrix by Jacobi rotations, with a reproducible order and sign."""

from math import sqrt

import numpy as np

from knuckle.hostmath.rotation import IDENTITY, Quaternion, matrix, multiply, unit

OFF_DIAGONAL = 4e-15  # relative to the largest entry: when the matrix counts as diagonal
TIE = 1e-12  # relative to the largest entry: eigenvalues this close keep their order, at the least
MAX_ROTATIONS = 500

# (row, column) of an off-diagonal entry, the coordinate axis of the rotation that removes it, the sign of its angle;
# the first one wins a tie
PIVOTS = (((1, 2), 1, -1.0), ((0, 2), 2, 1.0), ((0, 1), 3, -1.0))
Rows = list[list[float]]
SWAPS = (((0, 1), 3), ((1, 2), 1), ((0, 1), 3))


def principal_axes(A: np.ndarray, precision: float = OFF_DIAGONAL) -> tuple[np.ndarray, Quaternion]:
    """Eigenvalues λ, largest first, and the rotation q of the eigenvectors: A = R(q) diag(λ) R(q)ᵀ.

    Starting from q = 1, every turn zeroes the largest off-diagonal entry of D = RᵀAR, until none is larger than
    `precision` times the largest entry of A. Quarter turns then sort D; values as close as that keep their order.
    """
    A = np.asarray(A, dtype=float)
    scale = float(np.abs(A).max())
    q, D = IDENTITY, A.tolist()
    for _ in range(MAX_ROTATIONS):
        size, pivot = max(((abs(D[i][j]), -k) for k, ((i, j), _, _) in enumerate(PIVOTS)))
        if size <= precision * scale:
            break
        q = unit(multiply(q, _rotation(D, *PIVOTS[-pivot])))
        D = _seen_from(matrix(q), A.tolist())
    return _sorted([D[0][0], D[1][1], D[2][2]], q, max(TIE, precision) * scale)


def _seen_from(R, A: Rows) -> Rows:
    """RᵀAR, summed from the left: the same bits on every processor."""
    B = [[R[0][i] * A[0][k] + R[1][i] * A[1][k] + R[2][i] * A[2][k] for k in range(3)] for i in range(3)]
    return [[b[0] * R[0][k] + b[1] * R[1][k] + b[2] * R[2][k] for k in range(3)] for b in B]


def _rotation(D: Rows, entry: tuple[int, int], axis: int, sign: float) -> Quaternion:
    """The turn about one coordinate axis that makes the given off-diagonal entry of D zero."""
    i, j = entry
    tau = (D[j][j] - D[i][i]) / (2 * D[i][j])
    tangent = 1 / (tau + sqrt(1 + tau * tau)) if tau >= 0 else -1 / (sqrt(1 + tau * tau) - tau)
    cosine = 1 / sqrt(1 + tangent * tangent)
    turn = [sqrt(0.5 * (1 + cosine)), 0.0, 0.0, 0.0]  # of half the angle, by roots alone, which are exact everywhere
    turn[axis] = sign * 0.5 * tangent * cosine / turn[0]
    return tuple(turn)


def _sorted(values: list[float], q: Quaternion, tie: float) -> tuple[np.ndarray, Quaternion]:
    for (i, j), axis in SWAPS:
        if values[i] + tie < values[j]:
            values[i], values[j] = values[j], values[i]
            turn = [sqrt(0.5), 0.0, 0.0, 0.0]
            turn[axis] = sqrt(0.5)
            q = unit(multiply(q, turn))
    return np.array(values), q
