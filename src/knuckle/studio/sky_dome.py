"""The sky of the page."""

import numpy as np

from knuckle.model.model import Model
from knuckle.scene.enums import Shape
from knuckle.scene.glb import glb
from knuckle.scene.parts import part_mesh
from knuckle.scene.shapes import Vertices
from knuckle.scene.sky import sky_colours

SKY_REACH = 40.0  # radius of the sky, in extents of the model
SKY_ROWS = 64


def sky_dome(m: Model) -> bytes:
    """A sphere around everything, bright by itself, whose colour goes from the ground to the zenith."""
    over, under = sky_colours(m)
    share = 1.0 / (1.0 + np.exp(-8.0 * np.linspace(-0.5, 0.5, SKY_ROWS)))  # rows of a picture run downwards
    pixels = np.round(255 * (over + share[:, None] * (under - over))).astype(np.uint8).reshape(SKY_ROWS, 1, 3)
    ball = part_mesh(m, Shape.SPHERE, -1)
    texcoords = np.stack((np.full(len(ball.points), 0.5), 0.5 - 0.5 * ball.points[:, 2]), axis=1)
    inside = Vertices(ball.points * SKY_REACH * m.stat.extent, -ball.normals, None, ball.faces[:, ::-1])
    return glb(inside, texcoords, pixels, np.ones(4), unlit=True)
