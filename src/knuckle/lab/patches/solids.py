"""Soft solids: boxes as faces, spheres, and both as tetrahedra that carry a pressure.

The pressure is E ε/L: ε the depth below the surface, L the thickness. In tetrahedra it is linear, from 0 at the surface
to E ε_max/L at the centre.
"""

from dataclasses import dataclass

import numpy as np

from knuckle.data.data import Data
from knuckle.lab.patches.polygon import square_on
from knuckle.model.model import Model
from knuckle.schema.enums import GeomType

CORNERS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
# corners of each face, seen from outside counter-clockwise
FACES = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))
RINGS, SECTORS, WIDER = 5, 10, 1.5  # of the triangles on a sphere, and how far they reach beyond the patch
SOFT = (int(GeomType.BOX), int(GeomType.SPHERE))


@dataclass
class Tetrahedra:
    """Tetrahedra with a linear pressure p = g · x + c in each, bounded by normals · x ≤ offsets."""

    corners: np.ndarray  # n × 4 × 3
    gradient: np.ndarray  # n × 3 [Pa/m]
    constant: np.ndarray  # n [Pa]
    normals: np.ndarray  # n × 4 × 3
    offsets: np.ndarray  # n × 4


def deepest(m: Model, geom: int) -> float:
    """ε of the innermost point. [m]"""
    size = m.geom_size[geom]
    return float(size[0] if int(m.geom_type[geom]) == int(GeomType.SPHERE) else size.min())


def faces(m: Model, d: Data, geom: int) -> tuple[np.ndarray, np.ndarray]:
    """(corners 6 × 4 × 3, outward normals 6 × 3) of a box in the world."""
    axes, place = d.geom_xmat[geom].reshape(3, 3), d.geom_xpos[geom]
    corners = (CORNERS * m.geom_size[geom]) @ axes.T + place
    quads = corners[np.array(FACES)]
    normals = np.cross(quads[:, 1] - quads[:, 0], quads[:, 2] - quads[:, 1])
    return quads, normals / np.linalg.norm(normals, axis=1, keepdims=True)


BOX_SURFACE = np.array([CORNERS[[f[0], f[k], f[k + 1]]] for f in FACES for k in (1, 2)])


def cap(direction: np.ndarray, angle: float) -> np.ndarray:
    """Triangles of the part of a unit sphere around a direction, out to an angle; n × 3 × 3.

    Corners lie outside of the sphere by as much as the middles of triangles lie inside.
    """
    side = square_on(direction, np.zeros(3), 1.0)
    x, y = 0.5 * (side[0] - side[1]), 0.5 * (side[0] - side[3])
    turns = 2 * np.pi * np.arange(SECTORS) / SECTORS
    rings = angle * np.arange(RINGS + 1) / RINGS
    flat = np.cos(turns)[:, None] * x + np.sin(turns)[:, None] * y
    grid = np.cos(rings)[:, None, None] * direction + np.sin(rings)[:, None, None] * flat
    out = []
    for i in range(RINGS):
        for j in range(SECTORS):
            k = (j + 1) % SECTORS
            if i:
                out.append((grid[i, j], grid[i + 1, j], grid[i, k]))
            out.append((grid[i, k], grid[i + 1, j], grid[i + 1, k]))
    triangles = np.array(out)
    middle = np.linalg.norm(triangles.mean(1), axis=1).mean()
    return triangles * (2 / (1 + middle))


def surface_triangles(m: Model, d: Data, geom: int, direction: np.ndarray, depth: float) -> np.ndarray:
    """The surface of a box, or of a sphere where something presses on it from a direction, in the world."""
    place, size = d.geom_xpos[geom], m.geom_size[geom]
    if int(m.geom_type[geom]) == int(GeomType.BOX):
        return (BOX_SURFACE * size) @ d.geom_xmat[geom].reshape(3, 3).T + place
    return cap(direction, min(3.0, WIDER * np.sqrt(2 * depth / size[0]))) * size[0] + place


def tetrahedra(
    m: Model, d: Data, geom: int, modulus: float, thickness: float, direction: np.ndarray, depth: float
) -> Tetrahedra:
    """A box or sphere as tetrahedra from its centre to its surface, where it is pressed from a direction."""
    surface = surface_triangles(m, d, geom, direction, depth)
    centre = np.broadcast_to(d.geom_xpos[geom], (len(surface), 1, 3))
    corners = np.concatenate([centre, surface], axis=1)
    peak = modulus * deepest(m, geom) / thickness
    outward = np.cross(surface[:, 1] - surface[:, 0], surface[:, 2] - surface[:, 0])
    outward /= np.linalg.norm(outward, axis=1, keepdims=True)
    height = np.einsum("ni,ni->n", outward, surface[:, 0] - d.geom_xpos[geom])
    outward *= np.sign(height)[:, None]
    gradient = -outward * (peak / np.abs(height))[:, None]
    constant = peak - gradient @ d.geom_xpos[geom]
    normals, offsets = bounds(corners)
    return Tetrahedra(corners, gradient, constant, normals, offsets)


def bounds(corners: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Half-spaces of tetrahedra: normals outward, offsets."""
    normals = np.zeros((len(corners), 4, 3))
    offsets = np.zeros((len(corners), 4))
    for k in range(4):
        a, b, c = (corners[:, j] for j in range(4) if j != k)
        n = np.cross(b - a, c - a)
        n /= np.maximum(np.linalg.norm(n, axis=1, keepdims=True), 1e-300)
        inside = np.einsum("ni,ni->n", n, corners[:, k] - a)
        n *= np.where(inside > 0, -1.0, 1.0)[:, None]
        normals[:, k], offsets[:, k] = n, np.einsum("ni,ni->n", n, a)
    return normals, offsets
