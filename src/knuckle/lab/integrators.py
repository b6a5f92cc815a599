"""How positions follow the velocities that a scheme finds: the integrators of version 0.5.

explicit     q' = q ⊕ h v          midpoint  q' = q ⊕ ½h (v + v')          semi  q' = q ⊕ h v'
rk4          four stages on a(q, v) = (v'(q, v, h) − v) / h, impulses in each of them
interleave   four stages on the smooth dynamics, then one impulse
"""

from typing import Any

from knuckle.lab.faults import check_choice, check_real
from knuckle.lab.scheme import Scheme
from knuckle.lab.solution import Solution
from knuckle.lab.world import World

SHARES = {"explicit": 0.0, "midpoint": 0.5, "semi": 1.0}
ALIASES = {
    "mjINT_EXPLICIT": "explicit",
    "mjINT_MIDPOINT": "midpoint",
    "mjINT_SEMIIMPLICIT": "semi",
    "mjINT_RK4": "rk4",
    "mjINT_INTERLEAVE": "interleave",
}
INTEGRATORS = (*SHARES, "rk4", "interleave")


def check_integrator(owner: str, name: Any) -> None:
    """Raise LabError unless there is an integrator of that name."""
    if name not in ALIASES:
        check_choice(owner, "integrator", name, INTEGRATORS)


def check_stepping(scheme: Any) -> None:
    """Raise LabError unless `mindist` and `integrator` of a scheme are such that it can step."""
    owner = type(scheme).__name__
    if scheme.mindist is not None:
        check_real(owner, "mindist", scheme.mindist, 0)
    check_integrator(owner, scheme.integrator)


def integrate(scheme: Scheme, world: World, memory: Any = None) -> Solution:
    """One step by the integrator that a scheme names; returns the solution of its (last) solve."""
    named = getattr(scheme, "integrator", "semi")
    kind = ALIASES.get(named, named)
    if kind == "rk4":
        return runge_kutta(scheme, world, memory)
    if kind == "interleave":
        from knuckle.lab.interleave import interleave

        return interleave(scheme, world, memory)
    solution = scheme.forward(world, memory)
    world.accept(solution)
    world.advance(solution.qvel_next, SHARES[kind])
    return solution


def runge_kutta(scheme: Scheme, world: World, memory: Any = None) -> Solution:
    """The classic tableau; a failure in any stage leaves the state as it was."""
    solution = scheme.forward(world, memory)
    world.accept(solution)
    world.stage(0)
    try:
        for number in (1, 2, 3):
            world.stage(number)
            solution = scheme.forward(world, memory)
            world.accept(solution)
    except BaseException:
        world.stage(5)
        raise
    world.stage(4)
    return solution
