"""The sky of the page."""

import numpy as np

from knuckle.model.model import Model
from knuckle.scene.cubes import atlas, unfolded
from knuckle.scene.enums import Shape
from knuckle.scene.glb import glb
from knuckle.scene.shapes import Vertices, triangles
from knuckle.scene.sky import sky_pixels

SKY_REACH = 40.0  # half extent of the sky, in extents of the model


def sky_box(m: Model) -> bytes:
    """A box around everything, bright by itself, with the sky of the model inside.

    The up of a sky is its +y, and its front −z: what is seen towards (x, y, z) is its point (x, z, −y).
    """
    pixels = sky_pixels(m)
    box = triangles(m, Shape.BOX).of_size(np.full(3, SKY_REACH * m.stat.extent))
    inside = Vertices(box.points, -box.normals, None, box.faces[:, ::-1])
    seen = inside.points[:, (0, 2, 1)] * (1.0, 1.0, -1.0)
    return glb(*unfolded(inside, seen, pixels.shape[1]), atlas(pixels), np.ones(4), unlit=True)
