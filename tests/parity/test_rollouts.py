"""Open rollouts stay as near to the reference as the reference does to itself when it starts one rounding away."""

import mujoco
import numpy as np
import pytest
from support import corpus
from support.pairs import Pair, load_pair, randomize

import knuckle as kn

MODELS = (
    "archive/mujoco/humanoid/humanoid.xml",
    "archive/menagerie/agility_cassie/cassie.xml",
    "archive/menagerie/anybotics_anymal_c/anymal_c.xml",
    "archive/menagerie/shadow_hand/right_hand.xml",
    "archive/menagerie/kuka_iiwa_14/iiwa14.xml",
    "dm_control/suite/quadruped.xml",
    "gymnasium/half_cheetah.xml",
    "dm_control/suite/swimmer.xml",
)
PATHS = {corpus.model_id(path): path for path in corpus.model_paths()}
NSTEP = 300
CHAOS = 100.0  # our roundings are many and random, the perturbation is one: allow it this much more
QUIET = 1e-9  # of the state: where nothing amplifies roundings


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", MODELS)
def test_rollout_drifts_no_faster_than_a_perturbed_reference(name):
    if name not in PATHS:
        pytest.skip("; ".join(corpus.missing()))
    pair = load_pair(PATHS[name])
    assert isinstance(pair, Pair)
    randomize(pair, np.random.default_rng(0))
    reference = _reference_rollout(pair, 0.0)
    perturbed = _reference_rollout(pair, np.finfo(float).eps)
    kn.step(pair.m, pair.d, NSTEP)
    allowed = max(QUIET, CHAOS * _distance(perturbed, reference))
    assert _distance(pair.d.qvel, reference) <= allowed


def _reference_rollout(pair: Pair, nudge: float) -> np.ndarray:
    m, d = pair.reference_m, mujoco.MjData(pair.reference_m)
    mujoco.mj_copyState(m, pair.reference_d, d, int(mujoco.mjtState.mjSTATE_INTEGRATION))
    d.qvel *= 1.0 + nudge
    mujoco.mj_step(m, d, NSTEP)
    return d.qvel.copy()


def _distance(a: np.ndarray, b: np.ndarray) -> float:
    return float(np.abs(a - b).max() / np.abs(b).max())
