"""Where two solids press on each other: points with normals, areas and pressures.

On a plane the depth is measured along its normal (an elastic foundation), so that the force is E/L times the volume
that is cut off, exactly: F = (E/L) · area · δ for a flat box, (E/L) π δ² (r − δ/3) for a sphere. Two solids meet on the
surface where their pressures are equal.
"""

from dataclasses import dataclass

import numpy as np

from knuckle.data.data import Data
from knuckle.lab.patches.polygon import clip, quadrature, square_on
from knuckle.lab.patches.solids import Tetrahedra, faces, tetrahedra
from knuckle.model.model import Model
from knuckle.schema.enums import GeomType

RADIAL, AROUND = 6, 16  # points of the rule on a disc
HALVINGS = 2  # of the triangles of a face


@dataclass
class Surface:
    """Points of a patch: `normal` points into the second geom, on which the pressure pushes along it."""

    points: np.ndarray  # k × 3
    normals: np.ndarray  # k × 3
    loads: np.ndarray  # pressure times area [N]
    areas: np.ndarray  # [m²]; negative where a face looks back
    stiffness: float  # d(force) / d(depth) [N/m]


def no_surface() -> Surface:
    """Solids that do not touch."""
    return Surface(np.zeros((0, 3)), np.zeros((0, 3)), np.zeros(0), np.zeros(0), 0.0)


def on_plane(m: Model, d: Data, plane: int, solid: int, gain: float) -> Surface:
    """A solid on a plane; `gain` is E/L. [Pa/m]"""
    normal = d.geom_xmat[plane].reshape(3, 3)[:, 2].copy()
    level = float(normal @ d.geom_xpos[plane])
    if int(m.geom_type[solid]) == int(GeomType.SPHERE):
        return sphere_on_plane(normal, level, d.geom_xpos[solid], float(m.geom_size[solid, 0]), gain)
    points, loads, areas = [np.zeros((0, 3))], [np.zeros(0)], [np.zeros(0)]
    for corners, outward in zip(*faces(m, d, solid), strict=True):
        at, size = quadrature(clip(corners, normal, level), HALVINGS)
        depth = level - at @ normal
        shadow = -float(outward @ normal) * size
        points.append(at + depth[:, None] * normal)
        loads.append(gain * depth * shadow)
        areas.append(shadow)
    return surface(np.concatenate(points), normal, np.concatenate(loads), np.concatenate(areas), gain)


def sphere_on_plane(normal: np.ndarray, level: float, centre: np.ndarray, radius: float, gain: float) -> Surface:
    """The disc that a plane cuts from a sphere: Gauss' rule in ρ², even angles."""
    height = float(normal @ centre) - level
    if height >= radius:
        return no_surface()
    square = radius**2 - min(height, radius) ** 2 if height > 0 else radius**2
    nodes, weights = np.polynomial.legendre.leggauss(RADIAL)
    u, du = 0.5 * square * (nodes + 1), 0.5 * square * weights
    depth = np.sqrt(radius**2 - u) - height
    angles = 2 * np.pi * np.arange(AROUND) / AROUND
    axes = square_on(normal, np.zeros(3), 1.0)
    x, y = 0.5 * (axes[0] - axes[1]), 0.5 * (axes[0] - axes[3])
    ring = np.cos(angles)[:, None] * x + np.sin(angles)[:, None] * y
    foot = centre - height * normal
    points = foot + (np.sqrt(u)[:, None, None] * ring).reshape(-1, 3)
    areas = np.repeat(np.pi * du / AROUND, AROUND)
    return surface(points, normal, gain * np.repeat(depth, AROUND) * areas, areas, gain)


def surface(points: np.ndarray, normal: np.ndarray, loads: np.ndarray, areas: np.ndarray, gain: float) -> Surface:
    """A flat patch."""
    return Surface(points, np.tile(normal, (len(points), 1)), loads, areas, gain * float(areas.sum()))


def between(
    m: Model, d: Data, one: int, two: int, moduli: tuple[float, float], thickness: tuple[float, float]
) -> Surface:
    """Two solids, where their pressures are equal."""
    towards, depth = deepest_contact(d, one, two)
    a = tetrahedra(m, d, one, moduli[0], thickness[0], towards, depth)
    b = tetrahedra(m, d, two, moduli[1], thickness[1], -towards, depth)
    points, normals, loads, areas, stiffness = [], [], [], [], 0.0
    for i, j in zip(*overlapping(a, b), strict=True):
        difference = b.gradient[j] - a.gradient[i]
        steep = float(np.linalg.norm(difference))
        if steep == 0.0:
            continue
        normal = difference / steep
        corners = cut(a, b, int(i), int(j), normal, (a.constant[i] - b.constant[j]) / steep)
        at, size = quadrature(corners)
        if not len(at):
            continue
        points.append(at)
        normals.append(np.tile(normal, (len(at), 1)))
        loads.append((at @ a.gradient[i] + a.constant[i]) * size)
        areas.append(size)
        soft = [abs(float(normal @ g)) for g in (a.gradient[i], b.gradient[j])]
        stiffness += float(size.sum()) * soft[0] * soft[1] / max(sum(soft), 1e-300)
    if not points:
        return no_surface()
    joined = [np.concatenate(each) for each in (points, normals, loads, areas)]
    return Surface(joined[0], joined[1], joined[2], joined[3], stiffness)


def deepest_contact(d: Data, one: int, two: int) -> tuple[np.ndarray, float]:
    """(direction from one geom to the other, depth) of their deepest contact point."""
    own = np.flatnonzero((d.contact_geom == (one, two)).all(1) | (d.contact_geom == (two, one)).all(1))
    c = own[np.argmin(d.contact_dist[own])]
    sign = 1.0 if tuple(d.contact_geom[c]) == (one, two) else -1.0
    return sign * d.contact_frame[c].reshape(3, 3)[0], max(-float(d.contact_dist[c]), 0.0)


def overlapping(a: Tetrahedra, b: Tetrahedra) -> tuple[np.ndarray, np.ndarray]:
    """Pairs of tetrahedra whose boxes overlap."""
    low_a, high_a = a.corners.min(1), a.corners.max(1)
    low_b, high_b = b.corners.min(1), b.corners.max(1)
    near = (low_a[:, None] < high_b[None]).all(2) & (low_b[None] < high_a[:, None]).all(2)
    i, j = np.nonzero(near)
    return i, j


def cut(a: Tetrahedra, b: Tetrahedra, i: int, j: int, normal: np.ndarray, offset: float) -> np.ndarray:
    """The part of a plane that lies in two tetrahedra."""
    for corners in (a.corners[i], b.corners[j]):
        side = corners @ normal - offset
        if (side > 0).all() or (side < 0).all():
            return np.zeros((0, 3))
    centre = a.corners[i].mean(0)
    size = 2 * float(np.abs(a.corners[i] - centre).max())
    polygon = square_on(normal, centre - (centre @ normal - offset) * normal, size)
    for solid, k in ((a, i), (b, j)):
        for n, limit in zip(solid.normals[k], solid.offsets[k], strict=True):
            polygon = clip(polygon, n, float(limit))
            if len(polygon) < 3:
                return np.zeros((0, 3))
    return polygon
