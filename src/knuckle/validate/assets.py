"""Rules that meshes, convex hulls and height fields of a model obey: what they name exists."""

from collections.abc import Mapping

import numpy as np

from knuckle.schema.enums import GeomType

# arrays that compiled code takes as indices within one mesh, besides the starts and lengths of blocks
ASSET_STRUCTURE = frozenset(
    {
        *("mesh_face", "mesh_facenormal", "mesh_facetexcoord", "mesh_graph", "mesh_extrema"),
        *("mesh_polyvert", "mesh_polymap", "hfield_nrow", "hfield_ncol", "hfield_adr"),
    }
)

# indices within one mesh | their start | their number | the number of what they name
WITHIN_MESH_TABLE = """
mesh_face         | mesh_faceadr | mesh_facenum | mesh_vertnum
mesh_facenormal   | mesh_faceadr | mesh_facenum | mesh_normalnum
mesh_facetexcoord | mesh_faceadr | mesh_facenum | mesh_texcoordnum
"""


def broken_assets(arrays: Mapping[str, np.ndarray], counts: dict[str, int]) -> list[str]:
    """What is wrong with the assets of a model and with the geoms that show them; empty for sound ones."""
    broken = _geoms(arrays, counts) + _hfields(arrays, counts)
    for mesh in range(counts["nmesh"]):
        broken += _triangles(arrays, mesh) or _graph(arrays, mesh, counts) or _polygons(arrays, mesh)
    return broken


def _geoms(arrays, counts) -> list[str]:
    kind, asset = arrays["geom_type"], arrays["geom_dataid"]
    wrong = (asset < -1) | ((asset >= 0) & (kind != GeomType.MESH) & (kind != GeomType.HFIELD))
    for shape, size in ((GeomType.MESH, "nmesh"), (GeomType.HFIELD, "nhfield")):
        wrong |= (kind == shape) & ((asset < 0) | (asset >= counts[size]))
    return ["geom_dataid names a mesh or height field that does not exist"] if wrong.any() else []


def _hfields(arrays, counts) -> list[str]:
    rows, columns, first = (arrays[f"hfield_{name}"].astype(np.int64) for name in ("nrow", "ncol", "adr"))
    outside = (rows < 2) | (columns < 2) | (first < 0) | (first + rows * columns > counts["nhfielddata"])
    return [f"hfield_adr reaches outside nhfielddata = {counts['nhfielddata']}"] if outside.any() else []


def _triangles(arrays, mesh: int) -> list[str]:
    broken = []
    for line in WITHIN_MESH_TABLE.strip().splitlines():
        name, start, number, targets = (cell.strip() for cell in line.split("|"))
        first, count = arrays[start][mesh], int(arrays[targets][mesh])
        if name == "mesh_facetexcoord" and count == 0:
            count = 1  # without texture coordinates all are zero, and not looked at
        if _outside(arrays[name][first : first + arrays[number][mesh]], count):
            broken.append(f"{name} of mesh {mesh} points outside {targets} = {arrays[targets][mesh]}")
    return broken


def _graph(arrays, mesh: int, counts) -> list[str]:
    """The record of a hull: sizes, starts of neighbours, vertices, neighbours with ends, triangles."""
    start, most = int(arrays["mesh_graphadr"][mesh]), int(arrays["mesh_vertnum"][mesh])
    if start < 0:
        return []
    record = arrays["mesh_graph"][start:].astype(np.int64)
    n, k = (int(record[0]), int(record[1])) if len(record) > 1 else (0, 0)
    fault = [f"mesh_graph of mesh {mesh} is not the record of a convex hull"]
    if not (0 < n <= most and 0 < k <= counts["nmeshgraph"]) or 2 + 3 * n + 6 * k > len(record):
        return fault
    starts, vertices, edges, faces = np.split(record[2 : 2 + 3 * n + 6 * k], [n, 2 * n, 3 * n + 3 * k])
    ends = np.flatnonzero(edges == -1)
    wrong = (
        _outside(starts, len(edges))
        or _outside(vertices, most)
        or _outside(faces, most)
        or _outside(edges + 1, n + 1)
        or _outside(arrays["mesh_extrema"][mesh], n)
        or not len(ends)
        or ends[-1] != len(edges) - 1  # a walk along neighbours always meets an end
    )
    return fault if wrong else []


def _polygons(arrays, mesh: int) -> list[str]:
    first, count = int(arrays["mesh_polyadr"][mesh]), int(arrays["mesh_polynum"][mesh])
    most, vertex = int(arrays["mesh_vertnum"][mesh]), int(arrays["mesh_vertadr"][mesh])
    corners = _blocks(arrays, "mesh_polyvert", "mesh_polyvertadr", "mesh_polyvertnum", first, count)
    numbers = _blocks(arrays, "mesh_polymap", "mesh_polymapadr", "mesh_polymapnum", vertex, most)
    broken = []
    if _outside(corners, most):
        broken.append(f"mesh_polyvert of mesh {mesh} points outside its {most} vertices")
    if _outside(numbers, count):
        broken.append(f"mesh_polymap of mesh {mesh} points outside its {count} polygons")
    return broken


def _blocks(arrays, values: str, start: str, number: str, first: int, count: int) -> np.ndarray:
    """The values of the blocks from `first` on, joined; blocks may not be larger in all than the array."""
    starts, numbers = arrays[start][first : first + count], arrays[number][first : first + count].astype(np.int64)
    if numbers.sum() > len(arrays[values]):
        return np.array([-1])
    places = np.repeat(starts - np.cumsum(numbers) + numbers, numbers) + np.arange(numbers.sum())
    return arrays[values][places]


def _outside(indices: np.ndarray, count: int) -> bool:
    return bool(((indices < 0) | (indices >= count)).any())
