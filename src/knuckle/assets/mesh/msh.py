"""The legacy binary mesh format.

numbers of vertices, normals, texture coordinates, triangles (4 i32)
vertices (3 f32 each) · normals (3 f32) · texture coordinates (2 f32) · triangles (3 i32)
"""

import struct

import numpy as np

from knuckle.assets.mesh.data import BadMesh, MeshData

HEADER = struct.Struct("<4i")


def read_msh(data: bytes, name: str) -> MeshData:
    """The mesh in an MSH file; without triangles it stands for the hull of its points."""
    if len(data) < HEADER.size:
        raise BadMesh(f"{name} is too short to be an MSH file")
    nvertex, nnormal, ntexcoord, nface = counts = HEADER.unpack_from(data)
    if min(counts) < 0 or nvertex < 4 or nnormal not in (0, nvertex) or ntexcoord not in (0, nvertex):
        raise BadMesh(
            f"{name} says it has {nvertex} vertices, {nnormal} normals, {ntexcoord} texture coordinates and {nface} "
            "triangles; expected at least 4 vertices, and of the next two as many or none"
        )
    expected = HEADER.size + 12 * (nvertex + nnormal + nface) + 8 * ntexcoord
    if len(data) != expected:
        raise BadMesh(f"{name} has {len(data)} bytes, its numbers of vertices and triangles need {expected}")
    numbers = np.frombuffer(data, "<f4", 3 * (nvertex + nnormal) + 2 * ntexcoord, HEADER.size)
    vertices, normals, texcoords = np.split(numbers, [3 * nvertex, 3 * (nvertex + nnormal)])
    faces = np.frombuffer(data, "<i4", 3 * nface, expected - 12 * nface)
    return MeshData(
        vertices=vertices.astype(float).reshape(-1, 3),
        faces=faces.astype(np.int64).reshape(-1, 3),
        normals=normals.astype(float).reshape(-1, 3) if nnormal else None,
        texcoords=texcoords.astype(float).reshape(-1, 2) if ntexcoord else None,
    )
