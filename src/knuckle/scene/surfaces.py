"""Textures on drawables, for those who draw meshes: pixels or a mean colour, and where they lie on a shape."""

from dataclasses import dataclass

import numpy as np

from knuckle.model.model import Model
from knuckle.scene.cubes import atlas, unfolded
from knuckle.scene.enums import Shape
from knuckle.scene.parts import PLANE_REACH
from knuckle.scene.scene import Scene
from knuckle.scene.shapes import Vertices, triangles
from knuckle.scene.textures import MissingPixels, texture_pixels
from knuckle.schema.enums import TextureType

UNIT_SHAPES = (Shape.SPHERE, Shape.ELLIPSOID, Shape.CYLINDER, Shape.BOX)


@dataclass(frozen=True)
class Surface:
    """A texture: its pixels, of a cube as an atlas of six faces; its mean colour, where it cannot be put on."""

    pixels: np.ndarray | None  # None where they are gone
    mean: np.ndarray
    side: int = 0  # pixels of a face of a cube; 0 of a flat texture


def surface_of(m: Model, texture: int) -> Surface:
    """A texture of the model; white where its pixels are gone."""
    try:
        pixels = texture_pixels(m, texture)
    except MissingPixels:
        return Surface(None, np.ones(3))
    mean = pixels.reshape(-1, pixels.shape[-1]).mean(axis=0) / 255.0
    colour = mean[:3] if len(mean) >= 3 else np.full(3, mean[0])
    if pixels.shape[-1] == 2:
        return Surface(None, colour)
    if m.tex_type[texture] == TextureType.TEXTURE_2D:
        return Surface(pixels, colour)
    return Surface(atlas(pixels), colour, pixels.shape[1])


def scales_with_size(scene: Scene) -> np.ndarray:
    """Which drawables are a unit shape that is scaled, their texture with it: so those that are alike share a mesh."""
    return np.isin(scene.kind, UNIT_SHAPES) & ~scene.texuniform


def textured_form(m: Model, scene: Scene, row: int, surface: Surface, unit: bool) -> tuple[Vertices, np.ndarray]:
    """The triangles of a drawable in its own frame and size, or of size 1, and the coordinates of its texture on them.

    A flat texture is there `texrepeat` times over the drawable, or over one unit of length where it is uniform; a plane
    without an end counts as one of size 1. A cube surrounds the drawable, or, where it is not uniform, its unit shape.
    """
    kind, repeat = int(scene.kind[row]), scene.texrepeat[row]
    size = np.ones(3) if unit else np.array(scene.size[row], float)
    endless = kind == Shape.PLANE and (size[0] <= 0 or size[1] <= 0)
    reach = np.where(size <= 0, PLANE_REACH * m.stat.extent, size) if endless else size
    shape = triangles(m, kind, int(scene.dataid[row]))
    mesh = shape.of_size(reach)
    if surface.side:
        own = shape.fixed or kind in (Shape.CAPSULE, Shape.PLANE) or scene.texuniform[row]
        return unfolded(mesh, mesh.points if own else mesh.points / np.maximum(reach, 1e-12), surface.side)
    given = shape.wrapping if mesh.texcoords is None else mesh.texcoords
    if given is None:
        return mesh, _from_above(mesh.points) * repeat
    over = reach[:2] if endless or scene.texuniform[row] else np.ones(2)
    return mesh, given * repeat * over + (-0.5 * repeat * over if endless else 0.0)


def _from_above(points: np.ndarray) -> np.ndarray:
    """Coordinates of what has none: its shadow on the plane of x and y, from edge to edge."""
    low, high = points[:, :2].min(axis=0), points[:, :2].max(axis=0)
    share = (points[:, :2] - low) / np.maximum(high - low, 1e-9)
    return np.stack((share[:, 0], 1.0 - share[:, 1]), axis=1)
