"""Many steps of convex contact in one call of compiled code: the engine's own problem, with changes."""

from typing import Any

from knuckle.lab.calls import run_world
from knuckle.lab.faults import SolverError
from knuckle.lab.integrators import ALIASES, SHARES
from knuckle.lab.world import World, shadow_of
from knuckle.schema.enums import Cone

PROXIMAL = 1e-3  # ρ of hard contact, times the engine's estimate of inverse inertia
LEFT = 10.0  # m/s that proximal steps may leave, times the tolerance of the model's solver
ENOUGH = {"iterations": 100, "ls_iterations": 50}  # whatever the model says
REFS = ("damped", "gap", "engine")
BAD = 2


def can_compile(scheme: Any, world: World) -> bool:
    """Whether nothing in a step needs Python."""
    kind = ALIASES.get(scheme.integrator, scheme.integrator)
    plain = not world.hooks and not world.materials and world.h == float(world.m.opt.timestep)
    return plain and kind in SHARES and scheme.solver == "newton"


def convex_steps(
    scheme: Any,
    world: World,
    count: int,
    *,
    cone: Cone,
    ref: str,
    R: float = 0.0,
    hard: bool = False,
    B: float = 0.0,
    K: float = 0.0,
) -> None:
    """Steps of a world; those that the engine's solver does not finish are done by the scheme itself, in Python.

    The solver is as exact as the model's `opt.tolerance` says.
    """
    kind = ALIASES.get(scheme.integrator, scheme.integrator)
    shadow = shadow_of(world.m, scheme.reach, cone=int(cone), **ENOUGH)
    values = {
        "R": float(R),
        "prox": PROXIMAL if hard else 0.0,
        "ref": REFS.index(ref),
        "B": float(B),
        "K": float(K),
        "share": SHARES[kind],
        "tolerance": LEFT * float(world.m.opt.tolerance),
    }
    while count > 0:
        done, stopped = run_world("lab_convex_step", shadow, world.d, count, values)
        world.done += done
        count -= done
        if stopped == BAD:
            raise SolverError(
                f"{scheme!r}, step {world.done}, t = {world.d.time:g} s: accelerations are no longer numbers"
            )
        if stopped:
            scheme.step(world)
            world.done += 1
            count -= 1
