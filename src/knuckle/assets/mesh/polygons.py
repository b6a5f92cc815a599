"""The flat polygons of a convex hull: its triangles, those of nearly one plane joined."""

from dataclasses import dataclass
from itertools import chain
from math import acos, atan2

import numpy as np

from knuckle.assets.mesh.hash_order import table_order
from knuckle.assets.mesh.normals import unit_rows
from knuckle.hostmath.rows import cross_rows, lengths

STEPS = 100  # per radian: normals whose angles round to the same step count as equal
NARROWEST = 1e-14  # [m²] twice the area of a polygon below which its normal is the x axis
POLE = 1 - 1e-7  # cosine of the polar angle beyond which the azimuth is of no account


@dataclass(frozen=True, slots=True)
class Polygons:
    """Corners of all polygons as vertices of the mesh, how many each has, and its unit normal.

    `at_vertex` lists the polygons at the first vertex, the second, …, `numbers` how many there are at each.
    """

    corners: np.ndarray
    sizes: np.ndarray
    normals: np.ndarray
    at_vertex: np.ndarray
    numbers: np.ndarray


def flat_polygons(faces: np.ndarray, normals: np.ndarray, placed: np.ndarray, mirrored: bool) -> Polygons:
    """Polygons of the hull with these triangles and normals; `placed` are the vertices, maybe mirrored since."""
    keys = np.rint(STEPS * _angles(*normals.T))
    rings = [ring for group in _grouped(faces, keys) for ring in (group if len(group) == 1 else _rings(group))]
    if mirrored:
        rings = [[ring[0], *ring[:0:-1]] for ring in rings]
    corners, sizes = np.array([*chain.from_iterable(rings)]), np.array([len(ring) for ring in rings])
    at_vertex = np.repeat(np.arange(len(rings)), sizes)[np.argsort(corners, kind="stable")]
    spans = _spans(corners, sizes, placed)
    normals = np.where(lengths(spans) < NARROWEST, (1.0, 0.0, 0.0), unit_rows(spans))
    return Polygons(corners, sizes, normals, at_vertex, np.bincount(corners, minlength=len(placed)))


def _angles(x: np.ndarray, y: np.ndarray, z: np.ndarray) -> np.ndarray:
    """Azimuth and polar angle of unit vectors, by functions that round alike on processors of all kinds."""
    azimuths = [*map(atan2, y.tolist(), x.tolist())]
    polar = [*map(acos, np.clip(z, -1.0, 1.0).tolist())]
    return np.column_stack([np.where(np.abs(z) > POLE, 0.0, azimuths), polar])


def _grouped(faces: np.ndarray, keys: np.ndarray) -> list[list[list[int]]]:
    """The triangles of each key, in the order in which the table lists these."""
    single = 1j * keys[:, 1] + keys[:, 0]
    _, first, group = np.unique(single, return_index=True, return_inverse=True)
    met = np.argsort(first)  # the groups as they come up
    ends = np.cumsum(np.bincount(group)).tolist()
    starts, sorted_faces = [0, *ends[:-1]], faces[np.argsort(group, kind="stable")].tolist()
    listed = met[table_order(keys[first[met]])].tolist()
    return [sorted_faces[starts[i] : ends[i]] for i in listed]


def _rings(faces: list[list[int]]) -> list[list[int]]:
    """The boundaries of triangles of one plane, joined where they hang together."""
    edges = [edge for a, b, c in faces for edge in ((a, b), (b, c), (c, a))]
    inner = set(edges)
    outer = [(a, b) for a, b in edges if (b, a) not in inner]
    following = dict(outer)
    ring = [outer[0][0]]
    while (vertex := following[ring[-1]]) != ring[0] and len(ring) < len(outer):
        ring.append(vertex)
    if len(ring) == len(outer) == len(following):
        return [ring]  # nearly always: one ring that meets no vertex twice; what follows takes longer
    return [ring for patch in _patches(faces) for ring in _boundary(patch)]


def _patches(faces: list[list[int]]) -> list[list[list[int]]]:
    """The triangles in groups that hang together by edges."""
    owner = {edge: i for i, (a, b, c) in enumerate(faces) for edge in ((a, b), (b, c), (c, a))}
    left, patches = dict.fromkeys(range(len(faces))), []
    while left:
        pending, patch = [next(iter(left))], []
        while pending:
            i = pending.pop()
            if i in left:
                del left[i]
                patch.append(i)
                a, b, c = faces[i]
                pending += [owner[edge] for edge in ((b, a), (c, b), (a, c)) if edge in owner]
        patches.append([faces[i] for i in sorted(patch)])
    return patches


def _boundary(faces: list[list[int]]) -> list[list[int]]:
    """The closed rings of edges that belong to one triangle only, each from its first edge on."""
    edges = [edge for a, b, c in faces for edge in ((a, b), (b, c), (c, a))]
    inner = set(edges)
    following: dict[int, list[int]] = {}
    for a, b in edges:
        if (b, a) not in inner:
            following.setdefault(a, []).append(b)
    rings = []
    for start in following:
        if not following[start]:
            continue
        ring, vertex = [start], following[start].pop(0)
        while vertex != start:
            ring.append(vertex)
            vertex = following[vertex].pop(0)
        rings.append(ring)
    return rings


def _spans(corners: np.ndarray, sizes: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Twice the area of each polygon along its normal: Σ pᵢ × pᵢ₊₁, with p from its first corner."""
    starts = np.cumsum(sizes) - sizes
    p = np.take(points, corners, axis=0)
    p = p - np.repeat(p[starts], sizes, axis=0)
    following = np.arange(1, len(p) + 1)
    following[starts + sizes - 1] = starts
    return np.add.reduceat(np.ascontiguousarray(cross_rows(p, p[following])), starts)
