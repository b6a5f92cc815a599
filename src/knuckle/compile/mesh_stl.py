"""Binary STL files: triangles as soup, whose equal corners become one vertex.

80 bytes of any text · number of triangles (u32)
per triangle: normal (3 f32, ignored) · corners (9 f32) · 2 bytes
"""

import numpy as np

from knuckle.compile.mesh_data import FARTHEST, BadMesh, MeshData

HEADER = 84
MOST_TRIANGLES = 200_000
TRIANGLE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])


def read_stl(data: bytes, name: str) -> MeshData:
    """The mesh in a binary STL file."""
    if len(data) < HEADER:
        raise BadMesh(f"{name} is too short to be a binary STL file")
    count = int.from_bytes(data[80:84], "little")
    if not 1 <= count <= MOST_TRIANGLES:
        raise BadMesh(f"{name} says it has {count} triangles, expected 1 to {MOST_TRIANGLES}{_text_hint(data)}")
    expected = HEADER + count * TRIANGLE.itemsize
    if len(data) != expected:
        raise BadMesh(f"{name} has {len(data)} bytes, its {count} triangles need {expected}{_text_hint(data)}")
    corners = np.frombuffer(data, TRIANGLE, count, HEADER)["corners"].reshape(-1, 3)
    if (np.abs(corners) > FARTHEST).any():
        raise BadMesh(f"{name} has a coordinate beyond ±2^30")
    vertices, faces = _joined(np.ascontiguousarray(corners))
    return MeshData(vertices=vertices, faces=faces.reshape(-1, 3))


def _text_hint(data: bytes) -> str:
    return "; it looks like a text STL file, convert it to binary" if data.lstrip().startswith(b"solid") else ""


def _joined(corners: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Each distinct corner once, in the order of first appearance, and which of them every corner is.

    Corners are the same if their bytes are.
    """
    a, b, c = (corners.view(np.uint32)[:, i] for i in range(3))
    order = np.lexsort((c, b, a))  # stable: the first appearance leads its group
    a, b, c = a[order], b[order], c[order]
    starts = np.ones(len(order), bool)
    starts[1:] = (a[1:] != a[:-1]) | (b[1:] != b[:-1]) | (c[1:] != c[:-1])
    group = np.cumsum(starts) - 1
    first = order[starts]
    rank = np.empty(len(first), np.int64)
    rank[np.argsort(first, kind="stable")] = np.arange(len(first))
    number = np.empty(len(order), np.int64)
    number[order] = rank[group]
    return corners[np.sort(first)].astype(float), number
