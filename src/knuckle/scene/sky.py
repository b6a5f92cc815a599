"""The sky: that of the model, or one for models without."""

import numpy as np

from knuckle.model.model import Model
from knuckle.scene.patterns import pattern
from knuckle.scene.textures import FACES, MissingPixels, texture_pixels
from knuckle.schema.enums import TextureType

USUAL = {"builtin": "gradient", "rgb1": (0.35, 0.45, 0.58), "rgb2": (0.80, 0.84, 0.88), "markrgb": (0.0, 0.0, 0.0)}
USUAL_SIDE = 64  # pixels of a face of the usual sky
UP, DOWN = 2, 3  # faces of a sky box


def sky_pixels(m: Model) -> np.ndarray:
    """The six faces (6 side, side, 3) of the sky, one below the other."""
    skies = np.flatnonzero(m.tex_type == TextureType.SKYBOX)
    try:
        pixels = texture_pixels(m, int(skies[0])) if len(skies) else None
    except MissingPixels:
        pixels = None
    if pixels is None or pixels.shape[-1] not in (3, 4):
        return pattern(USUAL, USUAL_SIDE, FACES * USUAL_SIDE, TextureType.SKYBOX)
    if pixels.shape[0] == pixels.shape[1]:  # one face for all six
        pixels = np.concatenate([pixels] * FACES)
    return pixels[..., :3]


def sky_colours(m: Model) -> tuple[np.ndarray, np.ndarray]:
    """The mean colours of the sky overhead and underfoot, each (3,) from 0 to 1, for those who draw a gradient."""
    faces = np.split(sky_pixels(m), FACES)
    over, under = (faces[face].reshape(-1, 3).mean(axis=0) / 255.0 for face in (UP, DOWN))
    return over, under
