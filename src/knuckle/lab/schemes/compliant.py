"""Contacts as springs and dampers."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from knuckle.errors import UnsupportedError
from knuckle.lab.bilateral import multipliers
from knuckle.lab.calls import run_world
from knuckle.lab.chart import integrate_adaptively
from knuckle.lab.faults import LabError, SolverError, Status, check_choice, check_real
from knuckle.lab.implicit_contact import implicit_velocities
from knuckle.lab.point_law import FRICTIONS, LAWS, RowLaw, frequencies, geom_stiffness, row_law
from knuckle.lab.problem import Kind, Problem, velocity_of
from knuckle.lab.scheme import Scheme
from knuckle.lab.solution import Solution, solution_of
from knuckle.lab.stabiliser import recommended
from knuckle.lab.support import condim_reasons, friction_reasons
from knuckle.lab.world import World, common_reasons
from knuckle.model.model import Model

ADAPTIVE = {"radau": "Radau", "dop853": "DOP853"}
# squares of h ω up to which a spring without damper does not blow up
STABLE = {"semi": 4.0, "rk4": 8.0}
INTEGRATORS = (*STABLE, "implicit", *ADAPTIVE)


@dataclass
class Surfaces:
    """Forces that are not those of rows: which rows stay, the force on dofs, how rows show it, and (h ω)²."""

    rows: np.ndarray
    push: np.ndarray
    shown: np.ndarray
    frequency: float


@dataclass(frozen=True, repr=False)
class Compliant(Scheme):
    """Forces as functions of depth δ = −w and slip; limits are springs of the same law; equalities by Baumgarte.

    `law`: "linear" max(0, kδ), "voigt" max(0, kδ + cδ̇), or "hunt-crossley" max(0, kδᵖ(1 + dδ̇)); k is `stiffness`
    [N/m], c `damping` [N s/m], d `dissipation` [s/m], p `power` (1 or 1.5).
    `limit_stiffness`: k of limits [N/m, N m/rad].
    `depth`: instead of the stiffness, how far the weight of a body's tree would sink in on one contact [m].
    `friction`: "coulomb-linear" μ_d clip(σ, 0, 1), or "stribeck": up to μ_s at σ = 1, down to μ_d at σ = 3, where σ is
    slip over `stiction_speed` [m/s]. `mu_static`, `mu_dynamic`: None takes the model's friction.
    `integrator`: "semi", "rk4", "implicit" (forces of the end of the step), "radau" or "dop853" (with `rtol`, `atol`).
    `alpha`: rate at which errors of equalities decay [1/s].
    """

    law: str = "hunt-crossley"
    friction: str = "stribeck"
    integrator: str = "semi"
    stiffness: float = 1e5
    limit_stiffness: float = 1e3
    depth: float | None = None
    damping: float = 100.0
    dissipation: float = 0.5
    power: float = 1.0
    mu_static: float | None = None
    mu_dynamic: float | None = None
    stiction_speed: float = 1e-3
    alpha: float = 20.0
    rtol: float = 1e-8
    atol: float = 1e-10

    def __post_init__(self) -> None:
        own = type(self).__name__
        check_choice(own, "law", self.law, LAWS)
        check_choice(own, "friction", self.friction, FRICTIONS)
        check_choice(own, "integrator", self.integrator, INTEGRATORS)
        for name in ("stiffness", "limit_stiffness", "damping", "dissipation", "alpha"):
            check_real(own, name, getattr(self, name), 0)
        for name in ("stiction_speed", "rtol", "atol"):
            check_real(own, name, getattr(self, name), 0, above=True)
        if self.depth is not None:
            check_real(own, "depth", self.depth, 0, above=True)
        for name in ("mu_static", "mu_dynamic"):
            if getattr(self, name) is not None:
                check_real(own, name, getattr(self, name), 0)
        if self.mu_static is not None and (self.mu_dynamic or 0.0) > self.mu_static:
            raise LabError(
                f"{own}: mu_dynamic: expected at most mu_static = {self.mu_static:g}, found {self.mu_dynamic:g}"
            )
        check_real(own, "power", self.power, 1, 1.5)
        if self.power not in (1, 1.5):
            raise LabError(f"{own}: power: expected 1 or 1.5, found {self.power!r}")

    def supports(self, m: Model) -> tuple[str, ...]:
        reasons = [*common_reasons(m), *friction_reasons(m), *condim_reasons(m, (1, 3))]
        if self.integrator in ADAPTIVE and m.nhistory:
            reasons.append("delays of actuators or sensors: buffers move on by whole steps only")
        return tuple(reasons)

    @property
    def invertible(self) -> bool:
        return self.integrator in ("semi", "implicit")

    @property
    def why_not_invertible(self) -> str:
        return "its forces change within the step (integrators 'semi' and 'implicit' have an inverse)"

    @property
    def fallback(self) -> "Scheme | None":
        return replace(self, integrator="implicit") if self.integrator in STABLE else None

    def solve(self, p: Problem, memory: Any = None) -> Solution:
        return self.respond(p, None)

    def forward(self, world: World, memory: Any = None) -> Solution:
        solution = self.respond(world.problem(), world)
        if solution.status & Status.STIFF and world.on_failure == "fallback" and self.fallback is not None:
            return self.fallback.forward(world, memory)
        return solution

    def respond(self, p: Problem, world: World | None) -> Solution:
        """The velocity after the step; without a world, equalities must be absent."""
        if (p.kinds == Kind.FRICTION).any():
            raise UnsupportedError(f"{self!r}: dry friction of dofs and tendons is no compliant contact")
        law, other = row_law(self, p, world), self.surfaces(p, world)
        if self.integrator == "implicit":
            return self._at_the_end(p, law, other)
        f, slope = law.forces(p, p.w, p.J_I @ p.v)
        f, slope = np.where(other.rows, f, 0.0), np.where(other.rows[:, None], slope, 0.0)
        push = p.J_I.T @ f + other.push
        pushed = Problem.trusted(**vars(p) | {"v_minus": p.v_minus + p.h * np.linalg.solve(p.M, push)})
        held, qacc = np.zeros(0), (pushed.v_minus - p.v) / p.h
        if p.ne:
            if world is None:
                raise UnsupportedError(f"{self!r}: equalities need a model: use lab.forward or lab.step")
            held, qacc = multipliers(world, pushed, self.alpha)
        highest = max(other.frequency, frequencies(p, -slope[:, 3], -slope[:, 0]))
        status = Status.STIFF if highest > STABLE.get(self.integrator, np.inf) else Status.OK
        return solution_of(p, p.v + p.h * qacc, p.h * (f + other.shown), p.h * held, status=status)

    def _at_the_end(self, p: Problem, law: RowLaw, other: Surfaces) -> Solution:
        """The velocity after the step with forces of rows of its end; other surfaces push as at its start."""
        speed = p.J_E @ p.v
        target = recommended(p.e, speed, p.h, 1.0 / self.alpha) if self.alpha > 0 else speed
        law.k[~other.rows], law.c[~other.rows] = 0.0, 0.0
        if other.push.any():
            p = Problem.trusted(**vars(p) | {"v_minus": p.v_minus + p.h * np.linalg.solve(p.M, other.push)})
        x = implicit_velocities(p, law, target)
        x.impulse += p.h * other.shown
        if other.frequency > STABLE["semi"]:
            x.status |= Status.STIFF
        return x

    def stored(self, world: World, memory: Any = None) -> float:
        """What the springs of contacts hold: k δ^(p+1) / (p+1)."""
        d, power = world.d, 1.0 if self.law != "hunt-crossley" else float(self.power)
        touching = np.flatnonzero((d.contact_efc_address >= 0) & (d.contact_dist < 0))
        if not len(touching):
            return 0.0
        k = geom_stiffness(self, world.m)[d.contact_geom[touching]].min(axis=1)
        return float((k * (-d.contact_dist[touching]) ** (power + 1)).sum() / (power + 1))

    def surfaces(self, p: Problem, world: World | None) -> "Surfaces":
        """What pushes otherwise than row by row: nothing."""
        return Surfaces(np.ones(p.rows, bool), np.zeros(p.nv), np.zeros(p.rows), 0.0)

    def inverse_in(self, world: World, qvel_next: Any) -> Solution:
        return self.explain(world.problem(), qvel_next, world)

    def inverse(self, p: Problem, qvel_next: Any) -> Solution:
        return self.explain(p, qvel_next, None)

    def explain(self, p: Problem, qvel_next: Any, world: World | None) -> Solution:
        """The forces of the motion, and the force that is missing."""
        v = velocity_of(p, qvel_next)
        if p.ne:
            raise UnsupportedError(f"{self!r}: inverse: forces of hard equalities leave no trace in the motion")
        law = row_law(self, p, world)
        speeds = p.J_I @ (v if self.integrator == "implicit" else p.v)
        w = p.w + p.h * speeds if self.integrator == "implicit" else p.w
        other = self.surfaces(p, world)
        force = np.where(other.rows, law.forces(p, w, speeds)[0], 0.0)
        missing = p.M @ (v - p.v_minus) / p.h - p.J_I.T @ force - other.push
        return solution_of(p, v, p.h * (force + other.shown), qfrc_inverse=missing)

    def step(self, world: World, memory: Any = None) -> Solution:
        if self.integrator not in ADAPTIVE:
            return super().step(world, memory) if self.integrator != "implicit" else self._implicit_step(world, memory)

        def accelerate() -> np.ndarray:
            solution = self.forward(world, memory)
            if not np.isfinite(solution.qacc).all():
                raise SolverError(f"{self!r}, step {world.done}: accelerations are no longer numbers", solution)
            return solution.qacc

        before = world.d.qvel.copy()
        integrate_adaptively(world, accelerate, ADAPTIVE[self.integrator], self.rtol, self.atol)
        after = world.d.qvel.copy()
        solution = self.forward(world, memory)
        world.accept(solution)
        solution.qvel_next, solution.qacc = after, (after - before) / world.h
        return solution

    def _implicit_step(self, world: World, memory: Any) -> Solution:
        solution = self.forward(world, memory)
        world.accept(solution)
        world.advance(solution.qvel_next)
        return solution

    def steps(self, world: World, count: int, memory: Any = None) -> None:
        """Many steps: in compiled code where the integrator is semi-implicit and nothing needs the slower way."""
        if self.integrator != "semi" or type(self) is not Compliant or world.hooks or world.materials:
            super().steps(world, count, memory)
            return
        values = self.kernel_values(world.m)
        while count > 0:
            done, stopped = run_world("lab_compliant_step", world.shadow, world.d, count, values)
            world.done += done
            count -= done
            if stopped in (1, 3):  # equalities, or perhaps too stiff: the slower way tells exactly
                super().steps(world, 1, memory)
                count -= 1
            elif stopped:
                raise SolverError(
                    f"{self!r}, step {world.done}, t = {world.d.time:g} s: accelerations are no longer numbers"
                )

    def kernel_values(self, m: Model) -> dict[str, Any]:
        """The parameters as compiled code takes them."""
        return {
            "law": LAWS.index(self.law),
            "power": float(self.power),
            "friction": FRICTIONS.index(self.friction),
            "geom_k": geom_stiffness(self, m),
            "k_limit": float(self.limit_stiffness),
            "c": float(self.damping),
            "dissipation": float(self.dissipation),
            "mu_static": -1.0 if self.mu_static is None else float(self.mu_static),
            "mu_dynamic": -1.0 if self.mu_dynamic is None else float(self.mu_dynamic),
            "stiction": float(self.stiction_speed),
            "bound": 0.25 * STABLE["semi"],  # row_A is that of another pose
        }
