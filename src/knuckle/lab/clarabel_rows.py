"""The convex contact problem by Clarabel, an interior-point solver for cones: the reference for our own (optional)."""

from typing import Any

import numpy as np

from knuckle.errors import KnuckleError
from knuckle.lab.convex_solver import Rows
from knuckle.lab.problem import Kind, Problem

TOLERANCE = 1e-12


def reference_impulses(p: Problem, rows: Rows, aim: np.ndarray, R: np.ndarray) -> np.ndarray:
    """argmin ½fᵀ(A + R)f + fᵀ(J v_minus − aim) over the rows' bounds and cones; equalities are free."""
    from scipy import sparse

    try:
        import clarabel
    except ImportError:
        raise KnuckleError('solver "clarabel" needs the package Clarabel: pip install "knuckle[lab]"') from None
    A = rows.J @ np.linalg.solve(p.M, rows.J.T)
    unit = 1.0 / rows.inverse_inertia.max()
    H = sparse.triu(sparse.csc_matrix(unit * (A + np.diag(R))), format="csc")
    held, limits, cones = _constraints(rows, clarabel)
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = TOLERANCE
    found = clarabel.DefaultSolver(
        H, unit * (rows.J @ p.v_minus - aim), sparse.csc_matrix(held), limits, cones, settings
    ).solve()
    return np.array(found.x)


def _constraints(rows: Rows, package: Any) -> tuple[np.ndarray, np.ndarray, list]:
    """held, limits, cones with limits − held f ∈ cones."""
    eye = np.eye(rows.count)
    single, dry = np.flatnonzero(rows.kinds == Kind.LIMIT), np.flatnonzero(rows.kinds == Kind.FRICTION)
    held = [-eye[single], eye[dry], -eye[dry]]
    limits = [np.zeros(len(single)), rows.bound[dry], rows.bound[dry]]
    count = len(single) + 2 * len(dry)
    cones: list[Any] = [package.NonnegativeConeT(count)] if count else []
    starts = np.flatnonzero(rows.kinds == Kind.CONE)
    own = np.flatnonzero(rows.kinds != Kind.TANGENT)
    for r in starts:
        later = own[own > r]
        end = int(later[0]) if len(later) else rows.count
        scale = np.concatenate([[1.0], 1.0 / rows.mu[r + 1 : end]])
        held.append(-eye[r:end] * scale[:, None])
        limits.append(np.zeros(end - r))
        cones.append(package.SecondOrderConeT(end - int(r)))
    return np.concatenate(held), np.concatenate(limits), cones
