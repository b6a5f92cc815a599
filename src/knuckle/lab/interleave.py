"""The interleaved step: Runge-Kutta on the smooth dynamics, equalities included, then one impulse.

    (q_s, v_s) = RK4 of M v̇ = τ − c + J_Eᵀf_E over h;   v̄ = (q_s ⊖ q)/h
    rows are those of q,  v_min = −w/h + n (v_s − v̄);   v' = v_s + M_E⁻¹Jᵀf,   q' = q_s ⊕ h M_E⁻¹Jᵀf

So the linearized distance at the end of the step is zero, not negative, where a contact pushes.
"""

from typing import Any

from knuckle.data.state import get_state, set_state
from knuckle.functions.queries import declared_queries
from knuckle.lab.bilateral import multipliers
from knuckle.lab.problem import Problem
from knuckle.lab.scheme import Scheme
from knuckle.lab.solution import Solution
from knuckle.lab.stabiliser import minimal_velocities
from knuckle.lab.world import World, problem_of
from knuckle.schema.enums import State

_difference = declared_queries()["differentiate_pos"]
_integrate = declared_queries()["integrate_pos"]


def interleave(scheme: Scheme, world: World, memory: Any = None) -> Solution:
    """One step; a failure leaves the state as it was.

    A scheme may have `eqerrreduce` and `imperrreduce`, time constants of errors, `clamp`, and `detect` "start" or
    "end": where contacts are looked for.
    """
    m, d = world.m, world.d
    start = get_state(m, d, State.INTEGRATION)
    q, v = d.qpos.copy(), d.qvel.copy()
    try:
        smooth_step(world, getattr(scheme, "eqerrreduce", 0.0))
        end = get_state(m, d, State.INTEGRATION)
        q_s, v_s = d.qpos.copy(), d.qvel.copy()
        at_end = getattr(scheme, "detect", "start") == "end"
        if not at_end:
            set_state(m, d, start, State.INTEGRATION)
        p = world.problem()
        mean = v_s * 0.0 if at_end else _difference(m, world.h, q, q_s)
        solution = scheme.solve(impulse_problem(scheme, p, v_s, mean), memory)
        solution.qacc = (solution.qvel_next - v) / world.h
        world.accept(solution)
        set_state(m, d, end, State.INTEGRATION)
        d.qpos[:] = _integrate(m, q_s, solution.qvel_next - v_s, world.h)
        d.qvel[:] = solution.qvel_next
    except BaseException:
        set_state(m, d, start, State.INTEGRATION)
        raise
    return solution


def impulse_problem(scheme: Scheme, p: Problem, v_s, mean) -> Problem:
    """The problem of the impulse alone: equalities keep the velocity they have."""
    bound = minimal_velocities(p, getattr(scheme, "imperrreduce", 0.0), getattr(scheme, "clamp", False))
    apart = p.normals[p.w[p.normals] > 0]
    bound[apart] += p.J_I[apart] @ (v_s - mean)
    changed = {name: value for name, value in vars(p).items() if name not in ("v_minus", "vmin", "v_E")}
    return Problem.trusted(**changed | {"v_minus": v_s, "vmin": bound, "v_E": p.J_E @ v_s})


def smooth_step(world: World, T: float) -> None:
    """Runge-Kutta on the smooth dynamics with hard equalities, whose errors decay with the time constant T."""
    d, alpha = world.d, 0.0 if T == 0.0 else 1.0 / T

    def accelerate() -> None:
        world.observe()
        if d.ne:
            d.qacc[:] = multipliers(world, problem_of(world.m, d, world.h), alpha)[1]
        else:
            d.qacc[:] = d.qacc_smooth

    accelerate()
    world.stage(0)
    for number in (1, 2, 3):
        world.stage(number)
        accelerate()
    world.stage(4)
