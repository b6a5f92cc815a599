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

from knuckle.assets.mesh.data import BadMesh
from knuckle.hostmath.rows import corners, dot_rows, mapped, spans

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
    outward = dot_rows(spans(*corners(points, facets)), found.equations[:, :3])
    faces = np.where(outward[:, None] < 0, facets[:, [1, 0, 2]], facets)
    vertices = _vertex_order(facets, found.equations)
    planes = found.equations[:, :3] + 0.0  # no negative zeros, whose direction is another one
    return Hull(faces, planes, vertices, _graph(facets, faces, vertices, len(points)))


def extreme_vertices(hull: Hull, points: np.ndarray) -> np.ndarray:
    """The hull vertices that are farthest along the 27 directions with components −1, 0, 1: starts of a climb."""
    return np.argmax(mapped(points[hull.vertices], DIRECTIONS.T), axis=0)


def _vertex_order(facets: np.ndarray, planes: np.ndarray) -> np.ndarray:
    """The vertices in the order of Qhull's own list, told from its facets.

    Qhull adds one point after the other, each the first vertex of the cone of new facets that it makes. The vertices
    of a cone move to the end of the list as its facets are made. Last of all, flat polygons are cut into triangles,
    as if they were one cone.
    """
    if len(facets) == 4:
        return np.concatenate([facets[3], np.setdiff1d(facets[0], facets[3])])
    apex = facets[:, 0].copy()
    apex[_first_of_flat(planes) :] = -1
    cone = np.cumsum(np.diff(apex, prepend=apex[0]) != 0)
    pairs, moves = np.unique((facets * (cone[-1] + 1) + cone[:, None]).ravel(), return_index=True)
    vertices = pairs // (cone[-1] + 1)
    last = np.append(vertices[1:] != vertices[:-1], True)  # its last cone decides where a vertex is
    return vertices[last][np.argsort(moves[last])]


def _first_of_flat(planes: np.ndarray) -> int:
    """The first facet that shares its plane with another, to the last bit: both are parts of one flat polygon."""
    order = np.lexsort(planes.T)
    same = (planes[order][1:] == planes[order][:-1]).all(axis=1)
    return int(min(order[1:][same].min(), order[:-1][same].min())) if same.any() else len(planes)


def _graph(facets: np.ndarray, faces: np.ndarray, vertices: np.ndarray, count: int) -> np.ndarray:
    number = np.full(count, -1)
    number[vertices] = np.arange(len(vertices))
    a, b, c = number[facets].T
    ends = np.column_stack([a, a, b, b, c, c]).ravel(), np.column_stack([b, c, a, c, a, b]).ravel()
    pairs, seen = np.unique(ends[0] * len(vertices) + ends[1], return_index=True)
    near, far = pairs // len(vertices), pairs % len(vertices)
    order = np.lexsort((seen, near))  # the neighbours of a vertex as they are met first
    after = np.cumsum(np.bincount(near, minlength=len(vertices)))
    edges = np.insert(far[order], after, -1)
    starts = np.concatenate([[0], after[:-1] + np.arange(1, len(vertices))])
    return np.concatenate([[len(vertices), len(faces)], starts, vertices, edges, faces.ravel()]).astype(np.int32)
