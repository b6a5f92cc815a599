"""Triangles of height fields: the surface, the walls and the base."""

import numpy as np

from knuckle.model.model import Model
from knuckle.scene.meshes import flat_normals


def hfield_numbers(m: Model, hfield: int) -> np.ndarray:
    """What the triangles of a height field follow from: its size and its heights."""
    start, count = int(m.hfield_adr[hfield]), int(m.hfield_nrow[hfield]) * int(m.hfield_ncol[hfield])
    return np.concatenate([m.hfield_size[hfield], m.hfield_data[start : start + count]])


def hfield_triangles(m: Model, hfield: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(points, normals, faces) of a height field in its own frame; all faces are flat."""
    nrow, ncol = int(m.hfield_nrow[hfield]), int(m.hfield_ncol[hfield])
    sx, sy, top, base = (float(s) for s in m.hfield_size[hfield])
    height = hfield_numbers(m, hfield)[4:].reshape(nrow, ncol) * top
    x, y = np.linspace(-sx, sx, ncol), np.linspace(-sy, sy, nrow)
    surface = np.stack((*np.meshgrid(x, y), height), axis=2)
    i = np.arange(nrow - 1)[:, None] * ncol + np.arange(ncol - 1)
    a, b, c, d = (i + offset for offset in (0, 1, ncol, ncol + 1))
    faces = np.concatenate([np.stack(t, axis=2).reshape(-1, 3) for t in ((a, b, d), (a, d, c))])
    corners = surface.reshape(-1, 3)[faces.ravel()]
    parts = [(corners, flat_normals(corners), np.arange(len(corners)).reshape(-1, 3))]
    walls = (
        (surface[0], (0, -1, 0)),
        (surface[-1, ::-1], (0, 1, 0)),
        (surface[::-1, 0], (-1, 0, 0)),
        (surface[:, -1], (1, 0, 0)),
    )
    parts += [_wall(edge, base, normal) for edge, normal in walls]
    corners = np.array([(-sx, -sy, -base), (sx, -sy, -base), (sx, sy, -base), (-sx, sy, -base)])
    parts.append((corners, np.tile((0.0, 0.0, -1.0), (4, 1)), np.array([[0, 2, 1], [0, 3, 2]])))
    starts = np.cumsum([0, *(len(points) for points, _, _ in parts)])
    points, normals = (np.concatenate([part[k] for part in parts]).astype(np.float32) for k in (0, 1))
    joined = np.concatenate([part[2] + start for part, start in zip(parts, starts, strict=False)])
    return points, normals, joined.astype(np.int32)


def _wall(edge: np.ndarray, base: float, normal: tuple[int, int, int]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The wall under an edge of the surface, down to the base; seen from outside the edge runs from left to right."""
    n = len(edge)
    points = np.concatenate((edge, np.c_[edge[:, :2], np.full(n, -base)]))
    i = np.arange(n - 1)
    faces = np.concatenate((np.stack((i + n, i + n + 1, i + 1), 1), np.stack((i + n, i + 1, i), 1)))
    return points, np.tile(np.array(normal, float), (2 * n, 1)), faces
