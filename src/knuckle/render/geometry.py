"""Shapes on the graphics card: each is uploaded once, when the first drawable needs it."""

from typing import Any

import numpy as np

from knuckle.model.model import Model
from knuckle.scene.shapes import Triangles, triangles

VERTEX = np.dtype([("corner", "f4", 3), ("radial", "f4"), ("normal", "f4", 3), ("texcoord", "f4", 2)])
VERTEX_FORMAT = "3f 1f 3f 2f"
VERTEX_NAMES = ("corner", "radial", "normal", "texcoord")

ShapeKey = tuple[int, int]  # kind and dataid


class Geometry:
    """One buffer of corners and one of triangles for all shapes of a model."""

    def __init__(self, ctx: Any, m: Model):
        self._ctx, self._model = ctx, m
        self._corners: list[np.ndarray] = []
        self._indices: list[np.ndarray] = []
        self._places: dict[ShapeKey, tuple[int, int]] = {}
        self._sizes = [0, 0]  # corners and indices so far
        self.shapes: dict[ShapeKey, Triangles] = {}
        self.vertices: Any = None
        self.index: Any = None
        self.version = 0

    def require(self, keys: list[ShapeKey]) -> None:
        """Upload the shapes that are not there yet."""
        new = [key for key in keys if key not in self._places]
        if not new:
            return
        for key in new:
            shape = triangles(self._model, *key)
            corners = np.zeros(len(shape.scaled), VERTEX)
            corners["corner"], corners["radial"], corners["normal"] = shape.scaled, shape.radial, shape.normals
            corners["texcoord"] = _texcoords(shape)
            indices = (shape.faces.ravel() + self._sizes[0]).astype(np.uint32)
            self._places[key] = self._sizes[1], len(indices)
            self.shapes[key] = shape
            self._corners.append(corners)
            self._indices.append(indices)
            self._sizes = [self._sizes[0] + len(corners), self._sizes[1] + len(indices)]
        self._upload()

    def _upload(self) -> None:
        for buffer in (self.vertices, self.index):
            if buffer is not None:
                buffer.release()
        self.vertices = self._ctx.buffer(np.concatenate(self._corners).tobytes() or b"\0" * VERTEX.itemsize)
        self.index = self._ctx.buffer(np.concatenate(self._indices).tobytes() or b"\0" * 4)
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
