"""Meshes: vertices back in the coordinates of their source, from which readers find the frame of the mesh again.

A model holds the vertices in single precision in a frame of its own: centre of mass and principal axes. A reader finds
that frame from the vertices it is given, with what rounding they have; so geoms are placed by the frame that will be
found, and keep their place exactly. Which kind of inertia the frame belongs to is tried out.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from knuckle.assets.mesh.build import Mesh, Origin, build
from knuckle.assets.mesh.data import BadMesh, MeshData
from knuckle.assets.mesh.hull import REVERSED
from knuckle.hostmath.rotation import Quaternion, Vector, conjugate, cross, matrix, multiply, rotate, subtract
from knuckle.schema.enums import GeomType
from knuckle.spec import tree
from knuckle.write.decompile.mesh_files import Corners, corners_of, msh_file, obj_file
from knuckle.write.decompile.mesh_vertices import source_vertices
from knuckle.write.decompile.source import Source, plain, singles

INERTIAS = ("legacy", "exact", "convex", "shell")
ALIKE = 1e-5  # of the size of a mesh: how far its centre may be off for a kind of inertia to be the right one
UNSCALED = (1.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class ShownMesh:
    """Where a reader will find the frame of a mesh in the coordinates of its source."""

    pos: Vector
    quat: Quaternion

    def written(self, pos: Vector, quat: Quaternion, velocity: tuple) -> tuple[Vector, Quaternion, tuple]:
        """Pose and surface velocity of a geom as they are written, from those in the frame of its mesh."""
        turn = multiply(quat, conjugate(self.quat))
        angular = rotate(self.quat, velocity[3:])
        linear = subtract(rotate(self.quat, velocity[:3]), cross(angular, self.pos))
        return subtract(pos, rotate(turn, self.pos)), turn, (*linear, *angular)


def decompile_meshes(source: Source) -> tuple[list[Any], list[ShownMesh]]:
    """The elements of all meshes, and the frames that readers will find."""
    colliding = _colliding(source.m)
    nodes = source.add("mesh", (tree.Mesh(scale=plain(scale)) for scale in source.m.mesh_scale))
    return nodes, [_mesh(source, i, node, i in colliding) for i, node in enumerate(nodes)]


def _colliding(m: Any) -> set[int]:
    """Meshes whose hull readers make because something can touch it."""
    paired = {*m.pair_geom1.tolist(), *m.pair_geom2.tolist()}
    shown = {int(m.site_dataid[s]) for s in range(m.nsite) if m.site_type[s] == GeomType.MESH}
    for g in np.flatnonzero(m.geom_type == GeomType.MESH).tolist():
        if m.geom_contype[g] or m.geom_conaffinity[g] or g in paired:
            shown.add(int(m.geom_dataid[g]))
    return shown


def _rows(m: Any, field: str, number: str, i: int) -> np.ndarray:
    """The rows of one mesh in an array of all of them."""
    start, count = int(getattr(m, f"mesh_{number}adr")[i]), int(getattr(m, f"mesh_{number}num")[i])
    return getattr(m, f"mesh_{field}")[max(start, 0) : max(start, 0) + count]


def _mesh(source: Source, i: int, node: Any, collides: bool) -> ShownMesh:
    """Fill the element of a mesh, from what it was made of where that is known and still gives it, else from arrays."""
    m = source.m
    origin = m._mesh_origins[i] if i < len(m._mesh_origins) else None
    made = _again(m, i, node, origin, collides) if origin is not None else None
    if made is not None and origin is not None:
        if not node.builtin:
            _store(source, i, node, corners_of(origin.data))
        return ShownMesh(made.pos, made.quat)
    corners = _corners(m, i)
    data = MeshData(vertices=corners.vertices.astype(float), faces=corners.faces)
    wanted = _Wanted(np.array(m.mesh_pos[i]), float(np.abs(_rows(m, "vert", "vert", i)).max()), _hull_size(m, i))
    made = _find(node, data, wanted, collides)
    if not len(data.faces):
        corners = Corners(vertices=corners.vertices, faces=data.faces)
    _store(source, i, node, corners)
    return ShownMesh(made.pos, made.quat)


def _again(m: Any, i: int, node: Any, origin: Origin, collides: bool) -> Mesh | None:
    """The mesh made once more of its origin; None where that is not what the model holds, which users may change."""
    former = {name: getattr(node, name) for name in origin.attributes}
    _set(node, origin.attributes)
    try:
        mesh = build(node, "", origin.data, UNSCALED, collides)
    except BadMesh:
        _set(node, former)
        return None
    same = np.array_equal(mesh.vertices.astype(np.float32), _rows(m, "vert", "vert", i))
    if same and np.array_equal(mesh.faces, _rows(m, "face", "face", i)) and mesh.pos == tuple(m.mesh_pos[i].tolist()):
        return mesh
    _set(node, former)
    return None


def _set(node: Any, attributes: dict[str, Any]) -> None:
    for name, value in attributes.items():
        setattr(node, name, value)


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What the mesh must come out as: its centre in the source, its size, and the vertices of its hull, 0 for none."""

    pos: np.ndarray
    size: float
    hull: int

    def distance(self, mesh: Mesh) -> float:
        """How far the centre is off, relative to the size; a hull too many or too few counts as one size."""
        off = float(np.abs(np.array(mesh.pos) - self.pos).max()) / self.size
        return off + ((mesh.hull is None) != (self.hull == 0))


def _find(node: Any, data: MeshData, wanted: _Wanted, collides: bool) -> Mesh:
    """Choose the kind of inertia, and whether faces are those of the hull, so that the mesh comes out as wanted."""
    best: tuple[float, str, np.ndarray, Mesh] | None = None
    sources = [data.faces] if collides or not wanted.hull else [data.faces, data.faces[:0]]
    for faces in sources:
        data.faces = faces
        for inertia in INERTIAS:
            node.inertia = inertia
            try:
                mesh = build(node, "", data, UNSCALED, collides)
            except BadMesh:
                continue
            distance = wanted.distance(mesh)
            if best is None or distance < best[0]:
                best = distance, inertia, faces, mesh
            if distance < ALIKE:
                break
        if best is not None and best[0] < ALIKE:
            break
    if best is None:
        raise ValueError(f"mesh {node.name!r}: its vertices no longer make a mesh")
    _, node.inertia, data.faces, mesh = best
    if mesh.hull is not None and 3 < wanted.hull < mesh.hull.graph[0]:
        node.maxhullvert = wanted.hull
        mesh = build(node, "", data, UNSCALED, collides)
    return mesh


def _hull_size(m: Any, i: int) -> int:
    start = int(m.mesh_graphadr[i])
    return int(m.mesh_graph[start]) if start >= 0 else 0


def _corners(m: Any, i: int) -> Corners:
    """Everything about a mesh, with vertices and normals turned, shifted and scaled back."""
    turn, scale = np.array(matrix(tuple(m.mesh_quat[i].tolist()))), np.where(m.mesh_scale[i] == 0, 1.0, m.mesh_scale[i])
    mirrored = bool(np.prod(m.mesh_scale[i]) < 0)
    normals = (_rows(m, "normal", "normal", i).astype(float) @ turn.T) * scale
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    faces, face_normals, face_texcoords = (
        _rows(m, field, "face", i)[:, REVERSED if mirrored else slice(None)].astype(np.int64)
        for field in ("face", "facenormal", "facetexcoord")
    )
    return Corners(
        vertices=source_vertices(_rows(m, "vert", "vert", i), turn, m.mesh_pos[i], scale),
        faces=faces,
        normals=(normals / np.where(lengths > 0, lengths, 1.0)).astype(np.float32),
        face_normals=face_normals,
        texcoords=_rows(m, "texcoord", "texcoord", i),
        face_texcoords=face_texcoords,
    )


def _store(source: Source, i: int, node: Any, corners: Corners) -> None:
    """Put the data into a file where files are wanted, else into the attributes, as far as these can say it."""
    if source.files is None:
        if corners.are_their_own:
            corners = Corners(vertices=corners.vertices, faces=corners.faces)
        node.vertex, node.face = singles(corners.vertices), plain(corners.faces)
        node.normal, node.texcoord = singles(corners.normals), singles(corners.texcoords)
        return
    node.file = f"mesh_{i}.{'obj' if corners.are_their_own else 'msh'}"
    source.files[node.file] = (obj_file if corners.are_their_own else msh_file)(corners)
