"""Normals of vertices where a mesh gives none."""

import numpy as np

from knuckle.hostmath.rows import corners, dot_rows, lengths, spans

SHARP = 0.8  # least cosine between the mean normal and that of a face which is smoothed
SLIVER = 1e-7  # twice the area of a face, in units of the file, below which its normal does not count
UP = (0.0, 0.0, 1.0)


def vertex_normals(vertices: np.ndarray, faces: np.ndarray, smooth: bool) -> np.ndarray:
    """The mean of the normals of the faces at each vertex, weighted by area.

    Unless `smooth`, a second mean leaves out the faces that are turned away from the first. A vertex with no face
    left has the z axis as its normal.
    """
    weighted = spans(*corners(vertices, faces))
    weighted *= lengths(weighted) >= SLIVER
    at = np.ascontiguousarray(faces.T)  # first, second and third corners
    total = _sum_at_vertices([weighted] * 3, at, len(vertices))
    mean = unit_rows(total, SLIVER)
    if smooth:
        return mean
    mean *= lengths(total) >= SLIVER  # where faces cancel, none is near the mean
    directions = unit_rows(weighted)
    means = corners(mean, faces)
    kept = [weighted * (dot_rows(mean, directions) >= SHARP)[:, None] for mean in means]
    return unit_rows(_sum_at_vertices(kept, at, len(vertices)), SLIVER)


def unit_rows(vectors: np.ndarray, shortest: float = 1e-15) -> np.ndarray:
    """Each row divided by its length; rows too short to have a direction become the z axis."""
    length = lengths(vectors)
    return np.where(length >= shortest, vectors / np.maximum(length, 1e-300), UP)


def single_unit_rows(vectors: np.ndarray) -> np.ndarray:
    """Rows times the reciprocals of their lengths, in single precision; the z axis where that has no such length."""
    with np.errstate(over="ignore"):
        x, y, z = vectors.astype(np.float32).T
        length = np.sqrt(x * x + y * y + z * z)
    known = (length > 0) & np.isfinite(length)
    factor = np.float32(1) / np.where(known, length, np.float32(1))
    return np.where(known[:, None], np.stack([x * factor, y * factor, z * factor], axis=1), np.array(UP, np.float32))


def _sum_at_vertices(values: list[np.ndarray], at: np.ndarray, count: int) -> np.ndarray:
    """Sums over the corners of faces: of vectors for first, second and third ones, `at` the vertices that these are."""
    total = np.zeros((count, 3), order="F")
    for vectors, vertices in zip(values, at, strict=True):
        for axis in range(3):
            total[:, axis] += np.bincount(vertices, vectors[:, axis], count)
    return total
