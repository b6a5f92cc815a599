"""A reference for solvers of the convex contact problem: Clarabel, an interior-point method for cones (optional)."""

from typing import Any

import numpy as np

from knuckle.errors import KnuckleError
from knuckle.lab.problem import Kind, Problem

TOLERANCE = 1e-12


def clarabel() -> Any:
    """The package; KnuckleError where it is not installed."""
    try:
        import clarabel as package
    except ImportError:
        raise KnuckleError('the reference solver needs Clarabel: pip install "knuckle[lab]"') from None
    return package


def minimal_impulses(
    p: Problem, H: np.ndarray, c: np.ndarray, above: tuple[np.ndarray, np.ndarray] | None = None
) -> np.ndarray:
    """argmin ½fᵀHf + fᵀc over impulses that keep bounds and cones; with `above` also A_normals f ≥ above.

    `above` is a pair (matrix, bounds).
    """
    from scipy import sparse

    package = clarabel()
    rows, limits, cones = cone_rows(p, package)
    if above is not None:
        rows, limits = np.concatenate([-above[0], rows]), np.concatenate([-above[1], limits])
        cones = [package.NonnegativeConeT(len(above[1])), *cones]
    settings = package.DefaultSettings()
    settings.verbose = False
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = TOLERANCE
    settings.max_iter = 200
    upper = sparse.triu(sparse.csc_matrix(H), format="csc")
    found = package.DefaultSolver(upper, c, sparse.csc_matrix(rows), limits, cones, settings).solve()
    return np.array(found.x)


def cone_rows(p: Problem, package: Any) -> tuple[np.ndarray, np.ndarray, list]:
    """The cones as rows: limits − rows f ∈ cone."""
    single = np.flatnonzero(p.kinds == Kind.LIMIT)
    dry = np.flatnonzero(p.kinds == Kind.FRICTION)
    eye = np.eye(p.rows)
    rows = [-eye[single], eye[dry], -eye[dry]]
    limits = [np.zeros(len(single)), p.h * p.eta[dry], p.h * p.eta[dry]]
    cones: list[Any] = [package.NonnegativeConeT(len(single) + 2 * len(dry))] if len(single) + len(dry) else []
    for c in p.cones:
        scale = np.concatenate([[1.0], 1.0 / p.mu[c][1:]])
        rows.append(-eye[c] * scale[:, None])
        limits.append(np.zeros(len(scale)))
        cones.append(package.SecondOrderConeT(len(scale)))
    return np.concatenate(rows), np.concatenate(limits), cones
