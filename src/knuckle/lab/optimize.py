"""Trajectory optimization through the inverse: Gauss-Newton over positions, with blocks of three frames."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from knuckle.errors import nearest
from knuckle.lab.banded import BandedSystem, products
from knuckle.lab.faults import LabError, check_real, check_whole
from knuckle.lab.motion import Motion
from knuckle.lab.scheme import Scheme
from knuckle.lab.schemes.interior import Interior
from knuckle.lab.task import STEP, Task, check_rotations, neighbours, stepped
from knuckle.memory.arguments import shown

SMALLEST, LARGEST = 1e-9, 1e9  # of the damping, relative to the diagonal


@dataclass
class Optimized:
    """The motion that was found; `log` has cost, damping and step of each iteration, `certificate` what it is worth."""

    q: np.ndarray
    w: np.ndarray
    u: np.ndarray
    cost: float
    log: list[dict[str, float]]
    certificate: dict[str, float]


def optimize(
    task: Task,
    q_init: Any,
    scheme: Scheme | None = None,
    *,
    continuation: Mapping[str, Sequence[float]] | None = None,
    maxiter: int = 100,
    tolerance: float = 1e-9,
    threads: int = 1,
) -> Optimized:
    """Positions of least cost from a first guess (T, nq); every scheme with an inverse will do.

    `continuation` lists values that parameters of the scheme, or "penalty" of the task, take one after the other.
    """
    scheme = Interior() if scheme is None else scheme
    for name, value, kind in (("task", task, Task), ("scheme", scheme, Scheme)):
        if not isinstance(value, kind):
            raise TypeError(f"optimize: {name}: expected a {kind.__name__}, found {shown(value)}")
    check_real("optimize", "tolerance", tolerance, 0)
    check_continuation(scheme, continuation or {})
    check_whole("optimize", "maxiter", maxiter, 1)
    check_whole("optimize", "threads", threads, 1)
    try:
        q = np.array(q_init, float)
    except (TypeError, ValueError):
        raise LabError(f"optimize: q_init: expected an array of numbers, found {shown(q_init)}") from None
    if task.m.nv == 0:
        raise LabError("optimize: expected a model that can move, found one without dofs")
    if q.shape != (task.T, task.m.nq) or not np.isfinite(q).all():
        raise LabError(f"optimize: q_init: expected finite numbers of shape {(task.T, task.m.nq)}, found {q.shape}")
    check_rotations(task.m, q, "optimize: q_init")
    log: list[dict[str, float]] = []
    for changes in stages(continuation or {}):
        weight = changes.pop("penalty", task.penalty)
        search = Search(task, replace(scheme, **changes), weight, threads)
        q = search.run(q, maxiter, tolerance, log)
    return search.result(q, log)


def check_continuation(scheme: Scheme, continuation: Mapping[str, Sequence[float]]) -> None:
    """Raise LabError unless each name is that of a parameter, with a list of its values."""
    known = ["penalty", *(f.name for f in fields(scheme))]
    for name, values in continuation.items():
        if name not in known:
            raise LabError(f"optimize: continuation: {scheme!r} has no parameter {name!r}{nearest(str(name), known)}")
        if not isinstance(values, Sequence | np.ndarray) or isinstance(values, str) or not len(values):
            raise LabError(f"optimize: continuation: {name}: expected a list of values, found {shown(values)}")
        if name == "penalty":
            for value in values:
                check_real("optimize", "penalty", value, 0)


def stages(continuation: Mapping[str, Sequence[float]]) -> list[dict[str, float]]:
    """The values of all parameters, stage by stage; a short list stays at its end."""
    count = max((len(values) for values in continuation.values()), default=1)
    return [{name: values[min(k, len(values) - 1)] for name, values in continuation.items()} for k in range(count)]


class Search:
    """Gauss-Newton with Levenberg's damping for one scheme and one penalty."""

    def __init__(self, task: Task, scheme: Scheme, weight: float, threads: int = 1):
        self.task, self.weight = task, weight
        self.motion = Motion(task, scheme, threads)
        self.free = task.unactuated

    def residuals(self, q: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """(ρ, frames, w, u) of a trajectory."""
        frames = self.task.frames(q)
        w = self.task.velocities(frames)
        u = self.masked(self.motion.forces(frames, False)[0])
        return self.task.values(frames[1:-1], w, u, self.weight, self.free), frames, w, u

    def masked(self, u: np.ndarray) -> np.ndarray:
        """The last frame of a motion that is not periodic has no force."""
        if not self.task.periodic:
            u[-1] = 0.0
        return u

    def linearized(self, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(ρ, ∂ρ): the latter (frames, 3, residuals, nv) by the frames before, at and after."""
        task, frames = self.task, self.task.frames(q)
        w = task.velocities(frames)
        u, by = self.motion.forces(frames, True)
        u = self.masked(u)
        if not task.periodic:
            by[-1] = 0.0
        rho = task.values(frames[1:-1], w, u, self.weight, self.free)
        slopes = np.zeros((len(rho), 3, rho.shape[1], task.m.nv))
        by_u = np.zeros((len(rho), rho.shape[1], task.m.nv))
        near, w_now, w_before = neighbours(task, frames)
        for i in range(task.m.nv):
            pushed = u.copy()
            pushed[:, i] += STEP
            slopes[:, 1, :, i] = self._slope(rho, near[i], w_now[i], u)
            slopes[:, 0, :, i] = self._slope(rho, frames[1:-1], w_before[i], u)
            by_u[:, :, i] = self._slope(rho, frames[1:-1], w, pushed)
        slopes += np.matmul(by_u[:, None], by.transpose(0, 1, 3, 2))
        return rho, slopes

    def _slope(self, rho: np.ndarray, q: np.ndarray, w: np.ndarray, u: np.ndarray) -> np.ndarray:
        return (self.task.values(q, w, u, self.weight, self.free) - rho) / STEP

    def normal_equations(
        self, rho: np.ndarray, slopes: np.ndarray
    ) -> tuple[dict[tuple[int, int], np.ndarray], np.ndarray]:
        """(blocks of ∂ρᵀ∂ρ by pairs of unknowns, gradient)."""
        nv, owners = self.task.m.nv, self.task.owners()
        wide = slopes.transpose(0, 2, 1, 3).reshape(len(rho), rho.shape[1], 3 * nv)
        squares = products(wide)
        pulls = np.matmul(rho[:, None], wide)[:, 0].reshape(len(rho), 3, nv)
        blocks: dict[tuple[int, int], np.ndarray] = {}
        gradient = np.zeros((self.task.T, nv))
        for t in range(len(rho)):
            for j in range(3):
                a = owners[t + j]
                if a < 0:
                    continue
                gradient[a] += pulls[t, j]
                for k in range(3):
                    b = owners[t + k]
                    if 0 <= b <= a:
                        part = squares[t, j * nv : (j + 1) * nv, k * nv : (k + 1) * nv]
                        blocks[a, b] = blocks[a, b] + part if (a, b) in blocks else part
        return blocks, gradient

    def run(self, q: np.ndarray, maxiter: int, tolerance: float, log: list[dict[str, float]]) -> np.ndarray:
        """The best trajectory from q on.

        Damping follows the share of the predicted gain that a step had: Nielsen's rule, which goes up ever faster while
        steps fail, and down no further than the model was right.
        """
        damping, raised, cost = 1e-4, 2.0, 0.5 * float((self.residuals(q)[0] ** 2).sum())
        if not np.isfinite(cost):
            raise LabError("optimize: expected finite residuals at q_init, found a cost that is no number")
        for _ in range(maxiter):
            system = BandedSystem(*self.normal_equations(*self.linearized(q)))
            improved, change, now = False, np.zeros((self.task.T, self.task.m.nv)), cost
            while damping < LARGEST and not improved:
                found = system.solve(damping)
                if found is not None:
                    change = found
                    near = stepped(self.task, q, change)
                    now = 0.5 * float((self.residuals(near)[0] ** 2).sum())
                    improved = now < cost
                if not improved:
                    damping, raised = damping * raised, 2 * raised
            log.append({"cost": min(cost, now), "damping": damping, "step": float(np.abs(change).max())})
            if not improved:
                break
            gain, share = (cost - now) / cost, (cost - now) / system.predicted(change, damping)
            damping = max(damping * max(1 / 3, 1 - (2 * share - 1) ** 3), SMALLEST)
            q, cost, raised = near, now, 2.0
            if gain < tolerance:
                break
        return q

    def result(self, q: np.ndarray, log: list[dict[str, float]]) -> Optimized:
        rho, _, w, u = self.residuals(q)
        gradient = self.normal_equations(*self.linearized(q))[1]
        certificate = {
            "unactuated": float(np.abs(u[:, self.free]).max(initial=0.0)),
            "gradient": float(np.abs(gradient).max()),
        }
        return Optimized(q, w, u, 0.5 * float((rho**2).sum()), log, certificate)
