"""How fast solves by sweeps and by barriers are, and the whole inverse of a humanoid, from kinematics on."""

from collections.abc import Callable
from time import thread_time

import numpy as np

from knuckle.lab.bench import PUBLISHED, recorded_problems, with_contacts
from knuckle.lab.bench_motion import standing
from knuckle.lab.calls import compute, outputs
from knuckle.lab.motion import Motion
from knuckle.lab.problem import Problem
from knuckle.lab.schemes.gauss050 import Gauss050
from knuckle.lab.schemes.interior import Interior

RUNS, REPEAT = 15, 500
MARGIN = 0.02  # [m]


def solve_times() -> dict[int, tuple[float, float]]:
    """Seconds of five sweeps of Gauss050 (the kernel alone) and of Interior's forward solve (with its call).

    Problems are recorded steps of the humanoid, κ = 0.1. Time is that of the processor, best of some runs.
    """
    recorded = recorded_problems()
    problems = {contacts: with_contacts(recorded, contacts) for contacts in PUBLISHED}
    return {contacts: (_sweeps(p), _forward(p)) for contacts, p in problems.items()}


def _best(work: Callable[[], object]) -> float:
    times = []
    for _ in range(RUNS):
        start = thread_time()
        work()
        times.append(thread_time() - start)
    return min(times)


def _sweeps(p: Problem) -> float:
    scheme = Gauss050()
    left, aim = scheme.reduced(p), scheme.aims(p)
    b = (p.J_I @ left.v_hat - aim) / p.h
    arrays = {"A": left.A, "R": scheme.regularizer(p, np.diag(left.A)), "b": b, "mu": p.mu, "bound": p.eta}
    ready = {name: np.ascontiguousarray(array) for name, array in arrays.items()} | outputs("lab_gauss", n=p.rows)
    ready |= {"kind": p.kinds.astype(float), "start": np.zeros(p.rows)}
    numbers = {"n": p.rows, "sweeps": scheme.sweeps, "projection": 0, "tolerance": 0.0, "repeat": REPEAT}
    return _best(lambda: compute("lab_gauss", **ready, **numbers)) / REPEAT


def _forward(p: Problem) -> float:
    scheme = Interior()
    left = scheme.reduced(p)
    values, c = scheme.values(p, left), p.J_I @ left.v_hat
    return _best(lambda: scheme._forward(values, c))


def whole_inverse_time(T: int = 50) -> tuple[float, int]:
    """Seconds of one inverse evaluation of the humanoid on one thread, and how many contacts it had.

    Kinematics, collision, A and the solve; contacts are those within MARGIN.
    """
    task, q = standing(T)
    motion, frames = Motion(task, Interior(w_max=MARGIN)), task.frames(q)
    motion.forces(frames, False)
    return _best(lambda: motion.forces(frames, False)) / T, motion.worlds[0].ncon
