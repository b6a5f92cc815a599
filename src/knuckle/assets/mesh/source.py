"""Where the data of a mesh come from: a file, the attributes of its element, or a built-in shape."""

import posixpath
from collections.abc import Callable
from hashlib import blake2b
from pathlib import PurePosixPath

import numpy as np

from knuckle.assets.cache import asset_cache
from knuckle.assets.files import BadFile, made_of_asset, read_asset
from knuckle.assets.mesh.builtin import build_mesh
from knuckle.assets.mesh.data import BadMesh, MeshData, check_data
from knuckle.assets.mesh.foreign import FOREIGN, read_foreign
from knuckle.assets.mesh.msh import read_msh
from knuckle.assets.mesh.obj import read_obj
from knuckle.assets.mesh.stl import read_stl
from knuckle.spec.tree import Origin, Spec

READERS: dict[str, Callable[[bytes, str], MeshData]] = {".stl": read_stl, ".obj": read_obj, ".msh": read_msh}
CONTENT_TYPES = {
    "model/stl": ".stl",
    "model/obj": ".obj",
    "model/vnd.mujoco.msh": ".msh",
    "model/gltf-binary": ".glb",
    "model/gltf+json": ".gltf",
    "model/vnd.collada+xml": ".dae",
    "model/3mf": ".3mf",
}
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
        return _from_file(spec, node)
    if node.builtin:
        key = ("builtin", node.builtin, repr(node.params))
        return asset_cache.made(key, lambda: _checked(build_mesh(node.builtin, node.params), key))
    mesh = _from_attributes(node)
    return _checked(mesh, ("inline", _digest(mesh)))


def _checked(mesh: MeshData, key: tuple | None) -> MeshData:
    """The mesh, if it is sound; `key` says what it was made from."""
    check_data(mesh)
    mesh.key = key
    return mesh


def _from_file(spec: Spec, node) -> MeshData:
    file, origin = node.file, spec.origin_of(node)
    suffix = CONTENT_TYPES.get(node.content_type or "", PurePosixPath(file.replace("\\", "/")).suffix.lower())
    if suffix not in READERS and suffix not in FOREIGN:
        known = ", ".join([*READERS, *FOREIGN])
        raise BadMesh(f"file {file} has an unknown format, expected one of {known}")
    if suffix in FOREIGN:
        return _checked(_from_foreign(origin, node, suffix), None)
    try:
        return made_of_asset(
            ("mesh", suffix, file),
            lambda content, digest: _checked(READERS[suffix](content, file), ("file", suffix, digest)),
            *(origin, node.place, file, origin.compiler.meshdir),
        )
    except BadFile as fault:
        raise BadMesh(str(fault)) from None


def _from_foreign(origin: Origin, node, suffix: str) -> MeshData:
    """A mesh in a file that may name others, which are read with it: so nothing tells whether it is still the same."""

    def read(file: str) -> bytes:
        try:
            return read_asset(origin, node.place, file, origin.compiler.meshdir)
        except BadFile as fault:
            raise BadMesh(str(fault)) from None

    folder = posixpath.dirname(node.file.replace("\\", "/"))
    return read_foreign(read(node.file), node.file, suffix, lambda name: read(posixpath.join(folder, name)))


def _digest(mesh: MeshData) -> bytes:
    """Of the numbers of an inline mesh."""
    found = blake2b(digest_size=32)
    for rows in (mesh.vertices, mesh.faces, mesh.normals, mesh.texcoords):
        found.update(b"none" if rows is None else repr(rows.shape).encode() + rows.tobytes())
    return found.digest()


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
