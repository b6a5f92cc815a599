"""Wavefront OBJ files: vertices, normals, texture coordinates, and polygons that are cut into triangles."""

import re
from collections.abc import Sequence
from itertools import chain

import numpy as np

from knuckle.assets.mesh.data import BadMesh, MeshData
from knuckle.assets.mesh.obj_text import ObjText, integers, reals, separators_per_word
from knuckle.assets.mesh.polygon_cut import cut_polygons

WIDTH = {b"v": 3, b"vt": 2, b"vn": 3}
LARGEST = 999_999_999  # number of a vertex
CORNER = re.compile(rb"(-?\d{1,9})(?:/(-?\d{1,9})?(?:/(-?\d{1,9})?)?)?")


def read_obj(data: bytes, name: str) -> MeshData:
    """The first group of polygons of an OBJ file; materials, lines and curves are ignored."""
    text = ObjText(data)
    vertices, texcoords, normals = (_table(text, key, name) for key in WIDTH)
    polygons = text.lines(b"f")
    used = polygons[: _first_group(text, polygons)]
    corners, uncovered = _corners(text, used, vertices, name)
    mesh = MeshData(vertices=vertices, faces=corners[:, :, 0])
    if skipped := len(polygons) - len(used):
        mesh.remarks.append(f"{name}: only the first group of polygons is used, {skipped} polygons of others are not")
    if uncovered:
        mesh.remarks.append(f"{name}: {uncovered} polygons of five or more corners have holes; cut them into triangles")
    _add_attributes(mesh, texcoords, normals, corners, name)
    return mesh


def _first_group(text: ObjText, polygons: np.ndarray) -> int:
    """How many polygons stand before the next group or object begins."""
    begins = np.sort(np.concatenate([text.lines(b"o"), text.lines(b"g")]))
    later = begins[np.searchsorted(begins, polygons[0]) :] if len(polygons) else begins[:0]
    return int(np.searchsorted(polygons, later[0])) if len(later) else len(polygons)


def _add_attributes(mesh: MeshData, texcoords: np.ndarray, normals: np.ndarray, corners: np.ndarray, name: str) -> None:
    """Normals and texture coordinates; of these the file counts the second from below."""
    if len(texcoords) and len(corners) and (corners[:, :, 1] >= 0).all():
        mesh.texcoords, mesh.face_texcoords = texcoords * (1, -1) + (0, 1), corners[:, :, 1]
    if len(normals) and len(corners):
        if (corners[:, :, 2] < 0).any():
            raise BadMesh(f"{name} has normals, but not for every corner of its polygons")
        mesh.normals, mesh.face_normals = normals, corners[:, :, 2]


def _counts_before(text: ObjText, polygons: np.ndarray) -> np.ndarray:
    """How many vertices, texture coordinates and normals stand before each polygon, for indices that count back."""
    return np.column_stack([np.searchsorted(text.lines(key), polygons) for key in WIDTH])


def _table(text: ObjText, key: bytes, name: str) -> np.ndarray:
    """The first values of each line, in single precision as the format has them."""
    width, lines = WIDTH[key], text.lines(key)
    counts = text.counts(lines)
    if len(lines) and counts.min() == counts.max() >= width:
        values = reals(text.joined(lines, key))
        if values is not None and len(values) == counts.sum():
            return _single(values.reshape(len(lines), -1)[:, :width])
    rows = [line.split()[:width] for line in text.rest(lines, key)]
    try:
        return _single(np.array(list(map(float, chain.from_iterable(rows)))).reshape(len(lines), width))
    except ValueError:
        raise BadMesh(f"{name}: a line `{key.decode()}` does not have {width} numbers") from None


def _single(values: np.ndarray) -> np.ndarray:
    with np.errstate(over="ignore"):  # what is too large is not finite, and found to be so
        return values.astype(np.float32).astype(float)


def _corners(text: ObjText, lines: np.ndarray, vertices: np.ndarray, name: str) -> tuple[np.ndarray, int]:
    """Three numbers of each corner of each triangle, and how many polygons the triangles do not cover."""
    sizes = text.counts(lines)
    corners = _alike(text.joined(lines, b"f"), int(sizes.sum()))
    if corners is None:
        before = _counts_before(text, lines)
        polygons = _polygons(text.rest(lines, b"f"), before.tolist(), name)
        corners = np.array([corner for polygon in polygons for corner in polygon], np.int64).reshape(-1, 3)
    named = corners[np.repeat(sizes, sizes) > 3, 0]
    if len(named) and not named.max() < len(vertices):
        raise BadMesh(f"a polygon names a vertex that does not exist, there are {len(vertices)}")
    triangles, uncovered = cut_polygons(vertices, corners[:, 0], sizes)
    return corners[triangles], uncovered


def _alike(text: bytes, count: int) -> np.ndarray | None:
    """What nearly all files are made of, read in one go: corners that are all written alike and count from one."""
    slashes = separators_per_word(text, b"/")
    if not 0 <= slashes <= 2 or text.count(b"//") not in (0, count) or b"-" in text or b"+" in text:
        return None
    width = 1 + slashes
    numbers = integers(text.replace(b"//", b"/0/").replace(b"/", b" "))
    if numbers is None or len(numbers) != width * count or numbers.max() > LARGEST or (numbers[::width] < 1).any():
        return None
    corners = np.full((count, 3), -1)
    corners[:, :width] = numbers.reshape(count, width) - 1
    return corners


def _polygons(lines: list[bytes], before: list[list[int]], name: str) -> list[list[tuple[int, ...]]]:
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
