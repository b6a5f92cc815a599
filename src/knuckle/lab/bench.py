"""How fast the inverse of the interior-point model is: in contact space alone, as its paper measured it in 2011."""

from dataclasses import dataclass
from time import perf_counter

import numpy as np

from knuckle import models
from knuckle.data.data import Data
from knuckle.functions.calls import machine
from knuckle.lab.calls import compute, outputs
from knuckle.lab.problem import Kind, Problem
from knuckle.lab.schemes.interior import Interior
from knuckle.lab.stepping import problem
from knuckle.model.loading import load

PUBLISHED = {2: 241_774, 5: 54_190, 10: 12_991, 20: 2_361}  # [1/s] one thread of a 3 GHz Core 2
SETS = 64  # velocities that calls go through, so that none is the one before
RUNS = 7


@dataclass(frozen=True)
class Rate:
    """Inverse solves per second."""

    contacts: int
    blocks: float
    dense: float
    published: float


def inverse_rates(seconds: float = 0.02) -> list[Rate]:
    """Rates at 2, 5, 10 and 20 contacts of recorded steps of the humanoid: median of seven runs, cold starts."""
    recorded = recorded_problems()
    rates = []
    for contacts, published in PUBLISHED.items():
        p = with_contacts(recorded, contacts)
        blocks, dense = inverse_rate(p, False, seconds), inverse_rate(p, True, seconds)
        rates.append(Rate(contacts, blocks, dense, published))
    return rates


def recorded_problems() -> list[Problem]:
    """Steps of a humanoid that falls and lies, at 10 ms, as the model sees them: contacts from 100 mm on."""
    m, scheme, found = load(models.path("humanoid")), Interior(), []
    m.opt.timestep = 0.01
    d = Data(m)
    for _ in range(60):
        machine().step(m, d, 2)
        found.append(problem(m, d, scheme=scheme))
    return found


def with_contacts(recorded: list[Problem], contacts: int) -> Problem:
    """A recorded problem with so many contacts: the first that has as many, with those that are too many left out."""
    p = next((each for each in recorded if len(each.cones) >= contacts), recorded[-1])
    p = Problem.trusted(**vars(p))
    keep = np.zeros(p.rows, bool)
    for c in p.cones[:contacts]:
        keep[c.start : c.start + 3] = True  # as in the paper a contact is a normal and two tangents
    for name in ("J_I", "kinds", "mu", "eta", "w", "restitution"):
        setattr(p, name, getattr(p, name)[keep])
    p.R_engine, p.v_engine = np.zeros(p.ne + p.rows), np.zeros(p.ne + p.rows)
    return p


def inverse_rate(p: Problem, dense: bool, seconds: float) -> float:
    """Solves per second; time is that of the solver in contact space, without dynamics and projection."""
    scheme = Interior()
    values = scheme.values(p, scheme.reduced(p))
    rng = np.random.default_rng(0)
    base = p.J_I @ scheme.solve(p).qvel_next
    given = base + np.where(p.kinds == Kind.CONE, 0.0, 0.02) * rng.normal(size=(SETS, p.rows))
    found, count = outputs("lab_interior_inverse", n=p.rows), SETS
    times: list[float] = []
    while len(times) < RUNS:
        start = perf_counter()
        compute(
            "lab_interior_inverse", **values, elastic=1, given=given, sets=SETS, dense=int(dense), repeat=count, **found
        )
        took = perf_counter() - start
        if took < seconds and not times:
            count *= 4
            continue
        times.append(took)
    return count / float(np.median(times))
