"""How fast a Newton step of a trajectory is: differences of all frames, elimination, and the cost of what is found."""

from time import perf_counter

import numpy as np

from knuckle import models
from knuckle.data.data import Data
from knuckle.functions.calls import machine
from knuckle.lab.banded import BandedSystem
from knuckle.lab.optimize import Search
from knuckle.lab.schemes.interior import Interior
from knuckle.lab.task import Task, stepped
from knuckle.model.loading import load

RUNS = 7
WARM = 150  # steps after which the humanoid is on its feet
LIFTED, SWAY = 0.02, 0.002  # [m], [rad]: so that no foot is pushed into the floor
DAMPING, PENALTY = 1.0, 0.01


def standing(T: int = 50) -> tuple[Task, np.ndarray]:
    """A periodic task of a humanoid that sways a little above the floor, and where to begin."""
    m = load(models.path("humanoid"))
    d = Data(m)
    machine().step(m, d, WARM)
    rest = d.qpos.copy()
    rest[2] += LIFTED

    def wish(q: np.ndarray, w: np.ndarray, u: np.ndarray) -> np.ndarray:
        return np.concatenate([q - rest, 0.1 * w, 0.01 * u[:, 6:]], axis=1)

    task = Task(m, wish, h=0.01, T=T, penalty=PENALTY)
    sway = SWAY * np.random.default_rng(0).normal(size=m.nv)
    change = np.sin(2 * np.pi * np.arange(T) / T)[:, None] * sway
    return task, stepped(task, np.tile(rest, (T, 1)), change)


def newton_step_time(threads: int = 1, runs: int = RUNS, T: int = 50) -> float:
    """Seconds of one Newton step with one damping, 50 frames unless told otherwise: median of some runs."""
    task, q = standing(T)
    search, times = Search(task, Interior(), PENALTY, threads), []
    for _ in range(runs + 1):  # the first one warms up
        start = perf_counter()
        change = BandedSystem(*search.normal_equations(*search.linearized(q))).solve(DAMPING)
        assert change is not None
        near = stepped(task, q, change)
        search.residuals(near)
        times.append(perf_counter() - start)
        q = stepped(task, q, 1e-3 * change)  # input varies
    return float(np.median(times[1:]))
