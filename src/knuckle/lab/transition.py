"""How a step depends on the state and the controls, by finite differences; and the stages of 0.5 by their names."""

from typing import Any

import numpy as np

from knuckle.data.data import Data, check_pair
from knuckle.data.state import get_state, set_state
from knuckle.functions.queries import declared_queries
from knuckle.lab.faults import LabError, check_flag, check_real
from knuckle.lab.scheme import Scheme
from knuckle.lab.world import World, check_support
from knuckle.model.model import Model
from knuckle.schema.enums import State

_integrate = declared_queries()["integrate_pos"]
_difference = declared_queries()["differentiate_pos"]

# stages of version 0.5, and the functions of the engine that do their work
STAGES_050 = {
    "mj_solvePosition": ("fwd_position",),
    "mj_solveControl": ("fwd_control",),
    "mj_solveActuation": ("actuation",),
    "mj_solveVelocity": ("fwd_velocity", "smooth_acceleration"),
    "mj_solveImpulse": ("constraint_solve",),
    "mj_kinematics": ("kinematics", "com_pos"),
    "mj_crb": ("crb",),
    "mj_factorM": ("factor_M",),
    "mj_collision": ("collision",),
    "mj_makeConstraint": ("make_constraint",),
    "mj_projectConstraint": ("project_constraint",),
    "mj_transmission": ("transmission",),
    "mj_rnePost": ("rne_post_constraint",),
}


def transition(
    m: Model, d: Data, scheme: Scheme, eps: float = 1e-6, centered: bool = False
) -> tuple[np.ndarray, np.ndarray]:
    """(A, B): δ(q, v)' = A δ(q, v) + B δu of one step, with positions in the tangent space; `d` stays as it is.

    A is 2nv × 2nv, B is 2nv × nu. `centered` takes differences on both sides: twice the work, twice the digits.
    """
    check_pair(m, d)
    check_support(m, scheme)
    check_real("transition", "eps", eps, 0, above=True)
    check_flag("transition", "centered", centered)
    if scheme.has_memory:
        raise LabError(f"transition: {scheme!r} has a memory, which is part of its state")
    other, start = d.copy(), get_state(m, d, State.INTEGRATION)
    base = _after(m, other, scheme, start)
    columns = []
    for k in range(2 * m.nv + m.nu):
        ends = [_after(m, other, scheme, start, k, sign * eps) for sign in ((1, -1) if centered else (1,))]
        low, width = (ends[1], 2 * eps) if centered else (base, eps)
        columns.append(np.concatenate([_difference(m, 1.0, low[0], ends[0][0]), ends[0][1] - low[1]]) / width)
    whole = np.array(columns).T.reshape(2 * m.nv, 2 * m.nv + m.nu)
    return whole[:, : 2 * m.nv], whole[:, 2 * m.nv :]


def _after(
    m: Model, d: Data, scheme: Scheme, start: Any, k: int = -1, change: float = 0.0
) -> tuple[np.ndarray, np.ndarray]:
    """(q, v) after a step from the start, with one number of state or controls changed."""
    set_state(m, d, start, State.INTEGRATION)
    if 0 <= k < m.nv:
        unit = np.zeros(m.nv)
        unit[k] = 1.0
        d.qpos[:] = _integrate(m, d.qpos, unit, change)
    elif m.nv <= k < 2 * m.nv:
        d.qvel[k - m.nv] += change
    elif k >= 0:
        d.ctrl[k - 2 * m.nv] += change
    scheme.steps(World(m, d, scheme), 1)
    return d.qpos.copy(), d.qvel.copy()
