"""A polygon in space, cut into triangles between its corners as the reference cuts it."""

import numpy as np

from knuckle.assets.mesh.data import BadMesh

MOST_CORNERS = 1000
SLIVER = 2.0**-23  # a corner gives the plane of its polygon if a component of its edges' cross product exceeds this
FIRST, SECOND = [0, 1, 2, 0, 2, 3], [0, 1, 3, 1, 2, 3]  # two triangles of four corners, by the diagonal between them
Triangle = tuple[int, int, int]


def cut_polygons(vertices: np.ndarray, corners: np.ndarray, sizes: np.ndarray) -> tuple[np.ndarray, int]:
    """Polygons as triangles, in order, and how many are not all covered by them.

    `corners` holds the vertices of one polygon after the other, `sizes` how many each has; triangles number corners.
    Polygons of fewer than three corners are left out.
    """
    starts = np.cumsum(sizes) - sizes
    owners, parts, uncovered = [np.flatnonzero(sizes == 3)], [starts[sizes == 3, None] + np.arange(3)], 0
    four = np.flatnonzero(sizes == 4)
    if len(four):
        places = starts[four, None] + np.arange(4)
        owners, parts = [*owners, np.repeat(four, 2)], [*parts, _cut_all_fours(vertices, corners, places)]
    for polygon in np.flatnonzero(sizes > 4).tolist():
        start, size = starts[polygon], sizes[polygon]
        triangles = cut_polygon(vertices[corners[start : start + size]])
        owners.append(np.full(len(triangles), polygon))
        parts.append(start + np.array(triangles, np.int64).reshape(-1, 3))
        uncovered += len(triangles) < size - 2
    order = np.argsort(np.concatenate(owners), kind="stable")
    return np.concatenate(parts)[order], uncovered


def _cut_all_fours(vertices: np.ndarray, corners: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Two triangles of each polygon of four corners, along the shorter diagonal."""
    points = vertices[corners[places]].astype(np.float32)
    with np.errstate(all="ignore"):
        first, second = ((points[:, i + 2] - points[:, i]) ** 2 for i in range(2))
    shorter = (first[:, 0] + first[:, 1] + first[:, 2]) < (second[:, 0] + second[:, 1] + second[:, 2])
    return np.where(shorter[:, None], places[:, FIRST], places[:, SECOND]).reshape(-1, 3)


def cut_polygon(points: np.ndarray) -> list[Triangle]:
    """The triangles of a polygon with five or more corners, as numbers of its corners.

    Two less than corners, or fewer: what is left where no ear is found is not covered.
    """
    corners = points.astype(np.float32)  # nearly straight corners are told apart by its rounding
    if len(corners) > MOST_CORNERS:
        raise BadMesh(f"a polygon with {len(corners)} corners is too large, expected at most {MOST_CORNERS}")
    with np.errstate(all="ignore"):
        return _cut_ears(_flattened(corners))


def _flattened(points: np.ndarray) -> np.ndarray:
    """The polygon seen along the coordinate axis nearest to the normal of its first corner that is not straight."""
    edges = np.roll(points, -1, axis=0) - points
    normals = np.abs(np.cross(edges, np.roll(edges, -1, axis=0)))
    bent = normals.max(axis=1) > SLIVER
    x, y, z = normals[np.argmax(bent)] if bent.any() else (1, 0, 0)
    axis = 0 if x > max(y, z) else 2 if z > max(x, y) else 1
    return np.delete(points, axis, axis=1)


def _cut_ears(p: np.ndarray) -> list[Triangle]:
    """Cut off one ear after the other, in turns around the polygon, until a triangle is left or a turn finds none.

    A first turn that finds an ear only at its last corner is the only one.
    """
    left, start, triangles = np.arange(len(p)), 0, list[Triangle]()
    while len(left) > 3:
        rings = (np.roll(left, -start - step) for step in range(len(left)))
        step, ring = next(((step, ring) for step, ring in enumerate(rings) if _is_ear(p, ring)), (len(left), left))
        if step == len(left):
            return triangles
        i, j, k = ring[:3].tolist()
        triangles.append((i, j, k))
        if step == len(p) - 1:
            return triangles
        start = (start + step) % len(left) % (len(left) - 1)
        left = left[left != j]
    i, j, k = left.tolist()
    return [*triangles, (i, j, k)]


def _is_ear(p: np.ndarray, ring: np.ndarray) -> bool:
    """Whether the second corner bends as the first edge runs around the origin, with no other vertex behind it."""
    a, b, c = triangle = p[ring[:3]]
    return bool(_cross(b - a, c - b) * _cross(a, b) >= 0) and not _any_inside(p[ring[3:]], triangle)


def _cross(a: np.ndarray, b: np.ndarray) -> np.float32:
    return a[0] * b[1] - a[1] * b[0]


def _any_inside(points: np.ndarray, triangle: np.ndarray) -> bool:
    """Whether a ray from any of the points along the first axis leaves the triangle through one of its sides."""
    x, y = points.T
    inside = np.zeros(len(points), bool)
    for (ax, ay), (bx, by) in zip(triangle, np.roll(triangle, 1, axis=0), strict=True):
        inside ^= ((ay > y) != (by > y)) & (x < (bx - ax) * (y - ay) / (by - ay) + ax)
    return bool(inside.any())
