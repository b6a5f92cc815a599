"""The invertible contact model of Todorov (2011): an interior-point method whose inverse is a formula."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from knuckle.lab.calls import compute, outputs
from knuckle.lab.elimination import Reduced, eliminate, equality_weight
from knuckle.lab.faults import LabError, Status, check_choice, check_real, check_whole
from knuckle.lab.integrators import check_integrator
from knuckle.lab.problem import Kind, Problem, velocity_of
from knuckle.lab.scheme import Scheme
from knuckle.lab.schemes.gauss050 import without_flat_cones
from knuckle.lab.solution import Solution, solution_of
from knuckle.lab.stabiliser import equality_velocities, minimal_velocities

GRAVITY = 9.81  # [m/s²] of scaling="model"
FIRST_KAPPA = 1.0  # [J] at which continuation starts
SMOOTHER = 100.0  # times that, where it fails
LARGEST_R = 1e12  # [1/kg]
STEEPER = 10  # times that the elastic barrier gets steeper by 10 before no velocities are allowed


@dataclass(frozen=True, repr=False)
class Interior(Scheme):
    """min ½fᵀ(A + R)f + fᵀc + d_F(f) + Σ d_V(v_n − v_min): impulses that are smooth in the state, and can be inverted.

    `kappa` [J] smooths; `q` [N s] is the slope at which the barrier of velocities becomes elastic. R falls from `R_max`
    at the distance `w_max` [m], where contacts begin, to `R_min` [1/kg] at the surface, by `law` "linear", "exp" or
    "smooth". `elastic`: "always", "never", or "auto": the log barrier wherever velocities allow it.
    `scaling`: "absolute" numbers, "model" (in units of the mass that each contact feels, g and h) or "per_second"
    (R = ρ/h, κ = κ̃h). `restitution`: impulses times 1 + e after the solve. `equality`: "soft" with weight `lam`, or
    "hard". `imperrreduce`: time constant of violations [s]. `method`: "blocks", or the published "dense" inverse.
    """

    kappa: float = 0.1
    q: float = 10.0
    R_max: float = 100.0
    R_min: float = 0.01
    w_max: float = 0.1
    law: str = "linear"
    elastic: str = "always"
    scaling: str = "absolute"
    restitution: float = 0.0
    equality: str = "soft"
    lam: float | None = None
    imperrreduce: float = 0.02
    method: str = "blocks"
    iterations: int = 300
    integrator: str = "semi"

    def __post_init__(self) -> None:
        own = "Interior"
        for name in ("kappa", "q", "R_min", "w_max"):
            check_real(own, name, getattr(self, name), 0, above=True)
        check_real(own, "R_max", self.R_max, self.R_min)
        check_real(own, "restitution", self.restitution, 0, 1)
        check_real(own, "imperrreduce", self.imperrreduce, 0)
        if self.lam is not None:
            check_real(own, "lam", self.lam, 0, above=True)
        check_whole(own, "iterations", self.iterations, 1)
        check_choice(own, "law", self.law, LAWS)
        check_choice(own, "elastic", self.elastic, ("always", "auto", "never"))
        check_choice(own, "scaling", self.scaling, ("absolute", "model", "per_second"))
        check_choice(own, "equality", self.equality, ("soft", "hard"))
        check_choice(own, "method", self.method, ("blocks", "dense"))
        check_integrator(own, self.integrator)

    @property
    def reach(self) -> float | None:
        return self.w_max

    @property
    def invertible(self) -> bool:
        return self.restitution == 0 and self.equality == "soft"

    @property
    def why_not_invertible(self) -> str:
        if self.restitution:
            return "restitution changes impulses after the solve, and what it adds leaves no trace"
        return "impulses of hard equalities leave no trace in the motion (equality='soft' has an inverse)"

    def solve(self, p: Problem, memory: Any = None) -> Solution:
        p = without_flat_cones(p)
        left = self.reduced(p)
        if not p.rows:
            return left.solution(np.zeros(0))
        c, values = p.J_I @ left.v_hat, self.values(p, left)
        found, status = self._forward(values, c)
        if status:  # rarely: a start that is smoother still finds the way
            found, status = self._forward(values, c, smoother=SMOOTHER)
        if self.elastic != "always":
            found, status = self._with_log(p, values, c, found)
        impulse = found["f"] * (1.0 + self.restitution)
        return left.solution(impulse, niter=int(found["niter"]), status=status, residual=float(found["residual"]))

    def _with_log(self, p: Problem, values: dict[str, Any], c: np.ndarray, found: dict) -> tuple[dict, Status]:
        """Steeper barriers until velocities are allowed, then the log; "auto" stays elastic where they never are."""
        n, status = p.normals, Status.OK
        for steepness in 10.0 ** np.arange(STEEPER):
            if (found["v"][n] > values["vmin"][n]).all():
                return self._forward(values, c, False, found["f"])
            found, status = self._forward(values | {"slope": steepness * values["slope"]}, c, True, found["f"])
        return found, status if self.elastic == "auto" else Status.INFEASIBLE

    def _forward(
        self,
        values: dict[str, Any],
        c: np.ndarray,
        elastic: bool = True,
        start: np.ndarray | None = None,
        smoother: float = 1.0,
    ) -> tuple[dict, Status]:
        found = outputs("lab_interior_forward", n=values["n"])
        mean = float(values["kappa"].mean())
        first = max(FIRST_KAPPA * mean / self.kappa, mean) if self.scaling != "absolute" else FIRST_KAPPA
        compute(
            "lab_interior_forward",
            **values,
            elastic=int(elastic),
            c=c,
            first_kappa=smoother * first,
            kappa_mean=mean,
            iterations=self.iterations,
            warm=int(start is not None),
            given=np.zeros(values["n"]) if start is None else start,
            **found,
        )
        return found, Status.OK if found["converged"] else Status.MAXITER

    def inverse(self, p: Problem, qvel_next: Any) -> Solution:
        v, p = velocity_of(p, qvel_next), without_flat_cones(p)
        left = self.reduced(p)
        f, iterations = np.zeros(p.rows), 0
        if p.rows:
            values, rows = self.values(p, left), p.J_I @ v
            elastic = self.elastic == "always" or (rows[p.normals] <= values["vmin"][p.normals]).any()
            if elastic and self.elastic == "never":
                raise LabError(f"{self!r}: qvel_next: a contact is faster inward than its smallest velocity")
            found = outputs("lab_interior_inverse", n=p.rows)
            more = {
                "elastic": int(elastic),
                "given": rows,
                "sets": 1,
                "dense": int(self.method == "dense"),
                "repeat": 1,
            }
            compute("lab_interior_inverse", **values, **more, **found)
            f, iterations = found["f"], int(found["niter"])
        weight = self.weight(p)
        assert weight is not None
        equality = weight * (equality_velocities(p, self.imperrreduce) - p.J_E @ v)
        missing = (p.M @ (v - p.v_minus) - p.J_E.T @ equality - p.J_I.T @ f) / p.h
        return solution_of(p, v, f, equality, qfrc_inverse=missing, niter=iterations)

    def reduced(self, p: Problem) -> Reduced:
        """The problem without its equalities."""
        return eliminate(p, equality_velocities(p, self.imperrreduce), self.weight(p))

    def weight(self, p: Problem) -> float | None:
        """λ of soft equalities; None where they are hard."""
        return equality_weight(p, self.equality, self.lam)

    def values(self, p: Problem, left: Reduced) -> dict[str, Any]:
        """What both kernels read of a problem."""
        R, kappa, slope = self.weights(p, np.diag(left.A))
        return {
            "n": p.rows,
            "kind": p.kinds.astype(float),
            "A": np.ascontiguousarray(left.A),
            "R": R,
            "mu": p.mu,
            "bound": p.h * p.eta,
            "vmin": minimal_velocities(p, self.imperrreduce, clamp=True),
            "kappa": kappa,
            "slope": slope,
        }

    def weights(self, p: Problem, diagonal: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(R, κ, q) of each row; all rows of a contact have those of its normal."""
        owner = np.maximum.accumulate(np.where(p.kinds == Kind.TANGENT, 0, np.arange(p.rows)))
        R = LAWS[self.law](p.w[owner] / self.w_max, self.R_min, self.R_max)
        R = np.where(p.kinds == Kind.FRICTION, self.R_min, R) if p.R is None else p.R.copy()
        kappa, slope = np.full(p.rows, self.kappa), np.full(p.rows, self.q)
        if self.scaling == "model":
            mass = 1.0 / np.maximum(diagonal[owner], 1e-300)
            return R / mass, kappa * mass * (GRAVITY * p.h) ** 2, slope * mass * GRAVITY * p.h
        if self.scaling == "per_second":
            return R / p.h, kappa * p.h, slope
        return R, kappa, slope


def linear(x: np.ndarray, low: float, high: float) -> np.ndarray:
    """low + (high − low) x."""
    return low + (high - low) * np.clip(x, 0, 1)


def exponential(x: np.ndarray, low: float, high: float) -> np.ndarray:
    """low (high/low)^x."""
    return low * (high / low) ** np.clip(x, 0, 1)


def smooth(x: np.ndarray, low: float, high: float) -> np.ndarray:
    """The exponential with a clip that has two derivatives, and a weight 1/R that vanishes at the end."""
    x = np.clip(x, 0, 1)
    s = x**3 * (10 - 15 * x + 6 * x * x)
    return np.minimum(low * (high / low) ** s / np.maximum(1 - s, 1e-300), LARGEST_R)


LAWS = {"linear": linear, "exp": exponential, "smooth": smooth}
