"""The vertices of a mesh as its source had them, found again from those that the model holds.

v = single(Rᵀ(w · scale − p)), with w in single precision too. Rounding hides a little of w: where all of a mesh lies on
a decimal grid, as numbers typed by people and most text files do, w is the point of that grid; elsewhere the point
that gives just this v.
"""

from itertools import product

import numpy as np

DECIMALS = range(9)  # places behind the point of a grid
CLEAR = 8  # how many times the uncertainty a grid must be wide to be told from chance
STEPS = np.array(list(product((0, -1, 1), repeat=3)))


def source_vertices(v: np.ndarray, turn: np.ndarray, pos: np.ndarray, scale: np.ndarray) -> np.ndarray:
    """w for every row v, in single precision."""
    w = (v.astype(float) @ turn.T + pos) / scale
    unknown = (0.5 * np.spacing(np.abs(v)).astype(float)) @ np.abs(turn).T / np.abs(scale)
    unknown += 0.5 * np.spacing(np.abs(w).astype(np.float32))
    on_grid = _on_grid(w, unknown)
    return _nearest_fit(v, w, turn, pos, scale) if on_grid is None else on_grid.astype(np.float32)


def _on_grid(w: np.ndarray, unknown: np.ndarray) -> np.ndarray | None:
    """The points of the coarsest decimal grid that all vertices lie on, if there is one."""
    for places in DECIMALS:
        step = 10.0**-places
        if step < CLEAR * unknown.max():
            return None
        rounded = np.round(w, places)
        if (np.abs(rounded - w) <= unknown).all():
            return rounded
    return None


def _nearest_fit(v: np.ndarray, w: np.ndarray, turn: np.ndarray, pos: np.ndarray, scale: np.ndarray) -> np.ndarray:
    """The nearest points of single precision that come out as v; the nearest at all where none does."""
    near = w.astype(np.float32)
    best, lowest = near.copy(), np.full(len(v), np.inf)
    for step in STEPS:
        tried = near + step.astype(np.float32) * np.spacing(np.abs(near))
        found = ((tried.astype(float) * scale - pos) @ turn).astype(np.float32)
        far = np.abs(tried - w).max(axis=1) + np.where((found == v).all(axis=1), 0.0, 1e3 * np.abs(w).max() + 1.0)
        better = far < lowest
        best[better], lowest[better] = tried[better], far[better]
    return best
