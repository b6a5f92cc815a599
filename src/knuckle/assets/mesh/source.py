"""Where the data of a mesh come from: a file, the attributes of its element, or a built-in shape."""

from collections.abc import Callable
from pathlib import PurePosixPath

import numpy as np

from knuckle.assets.files import BadFile, read_asset
from knuckle.assets.mesh.builtin import build_mesh
from knuckle.assets.mesh.data import BadMesh, MeshData, check_data
from knuckle.assets.mesh.msh import read_msh
from knuckle.assets.mesh.obj import read_obj
from knuckle.assets.mesh.stl import read_stl
from knuckle.spec.tree import Spec

READERS: dict[str, Callable[[bytes, str], MeshData]] = {".stl": read_stl, ".obj": read_obj, ".msh": read_msh}
CONTENT_TYPES = {"model/stl": ".stl", "model/obj": ".obj", "model/vnd.mujoco.msh": ".msh"}
INLINE = ("vertex", "normal", "texcoord", "face")


def source_mesh(spec: Spec, node) -> MeshData:
    """The data of a mesh element, checked; raises BadMesh with what is wrong."""
    inline = [name for name in INLINE if getattr(node, name)]
    given = ["file"] * bool(node.file) + ["builtin"] * bool(node.builtin) + inline[:1]
    if len(given) > 1:
        raise BadMesh(f"{' and '.join(given)} cannot both be given: a mesh has one source")
    if not given:
        raise BadMesh("a mesh needs a file, vertex or builtin")
    if node.file:
        mesh = _from_file(spec, node)
    elif node.builtin:
        mesh = build_mesh(node.builtin, node.params)
    else:
        mesh = _from_attributes(node)
    check_data(mesh)
    return mesh


def _from_file(spec: Spec, node) -> MeshData:
    suffix = CONTENT_TYPES.get(node.content_type or "", PurePosixPath(node.file.replace("\\", "/")).suffix.lower())
    if suffix not in READERS:
        raise BadMesh(f"file {node.file} has an unknown format, expected .stl, .obj or .msh")
    try:
        origin = spec.origin_of(node)
        content = read_asset(origin, node.place, node.file, origin.compiler.meshdir)
    except BadFile as fault:
        raise BadMesh(str(fault)) from None
    return READERS[suffix](content, node.file)


def _from_attributes(node) -> MeshData:
    """Vertices as a text has them, rounded to single precision like those of files."""
    vertices = _rows(node.vertex, 3, "vertex", float)
    faces = _rows(node.face, 3, "face", np.int64)
    mesh = MeshData(vertices=vertices.astype(np.float32).astype(float), faces=faces)
    for name, width in (("normal", 3), ("texcoord", 2)):
        if getattr(node, name):
            rows = _rows(getattr(node, name), width, name, float)
            if len(rows) != len(vertices):
                raise BadMesh(f"{name} has {len(rows)} rows, there are {len(vertices)} vertices")
            setattr(mesh, f"{name}s", rows)
    return mesh


def _rows(values: tuple, width: int, name: str, kind) -> np.ndarray:
    if len(values) % width:
        raise BadMesh(f"{name} has {len(values)} values, expected a multiple of {width}")
    return np.array(values, kind).reshape(-1, width)
