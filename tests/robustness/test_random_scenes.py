"""Two hundred random scenes neither crash, nor make NaN or energy from nothing; what diverges says why.

The suite runs the first steps of each, on a slow machine fewer; `KNUCKLE_WHOLE_SCENES=1` runs all of their ten seconds,
some minutes in all.
"""

import os

import pytest
from support.drop import drop
from support.scenes import make_scene

import knuckle as kn

SCENES, GROUP = 200, 10
WHOLE = bool(os.environ.get("KNUCKLE_WHOLE_SCENES"))
STEPS = 400 if kn.machine().name == "single" else 80
# steps of finite length add a little: the worst of the two hundred is 3.4e-4 over ten seconds
MOST_GROWTH = 1e-3


@pytest.mark.parametrize("first", range(0, SCENES, GROUP))
def test_random_scenes_stay_finite_and_gain_no_energy(first):
    faults = []
    for seed in range(first, first + GROUP):
        scene = make_scene(seed)
        outcome = drop(scene, scene.steps if WHOLE else min(STEPS, scene.steps))
        explained = "joint" in outcome.divergence and "largest force" in outcome.divergence
        if outcome.divergence and not explained:
            faults.append(f"scene {seed} diverged without a reason: {outcome.divergence}")
        if not outcome.divergence and not outcome.finite:
            faults.append(f"scene {seed} is not finite after {outcome.steps} steps, and nothing was said")
        if not outcome.divergence and outcome.growth > MOST_GROWTH:
            faults.append(f"scene {seed} gained {outcome.growth:.3g} of its energy in {outcome.steps} steps")
    assert not faults, "\n".join(faults)
