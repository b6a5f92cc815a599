"""The models to measure: those of the package and the test corpus, as both engines can load them."""

import re
import sys
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import mujoco
import numpy as np

import knuckle as kn
from knuckle import models

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from support.corpus import model_id, model_paths


@dataclass
class Pair:
    """One model and one state in both engines, constraints off."""

    name: str
    m: kn.Model
    d: kn.Data
    reference_m: mujoco.MjModel
    reference_d: mujoco.MjData


@dataclass(frozen=True)
class OutOfScope:
    """A model that one of the engines does not load, and why."""

    name: str
    reason: str


def count() -> int:
    """How many models `pairs` goes through."""
    return len(models.names()) + len(model_paths())


def pairs() -> Iterator[Pair | OutOfScope]:
    """Every model of the package and of the corpus."""
    for name in models.names():
        yield pair(name, models.path(name))
    for path in model_paths():
        name = model_id(path)
        try:
            yield pair(name, path)
        except (kn.KnuckleError, ValueError, mujoco.FatalError) as error:
            yield OutOfScope(name, _first_line(error))


def _first_line(error: Exception) -> str:
    """The first line of a message, with files by their last name only."""
    return re.sub(r"'[^']*/([^'/]+)'", r"'\1'", str(error).strip().splitlines()[0])


def pair(name: str, path: Path) -> Pair:
    """The model of a file in both engines; skins are drawn only."""
    reference = mujoco.MjModel.from_xml_path(str(path))  # first, so that it says what is missing
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", kn.ModelWarning)
        m = kn.load(path, omit=("skin",))
    m.opt.flags.constraint = False
    reference.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONSTRAINT)
    result = Pair(name, m, kn.Data(m), reference, mujoco.MjData(reference))
    set_random_state(result, np.random.default_rng(1))
    return result


def set_random_state(pair: Pair, random: np.random.Generator) -> None:
    """The same moving state near the reference pose in both engines."""
    qpos, qvel = random_state(pair.reference_m, random)
    for d in (pair.d, pair.reference_d):
        d.qpos[:] = qpos
        d.qvel[:] = qvel


def random_state(m: mujoco.MjModel, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Positions a small random motion away from the reference pose, with unit quaternions, and random velocities."""
    qpos = m.qpos0.copy()
    mujoco.mj_integratePos(m, qpos, random.normal(0.0, 0.2, m.nv), 1.0)
    return qpos, random.normal(0.0, 0.5, m.nv)
