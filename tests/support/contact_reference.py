"""Contacts of both implementations for the same pose of all geoms."""

import mujoco
import numpy as np
from support.reference import both

import knuckle as kn

FIELDS = (
    *("dist", "pos", "frame", "includemargin", "friction", "solref", "solreffriction", "solimp", "adhesion"),
    *("surfacevel", "dim", "geom", "exclude", "efc_address"),
)


def collide(xml: str, seed: int = 0):
    """Contacts of both implementations for the same pose of the geoms: (ours, theirs), as dictionaries of arrays."""
    m, reference = both(xml)
    d, state = kn.Data(m), mujoco.MjData(reference)
    if seed:
        state.qpos += np.random.default_rng(seed).normal(0, 0.2, reference.nq)
    mujoco.mj_kinematics(reference, state)
    mujoco.mj_comPos(reference, state)
    mujoco.mj_collision(reference, state)
    return contacts(m, d, state), {field: getattr(state.contact, field) for field in FIELDS}


def contacts(m, d, state) -> dict[str, np.ndarray]:
    """Our contacts for the pose of the reference, found over poisoned fields."""
    for field in FIELDS:
        array = d._arrays[f"contact_{field}"]
        array[...] = np.nan if array.dtype.kind == "f" else -9
    d.geom_xpos[:] = state.geom_xpos
    d.geom_xmat[:] = state.geom_xmat.reshape(d.geom_xmat.shape)
    kn.collision(m, d)
    return {field: d._arrays[f"contact_{field}"][: d.ncon] for field in FIELDS}
