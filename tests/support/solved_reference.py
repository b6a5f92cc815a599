"""A state of ours with the contacts, constraint rows and solution of the reference."""

import mujoco
import numpy as np

from knuckle.data.data import Data
from knuckle.machine.python import DataView, ModelView
from knuckle.model.model import Model
from knuckle.schema.fields import data_fields

SOLVED = """
<mujoco>
  <option cone="{cone}" integrator="{integrator}" timestep=".01" gravity="1 2 -9.81" density="50" iterations="{iterations}">
    <flag {flags}/>
  </option>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body name="a" pos="0 0 .09"><freejoint/>
      <geom type="box" size=".1 .1 .1" condim="{condim}" friction=".7 .02 .01" adhesion="{adhesion}"/>
      <site name="a" pos=".1 .2 0" euler="10 20 30"/>
      <body name="b" pos=".3 0 0" gravcomp=".4">
        <joint name="hinge" axis="0 1 0" damping="1 .5" stiffness="3" range="-1 10" armature=".1" frictionloss=".2"/>
        <geom size=".1"/><site name="b" pos=".1 0 .1" euler="40 0 10"/>
      </body>
    </body>
    <body name="c" pos="1 0 .5"><joint type="ball"/><geom size=".1" pos=".2 0 0"/>
      <body name="plate" pos="0 0 .3"><geom size=".05"/></body></body>
    <body name="hand" mocap="true" pos="2 0 0"/>
    <body name="f" pos="1.15 0 .25"><freejoint/><geom type="capsule" size=".1 .1" condim="6"/></body>
  </worldbody>
  <equality>{equality}</equality>
</mujoco>
"""  # noqa: E501
USUAL = {
    "cone": "pyramidal",
    "integrator": "Euler",
    "iterations": 100,
    "condim": 3,
    "adhesion": 0,
    "equality": "",
    "flags": "",
}
INPUTS = ("qpos", "qvel", "qfrc_applied", "xfrc_applied", "mocap_pos", "mocap_quat", "eq_active", "qacc")
FIRST_CONTACT = int(mujoco.mjtConstraint.mjCNSTR_CONTACT_FRICTIONLESS)
COUNTS = ("ncon", "ne", "nf", "nl", "nefc")


def solved_xml(**changes) -> str:
    return SOLVED.format(**(USUAL | changes))


def random_state(reference: mujoco.MjModel, seed: int) -> mujoco.MjData:
    """A pose near the initial one, with velocities and forces."""
    rng = np.random.default_rng(seed)
    data = mujoco.MjData(reference)
    mujoco.mj_integratePos(reference, data.qpos, rng.normal(0, 0.05, reference.nv), 1.0)
    data.qvel[:] = rng.normal(size=reference.nv)
    data.qfrc_applied[:] = rng.normal(size=reference.nv)
    data.xfrc_applied[:] = rng.normal(size=(reference.nbody, 6))
    return data


def copy_inputs(d: Data, data: mujoco.MjData) -> None:
    for name in INPUTS:
        d._arrays[name][...] = getattr(data, name)


def copy_solution(d: Data, data: mujoco.MjData) -> None:
    """Everything the reference computed that has the same shape here, its contacts, and its rows."""
    assert data.ncon <= len(d._arrays["contact_dist"]) and data.nefc <= len(d._arrays["efc_force"])
    for field in data_fields():
        ours = d._arrays[field.name]
        if field.name.startswith("contact_"):
            theirs = getattr(data.contact, field.name.removeprefix("contact_"), None)
            if theirs is not None:
                ours[: data.ncon] = np.array(theirs).reshape(data.ncon, *ours.shape[1:])
        elif field.shape[:1] == ("maxefc",) and hasattr(data, field.name) and field.name.startswith("efc_"):
            theirs = np.array(getattr(data, field.name))
            if theirs.shape[:1] == (data.nefc,):
                ours[: data.nefc] = theirs
        elif field.name in COUNTS or np.shape(getattr(data, field.name, None)) == ours.shape != ():
            ours[...] = getattr(data, field.name)
    count_rows_of_contacts(d, data)


def count_rows_of_contacts(d: Data, data: mujoco.MjData) -> None:
    """What rows of ours know of themselves and those of the reference do not."""
    d._arrays["rows_left"][: data.nefc] = 1
    d._arrays["nref"][...] = data.nefc
    elliptic = int(mujoco.mjtConstraint.mjCNSTR_CONTACT_ELLIPTIC)
    d._arrays["ncone"][...] = len(set(data.efc_id[data.efc_type == elliptic].tolist()))
    for first in data.contact.efc_address[data.contact.efc_address >= 0]:
        rows = np.flatnonzero((data.efc_type >= FIRST_CONTACT) & (data.efc_id == data.efc_id[first]))
        d._arrays["rows_left"][rows] = len(rows) - np.arange(len(rows))


def views(m: Model, d: Data) -> tuple[ModelView, DataView]:
    """What kernels see on the `python` machine."""
    return ModelView(m._arena.arrays, m._counts), DataView(d._arrays)


def error(ours: np.ndarray, theirs: np.ndarray) -> float:
    """The largest difference over the largest value, which is taken to be 1 at least."""
    return float(np.abs(ours - theirs).max() / max(1.0, np.abs(theirs).max())) if theirs.size else 0.0
