"""Vectors in rows: products and lengths of many at once."""

import numpy as np


def cross_rows(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """a × b, row by row."""
    (a0, a1, a2), (b0, b1, b2) = a.T, b.T
    result = np.empty_like(a)
    result[:, 0], result[:, 1], result[:, 2] = a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0
    return result


def dot_rows(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """a · b, row by row."""
    return np.einsum("ij,ij->i", a, b)


def mapped(rows: np.ndarray, matrix: np.ndarray) -> np.ndarray:
    """Each row (x, y, z) times a matrix with the rows a, b, c: x a + y b + z c, in this order on every processor."""
    a, b, c = matrix
    return rows[:, 0:1] * a + rows[:, 1:2] * b + rows[:, 2:3] * c


def lengths(vectors: np.ndarray) -> np.ndarray:
    """|v| of each row, as a column."""
    return np.sqrt(dot_rows(vectors, vectors))[:, None]


def spans(corners: np.ndarray) -> np.ndarray:
    """Normals of triangles (triangles, 3 corners, 3 coordinates) with twice their areas as lengths."""
    first = corners[:, 0]
    return cross_rows(corners[:, 1] - first, corners[:, 2] - first)
