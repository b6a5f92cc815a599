"""What a mesh file, an inline mesh or a built-in shape says: points, normals, texture coordinates, triangles."""

from dataclasses import dataclass, field

import numpy as np

FARTHEST = float(1 << 30)  # of a coordinate in a file: beyond it single precision has no use
MOST_VERTICES = 1 << 22
NO_TRIANGLES = np.zeros((0, 3), np.int64)


class BadMesh(Exception):
    """A mesh that cannot be made, with the reason."""


@dataclass(kw_only=True, eq=False)
class MeshData:
    """A mesh as its source gives it: `normals` and `texcoords` are counted on their own, or missing.

    `face_normals` and `face_texcoords` say which of them the corners of each triangle have; without them the corners
    have those of their vertices. Points without triangles stand for their convex hull.
    """

    vertices: np.ndarray
    faces: np.ndarray = field(default_factory=lambda: NO_TRIANGLES)
    normals: np.ndarray | None = None
    texcoords: np.ndarray | None = None
    face_normals: np.ndarray | None = None
    face_texcoords: np.ndarray | None = None
    normals_per_vertex: int = 1  # where corners have those of their vertices: the first of so many
    is_flat: bool = False  # a surface that encloses nothing: a solid only if that is asked for
    is_sheet: bool = False  # never a solid, whatever is asked for
    remarks: list[str] = field(default_factory=list)  # what the user should know about the file
    key: tuple | None = None  # names all that it was made from, where that is known

    def inertia(self, asked: str) -> str:
        """The kind of inertia that the mesh has."""
        return "shell" if self.is_sheet or (self.is_flat and asked == "legacy") else asked


def check_data(mesh: MeshData) -> None:
    """Raise BadMesh where points are too few, not finite, or triangles name what does not exist."""
    count = len(mesh.vertices)
    if count < 4:
        raise BadMesh(f"a mesh needs at least 4 vertices, found {count}")
    if count > MOST_VERTICES:
        raise BadMesh(f"{count} vertices are too many, a mesh may have {MOST_VERTICES}")
    finite = np.isfinite(mesh.vertices).all(axis=1)
    if not finite.all():
        row = int(np.argmin(finite))
        raise BadMesh(f"vertex {row} is not finite: {mesh.vertices[row]}")
    _check_indices(mesh.faces, count, "vertex")
    for indices, values, what in (
        (mesh.face_normals, mesh.normals, "normal"),
        (mesh.face_texcoords, mesh.texcoords, "texture coordinate"),
    ):
        if values is not None and not np.isfinite(values).all():
            raise BadMesh(f"a {what} is not finite")
        if indices is not None:
            _check_indices(indices, 0 if values is None else len(values), what)


def _check_indices(indices: np.ndarray, count: int, what: str) -> None:
    wrong = ((indices < 0) | (indices >= count)).any(axis=1)
    if wrong.any():
        row = int(np.argmax(wrong))
        raise BadMesh(f"face {row} names {what} {indices[row].tolist()}, there are {count}, counted from 0")
