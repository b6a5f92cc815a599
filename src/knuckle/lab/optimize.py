"""Trajectory optimization through the inverse: Gauss-Newton over positions, with blocks of three frames."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from knuckle.lab.faults import LabError, check_whole
from knuckle.lab.motion import Motion
from knuckle.lab.scheme import Scheme
from knuckle.lab.schemes.interior import Interior
from knuckle.lab.task import STEP, Task, differences, moved, stepped

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
    check_whole("optimize", "maxiter", maxiter, 1)
    check_whole("optimize", "threads", threads, 1)
    q = np.array(q_init, float)
    if q.shape != (task.T, task.m.nq) or not np.isfinite(q).all():
        raise LabError(f"optimize: q_init: expected finite numbers of shape {(task.T, task.m.nq)}, found {q.shape}")
    log: list[dict[str, float]] = []
    for changes in stages(continuation or {}):
        weight = changes.pop("penalty", task.penalty)
        search = Search(task, replace(scheme, **changes), weight, threads)
        q = search.run(q, maxiter, tolerance, log)
    return search.result(q, log)


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
        for i in range(task.m.nv):
            near = moved(task, frames, i)
            w_now, w_before = differences(task, frames[:-2], near[1:-1]), differences(task, near[:-2], frames[1:-1])
            pushed = u.copy()
            pushed[:, i] += STEP
            slopes[:, 1, :, i] = self._slope(rho, near[1:-1], w_now, u)
            slopes[:, 0, :, i] = self._slope(rho, frames[1:-1], w_before, u)
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
        products = np.matmul(wide.transpose(0, 2, 1), wide)
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
                        part = products[t, j * nv : (j + 1) * nv, k * nv : (k + 1) * nv]
                        blocks[a, b] = blocks[a, b] + part if (a, b) in blocks else part
        return blocks, gradient

    def run(self, q: np.ndarray, maxiter: int, tolerance: float, log: list[dict[str, float]]) -> np.ndarray:
        """The best trajectory from q on."""
        damping, cost = 1e-4, 0.5 * float((self.residuals(q)[0] ** 2).sum())
        for _ in range(maxiter):
            blocks, gradient = self.normal_equations(*self.linearized(q))
            improved = False
            while damping < LARGEST:
                change = solve_banded(blocks, gradient, damping)
                near = stepped(self.task, q, change)
                now = 0.5 * float((self.residuals(near)[0] ** 2).sum())
                if now < cost:
                    improved = True
                    break
                damping *= 10.0
            gain = (cost - now) / max(cost, 1e-300) if improved else 0.0
            log.append({"cost": min(cost, now), "damping": damping, "step": float(np.abs(change).max())})
            if improved:
                q, cost, damping = near, now, max(0.2 * damping, SMALLEST)
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


def solve_banded(blocks: dict[tuple[int, int], np.ndarray], gradient: np.ndarray, damping: float) -> np.ndarray:
    """−H⁻¹g for a matrix of blocks that reach two frames back, and around the end where the motion is periodic.

    The last two frames are bordered: B is banded, D what is left, S = D − Cᵀ B⁻¹ C.
    """
    from scipy.linalg import cho_solve_banded, cholesky_banded, solve

    T, n = gradient.shape
    inner, width = T - 2, 3 * n
    size = inner * n
    band, C, D = np.zeros((width, size)), np.zeros((size, 2 * n)), np.zeros((2 * n, 2 * n))
    for (a, b), block in blocks.items():
        if a == b:
            block = block + damping * np.diag(np.maximum(np.diag(block), 1e-12 * max(np.trace(block), 1e-300)))
        if a < inner:
            put_band(band, block, a, b, n)
        elif b < inner:
            C[b * n : (b + 1) * n, (a - inner) * n : (a - inner + 1) * n] += block.T
        else:
            D[(a - inner) * n : (a - inner + 1) * n, (b - inner) * n : (b - inner + 1) * n] += block
    D = np.tril(D) + np.tril(D, -1).T
    g = gradient.reshape(-1)
    factor = cholesky_banded(band, lower=True)
    solved = cho_solve_banded((factor, True), np.column_stack([g[:size], C]))
    last = solve(D - C.T @ solved[:, 1:], g[size:] - C.T @ solved[:, 0], assume_a="sym")
    first = solved[:, 0] - solved[:, 1:] @ last
    return -np.concatenate([first, last]).reshape(T, n)


def put_band(band: np.ndarray, block: np.ndarray, a: int, b: int, n: int) -> None:
    """A block of the lower triangle into the banded form of SciPy: band[i − j, j] = H[i, j]."""
    rows, columns = np.indices((n, n)) if a > b else np.tril_indices(n)
    band[(a - b) * n + rows - columns, b * n + columns] = block[rows, columns]
