"""Volume, centre and second moments of meshes: solid, solid by its hull, or a shell."""

from dataclasses import dataclass

import numpy as np

from knuckle.assets.mesh.data import BadMesh
from knuckle.hostmath.products import column_sums
from knuckle.hostmath.rows import dot_rows, lengths, spans

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
    corners = vertices[faces]
    area = 0.5 * lengths(_spans(corners)).ravel()
    total = float(area.sum())
    if not total >= SMALLEST:
        raise BadMesh(f"its surface, {total:g} m², is too small to have an inertia")
    centre = column_sums(area[:, None] * _sum(corners)) / (3 * total)
    return Moments(total, centre, _inertia(area / 12, [*_points(corners - centre)]))


def solid_moments(vertices: np.ndarray, faces: np.ndarray, absolute: bool) -> Moments:
    """The mesh as the sum of pyramids from its faces to a point inside, first the centre of its surface.

    V = Σ v, centre c = Σ v (¾ face centre + ¼ apex) / V;  then, with the apex at c,
    ∫ x xᵀ dV = v/20 (Σ p pᵀ + s sᵀ) over a pyramid with corners c + p and s = Σ p

    Pyramids outside the mesh count as negative, or like the others if `absolute`: then concave parts weigh too much.
    """
    corners = vertices[faces]
    faced = _spans(corners)
    area = 0.5 * lengths(faced).ravel()
    if not area.sum() >= SMALLEST:
        raise BadMesh(f"its surface, {area.sum():g} m², is too small to have an inertia")
    middle = _sum(corners) / 3
    apex = column_sums(area[:, None] * middle) / area.sum()
    volume = _volumes(corners - apex, faced, absolute)
    _check_volume(float(volume.sum()))
    centre = column_sums(volume[:, None] * (0.75 * middle + 0.25 * apex)) / volume.sum()
    volume = _volumes(corners - centre, faced, absolute)
    return Moments(float(volume.sum()), centre, _inertia(volume / 20, [*_points(corners - centre)]))


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


def _spans(corners: np.ndarray) -> np.ndarray:
    """Normals of the triangles with twice their areas as lengths; zero for those too small to count."""
    found = spans(corners)
    return found * (lengths(found) >= SMALLEST)


def _volumes(corners: np.ndarray, faced: np.ndarray, absolute: bool) -> np.ndarray:
    volume = dot_rows(corners[:, 0], faced) / 6
    return np.abs(volume) if absolute else volume


def _check_volume(volume: float) -> None:
    if volume < 0:
        raise BadMesh(f"its volume, {volume:g} m³, is negative: its faces must run counter-clockwise seen from outside")
    if not volume >= SMALLEST:
        raise BadMesh(f'its volume, {volume:g} m³, is too small to have an inertia; inertia="shell" needs none')


def _points(corners: np.ndarray) -> tuple[np.ndarray, ...]:
    return (corners[:, 0], corners[:, 1], corners[:, 2], _sum(corners))


def _sum(corners: np.ndarray) -> np.ndarray:
    return corners[:, 0] + corners[:, 1] + corners[:, 2]


def _inertia(weight: np.ndarray, points: list[np.ndarray]) -> np.ndarray:
    """tr(P) 1 − P with P = Σ weight · p pᵀ."""
    P = np.zeros((3, 3))
    for p in points:
        columns = np.ascontiguousarray(p.T)
        for i, weighted in enumerate(weight * columns):
            P[i] += (weighted * columns).sum(axis=1)
    return np.trace(P) * np.eye(3) - P
