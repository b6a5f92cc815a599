"""Built-in meshes: shapes made from a few numbers."""

from collections.abc import Callable

import numpy as np

from knuckle.assets.mesh import builtin_lattice as lattice
from knuckle.assets.mesh import builtin_round as round_shapes
from knuckle.assets.mesh import builtin_taxels as taxels
from knuckle.assets.mesh.data import BadMesh, MeshData

COUNTS = ("count x", "count y", "count z", "spacing x", "spacing y", "spacing z")
# the names of its parameters, none where their number varies, and what makes it
SHAPES: dict[str, tuple[tuple[str, ...], Callable[..., MeshData]]] = {
    "sphere": (("subdivision",), round_shapes.sphere),
    "hemisphere": (("resolution",), round_shapes.hemisphere),
    "cone": (("nvert", "radius"), round_shapes.cone),
    "supersphere": (("resolution", "e", "n"), round_shapes.supersphere),
    "supertorus": (("resolution", "radius", "s", "t"), round_shapes.supertorus),
    "wedge": (("res_phi", "res_theta", "fov_phi", "fov_theta", "gamma"), taxels.wedge),
    "plate": (("res_x", "res_y"), taxels.plate),
    "grid": ((), lattice.grid),
    "box": ((), lattice.box),
    "cylinder": ((), lattice.cylinder),
    "ellipsoid": ((), lattice.ellipsoid),
    "square": (COUNTS, lattice.square),
    "disc": (COUNTS, lattice.disc),
}


def build_mesh(kind: str, params: tuple[float, ...]) -> MeshData:
    """The mesh of a built-in shape, rounded to single precision like those of files."""
    if kind not in SHAPES:
        raise BadMesh(f'builtin="{kind}" is unknown, expected one of {", ".join(SHAPES)}')
    names, make = SHAPES[kind]
    if names and len(params) != len(names):
        raise BadMesh(f'builtin="{kind}" needs {len(names)} params ({", ".join(names)}), found {len(params)}')
    mesh = make(*params)
    mesh.vertices = _single(mesh.vertices)
    if mesh.normals is not None:
        mesh.normals = _single(mesh.normals)
    return mesh


def _single(values: np.ndarray) -> np.ndarray:
    with np.errstate(over="ignore"):  # what is too large is not finite, and found to be so
        return values.astype(np.float32).astype(float)
