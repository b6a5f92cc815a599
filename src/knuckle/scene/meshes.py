"""Triangles of meshes and of their convex hulls."""

import numpy as np

from knuckle.model.model import Model

Mesh = tuple[np.ndarray, np.ndarray, np.ndarray | None, np.ndarray]  # points, normals, texture coordinates, faces


def mesh_triangles(m: Model, mesh: int) -> Mesh:
    """A mesh in its own frame; a corner is repeated where its normal or its texture coordinates differ."""
    faces = slice(m.mesh_faceadr[mesh], m.mesh_faceadr[mesh] + m.mesh_facenum[mesh])
    textured = m.mesh_texcoordadr[mesh] >= 0
    vertex, normal = m.mesh_face[faces], m.mesh_facenormal[faces]
    texcoord = m.mesh_facetexcoord[faces] if textured else np.zeros_like(vertex)
    corners, index = np.unique(
        np.stack((vertex, normal, texcoord), axis=2).reshape(-1, 3).astype(np.int64), axis=0, return_inverse=True
    )
    points = m.mesh_vert[m.mesh_vertadr[mesh] + corners[:, 0]].astype(np.float32)
    normals = m.mesh_normal[m.mesh_normaladr[mesh] + corners[:, 1]].astype(np.float32)
    if len(normals) and (normals == normals[0]).all():  # the model gives vertices alone: faces are flat
        corners, points, index = corners[index.ravel()], points[index.ravel()], np.arange(index.size)
        normals = flat_normals(points)
    coordinates = m.mesh_texcoord[m.mesh_texcoordadr[mesh] + corners[:, 2]].astype(np.float32) if textured else None
    return points, normals, coordinates, index.reshape(-1, 3).astype(np.int32)


def hull_triangles(m: Model, mesh: int) -> Mesh:
    """The convex hull of a mesh, with flat faces; the mesh itself where the model has no hull of it."""
    start = int(m.mesh_graphadr[mesh])
    if start < 0:
        return mesh_triangles(m, mesh)
    graph = m.mesh_graph[start:]
    corners, count = int(graph[0]), int(graph[1])
    first = 2 + 3 * corners + 3 * count  # after edge addresses, vertices and edges
    faces = graph[first : first + 3 * count].reshape(-1, 3)
    points = m.mesh_vert[m.mesh_vertadr[mesh] + faces.ravel()].astype(np.float32)
    return points, flat_normals(points), None, np.arange(len(points), dtype=np.int32).reshape(-1, 3)


def flat_normals(points: np.ndarray) -> np.ndarray:
    """Normals of triangles that share no corners, one for each corner."""
    a, b, c = (points[i::3] for i in range(3))
    normal = np.cross(b - a, c - a)
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-30)
    return np.repeat(normal, 3, axis=0).astype(np.float32)
