"""Vectors in rows: products and lengths of many at once.

Results lie in memory column by column, all first components side by side, where arithmetic is several times as fast.
Sums of three products are taken in one order, whatever the memory looks like: the same bits on every processor.
"""

import numpy as np


def cross_rows(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """a × b, row by row."""
    (a0, a1, a2), (b0, b1, b2) = a.T, b.T
    result = np.empty(a.shape, order="F")
    result[:, 0], result[:, 1], result[:, 2] = a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0
    return result


def dot_rows(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """a · b, row by row."""
    (a0, a1, a2), (b0, b1, b2) = a.T, b.T
    return (a0 * b0 + a2 * b2) + a1 * b1


def mapped(rows: np.ndarray, matrix: np.ndarray) -> np.ndarray:
    """Each row (x, y, z) times a matrix with the rows a, b, c: x a + y b + z c, in this order on every processor."""
    x, y, z = np.ascontiguousarray(rows.T)
    result = np.empty((len(rows), matrix.shape[1]), order="F")
    for k, (a, b, c) in enumerate(matrix.T.tolist()):
        result[:, k] = x * a + y * b + z * c
    return result


def lengths(vectors: np.ndarray) -> np.ndarray:
    """|v| of each row, as a column."""
    return np.sqrt(dot_rows(vectors, vectors))[:, None]


def corners(points: np.ndarray, triangles: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The first, second and third corner of each triangle."""
    columns = np.ascontiguousarray(points.T)
    first, second, third = (np.take(columns, triangles[:, i], axis=1).T for i in range(3))
    return first, second, third


def spans(first: np.ndarray, second: np.ndarray, third: np.ndarray) -> np.ndarray:
    """Normals of triangles with these corners, with twice their areas as lengths."""
    return cross_rows(second - first, third - first)
