"""Soft convex contact with an inverse: the model of Todorov 2014 at the level of velocities."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from knuckle.lab.compiled_steps import can_compile, convex_steps
from knuckle.lab.convex_solver import Rows, rows_of, solve_convex
from knuckle.lab.faults import check_choice, check_real
from knuckle.lab.integrators import check_stepping
from knuckle.lab.problem import Kind, Problem, velocity_of
from knuckle.lab.residuals import minimal_velocities
from knuckle.lab.scheme import Scheme
from knuckle.lab.schemes.gauss050 import impulses_of_motion
from knuckle.lab.solution import Solution, solution_of
from knuckle.lab.world import World
from knuckle.schema.enums import Cone

T = 0.02  # [s] of the default B = 2/T, K = 1/T²


@dataclass(frozen=True, repr=False)
class Convex(Scheme):
    """min ½fᵀ(A + R)f + fᵀ(J v⁻ − ẋ_d) over the cones,  ẋ_d = J v − hB J v − hK (φ, 0, 0); equalities are soft rows.

    `B`, `K`: damping [1/s] and stiffness [1/s²] of violations; 2/T and 1/T² are critical. `R`: regularizer in units of
    the normal's A_nn, or "engine" for that of the engine. Friction rows have R_j = R_n (μ_1/μ_j)².
    `ref`: "damped" (ẋ_d as above), "gap" (−φ/h along normals, 0 along friction) or "engine" for the engine's reference.
    With R and ref of the engine this is `kn.step`.
    `mindist`: distance below which contacts are found [m]; None: the geoms' margins.
    `solver`: "newton", or "clarabel", a reference for comparison that needs the package of that name.
    """

    B: float = 2 / T
    K: float = 1 / T**2
    R: float | str = 0.01
    ref: str = "damped"
    mindist: float | None = None
    solver: str = "newton"
    integrator: str = "semi"

    def __post_init__(self) -> None:
        own = "Convex"
        check_real(own, "B", self.B, 0)
        check_real(own, "K", self.K, 0)
        if not (isinstance(self.R, str) and self.R == "engine"):
            check_real(own, "R", self.R, 0)
        check_choice(own, "ref", self.ref, ("damped", "gap", "engine"))
        check_choice(own, "solver", self.solver, ("newton", "clarabel"))
        check_stepping(self)

    @property
    def invertible(self) -> bool:
        return self.R != 0

    @property
    def why_not_invertible(self) -> str:
        return "with R = 0 impulses of contacts that stick leave no trace in the motion"

    def solve(self, p: Problem, memory: Any = None) -> Solution:
        rows = rows_of(p)
        return solve_convex(p, rows, self.aims(p)[rows.kept], self.regularizer(p, rows), solver=self.solver)[0]

    def aims(self, p: Problem) -> np.ndarray:
        """ẋ_d of all rows, equalities first."""
        if p.vmin is not None or self.ref == "gap":
            return np.concatenate([-p.e / p.h if p.v_E is None else p.v_E, minimal_velocities(p)])
        if self.ref == "engine":
            return p.v_engine
        distance = np.concatenate([p.e, np.where((p.kinds == Kind.LIMIT) | (p.kinds == Kind.CONE), p.w, 0.0)])
        v = np.concatenate([p.J_E @ p.v, p.J_I @ p.v])
        aim = (1.0 - p.h * self.B) * v - p.h * self.K * distance
        if p.v_E is not None:
            aim[: p.ne] = p.v_E
        return aim

    def regularizer(self, p: Problem, rows: Rows) -> np.ndarray:
        """R of the rows."""
        if isinstance(self.R, str):
            return p.R_engine[rows.kept]
        R = self.R * rows.inverse_inertia
        tangents = np.flatnonzero(rows.kinds == Kind.TANGENT)
        first = tangents[rows.kinds[tangents - 1] == Kind.CONE]
        reference = rows.mu[first[np.searchsorted(first, tangents, "right") - 1]] if len(first) else np.zeros(0)
        R[tangents] *= (reference / rows.mu[tangents]) ** 2
        if p.R is not None:
            R = np.where(rows.kept < p.ne, R, np.concatenate([np.zeros(p.ne), p.R])[rows.kept])
        return R

    def steps(self, world: World, count: int, memory: Any = None) -> None:
        """Many steps: in compiled code, by the engine's own solver with this regularizer and these aims."""
        if self.R == 0 or not can_compile(self, world):
            super().steps(world, count, memory)
            return
        R = -1.0 if isinstance(self.R, str) else self.R
        convex_steps(self, world, count, cone=Cone.ELLIPTIC, ref=self.ref, R=R, B=self.B, K=self.K)

    def inverse(self, p: Problem, qvel_next: Any) -> Solution:
        """Impulses as a function of the motion, contact by contact, and the force that is missing."""
        v = velocity_of(p, qvel_next)
        rows, aim = rows_of(p), self.aims(p)
        R = np.ones(p.ne + p.rows)
        R[rows.kept] = self.regularizer(p, rows)
        equality = (aim[: p.ne] - p.J_E @ v) / R[: p.ne]
        f = impulses_of_motion(p, p.J_I @ v - aim[p.ne :], R[p.ne :])
        missing = (p.M @ (v - p.v_minus) - p.J_E.T @ equality - p.J_I.T @ f) / p.h
        return solution_of(p, v, f, equality, qfrc_inverse=missing)
