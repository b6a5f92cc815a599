"""Soft contact whose deformations have a state of their own."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from knuckle.data.data import Data
from knuckle.lab.calls import call
from knuckle.lab.deformation import FORGOTTEN, AugmentedMemory, Deformation, RowGroup, find, groups, made, renewed
from knuckle.lab.faults import check_choice, check_real
from knuckle.lab.problem import Problem
from knuckle.lab.scheme import Scheme
from knuckle.lab.solution import Solution, solution_of
from knuckle.lab.world import World
from knuckle.model.model import Model


@dataclass(frozen=True, repr=False)
class Augmented(Scheme):
    """The engine's soft constraints with deformations z and rates ω as states, which remember a touch when it ended.

        f = argmin ½fᵀ(A + R)f + fᵀ[(r − z)/h + Jv⁻ − (ω + h a*)],   a* = −bω − kz
        v' = v⁻ + M⁻¹Jᵀf,   ω' = ω + h a* − R f,   z' = z + h ω',   q' = q ⊕ h v'

    R, k and b are those of the engine's rows, after the touch those of its end. `start`: what a new contact begins
    with, "tracking" (z = r, ω = Jv, which is the engine's own step) or "rest" (undeformed). `match`: how far from a
    remembered place a contact is still the same [m]. A deformation that nothing touches recovers by ω̇ = a*.
    """

    start: str = "tracking"
    match: float = 5e-3

    has_memory = True

    def __post_init__(self) -> None:
        check_choice("Augmented", "start", self.start, ("tracking", "rest"))
        check_real("Augmented", "match", self.match, 0, above=True)

    @property
    def why_not_invertible(self) -> str:
        return "forces depend on deformations, which the motion does not show"

    def memory(self, m: Model, d: Data) -> AugmentedMemory:
        return AugmentedMemory()

    def stored(self, world: World, memory: Any = None) -> float:
        return float(memory.energy)

    def forward(self, world: World, memory: Any = None) -> Solution:
        return self.press(world, memory)[0]

    def step(self, world: World, memory: Any = None) -> Solution:
        solution, pressed = self.press(world, memory)
        world.accept(solution)
        world.advance(solution.qvel_next)
        force = np.concatenate([solution.equality_impulse, solution.impulse]) / world.h
        touched = {id(old) for _, old, _ in pressed if old is not None}
        after = [now.advanced(force[group.rows], world.h) for group, _, now in pressed]
        after += [old.advanced(0.0 * old.z, world.h) for old in memory.places if id(old) not in touched]
        memory.places = [each for each in after if lasting(each)]
        return solution

    def press(
        self, world: World, memory: AugmentedMemory
    ) -> tuple[Solution, list[tuple[RowGroup, Deformation | None, Deformation]]]:
        """The solution of the present state; and for each group of rows the place it presses on, before and now."""
        p = world.problem()
        d, h = world.d, world.h
        aim, pressed, free = np.zeros(d.nefc), [], list(memory.places)
        for group in groups(world, p):
            old = find(group, free, self.match)
            if old is not None:
                free = [each for each in free if each is not old]
            now = made(world, p, group, self.start) if old is None else renewed(world, p, group, old)
            pressed.append((group, old, now))
            aim[group.rows] = aims(world, group.rows, now, h)
        call("lab_aimed_solve", world.shadow, d, aim=aim, rows=len(aim))
        return as_solution(world, p), pressed


def aims(world: World, rows: slice, now: Deformation, h: float) -> np.ndarray:
    """Reference accelerations that make the engine's problem the one above: a* + (ω − Jv)/h − (r − z)/h², and J̇v."""
    d = world.d
    r, v = d.efc_pos[rows] - d.efc_margin[rows], d.efc_vel[rows]
    engine = -d.efc_KBIP[rows, 1] * v - d.efc_KBIP[rows, 0] * d.efc_KBIP[rows, 2] * r
    aim = -now.b * now.w - now.k * now.z + (now.w - v) / h + (d.efc_aref[rows] - engine)
    return aim - np.where(now.residual, (r - now.z) / (h * h), 0.0)


def as_solution(world: World, p: Problem) -> Solution:
    """What the engine's solver left in `d`."""
    d, h = world.d, world.h
    impulse = h * d.efc_force
    return solution_of(p, p.v + h * d.qacc, impulse[p.ne :], impulse[: p.ne], niter=int(d.solver_niter.sum()))


def lasting(each: Deformation) -> bool:
    """Whether a deformation is worth to be remembered."""
    return bool((np.abs(each.z) >= FORGOTTEN).any() or (np.abs(each.w) >= FORGOTTEN).any())
