"""Shapes as triangles: one form of each, which the size of a drawable scales."""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from knuckle.model.model import Model
from knuckle.scene import solids
from knuckle.scene.enums import Shape
from knuckle.scene.grids import hfield_triangles
from knuckle.scene.meshes import hull_triangles, mesh_triangles
from knuckle.scene.wrapping import WRAPPINGS


class Vertices(NamedTuple):
    """Triangles of a drawable in its own frame: points (n, 3), normals (n, 3), texture coordinates (n, 2) or None."""

    points: np.ndarray
    normals: np.ndarray
    texcoords: np.ndarray | None
    faces: np.ndarray


@dataclass(frozen=True, slots=True, eq=False)
class Triangles:
    """A shape for all sizes. Corner i of a drawable of size s lies at

        scaled[i] · s + (0, 0, radial[i] · s[0])

    so that one form serves all capsules: their ends move with s[2] and are round with s[0]. Normals of an ellipsoid
    or a cone (`stretched`) are divided by s and made unit vectors, others stay. Shapes of meshes and height fields have
    size 1 (`fixed`). Corners have texture coordinates where the mesh gives them.
    """

    scaled: np.ndarray
    radial: np.ndarray
    normals: np.ndarray
    faces: np.ndarray
    texcoords: np.ndarray | None = None
    wrapping: np.ndarray | None = None
    stretched: bool = False
    fixed: bool = False

    def of_size(self, size: np.ndarray) -> Vertices:
        """The triangles of one drawable, in its own frame."""
        if self.fixed:
            return Vertices(self.scaled, self.normals, self.texcoords, self.faces)
        size = np.asarray(size, np.float32)
        points = self.scaled * size
        points[:, 2] += self.radial * size[0]
        normals = self.normals
        if self.stretched:
            normals = normals / np.maximum(size, 1e-12)
            normals = normals / np.linalg.norm(normals, axis=1, keepdims=True)
        return Vertices(points, normals, self.texcoords, self.faces)


def triangles(m: Model, kind: int, dataid: int = -1) -> Triangles:
    """The triangles of a kind of drawable (Shape): meshes and height fields by `dataid`, as in Scene."""
    if kind in (Shape.MESH, Shape.SDF):
        make = hull_triangles if dataid % 2 else mesh_triangles
        points, normals, texcoords, faces = make(m, dataid // 2)
        return Triangles(points, _zeros(points), normals, faces, texcoords, fixed=True)
    if kind == Shape.HFIELD:
        points, normals, faces = hfield_triangles(m, dataid)
        return Triangles(points, _zeros(points), normals, faces, fixed=True)
    quality = m.vis.quality
    return _solid(Shape(kind), max(3, int(quality.numslices)), max(2, int(quality.numstacks)))


@lru_cache(maxsize=64)
def _solid(kind: Shape, slices: int, stacks: int) -> Triangles:
    corners, radial, normals, faces = solids.SOLIDS[kind](slices, stacks)
    return Triangles(
        np.asarray(corners, np.float32),
        np.asarray(radial, np.float32),
        np.asarray(normals, np.float32),
        np.asarray(faces, np.int32),
        wrapping=WRAPPINGS[kind](slices, stacks).astype(np.float32) if kind in WRAPPINGS else None,
        stretched=kind in (Shape.ELLIPSOID, Shape.SPHERE, Shape.CONE),
    )


def _zeros(points: np.ndarray) -> np.ndarray:
    return np.zeros(len(points), np.float32)
