"""Derivatives by differences, and how far two arrays are apart."""

from collections.abc import Callable

import numpy as np

import knuckle as kn


def deviation(found: np.ndarray, expected: np.ndarray) -> float:
    """The largest difference, relative to the largest expected number (or to 1 where all are smaller)."""
    scale = max(1.0, np.abs(expected).max(initial=0.0))
    return float(np.abs(found - expected).max(initial=0.0) / scale)


def by_positions(m: kn.Model, d: kn.Data, value: Callable[[kn.Data], np.ndarray], h: float = 1e-6) -> np.ndarray:
    """∂value/∂q by central differences along each dof; a column for each dof. Leaves `d` where it was."""
    columns, start = [], d.qpos.copy()
    for i in range(m.nv):
        unit = np.eye(m.nv)[i]
        d.qpos[:] = kn.integrate_pos(m, start, unit, h)
        ahead = value(d)
        d.qpos[:] = kn.integrate_pos(m, start, unit, -h)
        columns.append((ahead - value(d)) / (2 * h))
    d.qpos[:] = start
    return np.stack(columns, axis=-1)


def by_velocities(m: kn.Model, d: kn.Data, value: Callable[[kn.Data], np.ndarray], h: float = 1e-5) -> np.ndarray:
    """∂value/∂v by central differences along each dof; a column for each dof. Leaves `d` where it was."""
    columns, start = [], d.qvel.copy()
    for i in range(m.nv):
        d.qvel[i] = start[i] + h
        ahead = value(d)
        d.qvel[i] = start[i] - h
        columns.append((ahead - value(d)) / (2 * h))
        d.qvel[:] = start
    return np.stack(columns, axis=-1)


def rotation_rate(change: np.ndarray, matrix: np.ndarray) -> np.ndarray:
    """ω of Ṙ = ω× R: from the change of a 3 × 3 matrix, a column for each dof."""
    skew = np.einsum("abi,cb->aci", change, matrix)
    return np.stack([skew[2, 1] - skew[1, 2], skew[0, 2] - skew[2, 0], skew[1, 0] - skew[0, 1]]) / 2


def slope(steps: list[float], errors: list[float]) -> float:
    """The order of a method: the slope of log error over log step, by least squares."""
    return float(np.polyfit(np.log(steps), np.log(errors), 1)[0])
