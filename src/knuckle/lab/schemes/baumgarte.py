"""Bilateral constraints alone, in continuous time."""

from dataclasses import dataclass
from typing import Any

from knuckle.errors import UnsupportedError
from knuckle.lab.bilateral import multipliers
from knuckle.lab.faults import check_real
from knuckle.lab.integrators import check_integrator
from knuckle.lab.scheme import Scheme
from knuckle.lab.solution import Solution, solution_of
from knuckle.lab.world import World, common_reasons, row_label
from knuckle.model.model import Model


@dataclass(frozen=True, repr=False)
class Baumgarte(Scheme):
    """M v̇ + c = τ + Hᵀλ with ë + 2αė + α²e = 0 for the errors of equalities; no contacts, limits and dry friction.

    Stable for hα < 2 (explicit), 0.828 (semi), 2.785 (rk4).
    """

    alpha: float = 0.0  # [1/s]
    integrator: str = "rk4"

    def __post_init__(self) -> None:
        check_real("Baumgarte", "alpha", self.alpha, 0)
        check_integrator("Baumgarte", self.integrator)

    def supports(self, m: Model) -> tuple[str, ...]:
        reasons = list(common_reasons(m))
        for j in range(m.njnt):
            if m.jnt_limited[j]:
                reasons.append(f"joint {m.names('joint')[j] or j}: a limit is no bilateral constraint")
        for i in range(m.nv):
            if m.dof_frictionloss[i] > 0:
                reasons.append(
                    f"joint {m.names('joint')[m.dof_jntid[i]] or m.dof_jntid[i]}: dry friction (frictionloss)"
                )
        return tuple(reasons)

    def forward(self, world: World, memory: Any = None) -> Solution:
        p = world.problem()
        if p.rows:
            row = row_label(world.m, world.d, world.d.ne)
            raise UnsupportedError(f"{self!r}: {row}: contacts are no bilateral constraints")
        force, qacc = multipliers(world, p, self.alpha)
        return solution_of(p, p.v + p.h * qacc, p.h * force[:0], p.h * force)
