"""Textures on drawables, for those who draw meshes: pixels or a mean colour, and where they lie on a shape."""

from dataclasses import dataclass

import numpy as np

from knuckle.model.model import Model
from knuckle.scene.enums import Shape
from knuckle.scene.parts import PLANE_REACH
from knuckle.scene.scene import Scene
from knuckle.scene.shapes import Vertices, triangles
from knuckle.scene.textures import MissingPixels, texture_pixels
from knuckle.schema.enums import TextureType


@dataclass(frozen=True)
class Surface:
    """A texture: its pixels, of a cube six faces one below the other; its mean colour, where it cannot be put on."""

    pixels: np.ndarray | None  # None where they are gone
    mean: np.ndarray
    cube: bool = False


def surface_of(m: Model, texture: int) -> Surface:
    """A texture of the model; white where its pixels are gone."""
    try:
        pixels = texture_pixels(m, texture)
    except MissingPixels:
        return Surface(None, np.ones(3))
    mean = pixels.reshape(-1, pixels.shape[-1]).mean(axis=0) / 255.0
    colour = mean[:3] if len(mean) >= 3 else np.full(3, mean[0])
    drawn = pixels if pixels.shape[-1] != 2 else None
    return Surface(drawn, colour, m.tex_type[texture] != TextureType.TEXTURE_2D)


def textured_form(m: Model, scene: Scene, row: int) -> tuple[Vertices, np.ndarray]:
    """The triangles of a drawable in its own frame and size, and the coordinates of a flat texture on them.

    The texture is there `texrepeat` times over the drawable, or over one unit of length where it is uniform; a plane
    without an end counts as one of size 1.
    """
    kind, size, repeat = int(scene.kind[row]), np.array(scene.size[row], float), scene.texrepeat[row]
    endless = kind == Shape.PLANE and (size[0] <= 0 or size[1] <= 0)
    reach = np.where(size <= 0, PLANE_REACH * m.stat.extent, size) if endless else size
    mesh = triangles(m, kind, int(scene.dataid[row])).of_size(reach)
    if mesh.texcoords is None:
        return mesh, _from_above(mesh.points) * repeat
    over = reach[:2] if endless or scene.texuniform[row] else np.ones(2)
    return mesh, mesh.texcoords * repeat * over + (0.5 * repeat * (1.0 - over) if endless else 0.0)


def _from_above(points: np.ndarray) -> np.ndarray:
    """Coordinates of what has none: its shadow on the plane of x and y, from edge to edge."""
    low, high = points[:, :2].min(axis=0), points[:, :2].max(axis=0)
    share = (points[:, :2] - low) / np.maximum(high - low, 1e-9)
    return np.stack((share[:, 0], 1.0 - share[:, 1]), axis=1)
