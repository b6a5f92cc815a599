"""Marks of contacts: discs at their points, arrows of their forces, friction cones."""

import numpy as np

from knuckle.data.data import Data
from knuckle.functions.queries import declared_queries
from knuckle.model.model import Model
from knuckle.scene.enums import Category, Shape, VisFlag
from knuckle.scene.frames import pointing
from knuckle.scene.option import SceneOption
from knuckle.scene.scene import Block, rows
from knuckle.schema.enums import ObjType

CONE_HEIGHT = 0.06  # of a friction cone, in extents of the model
WIDEST_CONE = 10.0  # slope
CONE_COLOUR = (0.95, 0.75, 0.2, 0.35)
LEAST = 1e-10  # forces below are not shown [N]
MARK = {"objtype": ObjType.UNKNOWN, "category": Category.DECOR}


def contact_rows(m: Model, d: Data, option: SceneOption) -> list[Block]:
    """What the options ask for of the contacts of a world."""
    if not d.ncon:
        return []
    blocks = []
    if option.flags[VisFlag.CONTACTPOINT]:
        blocks.append(_points(m, d))
    if option.flags[VisFlag.CONTACTFORCE]:
        blocks += _forces(m, d, bool(option.flags[VisFlag.CONTACTSPLIT]))
    if option.frictioncone:
        blocks.append(_cones(m, d))
    return blocks


def _points(m: Model, d: Data) -> Block:
    """Flat cylinders whose axes are the normals."""
    contact, scale = d.contact, m.stat.meansize
    frame = contact.frame.reshape(-1, 3, 3)
    colour = np.where((contact.efc_address < 0)[:, None], m.vis.rgba.contactgap, m.vis.rgba.contactpoint)
    width, height = m.vis.scale.contactwidth * scale, m.vis.scale.contactheight * scale
    return rows(
        d.ncon,
        kind=Shape.CYLINDER,
        size=(width, width, height),
        pos=contact.pos,
        mat=np.stack((frame[:, 1], frame[:, 2], frame[:, 0]), axis=2),
        rgba=colour,
        objid=np.arange(d.ncon),
        **MARK,
    )


def _cones(m: Model, d: Data) -> Block:
    """A cone for each contact with friction: all forces that it can bear lie within.

    Its tip is the contact, its axis the normal; along the two tangents it opens by the slopes μ₁ and μ₂.
    """
    bears = np.flatnonzero(d.contact.dim > 1)
    frame = d.contact.frame.reshape(-1, 3, 3)[bears]
    height = CONE_HEIGHT * float(m.stat.extent)
    size = np.full((len(bears), 3), height)
    size[:, :2] *= np.clip(d.contact.friction[bears, :2], 0.0, WIDEST_CONE)
    return rows(
        len(bears),
        kind=Shape.CONE,
        size=size,
        pos=d.contact.pos[bears] + height * frame[:, 0],
        mat=np.stack((frame[:, 1], -frame[:, 2], -frame[:, 0]), axis=2),
        rgba=CONE_COLOUR,
        objid=bears,
        **MARK,
    )


def contact_forces(m: Model, d: Data) -> np.ndarray:
    """Forces (ncon, 3) of all contacts on their second geoms, in the world's frame. [N]"""
    contact_force = declared_queries()["contact_force"]
    local = np.array([contact_force(m, d, c)[:3] for c in range(d.ncon)]).reshape(-1, 3)
    return np.einsum("ci,cij->cj", local, d.contact.frame.reshape(-1, 3, 3))


def _forces(m: Model, d: Data, split: bool) -> list[Block]:
    """Arrows of forces, with two heads between moving bodies; split, the part along the normal and the rest."""
    force, contact = contact_forces(m, d), d.contact
    normal = contact.frame.reshape(-1, 3, 3)[:, 0]
    if not split:
        moving = (m.body_weldid[m.geom_bodyid[contact.geom]] != 0).all(axis=1)
        kind = np.where(moving, Shape.ARROW2, Shape.ARROW)
        return [_arrows(m, contact.pos, force, kind, m.vis.rgba.contactforce)]
    along = np.sum(force * normal, axis=1, keepdims=True) * normal
    kind = np.full(d.ncon, Shape.ARROW)
    parts = ((along, m.vis.rgba.contactforce), (force - along, m.vis.rgba.contactfriction))
    return [_arrows(m, contact.pos, part, kind, colour) for part, colour in parts]


def _arrows(m: Model, pos: np.ndarray, force: np.ndarray, kind: np.ndarray, colour: np.ndarray) -> Block:
    block = force_arrows(m, pos, force, colour)
    chosen = block["objid"]
    return block | {"kind": kind[chosen]}


def force_arrows(m: Model, pos: np.ndarray, force: np.ndarray, colour: np.ndarray) -> Block:
    """Arrows as long as forces are strong, in the model's measure: length = |f| · vis.map.force / mean mass."""
    strength = np.linalg.norm(force, axis=1)
    chosen = np.flatnonzero(strength > LEAST)
    size = np.empty((len(chosen), 3))
    size[:, :2] = m.vis.scale.forcewidth * m.stat.meansize
    size[:, 2] = strength[chosen] * m.vis.map.force / max(m.stat.meanmass, 1e-15)
    direction = force[chosen] / strength[chosen][:, None]
    look = {"kind": Shape.ARROW, "rgba": colour, "objid": chosen, **MARK}
    return rows(len(chosen), size=size, pos=pos[chosen], mat=pointing(direction), **look)
