"""Pass: the arrays of meshes."""

import numpy as np

from knuckle.assets.mesh.build import Mesh
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
    polygons = [mesh.polygons for mesh in meshes if mesh.polygons is not None]
    numbers = [0 if mesh.polygons is None else len(mesh.polygons.sizes) for mesh in meshes]
    sizes = _joined([part.sizes for part in polygons]).astype(np.int64)
    at_vertex = _joined([_polygons_at_vertices(mesh) for mesh in meshes]).astype(np.int64)
    a.counts |= {
        "nmeshgraph": sum(len(graph) for graph in graphs),
        "nmeshpoly": sum(numbers),
        "nmeshpolyvert": int(sizes.sum()),
        "nmeshpolymap": int(at_vertex.sum()),
    }
    a.arrays |= {
        "mesh_graph": _joined(graphs),
        "mesh_graphadr": starts(graphs, none=-1),
        "mesh_polynum": numbers,
        "mesh_polyadr": np.cumsum([0, *numbers])[:-1],
        "mesh_polynormal": _joined([part.normals for part in polygons]),
        "mesh_polyvertadr": np.cumsum(sizes) - sizes,
        "mesh_polyvertnum": sizes,
        "mesh_polyvert": _joined([part.corners for part in polygons]),
        "mesh_polymapadr": np.cumsum(at_vertex) - at_vertex,
        "mesh_polymapnum": at_vertex,
        "mesh_polymap": _joined([part.at_vertex for part in polygons]),
    }


def _polygons_at_vertices(mesh: Mesh) -> np.ndarray:
    return np.zeros(len(mesh.vertices), np.int64) if mesh.polygons is None else mesh.polygons.numbers


def starts(parts: list, none: int | None = None) -> list[int]:
    """Where each part begins in all of them joined; `none` instead for an empty one."""
    begin = np.cumsum([0, *(len(part) for part in parts)]).tolist()
    return [none if none is not None and not len(part) else start for start, part in zip(begin, parts, strict=False)]


def _joined(parts: list) -> np.ndarray:
    filled = [np.ascontiguousarray(part) for part in parts if len(part)]
    return np.concatenate(filled) if filled else np.zeros(0)
