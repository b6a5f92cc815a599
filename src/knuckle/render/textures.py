"""Textures on the graphics card, uploaded when the first drawable needs them."""

import warnings
from typing import Any

import numpy as np

from knuckle.errors import ModelWarning
from knuckle.model.model import Model
from knuckle.scene.textures import FACES, MissingPixels, texture_pixels
from knuckle.schema.enums import TextureType

ANISOTROPY = 8.0
SOFTWARE = ("llvmpipe", "softpipe", "swrast")  # renderers that take minutes for anisotropic filters


class Textures:
    """The textures of a model, by their numbers."""

    def __init__(self, ctx: Any, m: Model):
        self._ctx, self._model = ctx, m
        self._made: dict[int, Any] = {}
        name = ctx.info["GL_RENDERER"].lower()
        self._anisotropy = 1.0 if any(word in name for word in SOFTWARE) else min(ANISOTROPY, ctx.max_anisotropy)

    def get(self, texture: int) -> Any:
        """A texture; a white one, with a warning, where its pixels cannot be had."""
        if texture not in self._made:
            try:
                pixels = texture_pixels(self._model, texture)
            except MissingPixels as error:
                warnings.warn(f"{error}; it is drawn white", ModelWarning, stacklevel=2)
                pixels = (
                    np.full((6, 1, 3), 255, np.uint8) if self._is_cube(texture) else np.full((1, 1, 3), 255, np.uint8)
                )
            self._made[texture] = self._cube(pixels) if self._is_cube(texture) else self._flat(pixels)
        return self._made[texture]

    def sky(self) -> int:
        """The number of the sky's texture, -1 where there is none."""
        found = np.flatnonzero(self._model.tex_type == TextureType.SKYBOX)
        return int(found[0]) if len(found) else -1

    def _is_cube(self, texture: int) -> bool:
        return self._model.tex_type[texture] != TextureType.TEXTURE_2D

    def _flat(self, pixels: np.ndarray) -> Any:
        height, width, channels = pixels.shape
        made = self._ctx.texture((width, height), channels, pixels.tobytes(), alignment=1)
        if channels < 3:
            made.swizzle = "RRR1" if channels == 1 else "RRRG"
        made.build_mipmaps()
        made.filter = (self._ctx.LINEAR_MIPMAP_LINEAR, self._ctx.LINEAR)
        made.anisotropy = self._anisotropy
        return made

    def _cube(self, pixels: np.ndarray) -> Any:
        height, width, channels = pixels.shape
        if height == width:  # one face for all six
            pixels = np.concatenate([pixels] * FACES)
        made = self._ctx.texture_cube((width, width), channels, np.ascontiguousarray(pixels).tobytes(), alignment=1)
        made.build_mipmaps()
        made.filter = (self._ctx.LINEAR_MIPMAP_LINEAR, self._ctx.LINEAR)
        return made
