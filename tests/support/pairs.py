"""One model in both engines, from the same reduced text, with constraints off, and states to compare them in."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import mujoco
import numpy as np
from support import corpus
from support.reduce import reduce_with_assets, reduce_xml

import knuckle as kn
from knuckle.schema.fields import data_fields

INPUTS = (
    *("time", "qpos", "qvel", "act", "ctrl", "plastic", "qacc_warmstart", "eq_active"),
    *("qfrc_applied", "xfrc_applied", "mocap_pos", "mocap_quat"),
)
# polygons of five and more corners in their files are cut into other triangles: they are compared without meshes
OTHER_TRIANGLES = "ms_human_700"


@dataclass
class Pair:
    """A model and a state in both engines."""

    m: kn.Model
    d: kn.Data
    reference_m: mujoco.MjModel
    reference_d: mujoco.MjData

    def copy_inputs(self) -> None:
        """Give our data the state and the inputs of the reference's."""
        for name in INPUTS:
            if name == "time":
                self.d.time = self.reference_d.time
            else:
                getattr(self.d, name)[...] = getattr(self.reference_d, name)

    def poison(self) -> None:
        """Fill everything that is not an input with NaN: what a stage does not write is seen."""
        for field in data_fields():
            if field.stage != "input" and field.kind == "real":
                self.d._arrays[field.name].fill(np.nan)


@cache
def whole_model(path: Path) -> mujoco.MjModel | str:
    """The model in the reference implementation, or why that cannot load it."""
    try:
        return mujoco.MjModel.from_xml_path(str(path))
    except ValueError as error:
        return re.sub(r"'[^']*/([^'/]+)'", r"'\1'", str(error).splitlines()[0])  # files by their last name


def load_pair(path: Path) -> Pair | str:
    """The model of a file in both engines, or why the reference cannot load it."""
    whole = whole_model(path)
    if isinstance(whole, str):
        return f"{corpus.model_id(path)}: the reference does not load it: {whole}"
    return pair_of(reduce_xml(path, whole))


def load_constrained(path: Path) -> Pair | str:
    """The model of a file in both engines with its meshes and its constraints, or why that cannot be."""
    whole = whole_model(path)
    if isinstance(whole, str):
        return f"{corpus.model_id(path)}: the reference does not load it: {whole}"
    if OTHER_TRIANGLES in str(path):
        text, assets = reduce_xml(path, whole), {}
    else:
        text, assets = reduce_with_assets(path, whole)
    m, reference = kn.Model.from_xml_string(text, assets), mujoco.MjModel.from_xml_string(text, assets)
    return Pair(m, kn.Data(m), reference, mujoco.MjData(reference))


def pair_of(text: str) -> Pair:
    """The model of a text in both engines; energy on, so that it is compared too."""
    m, reference = kn.Model.from_xml_string(text), mujoco.MjModel.from_xml_string(text)
    m.opt.flags.constraint, m.opt.flags.energy = False, True
    reference.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONSTRAINT)
    reference.opt.enableflags |= int(mujoco.mjtEnableBit.mjENBL_ENERGY)
    return Pair(m, kn.Data(m), reference, mujoco.MjData(reference))


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
