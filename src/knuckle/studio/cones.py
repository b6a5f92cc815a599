"""Friction cones of contacts: all forces that a contact can bear lie within."""

import numpy as np

from knuckle.data.data import Data
from knuckle.model.model import Model
from knuckle.scene.enums import Category
from knuckle.scene.frames import pointing
from knuckle.scene.parts import CONE
from knuckle.scene.scene import Scene, rows, table
from knuckle.schema.enums import ObjType

HEIGHT = 0.06  # of a cone, in extents of the model
COLOUR = (0.95, 0.75, 0.2, 0.35)


def friction_cones(m: Model, d: Data) -> Scene:
    """A cone for each contact with friction: its tip is the contact, its axis the normal, its slopes μ₁ and μ₂."""
    bears = np.flatnonzero(d.contact_dim > 1)
    frame = d.contact_frame[bears].reshape(-1, 3, 3)
    normal = frame[:, 0]
    height = HEIGHT * float(m.stat.extent)
    size = np.empty((len(bears), 3), np.float32)
    size[:, :2], size[:, 2] = height * np.clip(d.contact_friction[bears, :2], 0, 10), height
    mat = pointing(-normal) if len(bears) else np.zeros((0, 3, 3))
    look = {"rgba": COLOUR, "category": Category.DECOR, "objtype": ObjType.UNKNOWN}
    return table([rows(len(bears), kind=CONE, size=size, pos=d.contact_pos[bears] + height * normal, mat=mat, **look)])
