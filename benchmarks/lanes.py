"""Many worlds: forward evaluations per second of one core, ours in lanes beside MuJoCo's C one world at a time."""

from dataclasses import dataclass

import mujoco
import numpy as np
from alternate import Comparison, compare
from scope import Pair, pair, random_state

import knuckle as kn
from knuckle import models

NWORLD = 1024


@dataclass(frozen=True)
class LanesResult:
    """Seconds per world of both, on one core."""

    dtype: str
    lanes: int
    comparison: Comparison


def measure_lanes(name: str = "humanoid") -> list[LanesResult]:
    """Compare both precisions on a model of the package."""
    both = pair(name, models.path(name))
    return [_measure(both, dtype) for dtype in ("float64", "float32")]


def _measure(both: Pair, dtype: str) -> LanesResult:
    batch = kn.Batch(both.m, NWORLD, dtype=dtype, threads=1)
    random = np.random.default_rng(2)
    states = [random_state(both.reference_m, random) for _ in range(NWORLD)]
    batch.write("qpos", np.array([qpos for qpos, _ in states]))
    batch.write("qvel", np.array([qvel for _, qvel in states]))
    result = compare(
        batch.forward, lambda: mujoco.mj_forward(both.reference_m, both.reference_d), turns=9, turn_seconds=20e-3
    )
    per_world = Comparison(result.ours / NWORLD, result.theirs, result.ratio * NWORLD)
    return LanesResult(dtype, batch.lanes, per_world)
