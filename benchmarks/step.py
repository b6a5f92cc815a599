"""One world with contacts: the full step, ours beside MuJoCo's C, from the same states of a rollout."""

import sys
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter

import mujoco
import numpy as np
from alternate import Comparison, Turn, compare
from rich.progress import track

import knuckle as kn

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from support.constrained import EVERYTHING, record
from support.corpus import model_id, model_paths
from support.pairs import Pair, load_constrained

MODELS = (
    "archive/mujoco/humanoid/humanoid.xml",
    "gymnasium/half_cheetah.xml",
    "gymnasium/ant.xml",
    "dm_control/suite/quadruped.xml",
    "archive/menagerie/agility_cassie/scene.xml",
    "archive/menagerie/anybotics_anymal_c/scene.xml",
    "archive/menagerie/shadow_hand/scene_right.xml",
    "archive/menagerie/wonik_allegro/scene_right.xml",
    "dm_control/suite/stacker.xml",
    "archive/mujoco/cards/cards.xml",
    "archive/mujoco/cube/cube_3x3x3.xml",
    "archive/mujoco/humanoid/22_humanoids.xml",
)
# muscles, tendons, equalities and sensors in numbers
RICH = (
    "archive/menagerie/ms_human_700/scene.xml",
    "archive/menagerie/shadow_hand/scene_right.xml",
    "archive/menagerie/agility_cassie/scene.xml",
    "archive/menagerie/robotiq_2f85/scene.xml",
    "archive/menagerie/iit_softfoot/scene.xml",
    "dm_control/suite/humanoid.xml",
    "dm_control/suite/quadruped.xml",
    "dm_control/suite/dog.xml",
    "dm_control/locomotion/walkers/assets/fruitfly_v2/fruitfly.xml",
)
STATES, TURNS, NSTEP = 8, 6, 20  # states of a rollout of 500 steps, turns at each, steps in a turn


@dataclass(frozen=True)
class StepResult:
    """Comparison for each model, with its dofs and its mean number of contacts."""

    rows: list[tuple[str, int, float, Comparison]]

    @property
    def median(self) -> float:
        return median(row.ratio for _, _, _, row in self.rows)

    @property
    def minimum(self) -> tuple[str, float]:
        name, _, _, row = min(self.rows, key=lambda item: item[3].ratio)
        return name, row.ratio


def measure_step(models: Sequence[str] = MODELS) -> StepResult:
    """Compare on the models of the list that are there."""
    paths = {model_id(path): path for path in model_paths()}
    rows = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in track([name for name in models if name in paths], "one world, full step"):
            pair = load_constrained(paths[name])
            if isinstance(pair, Pair):
                states = list(record(pair, 500, 500 // STATES))
                contacts, turns = [], list[Turn]()
                for state in states * TURNS:
                    turns.append((_ours(pair, state), _theirs(pair, state)))
                    contacts.append(pair.reference_d.ncon)
                rows.append((name, pair.m.nv, float(np.mean(contacts)), compare(turns)))
    return StepResult(rows)


def _ours(pair: Pair, state: np.ndarray) -> float:
    """Seconds of one step of ours from a state."""
    mujoco.mj_setState(pair.reference_m, pair.reference_d, state, EVERYTHING)
    pair.copy_inputs()
    start = perf_counter()
    kn.step(pair.m, pair.d, NSTEP)
    return (perf_counter() - start) / NSTEP


def _theirs(pair: Pair, state: np.ndarray) -> float:
    """Seconds of one step of the reference from a state."""
    mujoco.mj_setState(pair.reference_m, pair.reference_d, state, EVERYTHING)
    start = perf_counter()
    mujoco.mj_step(pair.reference_m, pair.reference_d, NSTEP)
    return (perf_counter() - start) / NSTEP
