"""The answer of a scheme to one step."""

from dataclasses import dataclass, field

import numpy as np

from knuckle.lab.faults import Status
from knuckle.lab.problem import Problem, check_problem, numbers_of


@dataclass
class Solution:
    """The velocity after a step and the impulses behind it; normals first in each contact.

    `qfrc_inverse` is there where an inverse was asked for: the force that is to be applied for this motion, beyond
    those that act already. `rank` is that of the rows of equality, where it was looked at.
    """

    qvel_next: np.ndarray  # [m/s, rad/s]
    impulse: np.ndarray  # of the rows of inequality [N s, N m s]
    h: float  # [s]
    qacc: np.ndarray = field(default_factory=lambda: np.zeros(0))  # (v' − v) / h
    v_before: np.ndarray = field(default_factory=lambda: np.zeros(0))  # velocities of the rows: J_I v
    v_after: np.ndarray = field(default_factory=lambda: np.zeros(0))  # J_I v'
    equality_impulse: np.ndarray = field(default_factory=lambda: np.zeros(0))
    qfrc_inverse: np.ndarray | None = None  # [N, N m]
    niter: int = 0
    status: Status = Status.OK
    residual: float = 0.0  # the solver's own measure of what is left
    rank: int | None = None

    @property
    def force(self) -> np.ndarray:
        """The mean force of each row over the step: impulse / h. [N, N m]"""
        return self.impulse / self.h


def solution_of(
    p: Problem,
    qvel_next: np.ndarray,
    impulse: np.ndarray,
    equality_impulse: np.ndarray | None = None,
    **more,
) -> Solution:
    """A Solution of a problem, with what follows from its velocity."""
    check_problem(p, "solution_of")
    qvel_next = numbers_of("solution_of", "qvel_next", qvel_next, (p.nv,), finite=False)
    impulse = numbers_of("solution_of", "impulse", impulse, (p.rows,), finite=False)
    return Solution(
        qvel_next=qvel_next,
        impulse=impulse,
        h=p.h,
        qacc=(qvel_next - p.v) / p.h,
        v_before=p.J_I @ p.v,
        v_after=p.J_I @ qvel_next,
        equality_impulse=np.zeros(p.ne) if equality_impulse is None else equality_impulse,
        **more,
    )


def from_impulses(p: Problem, impulse: np.ndarray, equality_impulse: np.ndarray | None = None, **more) -> Solution:
    """A Solution from impulses: v' = v_minus + M⁻¹ (J_Eᵀ f_E + J_Iᵀ f)."""
    check_problem(p, "from_impulses")
    push = p.J_I.T @ numbers_of("from_impulses", "impulse", impulse, (p.rows,), finite=False)
    if equality_impulse is not None:
        push = push + p.J_E.T @ numbers_of("from_impulses", "equality_impulse", equality_impulse, (p.ne,), False)
    qvel_next = p.v_minus + (np.linalg.solve(p.M, push) if p.nv else push)
    return solution_of(p, qvel_next, impulse, equality_impulse, **more)
