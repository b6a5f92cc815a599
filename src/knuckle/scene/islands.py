"""Colours of constraint islands: bodies of one island have one colour."""

import numpy as np

from knuckle.data.data import Data
from knuckle.model.model import Model
from knuckle.scene.scene import Block

GOLDEN = 0.618033988749895  # hues that follow each other by this share of the circle never come near each other
IDLE = 0.7  # grey of what is in no island


def island_colour(island: int) -> tuple[float, float, float]:
    """A bright colour for the number of an island."""
    hue = (island * GOLDEN) % 1.0
    channels = (abs((6 * hue + shift) % 6 - 3) - 1 for shift in (0, 4, 2))
    red, green, blue = (0.15 + 0.8 * min(1.0, max(0.0, channel)) for channel in channels)
    return red, green, blue


def paint_islands(m: Model, d: Data, bodies: np.ndarray, surface: Block) -> None:
    """Give elements of moving bodies the colours of their islands, and no textures."""
    tree = m.body_treeid[m.body_weldid[bodies]]
    moving = tree >= 0
    if not moving.any():
        return
    dof = m.tree_dofadr[tree[moving]]
    island = np.where(d.nisland > 0, d.dof_island[dof], -1)
    colours = np.full((moving.sum(), 3), IDLE)
    for number in np.unique(island[island >= 0]):
        colours[island == number] = island_colour(int(number))
    surface["rgba"][moving, :3] = colours
    if "texid" in surface:
        surface["texid"] = np.where(moving, -1, surface["texid"])
