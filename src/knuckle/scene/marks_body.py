"""Marks of bodies: equivalent inertias, centres of mass, the skeleton, applied forces."""

import numpy as np

from knuckle.data.data import Data
from knuckle.model.model import Model
from knuckle.scene.enums import Category, Shape, VisFlag
from knuckle.scene.frames import bars
from knuckle.scene.marks_contact import force_arrows
from knuckle.scene.option import SceneOption
from knuckle.scene.scene import Block, rows
from knuckle.schema.enums import ObjType

LEAST_MASS = 1e-15
WATER = 1000.0  # density [kg/m³]


def body_rows(m: Model, d: Data, option: SceneOption) -> list[Block]:
    """What the options ask for of the bodies of a world."""
    blocks = []
    for flag, make in MARKS.items():
        if option.flags[flag] and m.nbody > 1:
            blocks += make(m, d, option)
    return blocks


def _inertias(m: Model, d: Data, option: SceneOption) -> list[Block]:
    """Boxes or ellipsoids of even density with the mass and the principal inertias of the bodies.

    I_x = m (b² + c²) / 3 for a box with half extents a, b, c;   I_x = m (b² + c²) / 5 for an ellipsoid

    With the flag `sclinertia` they are as large as water of that mass would be.
    """
    bodies = np.flatnonzero(m.body_mass > LEAST_MASS)
    bodies = bodies[bodies > 0]
    ellipsoid = m.vis.global_.ellipsoidinertia
    inertia, mass = m.body_inertia[bodies], m.body_mass[bodies, None]
    squares = (inertia.sum(axis=1, keepdims=True) - 2 * inertia) * (2.5 if ellipsoid else 1.5) / mass
    size = np.sqrt(np.maximum(squares, 0))
    if option.flags[VisFlag.SCLINERTIA]:
        volume = (4 / 3 * np.pi if ellipsoid else 8.0) * size.prod(axis=1, keepdims=True)
        size *= np.cbrt(mass / (WATER * np.maximum(volume, LEAST_MASS)))
    return [
        rows(
            len(bodies),
            kind=Shape.ELLIPSOID if ellipsoid else Shape.BOX,
            size=size,
            pos=d.xipos[bodies],
            mat=d.ximat.reshape(-1, 3, 3)[bodies],
            rgba=m.vis.rgba.inertia,
            objtype=ObjType.BODY,
            objid=bodies,
            category=Category.DECOR,
        )
    ]


def _centres(m: Model, d: Data, option: SceneOption) -> list[Block]:
    """Spheres at the centres of mass of the bodies that hang on the world, each with all that hangs on it."""
    bodies = np.flatnonzero(m.body_parentid == 0)[1:]
    look = {"rgba": m.vis.rgba.com, "objid": bodies, "category": Category.DECOR}
    size = m.vis.scale.com * m.stat.meansize
    return [rows(len(bodies), kind=Shape.SPHERE, size=size, pos=d.subtree_com[bodies], **look)]


def _skeleton(m: Model, d: Data, option: SceneOption) -> list[Block]:
    """Capsules from the centre of each body over its joints to the centre of its parent."""
    starts, ends, owners = [], [], []
    for b in range(1, m.nbody):
        parent = m.body_parentid[b]
        if parent == 0:
            continue
        joints = range(m.body_jntadr[b], m.body_jntadr[b] + m.body_jntnum[b])
        points = [d.xipos[b], *(d.xanchor[j] for j in reversed(joints)), d.xipos[parent]]
        starts += points[:-1]
        ends += points[1:]
        owners += [b] * (len(points) - 1)
    if not starts:
        return []
    width = m.vis.scale.connect * m.stat.meansize
    look = {"kind": Shape.CAPSULE, "rgba": m.vis.rgba.connect, "objid": owners, "category": Category.DECOR}
    return [rows(len(starts), **bars(np.array(starts), np.array(ends), width), **look)]


def _applied(m: Model, d: Data, option: SceneOption) -> list[Block]:
    """Arrows of the forces that were applied to bodies."""
    return [force_arrows(m, d.xipos, d.xfrc_applied.reshape(-1, 6)[:, :3], m.vis.rgba.force)]


MARKS = {
    VisFlag.INERTIA: _inertias,
    VisFlag.PERTFORCE: _applied,
    VisFlag.AUTOCONNECT: _skeleton,
    VisFlag.COM: _centres,
}
