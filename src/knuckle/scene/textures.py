"""Pixels of textures, from the files or settings that they were made from: a model holds none."""

import io
from typing import Any

import numpy as np

from knuckle.assets.image.origin import PictureOrigin
from knuckle.errors import KnuckleError
from knuckle.model.model import Model
from knuckle.scene.patterns import pattern
from knuckle.schema.enums import TextureType

FACES = 6
MOST_PIXELS = 1 << 28
LETTERS = {"R": 0, "L": 1, "U": 2, "D": 3, "F": 4, "B": 5}  # cells of a grid, and the faces they are for
SIDES = ("fileright", "fileleft", "fileup", "filedown", "filefront", "fileback")


class MissingPixels(KnuckleError):
    """The pixels of a texture cannot be had."""


def texture_pixels(m: Model, texture: int) -> np.ndarray:
    """The pixels (height, width, channels) of a texture; of a cube the six faces +x −x +y −y +z −z, one below the
    other.

    Rows run from top to bottom. MissingPixels where a file is gone, or is no longer what was compiled.
    """
    width, height = int(m.tex_width[texture]), int(m.tex_height[texture])
    if width * height > MOST_PIXELS:
        raise MissingPixels(f"texture {texture}: {width}×{height} pixels are too many to draw")
    pixels = _pixels(m, texture)
    flat = m.tex_type[texture] == TextureType.TEXTURE_2D
    if pixels.shape[:2] != ((height, width) if flat else (FACES * width, width)):
        raise MissingPixels(f"texture {texture}: its file is no longer that which was compiled")
    return pixels


def _pixels(m: Model, texture: int) -> np.ndarray:
    origins = m._picture_origins
    origin = origins[texture] if texture < len(origins) else None
    if origin is None:
        raise MissingPixels(f"texture {texture}: the model was compiled without its pixels; load it from its MJCF")
    if origin.attributes.get("builtin") not in (None, "none"):
        return pattern(
            origin.attributes, int(m.tex_width[texture]), int(m.tex_height[texture]), int(m.tex_type[texture])
        )
    contents = origin.contents()
    if contents is None:
        raise MissingPixels(f"texture {texture}: its file is gone")
    pictures = {name: _decoded(data, texture, int(m.tex_nchannel[texture])) for name, data in contents.items()}
    attributes = origin.attributes
    if attributes.get("hflip"):
        pictures = {name: pixels[:, ::-1] for name, pixels in pictures.items()}
    if attributes.get("vflip"):
        pictures = {name: pixels[::-1] for name, pixels in pictures.items()}
    if m.tex_type[texture] == TextureType.TEXTURE_2D:
        if "file" not in pictures:
            raise MissingPixels(f"texture {texture}: it has no file")
        return np.ascontiguousarray(pictures["file"])
    try:
        return np.ascontiguousarray(_cube(origin, pictures, int(m.tex_width[texture])))
    except ValueError:
        raise MissingPixels(f"texture {texture}: its faces are not of one size") from None


def _decoded(data: bytes, texture: int, channels: int) -> np.ndarray:
    """The pixels of a file with so many channels."""
    try:
        from PIL import Image, UnidentifiedImageError
    except ModuleNotFoundError as error:
        raise MissingPixels(f"texture {texture}: Pillow reads its file: pip install 'knuckle[render]'") from error
    mode = {1: "L", 2: "LA", 3: "RGB", 4: "RGBA"}[channels]
    try:
        picture = np.asarray(Image.open(io.BytesIO(data)).convert(mode))
    except (UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError) as error:
        raise MissingPixels(f"texture {texture}: {error}") from error
    return picture.reshape(*picture.shape[:2], channels)


def _cube(origin: PictureOrigin, pictures: dict[str, np.ndarray], side: int) -> np.ndarray:
    """Six faces: one picture for all, cells of a grid, or a file for each."""
    attributes: dict[str, Any] = origin.attributes
    empty = np.empty((side, side, 3), np.uint8)
    empty[:] = np.round(255 * np.asarray(attributes["rgb1"], float))
    faces = [empty] * FACES
    if "file" not in pictures:
        for i, name in enumerate(SIDES):
            faces[i] = pictures.get(name, empty)
        return np.concatenate(faces)
    picture, (rows, columns) = pictures["file"], attributes["gridsize"]
    if rows * columns == 1:
        return np.concatenate([picture] * FACES)
    for cell, letter in zip(range(rows * columns), attributes["gridlayout"], strict=False):
        if letter in LETTERS:
            y, x = (cell // columns) * side, (cell % columns) * side
            faces[LETTERS[letter]] = picture[y : y + side, x : x + side]
    return np.concatenate(faces)
