"""A reference for solvers of the convex contact problem: Clarabel, an interior-point method for cones (optional)."""

from typing import Any

import numpy as np

from knuckle.errors import KnuckleError
from knuckle.lab.problem import Kind, Problem

TOLERANCE = 1e-15


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
    f = np.array(found.x)
    if not np.isfinite(f).all():
        return f
    return f if above is not None else polished(p, H, c, f)


def polished(p: Problem, H: np.ndarray, c: np.ndarray, f: np.ndarray, steps: int = 20) -> np.ndarray:
    """Newton's method on f = Π(f − ρ(Hf + c)), from a point nearby.

    On round cones Clarabel makes no progress beyond 1e-7 of the impulses: an interior point cannot come nearer to the
    surface of a cone in double precision. With g = f_j/μ_j all cones are round, and Π has a derivative in closed form.
    """
    scale = np.where(p.kinds == Kind.TANGENT, p.mu, 1.0)
    H, c, g = scale[:, None] * H * scale, scale * c, f / scale
    rho = 1.0 / max(float(np.linalg.norm(H, 2)), 1e-300)
    for _ in range(steps):
        nearest, slope = projection(p, g - rho * (H @ g + c))
        left = g - nearest
        if not np.isfinite(left).all():
            break
        if np.abs(left).max(initial=0.0) < 1e-16 * max(1.0, float(np.abs(g).max(initial=0.0))):
            break
        g = g - np.linalg.lstsq(np.eye(len(g)) - slope @ (np.eye(len(g)) - rho * H), left, rcond=None)[0]
    return scale * g


def projection(p: Problem, z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The nearest impulses in bounds and round cones ‖g_t‖ ≤ g_n, and their derivative by z."""
    dry, single = p.kinds == Kind.FRICTION, p.kinds == Kind.LIMIT
    bound = np.where(dry, p.h * p.eta, np.inf)
    out = np.clip(z, np.where(single, 0.0, -bound), bound)
    slope = np.diag((out == z).astype(float))
    for cone in p.cones:
        n, t = z[cone][0], z[cone][1:]
        length = float(np.linalg.norm(t))
        if length <= n:
            continue
        if length <= -n:
            out[cone], slope[cone, cone] = 0.0, 0.0
            continue
        u, share = t / length, n / length
        out[cone] = 0.5 * (n + length) * np.concatenate([[1.0], u])
        block = (1.0 + share) * np.eye(len(t)) - share * np.outer(u, u)
        slope[cone, cone] = 0.5 * np.block([[np.ones((1, 1)), u[None]], [u[:, None], block]])
    return out, slope


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
