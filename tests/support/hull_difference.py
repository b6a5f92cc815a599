"""Compare convex hulls of meshes with the reference's: triangles and polygons in order, vertices in any order.

Both engines ask the same library for the hull, so its triangles come in the same order. The order of its vertices is
that of a list inside the library, which we tell from the triangles, not always rightly where many points lie in one
plane. The order of polygons in the reference is that of a hash table, which ours follows.
"""

import mujoco
import numpy as np

HULL_FIELDS = {
    *("mesh_graph", "mesh_extrema", "mesh_polynormal", "mesh_polyvert", "mesh_polyvertadr", "mesh_polyvertnum"),
    "mesh_polymap",
}
NORMAL = 1e-9  # of a unit vector, for polygons that are as wide as long


def hull_differences(ours: dict[str, np.ndarray], reference: mujoco.MjModel) -> list[str]:
    """What is wrong with the hulls, in words; empty where they are the same."""
    theirs = {name: getattr(reference, name) for name in dir(reference) if name.startswith("mesh_")}
    wrong = []
    for i in range(reference.nmesh):
        if theirs["mesh_graphadr"][i] < 0:
            continue
        if not _same_numbers(ours, theirs, i) and graph(ours, i) != graph(theirs, i):
            wrong.append(f"mesh_graph of mesh {i}")
        if extreme_points(ours, i) != extreme_points(theirs, i):
            wrong.append(f"mesh_extrema of mesh {i}")
        a, b = polygons(ours, i), polygons(theirs, i)
        if a.keys() != b.keys():
            wrong.append(f"polygons of mesh {i}: {len(a.keys() - b.keys())} differ")
        elif list(a) != list(b):
            wrong.append(f"order of the polygons of mesh {i}")
        elif any(np.abs(a[ring] - b[ring]).max() * _width(theirs, i, ring) > NORMAL for ring in _turned(a, b)):
            wrong.append(f"mesh_polynormal of mesh {i}")
        if not _same_map(ours, theirs, i) and polygons_at_vertices(ours, i) != polygons_at_vertices(theirs, i):
            wrong.append(f"mesh_polymap of mesh {i}")
    return wrong


def _same_numbers(ours, theirs, i: int) -> bool:
    """Whether the graphs of a hull are the same to the last number, as most are: then there is no need to read them."""
    a, b = (arrays["mesh_graph"][arrays["mesh_graphadr"][i] :] for arrays in (ours, theirs))
    length = 2 + 3 * int(b[0]) + 6 * int(b[1])
    return np.array_equal(a[:length], b[:length])


def _same_map(ours, theirs, i: int) -> bool:
    """The same of the polygons, and of which are at each vertex."""
    polygons, vertices = (
        slice(theirs[f"mesh_{kind}adr"][i], theirs[f"mesh_{kind}adr"][i] + theirs[f"mesh_{kind}num"][i])
        for kind in ("poly", "vert")
    )
    fields = [(f"mesh_polyvert{part}", polygons) for part in ("adr", "num")]
    fields += [(f"mesh_polymap{part}", vertices) for part in ("adr", "num")]
    if not all(np.array_equal(ours[name][part], theirs[name][part]) for name, part in fields):
        return False
    for name, part in (("mesh_polyvert", polygons), ("mesh_polymap", vertices)):
        first, last = theirs[f"{name}adr"][part], theirs[f"{name}adr"][part] + theirs[f"{name}num"][part]
        listed = slice(first.min(initial=0), last.max(initial=0))
        if not np.array_equal(ours[name][listed], theirs[name][listed]):
            return False
    return True


def _turned(a: dict[tuple[int, ...], np.ndarray], b: dict[tuple[int, ...], np.ndarray]) -> list[tuple[int, ...]]:
    """The polygons whose normals differ at all."""
    differ = (np.array(list(a.values())) != np.array(list(b.values()))).any(axis=1) if a else []
    return [ring for ring, turned in zip(a, differ, strict=True) if turned]


def _width(arrays, i: int, ring: tuple[int, ...]) -> float:
    """Area of a polygon over the square of its longest edge: slivers lose as many digits of their normals."""
    points = arrays["mesh_vert"][arrays["mesh_vertadr"][i] + np.array(ring)].astype(float)
    edges = np.roll(points, -1, axis=0) - points
    area = np.linalg.norm(np.cross(points - points[0], edges).sum(axis=0))
    return float(area / np.square(edges).sum(axis=1).max())


def graph(arrays, i: int) -> tuple[list, dict[int, set[int]]]:
    """Triangles in order, and the neighbours of each vertex, by vertices of the mesh."""
    record = arrays["mesh_graph"][arrays["mesh_graphadr"][i] :]
    n, k = record[:2].tolist()
    starts, vertices = record[2 : 2 + n], record[2 + n : 2 + 2 * n]
    edges = record[2 + 2 * n : 2 + 3 * n + 3 * k].tolist()
    faces = record[2 + 3 * n + 3 * k : 2 + 3 * n + 6 * k]
    neighbours = {}
    for start, vertex in zip(starts.tolist(), vertices.tolist(), strict=True):
        neighbours[vertex] = {int(vertices[local]) for local in edges[start : edges.index(-1, start)]}
    return faces.tolist(), neighbours


def extreme_points(arrays, i: int) -> list[float]:
    """How far the hull reaches along the 27 directions, told from the vertices that are named, to single precision."""
    record = arrays["mesh_graph"][arrays["mesh_graphadr"][i] :]
    vertices = record[2 + record[0] : 2 + 2 * record[0]]
    start, number = arrays["mesh_vertadr"][i], arrays["mesh_vertnum"][i]
    points = arrays["mesh_vert"][start : start + number].astype(float)
    chosen = points[vertices[arrays["mesh_extrema"][i]]]
    grid = [(x, y, z) for x in (-1, 0, 1) for y in (-1, 0, 1) for z in (-1, 0, 1)]
    reach = np.einsum("ij,ij->i", chosen, np.array(grid))
    return np.round(reach / np.abs(points).max(), 5).tolist()


def polygons(arrays, i: int) -> dict[tuple[int, ...], np.ndarray]:
    """The normal of each polygon, by its corners from the one it starts with."""
    first, number = arrays["mesh_polyadr"][i], arrays["mesh_polynum"][i]
    return {tuple(corners(arrays, p)): arrays["mesh_polynormal"][p] for p in range(first, first + number)}


def corners(arrays, polygon: int) -> list[int]:
    start, number = arrays["mesh_polyvertadr"][polygon], arrays["mesh_polyvertnum"][polygon]
    return arrays["mesh_polyvert"][start : start + number].tolist()


def polygons_at_vertices(arrays, i: int) -> list[list[list[int]]]:
    """The polygons at each vertex of the mesh, by their corners."""
    first, result = arrays["mesh_polyadr"][i], []
    for vertex in range(arrays["mesh_vertadr"][i], arrays["mesh_vertadr"][i] + arrays["mesh_vertnum"][i]):
        start, number = arrays["mesh_polymapadr"][vertex], arrays["mesh_polymapnum"][vertex]
        result.append(sorted(corners(arrays, first + p) for p in arrays["mesh_polymap"][start : start + number]))
    return result
