"""Mesh and picture files in memory, for tests."""

import struct
import zlib

import numpy as np

VERTICES = np.array([[0, 0, 0], [1, 0, 0], [0, 2, 0], [0, 0, 3]], float)
FACES = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])


def stl(corners: np.ndarray, count: int | None = None) -> bytes:
    """A binary STL file of triangles given as (triangles, 3 corners, 3 coordinates)."""
    body = b"".join(bytes(12) + np.asarray(triangle, "<f4").tobytes() + bytes(2) for triangle in corners)
    return b"test".ljust(80) + struct.pack("<I", len(corners) if count is None else count) + body


def text_stl(corners: np.ndarray) -> bytes:
    """A text STL file of the same triangles."""
    facets = "".join(
        "  facet normal 0 0 1\n    outer loop\n"
        + "".join(f"      vertex {words(point)}\n" for point in triangle)
        + "    endloop\n  endfacet\n"
        for triangle in np.asarray(corners, np.float32)
    )
    return f"solid part of an element\n{facets}endsolid\n".encode()


def msh(vertices=VERTICES, faces=FACES, counts=None, normals=(), texcoords=()) -> bytes:
    """A file of the legacy mesh format; `counts` overrides what its head says."""
    counts = counts or (len(vertices), len(normals), len(texcoords), len(faces))
    numbers = [np.asarray(part, "<f4").tobytes() for part in (vertices, normals, texcoords)]
    return struct.pack("<4i", *counts) + b"".join(numbers) + np.asarray(faces, "<i4").tobytes()


def png(rows: list[bytes], width: int, colour: int = 0, depth: int = 8, extra: bytes = b"", height=None) -> bytes:
    """A PNG file of rows that are given with their filter bytes."""
    head = struct.pack(">IIBBBBB", width, len(rows) if height is None else height, depth, colour, 0, 0, 0)
    parts = [chunk(b"IHDR", head), extra, chunk(b"IDAT", zlib.compress(b"".join(rows))), chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def words(values) -> str:
    return " ".join(repr(value) for value in np.asarray(values).ravel().tolist())
