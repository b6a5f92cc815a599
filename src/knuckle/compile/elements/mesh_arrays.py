"""Pass: the arrays of meshes."""

from itertools import accumulate

import numpy as np

from knuckle.assets.mesh.build import Mesh
from knuckle.assets.mesh.polygons import Polygons
from knuckle.compile.parts import Assembly, Joined

NO_EXTREMA = np.zeros(27, np.int64)
NO_GRAPH = NONE = np.zeros(0, np.int64)
NO_POLYGONS = Polygons(corners=NONE, sizes=NONE, normals=np.zeros((0, 3)), at_vertex=NONE, numbers=NONE)
SIZES = (
    *("nmeshvert", "nmeshnormal", "nmeshface", "nmeshtexcoord"),
    *("nmeshgraph", "nmeshpoly", "nmeshpolyvert", "nmeshpolymap"),
)


def fill_meshes(a: Assembly) -> None:
    meshes = a.meshes
    a.counts["nmesh"] = len(meshes)
    a.counts |= dict.fromkeys(SIZES, 0)
    if not meshes:
        return
    a.arrays |= {f"mesh_{name}": [getattr(mesh, name) for mesh in meshes] for name in ("scale", "pos", "quat")}
    a.arrays["mesh_extrema"] = [NO_EXTREMA if mesh.extrema is None else mesh.extrema for mesh in meshes]
    for field, size, adr, num, parts in (
        ("vert", "nmeshvert", "vertadr", "vertnum", [mesh.vertices for mesh in meshes]),
        ("normal", "nmeshnormal", "normaladr", "normalnum", [mesh.normals for mesh in meshes]),
        ("face", "nmeshface", "faceadr", "facenum", [mesh.faces for mesh in meshes]),
        ("texcoord", "nmeshtexcoord", "texcoordadr", "texcoordnum", [mesh.texcoords for mesh in meshes]),
    ):
        a.arrays |= {f"mesh_{field}": Joined(parts), f"mesh_{num}": [len(part) for part in parts]}
        a.arrays[f"mesh_{adr}"] = starts(parts, none=-1 if field == "texcoord" else None)
        a.counts[size] = sum(len(part) for part in parts)
    a.arrays["mesh_facenormal"] = Joined([mesh.face_normals for mesh in meshes])
    a.arrays["mesh_facetexcoord"] = Joined([mesh.face_texcoords for mesh in meshes])
    _fill_hulls(a, meshes)


def _fill_hulls(a: Assembly, meshes: list[Mesh]) -> None:
    graphs = [NO_GRAPH if mesh.hull is None else mesh.hull.graph for mesh in meshes]
    polygons = [NO_POLYGONS if mesh.polygons is None else mesh.polygons for mesh in meshes]
    numbers = [len(part.sizes) for part in polygons]
    sizes = np.concatenate([part.sizes for part in polygons])
    at_vertex = np.concatenate([_polygons_at_vertices(mesh) for mesh in meshes])
    a.counts |= {
        "nmeshgraph": sum(len(graph) for graph in graphs),
        "nmeshpoly": sum(numbers),
        "nmeshpolyvert": int(sizes.sum()),
        "nmeshpolymap": int(at_vertex.sum()),
    }
    a.arrays |= {
        "mesh_graph": Joined(graphs),
        "mesh_graphadr": starts(graphs, none=-1),
        "mesh_polynum": numbers,
        "mesh_polyadr": [0, *accumulate(numbers[:-1])],
        "mesh_polynormal": Joined([part.normals for part in polygons]),
        "mesh_polyvertadr": np.cumsum(sizes) - sizes,
        "mesh_polyvertnum": sizes,
        "mesh_polyvert": Joined([part.corners for part in polygons]),
        "mesh_polymapadr": np.cumsum(at_vertex) - at_vertex,
        "mesh_polymapnum": at_vertex,
        "mesh_polymap": Joined([part.at_vertex for part in polygons]),
    }


def _polygons_at_vertices(mesh: Mesh) -> np.ndarray:
    return np.zeros(len(mesh.vertices), np.int64) if mesh.polygons is None else mesh.polygons.numbers


def starts(parts: list, none: int | None = None) -> list[int]:
    """Where each part begins in all of them joined; `none` instead for an empty one."""
    lengths = [len(part) for part in parts]
    begins = accumulate(lengths, initial=0)
    return [none if none is not None and not length else start for start, length in zip(begins, lengths, strict=False)]
