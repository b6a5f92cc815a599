"""Rigid contact as a convex problem: Anitescu's relaxation of complementarity."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from knuckle.lab.compiled_steps import can_compile, convex_steps
from knuckle.lab.convex_solver import EQUALITY, Rows, inverse_inertias, rows_of, solve_convex
from knuckle.lab.edges import check_edges, friction_edges
from knuckle.lab.faults import check_choice, check_real
from knuckle.lab.integrators import check_stepping
from knuckle.lab.problem import Kind, Problem
from knuckle.lab.scheme import Scheme
from knuckle.lab.solution import Solution, solution_of
from knuckle.lab.stabiliser import equality_velocities, minimal_velocities
from knuckle.lab.world import World
from knuckle.schema.enums import Cone


@dataclass(frozen=True, repr=False)
class Anitescu(Scheme):
    """min ½‖v' − v⁻‖²_M subject to φ/h + (n + μd_i) v' ≥ 0 for all edges d_i, or for all directions of a "cone".

    Coulomb's law but for one term: a sliding contact opens with v_n = μ‖v_t‖ − φ/h. The velocity is unique, impulses
    need not be.
    `edges`: 4 or more, even; 2 for planar models; or "cone".
    `imperrreduce`, `eqerrreduce`: time constants with which violations decay [s]; 0 undoes them in one step.
    `mindist`: distance below which contacts are found [m]; None: the geoms' margins.
    `solver`: "newton", or "clarabel", a reference for comparison that needs the package of that name.
    """

    edges: int | str = 4
    imperrreduce: float = 0.0
    eqerrreduce: float = 0.0
    mindist: float | None = None
    solver: str = "newton"
    integrator: str = "semi"

    def __post_init__(self) -> None:
        own = "Anitescu"
        if self.edges != "cone":
            check_edges(own, self.edges)
        for name in ("imperrreduce", "eqerrreduce"):
            check_real(own, name, getattr(self, name), 0)
        check_choice(own, "solver", self.solver, ("newton", "clarabel"))
        check_stepping(self)

    @property
    def why_not_invertible(self) -> str:
        return "where a contact rests, any impulse inside of its cone goes with the same motion"

    def solve(self, p: Problem, memory: Any = None) -> Solution:
        vmin, v_E = minimal_velocities(p, self.imperrreduce), equality_velocities(p, self.eqerrreduce)
        if self.edges == "cone":
            rows = rows_of(p)
            aim = np.concatenate([v_E, vmin])[rows.kept]
            return solve_convex(p, rows, aim, self.regularizer(p, rows), solver=self.solver)[0]
        return self.solve_edges(p, vmin, v_E)

    def steps(self, world: World, count: int, memory: Any = None) -> None:
        """Many steps: in compiled code with the engine's own edges or cones, else one by one."""
        known = self.edges in (4, "cone") and self.imperrreduce == 0 and self.eqerrreduce == 0
        if not known or not can_compile(self, world):
            super().steps(world, count, memory)
            return
        cone = Cone.ELLIPTIC if self.edges == "cone" else Cone.PYRAMIDAL
        convex_steps(self, world, count, cone=cone, ref="gap", hard=True)

    def regularizer(self, p: Problem, rows: Rows) -> np.ndarray:
        """None, unless the problem has one by hand."""
        return np.zeros(rows.count) if p.R is None else np.concatenate([np.zeros(p.ne), p.R])[rows.kept]

    def solve_edges(self, p: Problem, vmin: np.ndarray, v_E: np.ndarray) -> Solution:
        """The problem in impulses along the edges n + μd_i of all cones, each of them a row like a limit."""
        rows, B = faceted_rows(p, int(self.edges))
        aim = np.concatenate([v_E, B.T @ vmin])
        x, f = solve_convex(p, rows, aim, np.zeros(rows.count), solver=self.solver)
        found = {"niter": x.niter, "status": x.status, "residual": x.residual}
        return solution_of(p, x.qvel_next, B @ f[p.ne :], f[: p.ne], **found)


def faceted_rows(p: Problem, edges: int) -> tuple[Rows, np.ndarray]:
    """Rows in which each contact is the edges of its cone, and B with f = B β; equalities first."""
    made = friction_edges(p, edges)
    plain = [r for r in np.flatnonzero(p.kinds != Kind.TANGENT) if r not in made.normal]
    eye = np.eye(p.rows)
    B = np.concatenate([eye[:, plain], eye[:, made.normal] + made.mu * made.G], axis=1)
    kinds = np.concatenate([p.kinds[plain], np.full(len(made.normal), Kind.LIMIT)]).astype(int)
    kinds = np.concatenate([np.full(p.ne, EQUALITY), np.where(kinds == Kind.CONE, Kind.LIMIT, kinds)])
    J = np.concatenate([p.J_E, B.T @ p.J_I])
    bound = np.concatenate([np.zeros(p.ne), p.h * (B.T @ p.eta)])
    rows = Rows(J, kinds, np.zeros(len(kinds)), bound, np.arange(0), inverse_inertias(p.M, J, kinds))
    return rows, B
