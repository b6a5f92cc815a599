"""Mesh files of other programs (glTF, PLY, Collada, 3MF), read by trimesh, which is asked for where it is missing.

Parts of a scene are put where its nodes have them and become one mesh. Lengths are in the unit that the file states,
else in metres; axes stay as they are, whichever way the file says is up. Colours, textures and normals are not read.
"""

import io
import logging
import posixpath
from collections.abc import Callable
from typing import Any

import numpy as np

from knuckle.assets.mesh.data import FARTHEST, BadMesh, MeshData
from knuckle.assets.mesh.foreign_checks import CHECKS

FOREIGN = tuple(CHECKS)
NEEDED = "reading it needs the package trimesh and its readers: pip install 'knuckle[meshes]'"

Beside = Callable[[str], bytes]  # the content of a file that another one names, by its path from there


def read_foreign(content: bytes, name: str, suffix: str, beside: Beside) -> MeshData:
    """The mesh in a file; other files that it names are read by `beside`, and nothing else is."""
    CHECKS[suffix](content, name)
    try:
        import trimesh
    except ImportError:
        raise BadMesh(f"file {name}: {NEEDED}") from None
    try:
        scene = _load(trimesh, content, suffix, beside)
        mesh = scene.to_mesh()
        factor = trimesh.units.unit_conversion(scene.units, "meters") if scene.units else 1.0
        vertices, faces = np.asarray(mesh.vertices, float), np.asarray(mesh.faces, np.int64)
    except BadMesh:
        raise
    except ImportError as error:  # of the readers of single formats
        raise BadMesh(f"file {name}: {NEEDED} ({error})") from None
    except Exception as error:  # whatever a damaged file does to the reader
        raise BadMesh(f"file {name} cannot be read by trimesh: {error or type(error).__name__}") from None
    if not len(vertices) or not len(faces):
        raise BadMesh(f"file {name} holds no triangles")
    with np.errstate(over="ignore"):
        vertices = (factor * vertices).astype(np.float32).astype(float)
    if (np.abs(vertices) > FARTHEST).any():
        raise BadMesh(f"{name} has a coordinate beyond ±2^30")
    return MeshData(vertices=vertices, faces=faces.reshape(-1, 3))


def _load(trimesh: Any, content: bytes, suffix: str, beside: Beside) -> Any:
    """The scene in a file, without what is only looked at; its reader tells nothing to the user's log."""

    class Files(trimesh.resolvers.Resolver):
        """Files beside this one, by relative names."""

        def __init__(self) -> None:
            pass

        def get(self, name: str) -> bytes:
            if "://" in name or posixpath.isabs(name):
                raise BadMesh(f"it names {name}, expected a file beside it")
            return beside(name)

        def keys(self) -> list[str]:
            return []

        def write(self, name: str, data: Any) -> None:
            raise BadMesh("nothing is written")

        def namespaced(self, namespace: str) -> Any:
            return self

    log = logging.getLogger("trimesh")
    level = log.level
    log.setLevel(logging.CRITICAL)
    try:
        return trimesh.load_scene(
            io.BytesIO(content), file_type=suffix[1:], resolver=Files(), process=False, skip_materials=True
        )
    finally:
        log.setLevel(level)
