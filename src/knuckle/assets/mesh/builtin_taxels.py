"""Built-in meshes for touch sensors, which feel at their vertices: each has a normal and two tangents."""

from math import cos, radians, sin

import numpy as np

from knuckle.assets.mesh.data import MeshData
from knuckle.assets.mesh.params import whole, within

SMALLEST = 1e-10  # [°] of a field of view


def plate(res_x: float, res_y: float) -> MeshData:
    """The centres of the cells that divide the square −1 … 1 at z = −1."""
    x, y = (_centres(whole(count, name, 1)) for count, name in ((res_x, "res_x"), (res_y, "res_y")))
    vertices = np.stack([*np.meshgrid(x, y, indexing="ij"), np.full((len(x), len(y)), -1.0)], axis=-1)
    number = np.arange(vertices.size // 3).reshape(len(x), len(y))
    a, b, c, d = (part.ravel() for part in (number[:-1, :-1], number[1:, :-1], number[:-1, 1:], number[1:, 1:]))
    return MeshData(
        vertices=vertices.reshape(-1, 3),
        faces=np.stack([a, b, c, d, c, b], axis=-1).reshape(-1, 3),
        normals=np.tile(np.eye(3), (len(number.flat), 1)),
        normals_per_vertex=3,
        is_sheet=True,
    )


def wedge(res_phi: float, res_theta: float, fov_phi: float, fov_theta: float, gamma: float) -> MeshData:
    """Part of the unit sphere around −z, cell by cell; without faces, so that the hull is meant.

    p = (cos θ sin φ, sin θ, −cos θ cos φ), its tangents ∂p/∂φ as a unit vector and ∂p/∂θ
    """
    counts = whole(res_phi, "res_phi", 1), whole(res_theta, "res_theta", 1)
    gamma = within(gamma, "gamma", 0, 1)
    most_phi, most_theta = within(fov_phi, "fov_phi", SMALLEST, 180), within(fov_theta, "fov_theta", SMALLEST, 90)
    phi, theta = radians(most_phi) * _centres(counts[0], gamma), radians(most_theta) * _centres(counts[1], gamma)
    cos_phi, cos_theta = _on_grid([cos(x) for x in phi], [cos(x) for x in theta])
    sin_phi, sin_theta = _on_grid([sin(x) for x in phi], [sin(x) for x in theta])
    vertices = np.column_stack([cos_theta * sin_phi, sin_theta, -cos_theta * cos_phi])
    across = np.column_stack([cos_phi, np.zeros_like(cos_phi), sin_phi])
    along = np.column_stack([-sin_theta * sin_phi, cos_theta, sin_theta * cos_phi])
    normals = np.stack([vertices, across, along], axis=1).reshape(-1, 3)
    return MeshData(vertices=vertices, normals=normals, normals_per_vertex=3)


def _on_grid(x: list[float], y: list[float]) -> tuple[np.ndarray, np.ndarray]:
    """Values along two axes at all points of their grid, the second axis running faster."""
    first, second = np.meshgrid(x, y, indexing="ij")
    return first.ravel(), second.ravel()


def _centres(count: int, gamma: float = 0.0) -> np.ndarray:
    """The middles of cells between −1 and 1, of equal widths or narrower in the middle: t′ = γ t⁵ + (1 − γ) t."""
    edges = np.linspace(-1, 1, count + 1)
    squares = edges * edges
    edges = gamma * (squares * squares * edges) + (1 - gamma) * edges
    return 0.5 * (edges[:-1] + edges[1:])
