"""Where flat textures lie on geometric primitives: once around what is round, from the top down; on flat faces from
edge to edge.

Every function takes slices and stacks and gives coordinates (n, 2) of the corners of `solids`, in their order. The
first row of a picture is at 0.
"""

from collections.abc import Callable

import numpy as np

from knuckle.scene import solids
from knuckle.scene.enums import Shape


def _around(slices: int, heights: np.ndarray) -> np.ndarray:
    """Rings of corners, by their heights from 0 at the bottom to 1 at the top."""
    across, down = np.meshgrid(np.linspace(0, 1, slices + 1), 1 - heights)
    return np.stack((across, down), axis=2).reshape(-1, 2)


def _from_above(points: np.ndarray) -> np.ndarray:
    return 0.5 + 0.5 * points[:, :2] * (1.0, -1.0)


def sphere(slices: int, stacks: int) -> np.ndarray:
    """Once around, from pole to pole."""
    return _around(slices, np.linspace(0, 1, stacks + 1))


def capsule(slices: int, stacks: int) -> np.ndarray:
    """Each end and the mantle have a whole picture."""
    end = np.linspace(0, 1, max(1, stacks // 2) + 1)
    return _around(slices, np.concatenate((end, (0.0, 1.0), end)))


def cylinder(slices: int, stacks: int) -> np.ndarray:
    """The mantle and both discs have a whole picture."""
    corners = solids.cylinder(slices, stacks)[0]
    mantle = 2 * (slices + 1)
    return np.concatenate((_around(slices, np.array((0.0, 1.0))), _from_above(corners[mantle:])))


def box(slices: int, stacks: int) -> np.ndarray:
    """Upright on the sides; on the top and the bottom as on a plane."""
    points, _, normals, _ = solids.box(slices, stacks)
    sign = normals.sum(axis=1)
    side_x, side_y = normals[:, 0] != 0, normals[:, 1] != 0
    across = np.where(side_x, sign * points[:, 1], np.where(side_y, -sign, sign) * points[:, 0])
    up = np.where(side_x | side_y, points[:, 2], points[:, 1])
    return np.stack((0.5 + 0.5 * across, 0.5 - 0.5 * up), axis=1)


def plane(slices: int, stacks: int) -> np.ndarray:
    """As a picture lies on a table, its upper edge along +y."""
    return _from_above(solids.plane(slices, stacks)[0])


WRAPPINGS: dict[Shape, Callable[[int, int], np.ndarray]] = {
    Shape.PLANE: plane,
    Shape.SPHERE: sphere,
    Shape.CAPSULE: capsule,
    Shape.ELLIPSOID: sphere,
    Shape.CYLINDER: cylinder,
    Shape.BOX: box,
}
