"""The volume of a mesh beside that of its convex hull, which is all that collisions see."""

import numpy as np

from knuckle.hostmath.products import column_sums, norm
from knuckle.hostmath.rows import corners, dot_rows, lengths, spans

CLOSED = 1e-6  # of a surface: the sum of its face normals relative to its area


def volumes(vertices: np.ndarray, faces: np.ndarray, hull_faces: np.ndarray) -> tuple[float, float] | None:
    """Volume of the hull, volume of the mesh; None for an open surface, which has no volume to compare with."""
    own, around = corners(vertices, faces), corners(vertices, hull_faces)
    faced = spans(*own)
    if norm(column_sums(faced)) > CLOSED * lengths(faced).sum():
        return None
    volume, hull = (abs(float(dot_rows(p[0], spans(*p)).sum())) / 6 for p in (own, around))
    return hull, volume
