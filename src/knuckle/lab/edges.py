"""Friction cones with facets: the edges of a polytope inside of each cone.

    f_t = Σ β_i d_i,   β ≥ 0,   Σ β_i ≤ μ f_n

d_i are directions at equal angles in the plane of the two tangents, each with its opposite; torsion and rolling add a
pair of edges each, as long as their friction over μ. Between edges less friction is left: cos(π/k) of it for k edges.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from knuckle.lab.faults import LabError
from knuckle.lab.problem import Problem
from knuckle.memory.arguments import shown

MOST = 1000
PLANAR = 1e-12  # the smaller tangent row of a planar contact, relative to its normal


def check_edges(owner: str, edges: Any) -> None:
    """Raise LabError unless a number of edges is 2 or an even number from 4 on that a dense matrix has room for."""
    if not isinstance(edges, int) or isinstance(edges, bool) or not 2 <= edges <= MOST or edges % 2:
        raise LabError(
            f"{owner}: edges: expected an even number from 4 to {MOST}, since each direction needs its opposite, or 2 "
            f"for planar models; found {shown(edges)}"
        )


@dataclass(eq=False)
class Edges:
    """Edges of all contacts with friction: impulses f = G β."""

    G: np.ndarray  # rows × edges
    normal: np.ndarray  # the row of the normal that each edge belongs to
    mu: np.ndarray  # friction of that contact


def friction_edges(p: Problem, edges: int, rows: np.ndarray | None = None) -> Edges:
    """The edges of the contacts of a problem whose normals are among `rows`; all of them unless given."""
    cones = [c for c in p.cones if rows is None or c.start in rows]
    axes = tuple(planar_axis(p, c) for c in cones) if edges == 2 else ()
    return _edges(edges, p.rows, tuple((c.start, *p.mu[c][1:].tolist()) for c in cones), axes)


@lru_cache(maxsize=64)
def _edges(edges: int, rows: int, cones: tuple[tuple[float, ...], ...], axes: tuple[int, ...]) -> Edges:
    """The edges of contacts that are given as their normal's row and their friction along each axis."""
    columns, normal, friction = [], [], []
    for k, (start, *given) in enumerate(cones):
        mu = np.array(given)
        if not (mu > 0).any():
            continue
        reference = mu[mu > 0][0]
        for weights in contact_edges(mu, edges, axes[k] if axes else None):
            column = np.zeros(rows)
            column[int(start) + 1 : int(start) + 1 + len(mu)] = weights * mu / reference
            columns.append(column)
            normal.append(int(start))
            friction.append(reference)
    G = np.array(columns).T if columns else np.zeros((rows, 0))
    return Edges(G, np.array(normal, dtype=int), np.array(friction))


def contact_edges(mu: np.ndarray, edges: int, axis: int | None = None) -> list[np.ndarray]:
    """The edges of one contact, as weights of its friction rows before these are scaled by their friction.

    With 2 edges `axis` is the tangent that they lie along.
    """
    axes = len(mu)
    plane = np.zeros((edges, axes))
    if axis is not None:
        plane[:, axis] = 1.0, -1.0
    else:
        angle = 2 * np.pi * np.arange(edges) / edges
        turns = np.stack([np.cos(angle), np.sin(angle)], 1)
        plane[:, : min(axes, 2)] = np.where(np.abs(turns) < 1e-15, 0.0, turns)[:, :axes]
    more = [sign * np.eye(axes)[j] for j in range(2, axes) for sign in (1.0, -1.0)]
    return [weights for weights in [*plane, *more] if (weights[mu > 0] != 0).any()]


def planar_axis(p: Problem, c: slice) -> int:
    """The tangent that moves in a planar model; LabError where both do."""
    lengths = np.linalg.norm(p.J_I[c.start + 1 : c.start + 3], axis=1)
    if lengths.min() > PLANAR * max(float(np.linalg.norm(p.J_I[c.start])), 1e-300):
        raise LabError(
            f"edges: 2 is for planar models: the contact in row {c.start} can slide in two directions, take 4 or more"
        )
    return int(np.argmax(lengths))
