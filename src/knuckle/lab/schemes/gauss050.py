"""Velocity stepping of MuJoCo 0.5: equalities eliminated, then Gauss-Seidel on impulses."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from knuckle.lab.calls import compute, outputs, run_world
from knuckle.lab.cones import project_cone
from knuckle.lab.elimination import Reduced, eliminate, equality_weight
from knuckle.lab.faults import SolverError, check_choice, check_flag, check_real, check_whole
from knuckle.lab.integrators import ALIASES, SHARES, check_stepping
from knuckle.lab.problem import Kind, Problem, velocity_of
from knuckle.lab.scheme import Scheme
from knuckle.lab.solution import Solution, solution_of
from knuckle.lab.stabiliser import equality_velocities, minimal_velocities
from knuckle.lab.world import World

PROJECTIONS = ("ray", "block", "decoupled")
LEAST_FRICTION = 1e-5  # as in the engine
LARGEST = 1e10  # acceleration beyond which a world has diverged, as in the engine
STILL = 1e-20  # inverse inertia of a row that nothing moves, beside the largest


@dataclass(frozen=True, repr=False)
class Gauss050(Scheme):
    """Gauss' principle on velocities: min ½fᵀ(A + R)f + fᵀ(J v̂ − v_min) by some sweeps of Gauss-Seidel.

    `eqerrreduce`, `imperrreduce`: time constants with which violations decay [s]; 0 undoes them in one step.
    `equality`: "hard", or "soft" with the weight `lam` [kg] (None: 10⁴ times the mean inertia).
    `softness`: R = softness · diag A, or "engine" for the engine's regularizer.
    `aim`: "stabiliser", or "engine" for the engine's reference in place of v_min.
    `mindist`: distance below which contacts are found [m]; None: the geoms' margins.
    `projection`: "ray" (the engine's), "block" (nearest point), both of which go to the minimum; "decoupled" (normal,
    then friction) comes to rest elsewhere.
    `clamp`: no violated contact may move further in. `tolerance`: sweeps end where one gains less.
    `detect`: where the integrator "interleave" looks for contacts, at the "start" or the "end" of the step.
    """

    eqerrreduce: float = 0.02
    imperrreduce: float = 0.02
    equality: str = "hard"
    lam: float | None = None
    softness: float | str = 0.01
    mindist: float | None = None
    sweeps: int = 5
    algorithm: str = "gs"
    projection: str = "ray"
    integrator: str = "semi"
    clamp: bool = False
    tolerance: float = 0.0
    aim: str = "stabiliser"
    detect: str = "start"

    def __post_init__(self) -> None:
        own = "Gauss050"
        for name in ("eqerrreduce", "imperrreduce", "tolerance"):
            check_real(own, name, getattr(self, name), 0)
        if self.lam is not None:
            check_real(own, "lam", self.lam, 0, above=True)
        if not (isinstance(self.softness, str) and self.softness == "engine"):
            check_real(own, "softness", self.softness, 0)
        check_whole(own, "sweeps", self.sweeps, 1)
        check_choice(own, "equality", self.equality, ("hard", "soft"))
        check_choice(own, "algorithm", self.algorithm, ("gs", "mjALG_GS"))
        check_choice(own, "projection", self.projection, PROJECTIONS)
        check_choice(own, "aim", self.aim, ("stabiliser", "engine"))
        check_choice(own, "detect", self.detect, ("start", "end"))
        check_flag(own, "clamp", self.clamp)
        check_stepping(self)

    @property
    def invertible(self) -> bool:
        return self.equality == "soft" and self.softness != 0

    @property
    def why_not_invertible(self) -> str:
        if self.equality == "hard":
            return "impulses of hard equalities leave no trace in the motion (equality='soft' has an inverse)"
        return "with softness 0 impulses of contacts that stick leave no trace in the motion"

    def solve(self, p: Problem, memory: Any = None) -> Solution:
        p = without_flat_cones(p)
        left = self.reduced(p)
        aim, R = self.aims(p), self.regularizer(p, np.diag(left.A))
        still = unmoved(np.diag(left.A))
        if still.any():  # asked for nothing, with any R, these rows have no impulse
            aim = np.where(still, p.J_I @ left.v_hat - np.isin(p.kinds, (Kind.LIMIT, Kind.CONE)), aim)
            R = np.where(still, 1.0, R)
        f, sweeps = self.sweep(p, left, aim, R)
        slope = left.A @ f + R * f + p.J_I @ left.v_hat - aim
        return left.solution(f, niter=sweeps, residual=float(np.abs(np.minimum(slope[p.normals], 0)).max(initial=0.0)))

    def sweep(self, p: Problem, left: Reduced, aim: np.ndarray, R: np.ndarray) -> tuple[np.ndarray, int]:
        """Impulses after the sweeps, and how many there were."""
        if not p.rows:
            return np.zeros(0), 0
        found = outputs("lab_gauss", n=p.rows)
        arrays = {
            "A": left.A,
            "R": R,
            "b": (p.J_I @ left.v_hat - aim) / p.h,
            "mu": p.mu,
            "bound": p.eta,
        }
        compute(
            "lab_gauss",
            n=p.rows,
            kind=p.kinds.astype(float),
            **{name: np.ascontiguousarray(array) for name, array in arrays.items()},
            start=np.zeros(p.rows),
            sweeps=self.sweeps,
            projection=PROJECTIONS.index(self.projection),
            tolerance=float(self.tolerance),
            repeat=1,
            **found,
        )
        return found["efc_force"] * p.h, int(found["done"])

    def is_sound(self, world: World, memory: Any) -> bool:
        """Whether the slower way finds accelerations that a world survives."""
        return bool(np.abs(self.forward(world, memory).qacc).max(initial=0.0) < LARGEST)

    def reduced(self, p: Problem) -> Reduced:
        """The problem without its equalities."""
        return eliminate(p, equality_velocities(p, self.eqerrreduce), self.weight(p))

    def weight(self, p: Problem) -> float | None:
        """λ of soft equalities; None where they are hard."""
        return equality_weight(p, self.equality, self.lam)

    def aims(self, p: Problem) -> np.ndarray:
        """v_min of the rows, or what the engine aims at."""
        if self.aim == "engine" and p.vmin is None:
            return p.v_engine[p.ne :]
        return minimal_velocities(p, self.imperrreduce, self.clamp)

    def regularizer(self, p: Problem, diagonal: np.ndarray) -> np.ndarray:
        """R of the rows."""
        if p.R is not None:
            return p.R
        if isinstance(self.softness, str):
            return p.R_engine[p.ne :]
        return np.where(unmoved(diagonal), 0.0, self.softness * diagonal)

    def inverse(self, p: Problem, qvel_next: Any) -> Solution:
        """Impulses as a function of the motion, row by row, and the force that is missing."""
        v = velocity_of(p, qvel_next)
        lam = self.weight(p)
        assert lam is not None
        R = self.regularizer(p, np.diag(self.reduced(p).A))
        f = impulses_of_motion(p, p.J_I @ v - self.aims(p), R)
        equality = lam * (equality_velocities(p, self.eqerrreduce) - p.J_E @ v)
        missing = (p.M @ (v - p.v_minus) - p.J_E.T @ equality - p.J_I.T @ f) / p.h
        return solution_of(p, v, f, equality, qfrc_inverse=missing)

    def steps(self, world: World, count: int, memory: Any = None) -> None:
        """Many steps: in compiled code as long as there are no equalities, else one by one."""
        kind = ALIASES.get(self.integrator, self.integrator)
        if kind not in SHARES or world.hooks or world.materials:
            super().steps(world, count, memory)
            return
        values = {
            "softness": -1.0 if isinstance(self.softness, str) else float(self.softness),
            "T": float(self.imperrreduce),
            "clamp": int(self.clamp),
            "engine_aim": int(self.aim == "engine"),
            "share": SHARES[kind],
            "sweeps": self.sweeps,
            "projection": PROJECTIONS.index(self.projection),
            "tolerance": float(self.tolerance),
        }
        while count > 0:
            done, stopped = run_world("lab_gauss_step", world.shadow, world.d, count, values)
            world.done += done
            count -= done
            if stopped == 1 or (stopped and self.is_sound(world, memory)):  # equalities, or rows that nothing moves
                self.step(world, memory)
                world.done += 1
                count -= 1
            elif stopped:
                raise SolverError(
                    f"{self!r}, step {world.done}, t = {world.d.time:g} s: accelerations are no longer numbers"
                )


def unmoved(diagonal: np.ndarray) -> np.ndarray:
    """Which rows no impulse moves, such as a contact right below the hinge that it would have to turn."""
    return diagonal <= STILL * diagonal.max(initial=0.0)


def without_flat_cones(p: Problem) -> Problem:
    """The problem with friction of at least LEAST_FRICTION: a cone of none has no interior."""
    tangents = p.kinds == Kind.TANGENT
    if (p.mu[tangents] >= LEAST_FRICTION).all():
        return p
    return Problem.trusted(**vars(p) | {"mu": np.where(tangents, np.maximum(p.mu, LEAST_FRICTION), p.mu)})


def impulses_of_motion(p: Problem, b: np.ndarray, R: np.ndarray) -> np.ndarray:
    """argmin over the cones of ½fᵀRf + fᵀb, each contact by itself."""
    bound, f = p.h * p.eta, np.zeros(p.rows)
    with np.errstate(divide="ignore", invalid="ignore"):
        plain = np.where(R > 0, -b / R, 0.0)
    dry, single = p.kinds == Kind.FRICTION, p.kinds == Kind.LIMIT
    f[dry] = np.clip(plain, -bound, bound)[dry]
    f[single] = np.maximum(plain, 0.0)[single]
    for c in p.cones:
        f[c] = impulse_of_contact(b[c], R[c], p.mu[c][1:])
    return f


def impulse_of_contact(b: np.ndarray, R: np.ndarray, mu: np.ndarray) -> np.ndarray:
    """The same for one contact: in the scaled axes f_j √R_j its cone is another cone, whose nearest point is taken.

    f = 0 if ‖(μ_j b_j)‖ ≤ b_n;   f = −b/R if that lies in the cone;   else on its surface

    Rows that nothing moves have R = 0 and no impulse.
    """
    root, moves = np.sqrt(R), R > 0
    if not moves[0]:
        return np.zeros_like(b)
    scaled = np.divide(-b, root, out=np.zeros_like(b), where=moves)
    return np.divide(project_cone(scaled, mu * root[1:] / root[0]), root, out=np.zeros_like(b), where=moves)
