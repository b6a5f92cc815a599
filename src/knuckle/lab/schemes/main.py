"""The engine's own formulation, as a scheme among others."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from knuckle.errors import UnsupportedError
from knuckle.functions.calls import machine
from knuckle.lab.problem import Problem
from knuckle.lab.scheme import Scheme
from knuckle.lab.solution import Solution
from knuckle.lab.world import World
from knuckle.model.model import Model
from knuckle.schema.enums import EnableBit


@dataclass(frozen=True, repr=False)
class Main(Scheme):
    """Soft convex constraints on accelerations: `kn.step` with the model's own options."""

    @property
    def invertible(self) -> bool:
        return True

    def supports(self, m: Model) -> tuple[str, ...]:
        return ()

    def solve(self, p: Problem, memory: Any = None) -> Solution:
        raise UnsupportedError("Main: problems come without the engine's own rows: use lab.forward")

    def forward(self, world: World, memory: Any = None) -> Solution:
        """The forward dynamics; the velocity after the step is that of a copy that is stepped."""
        m, d = world.m, world.d
        ahead = d.copy()
        machine().step(m, ahead)
        machine().forward(m, d)
        return as_solution(world, ahead.qvel.copy())

    def step(self, world: World, memory: Any = None) -> Solution:
        machine().step(world.m, world.d)
        return as_solution(world, world.d.qvel.copy())

    def steps(self, world: World, count: int, memory: Any = None) -> None:
        machine().step(world.m, world.d, count)

    def inverse_in(self, world: World, qvel_next: np.ndarray) -> Solution:
        """kn.inverse at the acceleration (v' − v) / h of the discrete step."""
        m, d = world.m, world.d
        d.qacc[:] = (qvel_next - d.qvel) / world.h
        flags = m.opt.enableflags
        m.opt.enableflags = flags | EnableBit.INVDISCRETE
        try:
            machine().inverse(m, d)
        finally:
            m.opt.enableflags = flags
        machine().actuation(m, d)
        solution = as_solution(world, qvel_next)
        solution.qfrc_inverse = d.qfrc_inverse - d.qfrc_actuator - d.qfrc_applied
        return solution


def as_solution(world: World, qvel_next: np.ndarray) -> Solution:
    """What is in `d` as a Solution; impulses are those of the engine's own rows, equalities apart."""
    d, h = world.d, world.h
    impulse = h * d.efc_force
    return Solution(
        qvel_next=qvel_next,
        impulse=impulse[d.ne :].copy(),
        h=h,
        qacc=d.qacc.copy(),
        equality_impulse=impulse[: d.ne].copy(),
        niter=int(d.solver_niter.sum()),
    )
