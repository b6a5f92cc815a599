"""Textures that the compiler draws: gradients, checkers, flat colours, and marks on them."""

from typing import Any

import numpy as np

from knuckle.schema.enums import TextureType

UP, DOWN = 2, 3  # faces of a cube that look along +y and −y
STEEPNESS = 1.15  # of the sigmoid of gradients


def pattern(attributes: dict[str, Any], width: int, height: int, kind: int) -> np.ndarray:
    """Pixels (height, width, 3) of a builtin texture; of a cube the six faces, one below the other."""
    flat = kind == TextureType.TEXTURE_2D
    sides = height if flat else width
    one, two, mark = (np.asarray(attributes[name], float) for name in ("rgb1", "rgb2", "markrgb"))
    faces = [_face(str(attributes["builtin"]), one, two, width, sides, face) for face in ([-1] if flat else range(6))]
    generator = np.random.default_rng(42)
    for pixels in faces:
        _mark(pixels, str(attributes.get("mark") or "none"), mark, float(attributes.get("random") or 0.0), generator)
    return np.concatenate(faces).astype(np.uint8)


def _face(builtin: str, one: np.ndarray, two: np.ndarray, width: int, height: int, face: int) -> np.ndarray:
    y, x = np.mgrid[0:height, 0:width]
    if builtin == "checker":
        share = ((x < width // 2) != (y < height // 2)).astype(float)
    elif builtin == "flat":
        share = np.full((height, width), float(face == DOWN))
    else:
        share = _gradient(x, y, width, height, face)
    return 255 * (one + share[..., None] * (two - one))


def _gradient(x: np.ndarray, y: np.ndarray, width: int, height: int, face: int) -> np.ndarray:
    """From 0 straight up to 1 straight down, by a sigmoid of the angle; on a flat texture from its middle outwards."""
    u, v = 2 * (x + 0.5) / width - 1, 2 * (y + 0.5) / height - 1
    if face < 0:
        place = 2 * np.minimum(1.0, np.hypot(u, v)) - 1
    elif face in (UP, DOWN):
        place = (1 if face == DOWN else -1) * np.arctan2(1.0, np.hypot(u, v)) / (np.pi / 2)
    else:
        place = np.arctan2(v, np.hypot(1.0, u)) / (np.pi / 2)
    return 0.5 + 0.5 * np.tanh(STEEPNESS * place) / np.tanh(STEEPNESS)


def _mark(pixels: np.ndarray, mark: str, colour: np.ndarray, density: float, generator: np.random.Generator) -> None:
    height, width = pixels.shape[:2]
    if mark == "edge":
        pixels[[0, -1]] = pixels[:, [0, -1]] = 255 * colour
    elif mark == "cross":
        pixels[height // 2] = pixels[:, width // 2] = 255 * colour
    elif mark == "random":
        pixels[generator.random((height, width)) < density] = 255 * colour
