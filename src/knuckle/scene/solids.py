"""Corners and triangles of geometric primitives with unit sizes.

Every function takes slices (around z) and stacks (along z) and gives (scaled, radial, normals, faces); see `Triangles`.
"""

from collections.abc import Callable

import numpy as np

from knuckle.scene.enums import Shape

Solid = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]
HEAD_WIDTH, HEAD_LENGTH = 2.0, 4.0  # of an arrow, in radii of its shaft


def _rings(angles: np.ndarray, radius: np.ndarray, height: np.ndarray) -> np.ndarray:
    """Points (rings · angles, 3) around the z axis."""
    x, y = np.outer(radius, np.cos(angles)), np.outer(radius, np.sin(angles))
    return np.stack((x, y, np.repeat(height[:, None], len(angles), axis=1)), axis=2).reshape(-1, 3)


def _bands(rings: int, around: int) -> np.ndarray:
    """Triangles between rings of points whose last point lies on the first; higher rings come later."""
    i = np.arange(rings - 1)[:, None] * around + np.arange(around - 1)
    low, high = i.ravel(), i.ravel() + around
    return np.concatenate((np.stack((low, low + 1, high + 1), 1), np.stack((low, high + 1, high), 1)))


def _around(slices: int) -> np.ndarray:
    return np.linspace(0, 2 * np.pi, slices + 1)


def sphere(slices: int, stacks: int) -> Solid:
    """Lines of longitude and latitude."""
    latitude = np.linspace(-np.pi / 2, np.pi / 2, stacks + 1)
    points = _rings(_around(slices), np.cos(latitude), np.sin(latitude))
    return points, np.zeros(len(points)), points.copy(), _bands(stacks + 1, slices + 1)


def capsule(slices: int, stacks: int) -> Solid:
    """Two half spheres that stay round, and what is between them."""
    half = max(1, stacks // 2)
    latitude = np.linspace(0, np.pi / 2, half + 1)
    latitude = np.concatenate((-latitude[::-1], (0.0, 0.0), latitude))  # the mantle has corners of its own
    normals = _rings(_around(slices), np.cos(latitude), np.sin(latitude))
    ends = np.repeat(np.where(np.arange(len(latitude)) < len(latitude) // 2, -1.0, 1.0), slices + 1)
    corners = np.c_[normals[:, :2], ends]
    return corners, normals[:, 2], normals, _bands(len(latitude), slices + 1)


def cylinder(slices: int, stacks: int) -> Solid:
    """The mantle and two discs."""
    mantle = _rings(_around(slices), np.ones(2), np.array((-1.0, 1.0)))
    parts = [(mantle, mantle * (1, 1, 0), _bands(2, slices + 1)), disc(slices, -1.0, False), disc(slices, 1.0, True)]
    return _joined(parts)


def disc(slices: int, z: float, up: bool, radius: float = 1.0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A disc at height z that faces up or down."""
    rim = _rings(_around(slices), np.full(1, radius), np.full(1, z))
    points = np.concatenate((rim, [(0.0, 0.0, z)]))
    normals = np.tile((0.0, 0.0, 1.0 if up else -1.0), (len(points), 1))
    i = np.arange(slices)
    centre = np.full(slices, len(rim))
    return points, normals, np.stack((i, i + 1, centre) if up else (i + 1, i, centre), 1)


def box(slices: int, stacks: int) -> Solid:
    """Six squares."""
    parts = []
    for axis in range(3):
        for sign in (-1.0, 1.0):
            u, v = np.eye(3)[(axis + 1) % 3], np.eye(3)[(axis + 2) % 3]
            normal = sign * np.eye(3)[axis]
            square = np.array([normal - u - v, normal + u - v, normal + u + v, normal - u + v])
            faces = np.array([[0, 1, 2], [0, 2, 3]] if sign > 0 else [[0, 2, 1], [0, 3, 2]])
            parts.append((square, np.tile(normal, (4, 1)), faces))
    return _joined(parts)


def plane(slices: int, stacks: int) -> Solid:
    """One square that faces up."""
    square = np.array([(-1.0, -1.0, 0.0), (1.0, -1.0, 0.0), (1.0, 1.0, 0.0), (-1.0, 1.0, 0.0)])
    return square, np.zeros(4), np.tile((0.0, 0.0, 1.0), (4, 1)), np.array([[0, 1, 2], [0, 2, 3]])


def arrow(slices: int, stacks: int) -> Solid:
    """A shaft along z and a head at its end."""
    return _with_heads(slices, 0.0, (1,))


def arrow2(slices: int, stacks: int) -> Solid:
    """A shaft along z with a head at both ends."""
    return _with_heads(slices, 0.0, (1, -1))


def bar(slices: int, stacks: int) -> Solid:
    """A shaft along z whose ends are flat, for axes of rotation."""
    return _with_heads(slices, -1.0, ())


def line(slices: int, stacks: int) -> Solid:
    """A thin bar from the origin along z; who draws it chooses its width."""
    return _with_heads(6, 0.0, ())


def triangle(slices: int, stacks: int) -> Solid:
    """A triangle from the origin along x and y, seen from both sides."""
    corners = np.array([(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)])
    return corners, np.zeros(3), np.tile((0.0, 0.0, 1.0), (3, 1)), np.array([[0, 1, 2], [0, 2, 1]])


def cone(slices: int, stacks: int) -> Solid:
    """A cone whose base is the unit disc and whose tip is at height 1."""
    rim = _rings(_around(slices), np.ones(1), np.zeros(1))
    tip = np.tile((0.0, 0.0, 1.0), (len(rim), 1))
    slope = (rim + (0.0, 0.0, 1.0)) / np.sqrt(2.0)
    i, n = np.arange(slices), len(rim)
    mantle = np.concatenate((rim, tip)), np.concatenate((slope, slope)), np.stack((i, i + 1, i + n), 1)
    return _joined([mantle, disc(slices, 0.0, False)])


def _with_heads(slices: int, start: float, heads: tuple[int, ...]) -> Solid:
    """A shaft from height `start` to 1 and cones that end there: of sign 1 at the upper end, of -1 at the lower one."""
    mantle = _rings(_around(slices), np.ones(2), np.array((start, 1.0)))
    parts = [(mantle, mantle * (1, 1, 0), _bands(2, slices + 1)), disc(slices, start, False), disc(slices, 1.0, True)]
    solid = _joined(parts)
    for sign in heads:
        solid = _both(solid, _cone(slices, 1.0 if sign > 0 else start, sign))
    return solid


def _cone(slices: int, z: float, sign: int) -> Solid:
    """A cone at height z that points up (sign 1) or down; its length does not grow with the arrow's."""
    around = _around(slices)
    rim = _rings(around, np.full(1, HEAD_WIDTH), np.full(1, z))
    tip = np.tile((0.0, 0.0, z), (len(rim), 1))
    slope = _rings(around, np.full(1, HEAD_LENGTH), np.full(1, sign * HEAD_WIDTH))
    slope /= np.linalg.norm(slope, axis=1, keepdims=True)
    i, n = np.arange(slices), len(rim)
    faces = np.stack((i, i + 1, i + n) if sign > 0 else (i + 1, i, i + n), 1)
    base = disc(slices, z, sign < 0, HEAD_WIDTH)
    points = np.concatenate((rim, tip, base[0]))
    radial = np.concatenate((np.zeros(n), np.full(n, sign * HEAD_LENGTH), np.zeros(len(base[0]))))
    return points, radial, np.concatenate((slope, slope, base[1])), np.concatenate((faces, base[2] + 2 * n))


def _joined(parts: list[tuple[np.ndarray, np.ndarray, np.ndarray]]) -> Solid:
    """One solid of several pieces (points, normals, faces)."""
    starts = np.cumsum([0, *(len(points) for points, _, _ in parts)])
    faces = [faces + start for (_, _, faces), start in zip(parts, starts, strict=False)]
    points = np.concatenate([points for points, _, _ in parts])
    return points, np.zeros(len(points)), np.concatenate([n for _, n, _ in parts]), np.concatenate(faces)


def _both(a: Solid, b: Solid) -> Solid:
    return (*(np.concatenate((a[i], b[i])) for i in range(3)), np.concatenate((a[3], b[3] + len(a[0]))))  # type: ignore[return-value]


SOLIDS: dict[Shape, Callable[[int, int], Solid]] = {
    Shape.PLANE: plane,
    Shape.SPHERE: sphere,
    Shape.CAPSULE: capsule,
    Shape.ELLIPSOID: sphere,
    Shape.CYLINDER: cylinder,
    Shape.BOX: box,
    Shape.ARROW: arrow,
    Shape.ARROW1: bar,
    Shape.ARROW2: arrow2,
    Shape.LINE: line,
    Shape.TRIANGLE: triangle,
    Shape.CONE: cone,
}
