"""Many worlds: forward evaluations per second of one core, ours in lanes beside MuJoCo's C one world at a time."""

from dataclasses import dataclass
from itertools import product

import mujoco
import numpy as np
from alternate import Comparison, compare, take_turns
from scope import Pair, pair, random_state

import knuckle as kn
from knuckle import models

NWORLD = 256  # on one core: 4,096 on sixteen
# evaluations of a world each time it is visited: with 1 all worlds pass through memory every time, as when each step
# needs new controls; with more a world stays in cache meanwhile, as in batch.step(nstep)
VISITS = (16, 1)
# what worlds keep: the accelerations alone, so that frames nobody reads are not computed; or all frames, as MuJoCo has
KEPT = {"qacc": ["qacc"], "qacc and frames": ["qacc", "geom_xpos", "site_xpos", "cam_xpos", "light_xpos"]}


@dataclass(frozen=True)
class LanesResult:
    """Seconds of one evaluation of one world of both, on one core."""

    dtype: str
    lanes: int
    kept: str
    evaluations: int
    comparison: Comparison


def measure_lanes(name: str = "humanoid") -> list[LanesResult]:
    """Compare both precisions on a model of the package."""
    both = pair(name, models.path(name))
    cases = product(("float64", "float32"), KEPT, VISITS)
    return [_measure(both, dtype, kept, evaluations) for dtype, kept, evaluations in cases]


def _measure(both: Pair, dtype: str, kept: str, evaluations: int) -> LanesResult:
    batch = _batch(both, dtype, KEPT[kept])
    turns = take_turns(
        lambda: batch.run("forward", evaluations),
        lambda: mujoco.mj_forward(both.reference_m, both.reference_d),
        count=80,
        turn_seconds=3e-3,
    )
    work = NWORLD * evaluations
    comparison = compare([(ours / work, theirs) for ours, theirs in turns])
    return LanesResult(dtype, batch.lanes, kept, evaluations, comparison)


def _batch(both: Pair, dtype: str, keep: list[str]) -> kn.Batch:
    """Worlds at random states, each at its own."""
    batch, random = kn.Batch(both.m, NWORLD, dtype=dtype, threads=1, keep=keep), np.random.default_rng(2)
    states = [random_state(both.reference_m, random) for _ in range(NWORLD)]
    batch.write("qpos", np.array([qpos for qpos, _ in states]))
    batch.write("qvel", np.array([qvel for _, qvel in states]))
    return batch
