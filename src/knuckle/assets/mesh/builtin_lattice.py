"""Built-in meshes whose vertices are those of a lattice, or are moved from there onto round shapes.

`params` are the numbers of vertices along three axes, their distances, and maybe a dimension: a surface has 2; with 3,
where the triangles of tetrahedra are not listed, the hull is meant.
"""

import numpy as np

from knuckle.assets.mesh.data import BadMesh, MeshData
from knuckle.assets.mesh.params import MOST_STEPS, whole

MOST_POINTS = MOST_STEPS**2
Cells = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]


def grid(*params: float) -> MeshData:
    """Points at equal distances, centred; with two dimensions a sheet of triangles."""
    counts, spacing, dimension = _read("grid", params, 1)
    if dimension == 2 and counts[2] != 1:
        raise BadMesh(f"count must be 1 along z in two dimensions, found {counts[2]}")
    vertices = _points(np.indices(counts).reshape(3, -1).T, counts) * _half(counts, spacing)
    if dimension == 3:
        return MeshData(vertices=vertices)
    a, b, c, d = _cells(np.arange(len(vertices)).reshape(counts[:2]))
    return MeshData(vertices=vertices, faces=_triangles([a, b, c], [a, c, d]), is_flat=len(a) > 0)


def square(*params: float) -> MeshData:
    """A sheet in the plane z = 0."""
    return grid(*params, 2)


def disc(*params: float) -> MeshData:
    """The sheet pulled onto a disc, its cells cut across the radius: p′ = h ∘ p · max|p| / |p|, with its half-sizes h.

    This is the published shape: an ellipse with half-axes h² rather than h.
    """
    counts, spacing, _ = _read("disc", (*params, 2), 2)
    if counts[2] != 1:
        raise BadMesh(f"count must be 1 along z for a disc, found {counts[2]}")
    half = _half(counts, spacing)
    points = _points(np.indices(counts).reshape(3, -1).T, counts) * half
    vertices = _rounded(points) * half
    a, b, c, d = _cells(np.arange(len(vertices)).reshape(counts[:2]))
    same = ((points[a, 0] < 0) == (points[a, 1] < 0))[:, None]
    first = np.where(same, np.column_stack([a, b, c]), np.column_stack([a, b, d]))
    second = np.where(same, np.column_stack([a, c, d]), np.column_stack([b, c, d]))
    return MeshData(vertices=vertices, faces=np.stack([first, second], axis=1).reshape(-1, 3), is_flat=True)


def box(*params: float) -> MeshData:
    """The surface of a box, open at the top in two dimensions; in three with its centre as the first vertex."""
    return _surface("box", params, lambda q: q)


def cylinder(*params: float) -> MeshData:
    """The box with its layers pulled onto discs."""
    return _surface("cylinder", params, lambda q: np.column_stack([_rounded(q[:, :2]), q[:, 2]]))


def ellipsoid(*params: float) -> MeshData:
    """The box pulled onto an ellipsoid."""
    return _surface("ellipsoid", params, _rounded)


def _surface(kind: str, params: tuple[float, ...], pull) -> MeshData:
    counts, spacing, dimension = _read(kind, params, 2)
    last_x, last_y, last_z = (n - 1 for n in counts)
    x, y = range(counts[0]), range(counts[1])
    inner_y, sides = range(1, last_y), range(1, last_z + (dimension == 2))
    places = [(i, j, k) for k in ((0, last_z) if dimension == 3 else (0,)) for i in x for j in y]
    places += [(i, j, k) for j in (0, last_y) for i in x for k in sides]
    places += [(i, j, k) for i in (0, last_x) for j in inner_y for k in sides]
    vertices = pull(_points(np.array(places), counts)) * _half(counts, spacing)
    if dimension == 3:
        return MeshData(vertices=np.concatenate([np.zeros((1, 3)), vertices]))
    number = np.full(counts, -1)
    number[tuple(np.array(places).T)] = np.arange(len(places))
    a, b, c, d = _cells(number[:, :, 0])
    faces = [_triangles([a, c, b], [a, d, c])]
    for side, turned in ((number[:, 0], False), (number[:, -1], True), (number[0], True), (number[-1], False)):
        a, b, c, d = _cells(side)
        faces.append(_triangles([b, a, d], [b, d, c]) if turned else _triangles([a, b, c], [a, c, d]))
    return MeshData(vertices=vertices, faces=np.concatenate(faces), is_flat=True)


def _read(kind: str, params: tuple[float, ...], least: int) -> tuple[list[int], np.ndarray, int]:
    """Counts, spacings and dimension."""
    if len(params) not in (6, 7):
        raise BadMesh(
            f'builtin="{kind}" needs params of 3 counts, 3 spacings and maybe a dimension, found {len(params)}'
        )
    dimension = whole(params[6], "dim", 2, 3) if len(params) == 7 else 3
    counts = [whole(value, "count", least) for value in params[:2]]
    counts.append(whole(params[2], "count", 1 if kind == "disc" else least))
    if counts[0] * counts[1] * counts[2] > MOST_POINTS:
        raise BadMesh(f"{counts[0]}×{counts[1]}×{counts[2]} points are too many, expected at most {MOST_POINTS}")
    return counts, np.array(params[3:6], float), dimension


def _points(places: np.ndarray, counts: list[int]) -> np.ndarray:
    """Places of a lattice as coordinates between −1 and 1; 0 along an axis with one place."""
    last = np.array(counts) - 1
    return np.where(last > 0, (2 * places - last) / np.maximum(last, 1), 0.0)


def _half(counts: list[int], spacing: np.ndarray) -> np.ndarray:
    return 0.5 * (np.array(counts) - 1) * spacing


def _rounded(q: np.ndarray) -> np.ndarray:
    """Points of nested cubes (squares) pulled onto spheres (circles) of the same half-sizes."""
    length = np.sqrt(sum(column * column for column in q.T))[:, None]
    return q * np.abs(q).max(axis=1, keepdims=True) / np.where(length > 0, length, 1.0)


def _cells(number: np.ndarray) -> Cells:
    """The corners of every cell of a sheet of vertices, counter-clockwise."""
    corners = number[:-1, :-1], number[1:, :-1], number[1:, 1:], number[:-1, 1:]
    a, b, c, d = (corner.ravel() for corner in corners)
    return a, b, c, d


def _triangles(*parts: list[np.ndarray]) -> np.ndarray:
    """Triangles of each cell, one cell after the other."""
    return np.stack([np.column_stack(part) for part in parts], axis=1).reshape(-1, 3)
