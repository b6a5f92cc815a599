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
    """The triangles of a drawable in its own frame and size, and the coordinates of a flat texture on them."""
    kind, size = int(scene.kind[row]), np.array(scene.size[row], float)
    reach = np.where(size <= 0, PLANE_REACH * m.stat.extent, size) if kind == Shape.PLANE else size
    mesh = triangles(m, kind, int(scene.dataid[row])).of_size(reach)
    return mesh, _texcoords(kind, mesh, size, scene.texrepeat[row], bool(scene.texuniform[row]))


def _texcoords(kind: int, mesh: Vertices, size: np.ndarray, repeat: np.ndarray, uniform: bool) -> np.ndarray:
    """Coordinates (n, 2): those of the mesh where it has some; else the texture lies in the plane of x and y.

    It is there `repeat` times across the shape, or, where it is uniform or the plane infinite, `repeat` times per unit
    of length.
    """
    if mesh.texcoords is not None:
        return mesh.texcoords * repeat
    xy = mesh.points[:, :2]
    if kind == Shape.PLANE and (uniform or size[0] <= 0 or size[1] <= 0):
        return 0.5 * xy * repeat
    reach = np.maximum(np.abs(xy).max(axis=0), 1e-9)
    return (xy if uniform else 0.5 * xy / reach + 0.5) * repeat
