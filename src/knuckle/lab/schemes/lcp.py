"""Rigid contact as a linear complementarity problem."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from knuckle.lab.complementarity import VERIFIED, Complementarity, complementarity, lemke, sweep
from knuckle.lab.edges import check_edges
from knuckle.lab.elimination import Reduced, eliminate
from knuckle.lab.faults import Status, check_choice, check_real, check_whole
from knuckle.lab.integrators import check_stepping
from knuckle.lab.problem import Kind, Problem
from knuckle.lab.scheme import Scheme
from knuckle.lab.solution import Solution
from knuckle.lab.stabiliser import equality_velocities, minimal_velocities

TOUCHING = 1e-6  # [m] surfaces so near touch
ENDS = (Status.OK, Status.RAY, Status.MAXITER)  # of Lemke's method


@dataclass(frozen=True, repr=False)
class Lcp(Scheme):
    """Stewart–Trinkle and Anitescu–Potra: hard contact with Coulomb's law on a cone with facets.

    `edges`: directions of friction in each contact: 4 or more, even; 2 for planar models.
    `solver`: "lemke" (pivots; ends at a solution or a ray), or "pgs" (sweeps).
    `level`: "position" (no surface passes another by the end of the step, N v' ≥ −φ/h), or "velocity" (those that touch
    do not approach, N v' ≥ −e N v, with e of the materials).
    `imperrreduce`, `eqerrreduce`: time constants with which violations decay [s]; 0 undoes them in one step.
    `mindist`: distance below which contacts are found [m]; None: the geoms' margins.
    `iterations`, `tolerance`: of "pgs": sweeps, and the largest change that may be left, in scaled units.
    """

    edges: int = 4
    solver: str = "lemke"
    level: str = "position"
    imperrreduce: float = 0.0
    eqerrreduce: float = 0.0
    mindist: float | None = None
    iterations: int = 10000
    tolerance: float = 1e-10
    integrator: str = "semi"

    def __post_init__(self) -> None:
        own = "Lcp"
        check_edges(own, self.edges)
        check_choice(own, "solver", self.solver, ("lemke", "pgs"))
        check_choice(own, "level", self.level, ("position", "velocity"))
        for name in ("imperrreduce", "eqerrreduce", "tolerance"):
            check_real(own, name, getattr(self, name), 0)
        check_whole(own, "iterations", self.iterations, 1)
        check_stepping(self)

    @property
    def takes_restitution(self) -> bool:
        """Whether materials can make it bounce."""
        return self.level == "velocity"

    @property
    def why_not_invertible(self) -> str:
        return "where a contact sticks or rests, any impulse inside of its cone goes with the same motion"

    @property
    def fallback(self) -> Scheme:
        from knuckle.lab.schemes.coulomb import Coulomb

        return Coulomb(imperrreduce=self.imperrreduce, eqerrreduce=self.eqerrreduce, mindist=self.mindist)

    def solve(self, p: Problem, memory: Any = None) -> Solution:
        form, left = self.form(p)
        if self.solver == "pgs":
            z, sweeps, change = sweep(form, self.iterations, self.tolerance)
            status = Status.OK if change <= self.tolerance else Status.MAXITER
            whole = np.concatenate([z, np.zeros(len(form.b) - len(z))])
            return left.solution(form.impulse(whole), niter=sweeps, status=status, residual=change)
        z, end, pivots, violation = lemke(*form.scaled)
        status = Status.RAY if violation > VERIFIED and not end else ENDS[end]
        return left.solution(form.impulse(z * form.unit_z), niter=pivots, status=status, residual=violation)

    def form(self, p: Problem) -> tuple[Complementarity, Reduced]:
        """The complementarity problem, and the problem without equalities that it is made of."""
        left = eliminate(p, equality_velocities(p, self.eqerrreduce))
        return complementarity(p, left, self.bounds(p), self.edges, self.active(p)), left

    def bounds(self, p: Problem) -> np.ndarray:
        """v_min of the rows."""
        if self.level == "position" or p.vmin is not None:
            return minimal_velocities(p, self.imperrreduce)
        return -p.restitution * np.minimum(p.J_I @ p.v, 0.0)

    def active(self, p: Problem) -> np.ndarray:
        """The rows that take part: at the level of velocities only surfaces that touch."""
        rows = np.arange(p.rows)
        if self.level == "position":
            return rows
        pushes = (p.kinds == Kind.LIMIT) | (p.kinds == Kind.CONE)
        return rows[~pushes | (p.w <= TOUCHING)]
