"""STL files: triangles as soup, whose equal corners become one vertex.

Binary ones, of a known size, have 80 bytes of any text · number of triangles (u32)
per triangle: normal (3 f32, ignored) · corners (9 f32) · 2 bytes

Text ones begin with the word solid
per triangle: facet normal x y z (ignored) · outer loop · three times vertex x y z · endloop · endfacet
"""

import re

import numpy as np

from knuckle.assets.mesh.data import FARTHEST, BadMesh, MeshData

HEADER = 84
MOST_TRIANGLES = 200_000
TRIANGLE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
MIX = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9], np.uint64)  # odd, without a pattern
FACET = re.compile(rb"facet\s+normal(?:\s+\S+){3}\s+outer\s+loop" + rb"\s+vertex\s+(\S+)\s+(\S+)\s+(\S+)" * 3)


def read_stl(data: bytes, name: str) -> MeshData:
    """The mesh in an STL file."""
    is_text = data.lstrip()[:5].lower() == b"solid" and len(data) != _size(data)
    corners = _text_corners(data, name) if is_text else _binary_corners(data, name)
    if (np.abs(corners) > FARTHEST).any():
        raise BadMesh(f"{name} has a coordinate beyond ±2^30")
    vertices, faces = _joined(np.ascontiguousarray(corners))
    return MeshData(vertices=vertices, faces=faces.reshape(-1, 3))


def _size(data: bytes) -> int:
    """How long a binary file would be that begins like this."""
    return HEADER + int.from_bytes(data[80:84], "little") * TRIANGLE.itemsize


def _binary_corners(data: bytes, name: str) -> np.ndarray:
    if len(data) < HEADER:
        raise BadMesh(f"{name} is too short to be a binary STL file")
    count = int.from_bytes(data[80:84], "little")
    if not 1 <= count <= MOST_TRIANGLES:
        raise BadMesh(f"{name} says it has {count} triangles, expected 1 to {MOST_TRIANGLES}")
    if len(data) != _size(data):
        raise BadMesh(f"{name} has {len(data)} bytes, its {count} triangles need {_size(data)}")
    return np.frombuffer(data, TRIANGLE, count, HEADER)["corners"].reshape(-1, 3)


def _text_corners(data: bytes, name: str) -> np.ndarray:
    """The corners in a text, whose letters may be small or capital; zeros have no sign."""
    text = data.lower()
    count = text.count(b"facet") - text.count(b"endfacet")
    if not 1 <= count <= MOST_TRIANGLES:
        raise BadMesh(f"{name} is a text STL file with {count} facets, expected 1 to {MOST_TRIANGLES}")
    found = FACET.findall(text)
    if len(found) != count:
        raise BadMesh(
            f"{name} is a text STL file with {count} facets, of which {len(found)} have a normal and three vertices"
        )
    try:
        with np.errstate(over="ignore"):
            return np.array(found, object).astype(float).astype(np.float32).reshape(-1, 3) + np.float32(0)
    except ValueError as error:
        raise BadMesh(f"{name} is a text STL file with a coordinate that is no number: {error}") from None


def _joined(corners: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Each distinct corner once, in the order of first appearance, and which of them every corner is.

    Corners are the same if their bytes are.
    """
    columns = [np.ascontiguousarray(corners[:, i]).view(np.uint32) for i in range(3)]
    mixed = sum(column * factor for column, factor in zip(columns, MIX, strict=True))
    order = np.argsort(mixed)
    changes = _changes(columns, order)
    if (changes & (mixed[order[1:]] == mixed[order[:-1]])).any():  # different corners of the same mixture
        order = np.lexsort(columns)
        changes = _changes(columns, order)
    starts = np.concatenate([[True], changes])
    first = np.minimum.reduceat(order, np.flatnonzero(starts))
    rank = np.empty(len(first), np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    number = np.empty(len(order), np.int64)
    number[order] = rank[np.cumsum(starts) - 1]
    return corners[np.sort(first)].astype(float), number


def _changes(columns: list[np.ndarray], order: np.ndarray) -> np.ndarray:
    """Whether each corner but the first, in this order, is another one than that before it."""
    a, b, c = (np.diff(column[order]) != 0 for column in columns)
    return a | b | c
