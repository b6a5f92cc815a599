"""Volume, centre and second moments of meshes: solid, solid by its hull, or a shell.

Of a mesh with symmetries roundings choose the axes, and those of the reference implementation are what models are
written for. So sums go from the left, triangle by triangle, and the mesh is moved to its centre before its second
moments are taken.
"""

from dataclasses import dataclass

import numpy as np

from knuckle.assets.mesh.data import BadMesh
from knuckle.hostmath.rows import corners, spans

PAIRS = ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))
SMALLEST = 1e-15  # [m³, m²] volume or area of a mesh, twice the area of a triangle that counts


@dataclass(frozen=True, slots=True)
class Moments:
    """Volume of a solid or area of a shell, its centre, and its inertia about that centre for unit density."""

    measure: float
    centre: np.ndarray
    inertia: np.ndarray


@dataclass(frozen=True, slots=True)
class Triangles:
    """The faces of a mesh: their corners, middles, areas and unit normals; what is too small has no area."""

    corners: tuple[np.ndarray, np.ndarray, np.ndarray]
    middle: np.ndarray
    area: np.ndarray
    normal: np.ndarray


def shell_moments(vertices: np.ndarray, faces: np.ndarray) -> Moments:
    """The mesh as a thin sheet."""
    surface = _triangles(vertices, faces)
    area, apex = _centre_of_surface(surface)
    centre = _centre(surface.area, surface, apex)  # the apex again, but for roundings
    around = _triangles(vertices - centre, faces)
    return Moments(area, centre, _inertia(around.area / 12, around))


def solid_moments(vertices: np.ndarray, faces: np.ndarray, absolute: bool) -> Moments:
    """The mesh as the sum of pyramids from its faces to a point inside, first the centre of its surface.

    V = Σ v, centre c = Σ v (¾ face centre + ¼ apex) / V;  then again with the apex at c

    Pyramids outside the mesh count as negative, or like the others if `absolute`: then concave parts weigh too much.
    """
    surface = _triangles(vertices, faces)
    _, apex = _centre_of_surface(surface)
    volume = _volumes(surface, apex, absolute)
    _check_volume(float(_total(volume)))
    centre = _centre(volume, surface, apex)
    around = _triangles(vertices - centre, faces)
    volume = _volumes(around, np.zeros(3), absolute)
    return Moments(float(_total(volume)), centre, _inertia(volume / 20, around))


def check_orientation(faces: np.ndarray) -> None:
    """Raise BadMesh where two faces run along an edge in the same direction: one of them is turned inside out."""
    edges = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
    edges = edges[edges[:, 0] != edges[:, 1]]
    order = np.lexsort((edges[:, 1], edges[:, 0]))
    sorted_edges = edges[order]
    twice = np.flatnonzero((sorted_edges[1:] == sorted_edges[:-1]).all(axis=1))
    if len(twice):
        a, b = sorted_edges[twice[0]]
        raise BadMesh(
            f"faces with the edge from vertex {a} to {b} have opposite orientations: the exact inertia needs faces "
            'that all run counter-clockwise; repair the mesh, or use inertia="convex"'
        )


def _triangles(vertices: np.ndarray, faces: np.ndarray) -> Triangles:
    points = corners(vertices, faces)
    normal = spans(*points)
    length = np.sqrt(_dot(normal, normal))
    counts = length >= SMALLEST
    unit = normal / np.where(counts, length, 1.0)[:, None]
    first, second, third = points
    return Triangles(points, (first + second + third) / 3, np.where(counts, 0.5 * length, 0.0), unit)


def _centre_of_surface(surface: Triangles) -> tuple[float, np.ndarray]:
    """Its area and centre; raises BadMesh where there is hardly any."""
    area = float(_total(surface.area))
    if not area >= SMALLEST:
        raise BadMesh(f"its surface, {area:g} m², is too small to have an inertia")
    return area, _total(surface.area[:, None] * surface.middle) / area


def _centre(weight: np.ndarray, surface: Triangles, apex: np.ndarray) -> np.ndarray:
    """Of pyramids from triangles to an apex, each of some weight."""
    return _total(weight[:, None] * (0.75 * surface.middle + 0.25 * apex)) / _total(weight)


def _volumes(surface: Triangles, apex: np.ndarray, absolute: bool) -> np.ndarray:
    """Of the pyramids from triangles to an apex."""
    volume = _dot(surface.middle - apex, surface.normal) * surface.area / 3
    return np.abs(volume) if absolute else volume


def _check_volume(volume: float) -> None:
    if volume < 0:
        raise BadMesh(f"its volume, {volume:g} m³, is negative: its faces must run counter-clockwise seen from outside")
    if not volume >= SMALLEST:
        raise BadMesh(f'its volume, {volume:g} m³, is too small to have an inertia; inertia="shell" needs none')


def _inertia(weight: np.ndarray, around: Triangles) -> np.ndarray:
    """tr(P) 1 − P with P = Σ weight (2 (a aᵀ + b bᵀ + c cᵀ) + a bᵀ + b aᵀ + a cᵀ + c aᵀ + b cᵀ + c bᵀ), corners a b c.

    The weight is v/20 for a pyramid of volume v whose apex is the origin, A/12 for a triangle of area A.
    """
    a, b, c = (np.ascontiguousarray(corner.T) for corner in around.corners)
    P = np.zeros((3, 3))
    for i, j in PAIRS:
        product = 2 * (a[i] * a[j] + b[i] * b[j] + c[i] * c[j])
        for p, q in ((a, b), (a, c), (b, c)):
            product += p[i] * q[j]
            product += p[j] * q[i]
        P[i, j] = P[j, i] = _total(weight * product)
    xx, yy, zz = P.diagonal().tolist()
    inertia = -P
    np.fill_diagonal(inertia, (yy + zz, xx + zz, xx + yy))
    return inertia


def _dot(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """a · b, row by row, from the left."""
    (a0, a1, a2), (b0, b1, b2) = a.T, b.T
    return a0 * b0 + a1 * b1 + a2 * b2


def _total(rows: np.ndarray) -> np.ndarray:
    """Σ over rows, one after the other."""
    return np.cumsum(rows.T, axis=-1)[..., -1]
