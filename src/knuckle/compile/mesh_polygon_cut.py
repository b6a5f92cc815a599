"""A polygon in space, cut into triangles between its corners."""

import numpy as np

from knuckle.compile.mesh_data import BadMesh

MOST_CORNERS = 1000


def cut_polygon(points: np.ndarray) -> list[tuple[int, int, int]]:
    """The triangles of a polygon with four or more corners, as numbers of its corners."""
    if len(points) == 4:
        return _cut_four(points)
    if len(points) > MOST_CORNERS:
        raise BadMesh(f"a polygon with {len(points)} corners is too large, expected at most {MOST_CORNERS}")
    return _cut_ears(_flattened(points))


def _cut_four(points: np.ndarray) -> list[tuple[int, int, int]]:
    """Two triangles along the shorter diagonal."""
    a, b = points[2] - points[0], points[3] - points[1]
    return [(0, 1, 2), (0, 2, 3)] if a @ a < b @ b else [(0, 1, 3), (1, 2, 3)]


def _flattened(points: np.ndarray) -> np.ndarray:
    """The polygon seen along the coordinate axis nearest to its normal."""
    edges = points - points[0]
    normal = np.cross(edges[1:-1], edges[2:]).sum(axis=0)
    return np.delete(points, int(np.argmax(np.abs(normal))), axis=1)


def _cut_ears(p: np.ndarray) -> list[tuple[int, int, int]]:
    """Cut off one corner after the other that sticks out and whose triangle holds no other corner."""
    left = list(range(len(p)))
    orientation = float(np.sum(_cross(p, np.roll(p, -1, axis=0))))
    triangles: list[tuple[int, int, int]] = []
    start, tried = 0, 0
    while len(left) > 3 and tried < len(left):
        i, j, k = (left[(start + offset) % len(left)] for offset in range(3))
        others = [corner for corner in left if corner not in (i, j, k)]
        if _cross(p[j] - p[i], p[k] - p[j]) * orientation >= 0 and not _any_inside(p[others], p[[i, j, k]]):
            triangles.append((i, j, k))
            left.remove(j)
            start, tried = start % len(left), 0
        else:
            start, tried = start + 1, tried + 1
    # what has no ears is no simple polygon: a fan covers it as well as anything
    return triangles + [(left[0], left[i], left[i + 1]) for i in range(1, len(left) - 1)]


def _cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]


def _any_inside(points: np.ndarray, triangle: np.ndarray) -> bool:
    sides = [_cross(triangle[(i + 1) % 3] - triangle[i], points - triangle[i]) for i in range(3)]
    return bool((np.all(np.array(sides) >= 0, axis=0) | np.all(np.array(sides) <= 0, axis=0)).any())
