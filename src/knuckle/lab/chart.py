"""Continuous time: the state of a world as a vector that an integrator of SciPy can move.

Positions are q = q₀ ⊕ x around the state of the last restart. A rotation q₀ exp(x) that turns at v in its own frame has

    ẋ = v + ½ x × v + (1/θ² − (1 + cos θ) / (2θ sin θ)) x × (x × v),   θ = ‖x‖

and ẋ = v along all other dofs.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from knuckle.data.state import get_state, set_state
from knuckle.functions.queries import declared_queries
from knuckle.lab.faults import SolverError
from knuckle.lab.world import World
from knuckle.model.model import Model
from knuckle.schema.enums import JointType, State

LARGEST_TURN = 1.0  # [rad] beyond which a chart is centred anew
_integrate = declared_queries()["integrate_pos"]


class Chart:
    """Coordinates x of positions around q₀."""

    def __init__(self, m: Model, q0: np.ndarray):
        self.m, self.q0 = m, q0.copy()
        self.turns = turning_dofs(m)

    def position(self, x: np.ndarray) -> np.ndarray:
        """q₀ ⊕ x."""
        return _integrate(self.m, self.q0, np.ascontiguousarray(x), 1.0)

    def rate(self, x: np.ndarray, v: np.ndarray) -> np.ndarray:
        """ẋ at the velocity v."""
        out = v.copy()
        for i in self.turns:
            out[i : i + 3] = turn_rate(x[i : i + 3], v[i : i + 3])
        return out

    def turned(self, x: np.ndarray) -> float:
        """The largest angle of a rotation away from the centre. [rad]"""
        return max((float(np.linalg.norm(x[i : i + 3])) for i in self.turns), default=0.0)


def turning_dofs(m: Model) -> list[int]:
    """The first dof of each rotation in three dimensions."""
    first = {int(JointType.FREE): 3, int(JointType.BALL): 0}
    return [int(m.jnt_dofadr[j]) + first[int(kind)] for j, kind in enumerate(m.jnt_type) if int(kind) in first]


def turn_rate(x: np.ndarray, v: np.ndarray) -> np.ndarray:
    """ẋ of a rotation vector x whose body turns at v in its own frame."""
    x0, x1, x2 = x.tolist()  # numbers are faster than arrays of three
    v0, v1, v2 = v.tolist()
    angle = math.sqrt(x0 * x0 + x1 * x1 + x2 * x2)
    if not math.isfinite(angle):
        return np.full(3, math.nan)
    if angle < 1e-4:
        weight = 1.0 / 12.0 + angle**2 / 720.0
    else:
        weight = 1.0 / angle**2 - (1.0 + math.cos(angle)) / (2.0 * angle * math.sin(angle))
    a0, a1, a2 = x1 * v2 - x2 * v1, x2 * v0 - x0 * v2, x0 * v1 - x1 * v0
    twice = (x1 * a2 - x2 * a1, x2 * a0 - x0 * a2, x0 * a1 - x1 * a0)
    return np.array([w + 0.5 * a + weight * b for w, a, b in zip((v0, v1, v2), (a0, a1, a2), twice, strict=True)])


class Motion:
    """A world that an integrator moves: y = (x, v, activations) in a chart around the present state."""

    def __init__(self, world: World):
        self.world, self.m, self.d = world, world.m, world.d
        self.chart = Chart(self.m, self.d.qpos)

    def now(self) -> np.ndarray:
        """y of the state that the chart is centred at."""
        if not (np.isfinite(self.d.qpos).all() and np.isfinite(self.d.qvel).all() and np.isfinite(self.d.act).all()):
            raise SolverError(f"{self.world.scheme!r}, step {self.world.done}: the state is no longer of numbers")
        return np.concatenate([np.zeros(self.m.nv), self.d.qvel, self.d.act])

    def put(self, t: float, y: np.ndarray) -> None:
        """Let `d` have the state y at the time t."""
        nv, d = self.m.nv, self.d
        d.qpos[:] = self.chart.position(y[:nv])
        d.qvel[:], d.act[:], d.time = y[nv : 2 * nv], y[2 * nv :], t

    def rate(self, y: np.ndarray, qacc: np.ndarray) -> np.ndarray:
        """ẏ under an acceleration; act_dot is what was observed last."""
        nv = self.m.nv
        return np.concatenate([self.chart.rate(y[:nv], y[nv : 2 * nv]), qacc, self.d.act_dot])


def centred_events(motion: Motion) -> Callable[[float, np.ndarray], float]:
    """An event of solve_ivp that ends an integration where the chart should be centred anew."""

    def far(t: float, y: np.ndarray) -> float:
        return LARGEST_TURN - motion.chart.turned(y[: motion.m.nv])

    far.terminal = True  # type: ignore[attr-defined]
    return far


def integrate_adaptively(
    world: World, accelerate: Callable[[], np.ndarray], method: str, rtol: float, atol: float
) -> None:
    """Move a world by h with an error-controlled integrator; `accelerate` tells qacc of the state that is in `d`.

    A failure leaves the state as it was.
    """
    from scipy.integrate import solve_ivp

    m, d = world.m, world.d
    start, t, end = get_state(m, d, State.INTEGRATION), float(d.time), float(d.time) + world.h
    try:
        while t < end:
            motion = Motion(world)

            def rhs(t: float, y: np.ndarray, motion: Motion = motion) -> np.ndarray:
                motion.put(t, y)
                return motion.rate(y, accelerate())

            found: Any = solve_ivp(
                rhs, (t, end), motion.now(), method, rtol=rtol, atol=atol, events=centred_events(motion)
            )
            if found.status < 0 or not np.isfinite(found.y[:, -1]).all():
                raise SolverError(f"{world.scheme!r}, step {world.done}, t = {found.t[-1]:g} s: {found.message}")
            t = end if found.status == 0 else float(found.t[-1])
            motion.put(t, found.y[:, -1])
    except BaseException:
        set_state(m, d, start, State.INTEGRATION)
        raise
