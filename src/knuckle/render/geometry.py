"""Shapes on the graphics card: uploaded when the first drawable needs one, a height field again when it changes."""

from typing import Any

import numpy as np

from knuckle.model.model import Model
from knuckle.scene.enums import Shape
from knuckle.scene.grids import hfield_numbers
from knuckle.scene.shapes import Triangles, triangles

VERTEX = np.dtype([("corner", "f4", 3), ("radial", "f4"), ("normal", "f4", 3), ("texcoord", "f4", 2)])
VERTEX_FORMAT = "3f 1f 3f 2f"
VERTEX_NAMES = ("corner", "radial", "normal", "texcoord")

ShapeKey = tuple[int, int]  # kind and dataid
FIXED = np.zeros(0)  # what a shape is made of that never changes


class Geometry:
    """One buffer of corners and one of triangles for all shapes of a model."""

    def __init__(self, ctx: Any):
        self._ctx = ctx
        self._corners: dict[ShapeKey, np.ndarray] = {}
        self._indices: dict[ShapeKey, np.ndarray] = {}
        self._places: dict[ShapeKey, tuple[int, int]] = {}
        self._made_of: dict[ShapeKey, np.ndarray] = {}
        self._sizes = [0, 0]  # corners and indices so far
        self.shapes: dict[ShapeKey, Triangles] = {}
        self.vertices: Any = None
        self.index: Any = None
        self.version = 0

    def require(self, keys: list[ShapeKey], m: Model) -> None:
        """Upload the shapes that are not there yet, and height fields that are no longer as they were."""
        made_of = {key: hfield_numbers(m, key[1]) if key[0] == Shape.HFIELD else FIXED for key in keys}
        known = self._made_of
        stale = [key for key in keys if key not in known or not np.array_equal(made_of[key], known[key])]
        for key in stale:
            self._make(key, triangles(m, *key))
            known[key] = made_of[key]
        if stale:
            self._upload()

    def _make(self, key: ShapeKey, shape: Triangles) -> None:
        """Corners and indices of a shape; one that is made again has as many."""
        corners = np.zeros(len(shape.scaled), VERTEX)
        corners["corner"], corners["radial"], corners["normal"] = shape.scaled, shape.radial, shape.normals
        corners["texcoord"] = _texcoords(shape)
        self._corners[key], self.shapes[key] = corners, shape
        if key not in self._places:
            self._indices[key] = (shape.faces.ravel() + self._sizes[0]).astype(np.uint32)
            self._places[key] = self._sizes[1], shape.faces.size
            self._sizes = [self._sizes[0] + len(corners), self._sizes[1] + shape.faces.size]

    def _upload(self) -> None:
        for buffer in (self.vertices, self.index):
            if buffer is not None:
                buffer.release()
        self.vertices = self._ctx.buffer(
            np.concatenate(list(self._corners.values())).tobytes() or b"\0" * VERTEX.itemsize
        )
        self.index = self._ctx.buffer(np.concatenate(list(self._indices.values())).tobytes() or b"\0" * 4)
        self.version += 1

    def place(self, key: ShapeKey) -> tuple[int, int]:
        """(first index, number of indices) of a shape."""
        return self._places[key]


def _texcoords(shape: Triangles) -> np.ndarray:
    """Texture coordinates: of a mesh or a height field that has none, those of a picture that lies over it."""
    given = shape.wrapping if shape.texcoords is None else shape.texcoords
    if given is not None:
        return given
    points = shape.scaled
    reach = np.maximum(np.abs(points[:, :2]).max(axis=0, initial=0.0), 1e-12)
    return 0.5 + 0.5 * points[:, :2] / reach * (1.0, -1.0)
