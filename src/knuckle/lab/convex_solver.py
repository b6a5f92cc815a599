"""The convex contact problem min ½fᵀ(A + R)f + fᵀ(J v_minus − aim) over all rows, equalities included: solved exactly.

Equalities are rows of free impulse. A may be singular and R zero: then proximal steps lead to one of many impulses, and
to the one velocity that all of them give.
"""

from dataclasses import dataclass

import numpy as np

from knuckle.lab.calls import compute, outputs
from knuckle.lab.faults import Status
from knuckle.lab.problem import Kind, Problem
from knuckle.lab.solution import Solution, solution_of

EQUALITY = -1
UNBOUNDED = 1e6  # speeds that impulses of solvable problems do not reach, times those of the problem
PROXIMAL = 1e-5, 1e-8  # ρ, times the inverse inertia of a row, where R is less; the second where steps were too short
NEWTON, ROUNDS = 500, 100
ACCURACY, ACCEPTED = 1e-12, 1e-10  # of velocities, relative to those of the problem: what is aimed at, and what will do
NOTHING = 1e-10  # of the largest inverse inertia: a row with less moves nothing, such as one across a planar loop
EPSILON = 1e-15
ROUNDING = 1e-31  # of squared velocities, relative to those of the problem: what Newton steps cannot gain


@dataclass
class Rows:
    """Rows of free, bounded, positive and conic impulses; `kept` are their places among those of the problem."""

    J: np.ndarray
    kinds: np.ndarray  # Kind, or EQUALITY
    mu: np.ndarray
    bound: np.ndarray  # of dry friction [N s]
    kept: np.ndarray
    inverse_inertia: np.ndarray  # J M⁻¹ Jᵀ of the row, or of the normal where it is friction of a contact [1/kg]

    @property
    def count(self) -> int:
        return len(self.kinds)


def rows_of(p: Problem) -> Rows:
    """All rows of a problem, equalities first; contacts without friction become limits, axes without it none."""
    kinds = np.concatenate([np.full(p.ne, EQUALITY), p.kinds])
    mu = np.concatenate([np.zeros(p.ne), p.mu])
    kept = np.flatnonzero((kinds != Kind.TANGENT) | (mu > 0))
    kinds = kinds[kept]
    alone = np.append(kinds[1:], EQUALITY) != Kind.TANGENT
    kinds[(kinds == Kind.CONE) & alone] = Kind.LIMIT
    J = np.concatenate([p.J_E, p.J_I])[kept]
    bound = np.concatenate([np.zeros(p.ne), p.h * p.eta])[kept]
    return Rows(J, kinds, mu[kept], bound, kept, inverse_inertias(p.M, J, kinds))


def inverse_inertias(M: np.ndarray, J: np.ndarray, kinds: np.ndarray) -> np.ndarray:
    """The diagonal of J M⁻¹ Jᵀ, friction of contacts with that of their normals. [1/kg]"""
    if not len(kinds):
        return np.zeros(0)
    diagonal = np.einsum("ri,ir->r", J, np.linalg.solve(M, J.T))
    own = np.flatnonzero(kinds != Kind.TANGENT)
    shared = diagonal[own[np.searchsorted(own, np.arange(len(kinds)), "right") - 1]]
    return np.maximum(shared, max(NOTHING * float(shared.max()), 1e-300))


def speed_of(p: Problem, rows: Rows, aim: np.ndarray) -> float:
    """The velocities that a problem is about: those of its rows, and what they aim at. [m/s, rad/s]"""
    return max(float(np.abs(rows.J @ p.v_minus).max()), float(np.abs(aim).max()))


def newton_impulses(
    p: Problem, rows: Rows, aim: np.ndarray, R: np.ndarray, start: np.ndarray | None, rho: float
) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Impulses of the rows, and what else the kernel left; it begins at `start`."""
    found = outputs("lab_cone", n=rows.count, dofs=p.nv)
    f = np.zeros(rows.count) if start is None else start
    v = p.v_minus if start is None else p.v_minus + np.linalg.solve(p.M, rows.J.T @ start)
    prox = np.maximum(rho * rows.inverse_inertia - R, 0.0)
    speed = speed_of(p, rows, aim)
    compute(
        "lab_cone",
        n=rows.count,
        dofs=p.nv,
        M=np.ascontiguousarray(p.M),
        J=np.ascontiguousarray(rows.J),
        hat=np.ascontiguousarray(p.v_minus),
        least=float(ROUNDING * speed * speed * np.sum(1.0 / (R + prox))),
        still=float(EPSILON * speed),
        kind=rows.kinds.astype(float),
        aim=np.ascontiguousarray(aim),
        R=np.ascontiguousarray(R),
        prox=prox,
        mu=rows.mu,
        bound=rows.bound,
        start_f=np.ascontiguousarray(f),
        start_v=np.ascontiguousarray(v),
        iterations=NEWTON,
        outer=ROUNDS,
        tolerance=float(ACCURACY * speed),
        **found,
    )
    return found["f"], found


def reference_impulses(p: Problem, rows: Rows, aim: np.ndarray, R: np.ndarray) -> np.ndarray:
    """Impulses of the rows by Clarabel, in units in which the largest inverse inertia is 1."""
    from knuckle.lab.reference import minimal_impulses

    unit = 1.0 / rows.inverse_inertia.max()
    H = unit * (rows.J @ np.linalg.solve(p.M, rows.J.T) + np.diag(R))
    alike = Problem.trusted(kinds=rows.kinds, mu=rows.mu, eta=rows.bound, h=1.0)
    return minimal_impulses(alike, H, unit * (rows.J @ p.v_minus - aim))


def solution_from_rows(p: Problem, rows: Rows, f: np.ndarray, **more) -> Solution:
    """The solution that impulses of the rows make: v' = v_minus + M⁻¹Jᵀf."""
    whole = np.zeros(p.ne + p.rows)
    whole[rows.kept] = f[: len(rows.kept)]
    v = p.v_minus + (np.linalg.solve(p.M, rows.J.T @ f) if rows.count else 0.0)
    return solution_of(p, v, whole[p.ne :], whole[: p.ne], **more)


def solve_convex(
    p: Problem, rows: Rows, aim: np.ndarray, R: np.ndarray, start: np.ndarray | None = None, solver: str = "newton"
) -> tuple[Solution, np.ndarray]:
    """The solution of the convex problem and the impulses of its rows; MAXITER where it was not reached."""
    if not rows.count:
        return solution_from_rows(p, rows, np.zeros(0)), np.zeros(0)
    if solver == "clarabel":
        f = reference_impulses(p, rows, aim, R)
        return solution_from_rows(p, rows, f), f
    ended, accepted = False, ACCEPTED * speed_of(p, rows, aim)
    for rho in PROXIMAL:
        if not ended:
            start, found = newton_impulses(p, rows, aim, R, start, rho)
            ended = int(found["done"]) < NEWTON and float(found["left"]) <= accepted
    f = found["f"]
    solution = solution_from_rows(
        p,
        rows,
        f,
        niter=int(found["done"]),
        status=Status.OK if ended else failure(p, rows, f),
        residual=float(found["left"]),
    )
    return solution, f


def failure(p: Problem, rows: Rows, f: np.ndarray) -> Status:
    """Why it was not reached: impulses without bound are those of rows that no velocity satisfies."""
    speed = float(np.abs(rows.J @ p.v_minus).max()) + 1.0
    return Status.INFEASIBLE if float(np.abs(f * rows.inverse_inertia).max()) > UNBOUNDED * speed else Status.MAXITER
