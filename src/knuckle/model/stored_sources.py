"""What meshes were made from, in a file behind the arrays of a model, so that its text is written as exactly as before.

Nothing of it is read before a text is asked for. What is not as it should be then counts as not known.
"""

from collections.abc import Iterator, Sequence
from dataclasses import fields
from math import prod
from typing import Any

import numpy as np

from knuckle.assets.mesh.build import KEPT, Origin
from knuckle.assets.mesh.data import BadMesh, MeshData, check_data
from knuckle.model.stored_fields import BadFields
from knuckle.schema.mjcf import elements
from knuckle.spec.assigned import BadValue, checked

ARRAYS = {"vertices": 3, "faces": 3, "normals": 3, "texcoords": 2, "face_normals": 3, "face_texcoords": 3}  # columns
REALS = ("vertices", "normals", "texcoords")  # the others are indices
FLAGS = {"normals_per_vertex": int, "is_flat": bool, "is_sheet": bool}
DTYPES = {name: np.dtype(name) for name in ("float32", "float64", "int32", "int64")}


def stored_sources(origins: Sequence[Origin | None]) -> tuple[list[Any], bytes]:
    """The table of the origins of all meshes, and the bytes of their arrays in its order."""
    table: list[Any] = []
    parts: list[bytes] = []
    for origin in origins:
        if origin is None:
            table.append(None)
            continue
        arrays = {name: getattr(origin.data, name) for name in ARRAYS}
        packed = {name: _packed(array) for name, array in arrays.items() if array is not None}
        parts += [array.tobytes() for array in packed.values()]
        table.append(
            {
                "arrays": {name: [array.dtype.name, len(array)] for name, array in packed.items()},
                "attributes": {name: _plain(origin.attributes[name]) for name in KEPT},
                "flags": {name: kind(getattr(origin.data, name)) for name, kind in FLAGS.items()},
            }
        )
    return table, b"".join(parts)


def _packed(array: np.ndarray) -> np.ndarray:
    """The same numbers in half of the room, where that holds them."""
    if array.dtype.kind == "f":
        with np.errstate(over="ignore", invalid="ignore"):
            small = array.astype(np.float32)
        return small if np.array_equal(small, array) else array.astype(np.float64)
    small = array.astype(np.int32)
    return small if np.array_equal(small, array) else array.astype(np.int64)


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def needed_bytes(table: Any) -> int:
    """How long the arrays of a table are; BadFields where it has not the form of one that we wrote."""
    total = 0
    for entry in table:
        if entry is None:
            continue
        arrays = entry.get("arrays") if isinstance(entry, dict) else None
        if not isinstance(arrays, dict) or not set(arrays) <= set(ARRAYS):
            raise BadFields("the table of sources has no arrays")
        for name, kind in arrays.items():
            known = isinstance(kind, list) and len(kind) == 2 and isinstance(kind[0], str) and kind[0] in DTYPES
            if not known or type(kind[1]) is not int or not 0 <= kind[1] < 1 << 32:
                raise BadFields(f"source {name} has no kind and length")
            total += DTYPES[kind[0]].itemsize * kind[1] * ARRAYS[name]
    return total


class StoredSources(Sequence["Origin | None"]):
    """The origins of the meshes of a file, which are made when they are asked for."""

    def __init__(self, table: list[Any], payload: bytes):
        self._table = table
        self._payload = payload

    def __len__(self) -> int:
        return len(self._table)

    def __iter__(self) -> Iterator[Origin | None]:
        return (self[i] for i in range(len(self)))

    def __getitem__(self, i: Any) -> Any:
        start = needed_bytes(self._table[:i])
        try:
            return None if self._table[i] is None else _origin(self._table[i], self._payload, start)
        except (BadFields, BadMesh, BadValue):
            return None


def _origin(entry: dict[str, Any], payload: bytes, start: int) -> Origin:
    arrays: dict[str, Any] = {}
    for name, (kind, length) in entry["arrays"].items():
        dtype, shape = DTYPES[kind], (length, ARRAYS[name])
        if (dtype.kind == "f") != (name in REALS):
            raise BadFields(f"source {name} is of kind {kind}")
        found = np.frombuffer(payload, dtype, prod(shape), start).reshape(shape)
        arrays[name] = found.astype(np.float64 if dtype.kind == "f" else np.int64)
        start += found.nbytes
    flags = entry.get("flags")
    if "vertices" not in arrays or not isinstance(flags, dict) or set(flags) != set(FLAGS):
        raise BadFields("a source has no vertices")
    if any(type(flags[name]) is not kind for name, kind in FLAGS.items()) or not 0 < flags["normals_per_vertex"] < 4:
        raise BadFields("a source has wrong flags")
    assert {*arrays, *flags} <= {field.name for field in fields(MeshData)}
    data = MeshData(**arrays, **flags)
    check_data(data)
    if data.normals is not None and data.face_normals is None:
        highest = flags["normals_per_vertex"] * int(data.faces.max(initial=0))
        if highest >= max(len(data.normals), 1):
            raise BadFields("a source has too few normals")
    return Origin(data, _attributes(entry.get("attributes")))


def _attributes(stored: Any) -> dict[str, Any]:
    if not isinstance(stored, dict) or set(stored) != set(KEPT):
        raise BadFields("a source has no attributes")
    known = elements()["mesh"].attributes
    return {name: value if value is None else checked(known[name], value, None) for name, value in stored.items()}
