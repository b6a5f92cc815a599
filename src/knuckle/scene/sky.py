"""The sky as two colours, for those who draw a gradient."""

import numpy as np

from knuckle.model.model import Model
from knuckle.scene.textures import MissingPixels, texture_pixels
from knuckle.schema.enums import TextureType

USUAL = (np.array((0.35, 0.45, 0.58)), np.array((0.80, 0.84, 0.88)))  # of a model without a sky
UP, DOWN = 2, 3  # faces of a sky box


def sky_colours(m: Model) -> tuple[np.ndarray, np.ndarray]:
    """The colours of the sky overhead and underfoot, each (3,) from 0 to 1."""
    skies = np.flatnonzero(m.tex_type == TextureType.SKYBOX)
    if not len(skies):
        return USUAL
    try:
        faces = np.split(texture_pixels(m, int(skies[0])), 6)
    except MissingPixels:
        return USUAL
    over, under = (faces[face].reshape(-1, faces[face].shape[-1]).mean(axis=0) / 255.0 for face in (UP, DOWN))
    return (over, under) if len(over) == 3 else USUAL
