"""Files of meshes: MSH where each vertex has its own normal and texture coordinates, OBJ where corners have theirs."""

from dataclasses import dataclass, field

import numpy as np

from knuckle.assets.mesh.data import MeshData
from knuckle.assets.mesh.msh import HEADER


def _none(width: int):
    return lambda: np.zeros((0, width), np.float32)


@dataclass(kw_only=True, eq=False)
class Corners:
    """A mesh in single precision; normals and texture coordinates may be missing."""

    vertices: np.ndarray
    faces: np.ndarray
    normals: np.ndarray = field(default_factory=_none(3))
    face_normals: np.ndarray = field(default_factory=_none(3))
    texcoords: np.ndarray = field(default_factory=_none(2))
    face_texcoords: np.ndarray = field(default_factory=_none(3))

    @property
    def are_their_own(self) -> bool:
        """Whether corners of triangles have normals or texture coordinates that are not those of their vertices."""
        pairs = ((self.normals, self.face_normals), (self.texcoords, self.face_texcoords))
        return not all(self._per_vertex(values, indices) for values, indices in pairs)

    def _per_vertex(self, values: np.ndarray, indices: np.ndarray) -> bool:
        return not len(values) or (len(values) == len(self.vertices) and np.array_equal(indices, self.faces))


def corners_of(data: MeshData) -> Corners:
    """The data of a source; where it does not say which normals corners have, they have those of their vertices."""
    corners = Corners(vertices=data.vertices.astype(np.float32), faces=data.faces)
    if data.normals is not None:
        corners.normals = data.normals.astype(np.float32)
        corners.face_normals = data.normals_per_vertex * data.faces if data.face_normals is None else data.face_normals
    if data.texcoords is not None:
        corners.texcoords = data.texcoords.astype(np.float32)
        corners.face_texcoords = data.faces if data.face_texcoords is None else data.face_texcoords
    return corners


def msh_file(mesh: Corners) -> bytes:
    """The bytes of an MSH file: counts, then vertices, normals, texture coordinates, triangles."""
    counts = HEADER.pack(*(len(part) for part in (mesh.vertices, mesh.normals, mesh.texcoords, mesh.faces)))
    reals = (part.astype("<f4").tobytes() for part in (mesh.vertices, mesh.normals, mesh.texcoords))
    return counts + b"".join(reals) + mesh.faces.astype("<i4").tobytes()


def obj_file(mesh: Corners) -> bytes:
    """The text of an OBJ file, which counts from 1, and texture coordinates from below."""
    lines = [_lines("v", mesh.vertices), _lines("vn", mesh.normals)]
    from_below = np.column_stack([mesh.texcoords[:, 0], 1 - mesh.texcoords[:, 1]])
    lines.append(_lines("vt", from_below))
    none = np.full_like(mesh.faces, -1)
    columns = (mesh.faces, *(part if len(part) else none for part in (mesh.face_texcoords, mesh.face_normals)))
    corners = np.stack(columns, axis=2).reshape(len(mesh.faces), -1) + 1
    form = "f {}/{}/{} {}/{}/{} {}/{}/{}"
    faces = "\n".join(form.format(*row) for row in corners.astype(int).tolist())
    lines.append(faces.replace("/0", "/") if not (len(mesh.normals) and len(mesh.texcoords)) else faces)
    return ("\n".join(line for line in lines if line) + "\n").encode()


def _lines(word: str, rows: np.ndarray) -> str:
    return "\n".join(f"{word} {' '.join(row)}" for row in rows.astype("U24").tolist())
