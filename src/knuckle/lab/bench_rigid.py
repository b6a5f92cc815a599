"""How fast solvers of rigid contact are: Lemke's method alone, and whole steps beside those of the engine."""

from time import perf_counter, thread_time

import numpy as np

from knuckle import models
from knuckle.data.data import Data
from knuckle.functions.calls import machine
from knuckle.lab.calls import compute, outputs
from knuckle.lab.random_problems import random_problem
from knuckle.lab.scheme import Scheme
from knuckle.lab.schemes.lcp import Lcp
from knuckle.lab.stepping import step
from knuckle.model.loading import load

RUNS = 7
WARM = 150  # steps after which the humanoid is on its feet


def lemke_times(contacts: tuple[int, ...] = (4, 10, 20), problems: int = 7, near: float = 0.0) -> dict[int, float]:
    """Seconds of one solve with 4 edges, by number of contacts: median over random problems of the best of some runs.

    `near` scales distances: 0 has all contacts at work. Time is that of the pivots, without making the problem.
    """
    return {count: float(np.median([_lemke_time(count, seed, near) for seed in range(problems)])) for count in contacts}


def _lemke_time(contacts: int, seed: int, near: float) -> float:
    p = random_problem(contacts, seed)
    M, b = Lcp().form(p.copy(w=near * p.w))[0].scaled
    n = len(b)
    found, repeat = outputs("lab_lemke", n=n, wide=n + 1), max(1, 20000 // n**2)
    ready = {"M": np.column_stack([M, np.ones(n)]), "b": np.ascontiguousarray(b)}
    times = []
    for _ in range(RUNS):
        start = perf_counter()
        compute(
            "lab_lemke",
            n=n,
            wide=n + 1,
            least=1e-8,
            refresh=0,
            iterations=50 * n + 100,
            repeat=repeat,
            **ready,
            **found,
        )
        times.append((perf_counter() - start) / repeat)
    return min(times)


def step_ratios(schemes: tuple[Scheme, ...], steps: int = 200, runs: int = RUNS) -> dict[Scheme, float]:
    """Time of a step of the humanoid on its feet by each scheme, over that of `kn.step`: best of alternating runs.

    Time is that of the processor, so that others on the machine do not count.
    """
    m = load(models.path("humanoid"))
    d = Data(m)
    machine().step(m, d, WARM)
    best = dict.fromkeys([None, *schemes], float("inf"))
    for _ in range(runs + 1):  # the first one compiles and warms up
        for scheme in best:
            other = d.copy()
            move = machine().step if scheme is None else lambda m, d, count, scheme=scheme: step(m, d, scheme, count)
            move(m, other, 1)  # a world is looked at when it is first met
            start = thread_time()
            move(m, other, steps)
            best[scheme] = min(best[scheme], thread_time() - start)
    return {scheme: best[scheme] / best[None] for scheme in schemes}
