"""A mesh as the model holds it: scaled, centred at its centre of mass, turned to its principal axes."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import prod, sqrt
from typing import Any, TypeVar

import numpy as np

from knuckle.assets.cache import asset_cache
from knuckle.assets.mesh.data import BadMesh, MeshData
from knuckle.assets.mesh.hull import REVERSED, Hull, convex_hull, extreme_vertices
from knuckle.assets.mesh.hull_volume import volumes
from knuckle.assets.mesh.inertia import Moments, check_orientation, shell_moments, solid_moments
from knuckle.assets.mesh.normals import single_unit_rows, vertex_normals
from knuckle.assets.mesh.polygons import Polygons, flat_polygons
from knuckle.hostmath.principal_axes import principal_axes
from knuckle.hostmath.products import norm
from knuckle.hostmath.rotation import IDENTITY, ORIGIN, Quaternion, Vector, matrix, normalized
from knuckle.hostmath.rows import mapped

DECISIVE = ("refpos", "refquat", "inertia", "maxhullvert", "smoothnormal")  # beside scale and data
KEPT = (*DECISIVE, "builtin", "params")  # not told by arrays
LARGEST = 1e30  # metres; squares of more do not fit into single precision
Value = TypeVar("Value")
COARSE = 1e-7  # off-diagonal inertia, relative to the largest entry, at which the axes of a mesh are good enough


@dataclass(frozen=True, slots=True, eq=False)
class Origin:
    """What a mesh was made from: its data, and the attributes that are not told by the arrays of a model."""

    data: MeshData
    attributes: dict[str, Any]


@dataclass(kw_only=True, eq=False)
class Mesh:
    """One mesh asset, or one of its instances where frames scale it differently."""

    node: Any
    name: str
    scale: Vector
    vertices: np.ndarray  # in the frame of the mesh
    faces: np.ndarray
    normals: np.ndarray
    face_normals: np.ndarray
    texcoords: np.ndarray
    face_texcoords: np.ndarray
    pos: Vector  # of the frame of the mesh in the coordinates of its source, scaled and shifted by refpos
    quat: Quaternion
    measure: float  # volume, or area of a shell
    is_shell: bool
    moments: Vector  # principal moments of one kilogram
    box: tuple[float, ...]  # centre and half-sizes of the box around the vertices
    hull: Hull | None = None
    extrema: np.ndarray | None = None
    polygons: Polygons | None = None
    volumes: tuple[float, float] | None = None  # of the hull and of the mesh, where both are known
    origin: "Origin | None" = None

    @property
    def size(self) -> Vector:
        """How far the mesh reaches from its origin along each axis."""
        return tuple(abs(centre) + half for centre, half in zip(self.box[:3], self.box[3:], strict=True))

    @property
    def radius(self) -> float:
        return norm(self.size)

    @property
    def fitted_box(self) -> Vector:
        """Half-sizes of the solid box with the same inertia."""
        a, b, c = self.moments
        return tuple(sqrt(max(0.0, 1.5 * s)) for s in (b + c - a, a + c - b, a + b - c))

    @property
    def unit_inertia(self) -> Vector:
        """Inertia of one kilogram: that of the box, which no rounding makes impossible."""
        x, y, z = self.fitted_box
        return ((y * y + z * z) / 3, (x * x + z * z) / 3, (x * x + y * y) / 3)


def build(node, name: str, data: MeshData, factors: Vector, collides: bool) -> Mesh:
    """The mesh of an element in a frame that scales by `factors`; raises BadMesh with what is wrong.

    Of data that are known by a key nothing is computed twice.
    """
    scale = np.array(node.scale) * np.array(factors)
    decisive = scale.tolist(), *(getattr(node, name) for name in DECISIVE)
    is_its_hull = not len(data.faces) or data.inertia(node.inertia) == "convex"
    hull = None
    if collides or is_its_hull:
        hull = _made(data, ("hull", node.maxhullvert), lambda: convex_hull(data.vertices, node.maxhullvert))
    mesh = _made(data, decisive, lambda: _build(node, data, scale, hull if is_its_hull else None))
    if hull is not None:
        alone = mesh
        mesh = _made(data, (collides, *decisive), lambda: _with_hull(alone, hull, collides))
    origin = Origin(data, {name: getattr(node, name) for name in KEPT})
    return replace(mesh, node=node, name=name, origin=origin)


def _made(data: MeshData, about: tuple, make: Callable[[], Value]) -> Value:
    """What is made of data and of what `about` tells; it is kept where the data are known by a key."""
    return make() if data.key is None else asset_cache.made((data.key, repr(about)), make)


def _build(node, data: MeshData, scale: np.ndarray, hull: Hull | None) -> Mesh:
    """p′ = scale · Rᵀ(refquat) (p − refpos), then its own frame; a hull gives it its faces or its mass."""
    mirrored = bool(np.prod(scale) < 0)
    inertia = data.inertia(node.inertia)
    faces = data.faces if len(data.faces) or hull is None else hull.faces
    turn = _reference_axes(node)
    placed = mapped(data.vertices - np.array(node.refpos or ORIGIN), turn) * scale
    if not np.abs(placed).max() < LARGEST:
        raise BadMesh(f"its vertices reach {np.abs(placed).max():g} m, too far to compute with; see scale and refpos")
    normals = vertex_normals(data.vertices, faces, bool(node.smoothnormal)) if data.normals is None else data.normals
    if mirrored:
        faces, hull = faces[:, REVERSED], hull and hull.reversed()
    moments = _moments(inertia, placed, faces, hull)
    values, quat = principal_axes(moments.inertia, COARSE)
    axes = np.array(matrix(quat))
    vertices = mapped(placed - moments.centre, axes)
    low, high = vertices.min(axis=0), vertices.max(axis=0)
    mesh = Mesh(
        node=None,
        name="",
        scale=tuple(scale.tolist()),
        vertices=vertices,
        faces=faces,
        normals=mapped(_covectors(normals, turn, scale), axes),
        face_normals=_corner_indices(data.face_normals, data.normals_per_vertex * faces, mirrored),
        texcoords=np.zeros((0, 2)) if data.texcoords is None else data.texcoords,
        face_texcoords=_texcoord_indices(data, faces, mirrored),
        pos=tuple(moments.centre.tolist()),
        quat=quat,
        measure=moments.measure,
        is_shell=inertia == "shell",
        moments=tuple((values / moments.measure).tolist()),
        box=(*(0.5 * (high + low)).tolist(), *(0.5 * (high - low)).tolist()),
    )
    _check_inertia(values)
    return mesh


def _with_hull(mesh: Mesh, found: Hull, collides: bool) -> Mesh:
    """The mesh with the hull of its data; how much room both take is told of what collides."""
    mirrored = prod(mesh.scale) < 0
    hull = found.reversed() if mirrored else found
    return replace(
        mesh,
        hull=hull,
        extrema=extreme_vertices(hull, mesh.vertices),
        polygons=flat_polygons(found.faces, hull.planes, mesh.vertices, mirrored),
        volumes=volumes(mesh.vertices, mesh.faces, hull.faces) if collides else None,
    )


def _reference_axes(node) -> np.ndarray:
    quat = normalized(node.refquat or IDENTITY)
    if quat is None:
        raise BadMesh("refquat must be longer than 1e-7")
    return np.array(matrix(quat))


def _moments(inertia: str, placed: np.ndarray, faces: np.ndarray, hull: Hull | None) -> Moments:
    """Moments by the kind of inertia."""
    if inertia == "shell":
        return shell_moments(placed, faces)
    if inertia == "convex" and hull is not None:
        return solid_moments(placed, hull.faces, absolute=False)
    if inertia == "exact":
        check_orientation(faces)
    return solid_moments(placed, faces, absolute=inertia == "legacy")


def _check_inertia(values: np.ndarray) -> None:
    a, b, c = values.tolist()
    if not c > 0 or a > (b + c) * (1 + 1e-6):
        raise BadMesh(f"its inertia {a:g} {b:g} {c:g} is not that of a real body: its faces are not oriented well")


def _covectors(normals: np.ndarray, turn: np.ndarray, scale: np.ndarray) -> np.ndarray:
    """Unit normals of surfaces whose points are turned and scaled, each step rounded to single precision."""
    turned = mapped(normals.astype(np.float32).astype(float), turn).astype(np.float32)
    return single_unit_rows(turned / np.where(scale == 0, 1.0, scale)).astype(float)


def _corner_indices(indices: np.ndarray | None, faces: np.ndarray, mirrored: bool) -> np.ndarray:
    if indices is None:
        return faces
    return indices[:, REVERSED] if mirrored else indices


def _texcoord_indices(data: MeshData, faces: np.ndarray, mirrored: bool) -> np.ndarray:
    if data.texcoords is None:
        return np.zeros_like(faces)
    return _corner_indices(data.face_texcoords, faces, mirrored)
