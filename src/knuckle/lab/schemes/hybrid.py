"""Rigid contact with events."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from knuckle.data.data import Data
from knuckle.data.state import get_state, set_state
from knuckle.lab.faults import check_choice, check_real, check_whole
from knuckle.lab.hybrid.events import HybridMemory
from knuckle.lab.hybrid.impact import collide
from knuckle.lab.hybrid.march import march, touching_now
from knuckle.lab.hybrid.phase import Answer, Phase, choose_modes
from knuckle.lab.hybrid.touches import look
from knuckle.lab.scheme import Scheme
from knuckle.lab.solution import Solution, solution_of
from knuckle.lab.support import condim_reasons, friction_reasons
from knuckle.lab.world import World, common_reasons
from knuckle.model.model import Model
from knuckle.schema.enums import JointType, State


@dataclass(frozen=True, repr=False)
class Hybrid(Scheme):
    """Rigid bodies: smooth phases, and events between them that are found in time.

    `restitution` e of contacts and limits (materials say more); `law`: "newton" or "poisson"; `friction`: "coulomb"
    with the model's friction, "stick" (infinite), or "none". An impact does not bounce where its rebound would be
    slower than `v_stop` [m/s], or where it follows the last one of the same contact within `zeno` [s].
    `sight`: how far contacts are looked for [m]. `alpha`: rate at which drift decays [1/s]. More than `max_events` in
    one step end it with the status ZENO. The memory has the log of events: `lab.events(memory)`.
    """

    restitution: float = 0.0
    law: str = "newton"
    friction: str = "coulomb"
    rtol: float = 1e-9
    atol: float = 1e-12
    zeno: float = 1e-6
    v_stop: float = 1e-6
    sight: float = 0.05
    alpha: float = 10.0
    max_events: int = 1000

    has_memory = True
    takes_restitution = True  # of materials

    def __post_init__(self) -> None:
        check_real("Hybrid", "restitution", self.restitution, 0, 1)
        check_choice("Hybrid", "law", self.law, ("newton", "poisson"))
        check_choice("Hybrid", "friction", self.friction, ("coulomb", "stick", "none"))
        for name in ("rtol", "atol", "sight", "v_stop"):
            check_real("Hybrid", name, getattr(self, name), 0, above=True)
        for name in ("zeno", "alpha"):
            check_real("Hybrid", name, getattr(self, name), 0)
        check_whole("Hybrid", "max_events", self.max_events, 1)

    @property
    def reach(self) -> float | None:
        return self.sight

    @property
    def why_not_invertible(self) -> str:
        return "forces of rigid contacts leave no trace in the motion, along normals and where they stick"

    def supports(self, m: Model) -> tuple[str, ...]:
        reasons = [*common_reasons(m), *friction_reasons(m), *condim_reasons(m, (1, 3))]
        for j in np.flatnonzero(m.jnt_limited):
            if m.jnt_type[j] == int(JointType.BALL):
                reasons.append(f"joint {m.names('joint')[j] or j}: a limit of a ball joint")
        reasons += [f"tendon {m.names('tendon')[t] or t}: a limit" for t in np.flatnonzero(m.tendon_limited)]
        if m.nhistory:
            reasons.append("delays of actuators or sensors: buffers move on by whole steps only")
        return tuple(reasons)

    def memory(self, m: Model, d: Data) -> HybridMemory:
        return HybridMemory()

    def forward(self, world: World, memory: Any = None) -> Solution:
        """The impact of the present state, or its acceleration where nothing hits."""
        scene = look(world)
        touching = touching_now(scene, memory)
        if any(float(touch.J[0] @ scene.p.v) < -self.v_stop for touch in touching):
            bounce = [self.restitution if t.restitution < 0 else t.restitution for t in touching]
            after, impulses, status = collide(world, self, scene, touching, bounce)
            f = np.zeros(scene.p.rows)
            for touch, impulse in zip(touching, impulses, strict=True):
                if touch.row >= 0:
                    f[touch.row : touch.row + len(impulse)] = impulse
            return solution_of(scene.p, after, f, status=status)
        held, status = choose_modes(world, self, scene, touching)
        return as_solution(Phase(world, self, held).answer(scene), status)

    def step(self, world: World, memory: Any = None) -> Solution:
        m, d = world.m, world.d
        start, known = get_state(m, d, State.INTEGRATION), len(memory.log)
        hits, held, before = dict(memory.last_hit), memory.held, d.qvel.copy()
        if not np.array_equal(world.kept.get("state", ()), start):
            world.kept.pop("phase", None)  # what the last step knew of its end is not true of this start
        try:
            answer, status = march(world, self, memory)
            solution = as_solution(answer, status)
            world.accept(solution)
        except BaseException:
            set_state(m, d, start, State.INTEGRATION)
            del memory.log[known:]
            memory.last_hit, memory.held = hits, held
            raise
        world.kept["state"] = get_state(m, d, State.INTEGRATION)
        solution.qvel_next, solution.qacc = d.qvel.copy(), (d.qvel - before) / world.h
        return solution


def as_solution(answer: Answer, status: Any) -> Solution:
    """The forces that hold at a state, over a whole step, as a Solution."""
    p = answer.scene.p
    f = np.zeros(p.rows)
    for touch, force in zip(answer.held, answer.forces, strict=True):
        if touch.row >= 0:
            f[touch.row : touch.row + len(force)] = force
    return solution_of(p, p.v + p.h * answer.qacc, p.h * f, p.h * answer.equality, status=status)
