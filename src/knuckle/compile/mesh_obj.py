"""Wavefront OBJ files: vertices, normals, texture coordinates, and polygons that are cut into triangles."""

import re
from collections.abc import Sequence
from itertools import chain

import numpy as np

from knuckle.compile.mesh_data import BadMesh, MeshData
from knuckle.compile.mesh_polygon_cut import cut_polygon

WIDTH = {b"v": 3, b"vt": 2, b"vn": 3}
LARGEST = 999_999_999  # number of a vertex
CORNER = re.compile(rb"(-?\d{1,9})(?:/(-?\d{1,9})?(?:/(-?\d{1,9})?)?)?")


def read_obj(data: bytes, name: str) -> MeshData:
    """The first group of polygons of an OBJ file; materials, lines and curves are ignored."""
    rows = data.replace(b"\\\r\n", b" ").replace(b"\\\n", b" ").replace(b"\t", b" ").splitlines()
    lines: dict[bytes, list[bytes]] = {b"v": [], b"vt": [], b"vn": [], b"f": []}
    groups = [lines[b"f"]]
    for row in rows:
        key, _, rest = row.lstrip().partition(b" ")
        if key in lines:
            lines[key].append(rest)
        elif key in (b"o", b"g") and lines[b"f"]:
            lines[b"f"] = []
            groups.append(lines[b"f"])
    vertices, texcoords, normals = (_table(lines[key], key, name) for key in WIDTH)
    corners, uncovered = _plain_triangles(groups[0]), 0
    if corners is None:
        corners, uncovered = _triangles(_polygons(groups[0], _counts_before(rows), name), vertices)
    mesh = MeshData(vertices=vertices, faces=corners[:, :, 0])
    if skipped := sum(len(group) for group in groups[1:]):
        mesh.remarks.append(f"{name}: only the first group of polygons is used, {skipped} polygons of others are not")
    if uncovered:
        mesh.remarks.append(f"{name}: {uncovered} polygons of five or more corners have holes; cut them into triangles")
    _add_attributes(mesh, texcoords, normals, corners, name)
    return mesh


def _add_attributes(mesh: MeshData, texcoords: np.ndarray, normals: np.ndarray, corners: np.ndarray, name: str) -> None:
    """Normals and texture coordinates; of these the file counts the second from below."""
    if len(texcoords) and len(corners) and (corners[:, :, 1] >= 0).all():
        mesh.texcoords, mesh.face_texcoords = texcoords * (1, -1) + (0, 1), corners[:, :, 1]
    if len(normals) and len(corners):
        if (corners[:, :, 2] < 0).any():
            raise BadMesh(f"{name} has normals, but not for every corner of its polygons")
        mesh.normals, mesh.face_normals = normals, corners[:, :, 2]


def _counts_before(rows: list[bytes]) -> list[tuple[int, ...]]:
    """How many vertices, texture coordinates and normals stand before each polygon, for indices that count back."""
    counts, found = dict.fromkeys(WIDTH, 0), []
    for row in rows:
        key = row.lstrip().partition(b" ")[0]
        if key in counts:
            counts[key] += 1
        elif key == b"f":
            found.append(tuple(counts.values()))
    return found


def _table(lines: list[bytes], key: bytes, name: str) -> np.ndarray:
    """The first values of each line, in single precision as the format has them."""
    width = WIDTH[key]
    rows = [line.split()[:width] for line in lines]
    try:
        values = list(map(float, chain.from_iterable(rows)))
        return np.array(values, np.float32).astype(float).reshape(len(lines), width)
    except ValueError:
        raise BadMesh(f"{name}: a line `{key.decode()}` does not have {width} numbers") from None


def _plain_triangles(lines: list[bytes]) -> np.ndarray | None:
    """What nearly all files are made of, read in one go: triangles whose corners are all written alike."""
    text = b" ".join(lines)
    words = text.split()
    slashes = {word.count(b"/") for word in words}
    if len(slashes) != 1 or max(slashes) > 2 or {len(line.split(None, 3)) for line in lines} != {3} or b"-" in text:
        return None
    try:
        numbers = np.array(list(map(int, text.replace(b"//", b"/0/").replace(b"/", b" ").split())), np.int64)
    except ValueError:
        return None
    width = 1 + slashes.pop()
    if len(numbers) != width * len(words) or numbers.max() > LARGEST or (numbers[::width] < 1).any():
        return None
    corners = np.full((len(lines), 3, 3), -1)
    corners[:, :, :width] = numbers.reshape(len(lines), 3, width) - 1
    return corners


def _polygons(lines: list[bytes], before: list[tuple[int, ...]], name: str) -> list[list[tuple[int, ...]]]:
    """The corners of each polygon as numbers of vertex, texture coordinate and normal, from 0; -1 for none."""
    known: dict[bytes, tuple[int, ...]] = {}
    polygons = []
    for line, counts in zip(lines, before, strict=False):
        polygon = []
        for word in line.split():
            corner = known.get(word)
            if corner is None:
                corner = _corner(word, counts, name)
                if b"-" not in word:  # counted from the end so far
                    known[word] = corner
            polygon.append(corner)
        polygons.append(polygon)
    return polygons


def _corner(word: bytes, counts: Sequence[int], name: str) -> tuple[int, ...]:
    match = CORNER.fullmatch(word)
    numbers = [int(part or 0) for part in match.groups()] if match else [0]
    if numbers[0] == 0:
        raise BadMesh(f"{name}: a polygon has the corner {word[:40]!r}, expected vertex/texture/normal counted from 1")
    found = [n - 1 if n >= 0 else count + n for n, count in zip(numbers, counts, strict=True)]
    if any(n < 0 and i < 0 for n, i in zip(numbers, found, strict=True)):
        raise BadMesh(f"{name}: a polygon has the corner {word[:40]!r}, which counts back beyond the first")
    return tuple(found)


def _triangles(polygons: list[list[tuple[int, ...]]], vertices: np.ndarray) -> tuple[np.ndarray, int]:
    """Every polygon cut into triangles, in order: (triangles, corners, 3 numbers); how many are not all covered."""
    triangles: list = []
    uncovered = 0
    for polygon in polygons:
        if len(polygon) == 3:
            triangles.append(polygon)
        elif len(polygon) > 3 and all(corner[0] < len(vertices) for corner in polygon):
            cut = cut_polygon(vertices[[corner[0] for corner in polygon]])
            triangles += [[polygon[i] for i in triangle] for triangle in cut]
            uncovered += len(cut) < len(polygon) - 2
        elif len(polygon) > 3:
            raise BadMesh(f"a polygon names a vertex that does not exist, there are {len(vertices)}")
    return np.array(triangles, np.int64).reshape(-1, 3, 3), uncovered
