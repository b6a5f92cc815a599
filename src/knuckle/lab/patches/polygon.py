"""Convex polygons in space: cut by half-spaces, and integrated over."""

import numpy as np

# barycentric points of a triangle: exact for quadratic functions
TRIANGLE = np.array([[2 / 3, 1 / 6, 1 / 6], [1 / 6, 2 / 3, 1 / 6], [1 / 6, 1 / 6, 2 / 3]])


def clip(corners: np.ndarray, normal: np.ndarray, offset: float) -> np.ndarray:
    """The part of a convex polygon where normal · x ≤ offset."""
    if not len(corners):
        return corners
    side = corners @ normal - offset
    if (side <= 0).all():
        return corners
    if (side >= 0).all():
        return corners[:0]
    out = []
    for k in range(len(corners)):
        a, b, s, t = corners[k - 1], corners[k], side[k - 1], side[k]
        if s * t < 0:
            out.append(a + (b - a) * (s / (s - t)))
        if t <= 0:
            out.append(b)
    return np.array(out).reshape(-1, 3)


def quadrature(corners: np.ndarray, halvings: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """(points, areas): a rule for integrals over a convex polygon, exact for quadratic functions.

    Each of its triangles is cut in four as often as `halvings` says, for functions that are not.
    """
    if len(corners) < 3:
        return np.zeros((0, 3)), np.zeros(0)
    triangles = np.stack([np.broadcast_to(corners[0], corners[2:].shape), corners[1:-1], corners[2:]], axis=1)
    for _ in range(halvings):
        triangles = quarters(triangles)
    across = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    areas = np.repeat(np.linalg.norm(across, axis=1) / 6, 3)
    return (TRIANGLE @ triangles).reshape(-1, 3), areas


def quarters(triangles: np.ndarray) -> np.ndarray:
    """Each triangle as four of half its size."""
    a, b, c = (triangles[:, k] for k in range(3))
    ab, bc, ca = (a + b) / 2, (b + c) / 2, (c + a) / 2
    parts = ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))
    return np.concatenate([np.stack(each, axis=1) for each in parts])


def square_on(normal: np.ndarray, point: np.ndarray, size: float) -> np.ndarray:
    """A large square on the plane through a point."""
    least = np.eye(3)[np.argmin(np.abs(normal))]
    u = np.cross(normal, least)
    u /= np.linalg.norm(u)
    w = np.cross(normal, u)
    return point + size * np.array([u + w, -u + w, -u - w, u - w])
