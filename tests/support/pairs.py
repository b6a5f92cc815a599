"""One model in both engines, from the same file, and states to compare them in."""

import re
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import mujoco
import numpy as np
from support import corpus

import knuckle as kn
from knuckle.compile import Compiled, compile_spec
from knuckle.parse import load_file
from knuckle.schema.fields import data_fields

INPUTS = (
    *("time", "qpos", "qvel", "act", "ctrl", "plastic", "qacc_warmstart", "eq_active"),
    *("qfrc_applied", "xfrc_applied", "mocap_pos", "mocap_quat"),
)


@dataclass
class Pair:
    """A model and a state in both engines."""

    m: kn.Model
    d: kn.Data
    reference_m: mujoco.MjModel
    reference_d: mujoco.MjData
    _known: object = None  # the arrays of our data that `_outputs` are of
    _outputs: tuple[np.ndarray, ...] = ()

    def copy_inputs(self) -> None:
        """Give our data the state and the inputs of the reference's."""
        for name in INPUTS:
            if name == "time":
                self.d.time = self.reference_d.time
            else:
                getattr(self.d, name)[...] = getattr(self.reference_d, name)

    def poison(self) -> None:
        """Fill everything that is not an input with NaN: what a stage does not write is seen."""
        arrays = self.d._arrays
        if arrays is not self._known:
            names = [field.name for field in data_fields() if field.stage != "input" and field.kind == "real"]
            self._known, self._outputs = arrays, tuple(arrays[name] for name in names if arrays[name].size)
        for values in self._outputs:
            values.fill(np.nan)


@lru_cache(maxsize=1)
def load_both(path: Path) -> tuple[Compiled, mujoco.MjModel] | str:
    """The model of a file as both engines compile it, or why the reference cannot; the last one stays loaded.

    Skins are left out: they are drawn, and move nothing.
    """
    try:
        reference = mujoco.MjModel.from_xml_path(str(path))
    except ValueError as error:
        told = re.sub(r"'[^']*/([^'/]+)'", r"'\1'", str(error).splitlines()[0])  # files by their last name
        return f"{corpus.model_id(path)}: the reference does not load it: {told}"
    return compile_spec(load_file(path, omit=("skin",))), reference


def load_constrained(path: Path) -> Pair | str:
    """The model of a file in both engines, or why the reference cannot load it.

    Nothing falls asleep: what does depends on the steps before (see tests/physics/sleep).
    """
    found = load_both(path)
    if isinstance(found, str):
        return found
    m, reference = kn.Model(found[0]), copy(found[1])
    m.opt.flags.sleep = False
    reference.opt.enableflags &= ~int(mujoco.mjtEnableBit.mjENBL_SLEEP)
    return Pair(m, kn.Data(m), reference, mujoco.MjData(reference))


def load_pair(path: Path) -> Pair | str:
    """The same with constraints off, and energy on, so that it is compared too."""
    pair = load_constrained(path)
    if isinstance(pair, Pair):
        pair.m.opt.flags.constraint, pair.m.opt.flags.energy = False, True
        pair.reference_m.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONSTRAINT)
        pair.reference_m.opt.enableflags |= int(mujoco.mjtEnableBit.mjENBL_ENERGY)
    return pair


def randomize(pair: Pair, rng: np.random.Generator) -> None:
    """A random pose and velocity, and forces that accelerate the bodies by about one unit."""
    m, d = pair.reference_m, pair.reference_d
    mujoco.mj_resetData(m, d)
    mujoco.mj_integratePos(m, d.qpos, rng.normal(0, 0.5, m.nv), 1.0)
    d.qvel[:] = rng.normal(0, 1, m.nv)
    d.qfrc_applied[:] = m.dof_M0 * rng.normal(0, 1, m.nv)
    d.xfrc_applied[:, :3] = m.body_mass[:, None] * rng.normal(0, 1, (m.nbody, 3))
    d.xfrc_applied[:, 3:] = m.body_inertia * rng.normal(0, 1, (m.nbody, 3))
    d.mocap_pos[:] += rng.normal(0, 1, d.mocap_pos.shape)
    d.mocap_quat[:] += rng.normal(0, 0.3, d.mocap_quat.shape)
    pair.copy_inputs()
