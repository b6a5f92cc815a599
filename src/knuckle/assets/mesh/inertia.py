"""Volume, centre and second moments of meshes: solid, solid by its hull, or a shell."""

from dataclasses import dataclass

import numpy as np

from knuckle.assets.mesh.data import BadMesh
from knuckle.hostmath.products import column_sums
from knuckle.hostmath.rows import corners, dot_rows, lengths, spans

Corners = tuple[np.ndarray, np.ndarray, np.ndarray]  # of triangles
SMALLEST = 1e-15  # [m³, m²] volume or area of a mesh, twice the area of a triangle that counts


@dataclass(frozen=True, slots=True)
class Moments:
    """Volume of a solid or area of a shell, its centre, and its inertia about that centre for unit density."""

    measure: float
    centre: np.ndarray
    inertia: np.ndarray


def shell_moments(vertices: np.ndarray, faces: np.ndarray) -> Moments:
    """The mesh as a thin sheet.

    ∫ x xᵀ dA = A/12 (Σ p pᵀ + s sᵀ) over a triangle with corners p and s = Σ p
    """
    points = corners(vertices, faces)
    area = 0.5 * lengths(_spans(points)).ravel()
    total = float(area.sum())
    if not total >= SMALLEST:
        raise BadMesh(f"its surface, {total:g} m², is too small to have an inertia")
    centre = column_sums(area[:, None] * _sum(*points)) / (3 * total)
    return Moments(total, centre, _inertia(area / 12, points, centre))


def solid_moments(vertices: np.ndarray, faces: np.ndarray, absolute: bool) -> Moments:
    """The mesh as the sum of pyramids from its faces to a point inside, first the centre of its surface.

    V = Σ v, centre c = Σ v (¾ face centre + ¼ apex) / V;  then, with the apex at c,
    ∫ x xᵀ dV = v/20 (Σ p pᵀ + s sᵀ) over a pyramid with corners c + p and s = Σ p

    Pyramids outside the mesh count as negative, or like the others if `absolute`: then concave parts weigh too much.
    """
    points = corners(vertices, faces)
    faced = _spans(points)
    area = 0.5 * lengths(faced).ravel()
    if not area.sum() >= SMALLEST:
        raise BadMesh(f"its surface, {area.sum():g} m², is too small to have an inertia")
    middle = _sum(*points) / 3
    apex = column_sums(area[:, None] * middle) / area.sum()
    volume = _volumes(points[0] - apex, faced, absolute)
    _check_volume(float(volume.sum()))
    centre = column_sums(volume[:, None] * (0.75 * middle + 0.25 * apex)) / volume.sum()
    volume = _volumes(points[0] - centre, faced, absolute)
    return Moments(float(volume.sum()), centre, _inertia(volume / 20, points, centre))


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


def _spans(points: Corners) -> np.ndarray:
    """Normals of the triangles with twice their areas as lengths; zero for those too small to count."""
    found = spans(*points)
    return found * (lengths(found) >= SMALLEST)


def _volumes(first: np.ndarray, faced: np.ndarray, absolute: bool) -> np.ndarray:
    """Of the pyramids over triangles with these first corners, seen from their apex."""
    volume = dot_rows(first, faced) / 6
    return np.abs(volume) if absolute else volume


def _check_volume(volume: float) -> None:
    if volume < 0:
        raise BadMesh(f"its volume, {volume:g} m³, is negative: its faces must run counter-clockwise seen from outside")
    if not volume >= SMALLEST:
        raise BadMesh(f'its volume, {volume:g} m³, is too small to have an inertia; inertia="shell" needs none')


def _sum(first: np.ndarray, second: np.ndarray, third: np.ndarray) -> np.ndarray:
    return first + second + third


def _inertia(weight: np.ndarray, points: Corners, centre: np.ndarray) -> np.ndarray:
    """tr(P) 1 − P with P = Σ weight · p pᵀ over the corners seen from the centre and their sums."""
    P = np.zeros((3, 3))
    around = [p - centre for p in points]
    for p in (*around, _sum(*around)):
        columns = np.ascontiguousarray(p.T)
        for i, weighted in enumerate(weight * columns):
            P[i] += (weighted * columns).sum(axis=1)
    return np.trace(P) * np.eye(3) - P
