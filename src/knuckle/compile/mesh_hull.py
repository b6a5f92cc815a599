"""The convex hull of a mesh, by Qhull, and the graph of its edges that collision climbs along.

The graph of a hull with n vertices and k triangles is 2 + 3n + 6k integers:

    n · k
    n integers   where the neighbours of each hull vertex start in the list of neighbours
    n integers   the vertex of the mesh that each hull vertex is
    n + 3k       neighbours of each hull vertex, as hull vertices, each list ended by −1
    3k           corners of each triangle, as vertices of the mesh
"""

from dataclasses import dataclass, replace

import numpy as np

from knuckle.compile.mesh_data import BadMesh

INITIAL = 4  # vertices of the simplex that Qhull starts from: its limit counts what is added to it
REVERSED = [0, 2, 1]  # corners of a triangle seen from its other side
DIRECTIONS = np.array([(x, y, z) for x in (-1, 0, 1) for y in (-1, 0, 1) for z in (-1, 0, 1)], float)


@dataclass(frozen=True, slots=True)
class Hull:
    """Triangles of a hull, counter-clockwise seen from outside; the mesh vertices on it, and each one's neighbours.

    `planes` are the outward normals that Qhull found: parts of one flat polygon have the same.
    """

    faces: np.ndarray
    planes: np.ndarray
    vertices: np.ndarray
    graph: np.ndarray

    def reversed(self) -> "Hull":
        """The hull of the points reflected, which turns its triangles around."""
        faces = self.faces[:, REVERSED]
        return replace(self, faces=faces, graph=np.concatenate([self.graph[: -faces.size], faces.ravel()]))


def convex_hull(points: np.ndarray, most_vertices: int) -> Hull:
    """The hull of points, which may have a limited number of vertices."""
    from scipy.spatial import ConvexHull, QhullError  # slow to import: only models with meshes need it

    limit = f" Q9 TA{most_vertices - INITIAL}" if most_vertices > 0 else ""
    try:
        found = ConvexHull(points, qhull_options="Qt" + limit)
    except (QhullError, ValueError):
        raise BadMesh(
            "its vertices lie in a plane, on a line or in a point, or are too uneven in size: they have no convex "
            "hull to collide with; use a primitive shape such as a thin box"
        ) from None
    facets = found.simplices.astype(np.int64)
    p = points[facets]
    outward = np.einsum("ij,ij->i", np.cross(p[:, 1] - p[:, 0], p[:, 2] - p[:, 0]), found.equations[:, :3])
    faces = np.where(outward[:, None] < 0, facets[:, [1, 0, 2]], facets)
    vertices = np.array(_vertex_order(facets, found.equations), np.int64)
    planes = found.equations[:, :3] + 0.0  # no negative zeros, whose direction is another one
    return Hull(faces, planes, vertices, _graph(facets, faces, vertices, len(points)))


def extreme_vertices(hull: Hull, points: np.ndarray) -> np.ndarray:
    """The hull vertices that are farthest along the 27 directions with components −1, 0, 1: starts of a climb."""
    return np.argmax(points[hull.vertices] @ DIRECTIONS.T, axis=0)


def _vertex_order(facets: np.ndarray, planes: np.ndarray) -> list[int]:
    """The vertices in the order of Qhull's own list, told from its facets.

    Qhull adds one point after the other, each the first vertex of the cone of new facets that it makes. The vertices
    of a cone move to the end of the list as its facets are made. Last of all, flat polygons are cut into triangles,
    as if they were one cone.
    """
    if len(facets) == 4:
        last = facets[3].tolist()
        return [*last, *(set(facets[0].tolist()) - set(last))]
    flat = _first_of_flat(planes)
    order: dict[int, None] = {}
    cone, moved = -1, set[int]()
    for i, facet in enumerate(facets.tolist()):
        current = -2 if i >= flat else facet[0]
        if current != cone:
            cone, moved = current, set()
        for vertex in facet:
            if vertex not in moved:
                moved.add(vertex)
                order.pop(vertex, None)
                order[vertex] = None
    return list(order)


def _first_of_flat(planes: np.ndarray) -> int:
    """The first facet that shares its plane with another, to the last bit: both are parts of one flat polygon."""
    order = np.lexsort(planes.T)
    same = (planes[order][1:] == planes[order][:-1]).all(axis=1)
    return int(min(order[1:][same].min(), order[:-1][same].min())) if same.any() else len(planes)


def _graph(facets: np.ndarray, faces: np.ndarray, vertices: np.ndarray, count: int) -> np.ndarray:
    number = np.full(count, -1)
    number[vertices] = np.arange(len(vertices))
    neighbours: list[dict[int, None]] = [{} for _ in vertices]
    for a, b, c in number[facets].tolist():
        neighbours[a] |= {b: None, c: None}
        neighbours[b] |= {a: None, c: None}
        neighbours[c] |= {a: None, b: None}
    starts = np.cumsum([0, *(len(near) + 1 for near in neighbours)])
    edges = [entry for near in neighbours for entry in (*near, -1)]
    return np.concatenate([[len(vertices), len(faces)], starts[:-1], vertices, edges, faces.ravel()]).astype(np.int32)
