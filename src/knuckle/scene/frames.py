"""Rotations that drawables need: shapes that point along a direction, bars from point to point."""

import numpy as np


def pointing(direction: np.ndarray) -> np.ndarray:
    """Rotation matrices (n, 3, 3) that take the z axis to the given unit vectors (n, 3), by the shortest way.

        R = I + [v]ₓ + [v]ₓ² / (1 + c),   v = z × direction,  c = z · direction

    Where the direction is −z, the turn is about x.
    """
    direction = np.atleast_2d(direction)
    x, y, c = direction[:, 0], direction[:, 1], direction[:, 2]
    result = np.empty((len(direction), 3, 3))
    back = c < -1 + 1e-12
    s = 1.0 / np.where(back, 1.0, 1.0 + c)
    result[:, 0, 0], result[:, 0, 1], result[:, 0, 2] = 1 - x * x * s, -x * y * s, x
    result[:, 1, 0], result[:, 1, 1], result[:, 1, 2] = -x * y * s, 1 - y * y * s, y
    result[:, 2, 0], result[:, 2, 1], result[:, 2, 2] = -x, -y, c
    result[back] = np.diag((1.0, -1.0, -1.0))
    return result


def bars(start: np.ndarray, end: np.ndarray, width: np.ndarray | float) -> dict[str, np.ndarray]:
    """Size, position and rotation of capsules or cylinders from the points `start` to the points `end`."""
    offset = end - start
    length = np.linalg.norm(offset, axis=1)
    direction = np.where(length[:, None] > 1e-15, offset / np.maximum(length, 1e-15)[:, None], (0.0, 0.0, 1.0))
    size = np.empty((len(start), 3))
    size[:, 0] = size[:, 1] = width
    size[:, 2] = 0.5 * length
    return {"size": size, "pos": 0.5 * (start + end), "mat": pointing(direction)}
