"""Pass: the arrays of meshes."""

import numpy as np

from knuckle.compile.mesh_build import Mesh
from knuckle.compile.parts import Assembly

NO_EXTREMA = np.zeros(27, np.int64)


def fill_meshes(a: Assembly) -> None:
    meshes = a.meshes
    a.counts["nmesh"] = len(meshes)
    a.arrays |= {f"mesh_{name}": [getattr(mesh, name) for mesh in meshes] for name in ("scale", "pos", "quat")}
    a.arrays["mesh_extrema"] = [NO_EXTREMA if mesh.extrema is None else mesh.extrema for mesh in meshes]
    for field, size, adr, num, parts in (
        ("vert", "nmeshvert", "vertadr", "vertnum", [mesh.vertices for mesh in meshes]),
        ("normal", "nmeshnormal", "normaladr", "normalnum", [mesh.normals for mesh in meshes]),
        ("face", "nmeshface", "faceadr", "facenum", [mesh.faces for mesh in meshes]),
        ("texcoord", "nmeshtexcoord", "texcoordadr", "texcoordnum", [mesh.texcoords for mesh in meshes]),
    ):
        a.arrays |= {f"mesh_{field}": _joined(parts), f"mesh_{num}": [len(part) for part in parts]}
        a.arrays[f"mesh_{adr}"] = starts(parts, none=-1 if field == "texcoord" else None)
        a.counts[size] = sum(len(part) for part in parts)
    a.arrays["mesh_facenormal"] = _joined([mesh.face_normals for mesh in meshes])
    a.arrays["mesh_facetexcoord"] = _joined([mesh.face_texcoords for mesh in meshes])
    _fill_hulls(a, meshes)


def _fill_hulls(a: Assembly, meshes: list[Mesh]) -> None:
    graphs = [() if mesh.hull is None else mesh.hull.graph for mesh in meshes]
    rings = [[] if mesh.polygons is None else mesh.polygons.corners for mesh in meshes]
    normals = [mesh.polygons.normals for mesh in meshes if mesh.polygons is not None]
    maps: list[list[list[int]]] = [
        ([[]] * len(mesh.vertices) if mesh.polygons is None else mesh.polygons.at_vertex) for mesh in meshes
    ]
    corners = [ring for group in rings for ring in group]
    at_vertex = [numbers for group in maps for numbers in group]
    a.counts |= {
        "nmeshgraph": sum(len(graph) for graph in graphs),
        "nmeshpoly": len(corners),
        "nmeshpolyvert": sum(len(ring) for ring in corners),
        "nmeshpolymap": sum(len(numbers) for numbers in at_vertex),
    }
    a.arrays |= {
        "mesh_graph": _joined(graphs),
        "mesh_graphadr": starts(graphs, none=-1),
        "mesh_polynum": [len(group) for group in rings],
        "mesh_polyadr": starts(rings),
        "mesh_polynormal": _joined(normals),
        "mesh_polyvertadr": starts(corners),
        "mesh_polyvertnum": [len(ring) for ring in corners],
        "mesh_polyvert": [vertex for ring in corners for vertex in ring],
        "mesh_polymapadr": starts(at_vertex),
        "mesh_polymapnum": [len(numbers) for numbers in at_vertex],
        "mesh_polymap": [number for numbers in at_vertex for number in numbers],
    }


def starts(parts: list, none: int | None = None) -> list[int]:
    """Where each part begins in all of them joined; `none` instead for an empty one."""
    begin = np.cumsum([0, *(len(part) for part in parts)]).tolist()
    return [none if none is not None and not len(part) else start for start, part in zip(begin, parts, strict=False)]


def _joined(parts: list) -> np.ndarray:
    filled = [np.ascontiguousarray(part) for part in parts if len(part)]
    return np.concatenate(filled) if filled else np.zeros(0)
