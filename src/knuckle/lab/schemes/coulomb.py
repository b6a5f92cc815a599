"""Rigid contact with Coulomb's law exactly: convex problems one after the other."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from knuckle.lab.anderson import Anderson
from knuckle.lab.convex_solver import Rows, rows_of, solve_convex
from knuckle.lab.faults import Status, check_choice, check_flag, check_real, check_whole
from knuckle.lab.integrators import check_stepping
from knuckle.lab.problem import Kind, Problem
from knuckle.lab.scheme import Scheme
from knuckle.lab.solution import Solution
from knuckle.lab.stabiliser import equality_velocities, minimal_velocities


@dataclass(frozen=True, repr=False)
class Coulomb(Scheme):
    """Fixed point of K ∋ f ⟂ v + μ‖v_t‖ n − v_min ∈ K*: each convex problem has μ‖v_t‖ of the last in its normal rows.

    One brick that slides contracts by μ²/(1 + μ²) in each iteration. `accelerate` mixes the last iterates (Anderson),
    so that few are needed. A limit of the iteration obeys Coulomb's law on a round cone; there need not be one.
    `inner`: "convex", the problem of Anitescu's cone. `iterations`: at most. `tolerance`: of μ‖v_t‖, relative.
    `imperrreduce`, `eqerrreduce`, `mindist`: as those of Lcp.
    """

    inner: str = "convex"
    iterations: int = 50
    tolerance: float = 1e-10
    accelerate: bool = True
    imperrreduce: float = 0.0
    eqerrreduce: float = 0.0
    mindist: float | None = None
    integrator: str = "semi"

    def __post_init__(self) -> None:
        own = "Coulomb"
        check_choice(own, "inner", self.inner, ("convex",))
        check_whole(own, "iterations", self.iterations, 1)
        for name in ("imperrreduce", "eqerrreduce", "tolerance"):
            check_real(own, name, getattr(self, name), 0)
        check_flag(own, "accelerate", self.accelerate)
        check_stepping(self)

    @property
    def why_not_invertible(self) -> str:
        return "where a contact sticks or rests, any impulse inside of its cone goes with the same motion"

    def solve(self, p: Problem, memory: Any = None) -> Solution:
        rows = rows_of(p)
        v_E = equality_velocities(p, self.eqerrreduce)
        aim = np.concatenate([v_E, minimal_velocities(p, self.imperrreduce)])[rows.kept]
        R = np.zeros(rows.count) if p.R is None else np.concatenate([np.zeros(p.ne), p.R])[rows.kept]
        normals = np.flatnonzero(rows.kinds == Kind.CONE)
        shift, start = slip(rows, rows.J @ p.v_minus, normals), None
        speed = float(np.abs(rows.J @ p.v_minus).max(initial=0.0))
        mixer = Anderson() if self.accelerate else None
        for k in range(self.iterations):
            raised = aim.copy()
            raised[normals] -= shift
            x, start = solve_convex(p, rows, raised, R, start)
            found = slip(rows, rows.J @ x.qvel_next, normals)
            change = float(np.abs(found - shift).max(initial=0.0))
            x.niter, x.residual = k + 1, change
            if not np.isfinite(change):
                break
            if change <= self.tolerance * max(speed, float(found.max(initial=0.0))):
                return x
            shift = found if mixer is None else np.maximum(mixer.mix(shift, found), 0.0)
        x.status |= Status.MAXITER
        return x


def slip(rows: Rows, v: np.ndarray, normals: np.ndarray) -> np.ndarray:
    """‖(μ_j v_j)‖ of each contact: the velocity at which the convex problem would open it."""
    square = np.where(rows.kinds == Kind.TANGENT, (rows.mu * v) ** 2, 0.0)
    owner = np.searchsorted(normals, np.arange(rows.count), "right") - 1
    tangents = rows.kinds == Kind.TANGENT
    return np.sqrt(np.bincount(owner[tangents], square[tangents], len(normals)))
