"""single ≡ every lane of lanes64 along the falls of real models with contacts: to the bit, but for the solve."""

import mujoco
import pytest
from support import corpus
from support.constrained import EVERYTHING, record
from support.pairs import Pair, load_constrained
from support.worlds import ALL, UNSOLVED, batch_of, unequal

import knuckle as kn

MODELS = (
    "archive/menagerie/anybotics_anymal_c/scene.xml",
    "archive/menagerie/leap_hand/scene_right.xml",
    "archive/menagerie/robotiq_2f85/scene.xml",
    "archive/menagerie/shadow_hand/scene_right.xml",
    "archive/menagerie/wonik_allegro/scene_right.xml",
    "archive/mujoco/adhesion/active_adhesion.xml",
    "archive/mujoco/cards/cards.xml",
    "archive/mujoco/cube/cube_3x3x3.xml",
    "archive/mujoco/humanoid/22_humanoids.xml",
    "archive/mujoco/replicate/bunnies.xml",
    "dm_control/suite/quadruped.xml",
    "dm_control/suite/stacker.xml",
)
PATHS = [path for path in corpus.model_paths() if corpus.model_id(path) in MODELS]


def states(pair: Pair) -> list[kn.Data]:
    """States along a rollout of the reference."""
    worlds = []
    for state in record(pair, 240, 60):
        mujoco.mj_setState(pair.reference_m, pair.reference_d, state, EVERYTHING)
        pair.copy_inputs()
        worlds.append(pair.d.copy())
    return worlds


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", PATHS, ids=corpus.model_id)
def test_one_pass_in_a_batch_is_one_pass_alone(path):
    pair = load_constrained(path)
    if not isinstance(pair, Pair):
        pytest.skip(pair)
    worlds = states(pair)
    batch = batch_of(pair.m, worlds, "float64")
    batch.forward()
    for d in worlds:
        kn.forward(pair.m, d)
    assert unequal(batch, worlds, UNSOLVED if batch.lockstep else ALL) == []
    assert max(d.ncon for d in worlds) > 0
