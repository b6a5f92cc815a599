"""A workspace: memory for one group of worlds in which compiled code works, each field stored as (element, lane).

The same element of all worlds of a group lies side by side, and is one register. A thread has one workspace, which its
groups use in turn: it stays in cache.
"""

from collections.abc import Mapping, Sequence
from math import prod

import numpy as np

from knuckle.machine.layout import data_layout
from knuckle.schema.fields import SHARED, Field

ALIGNMENT = 64

Shapes = Mapping[str, tuple[int, ...]]


class Workspace:
    """Arrays of all fields for one group, and the table of their addresses that compiled code reads."""

    __slots__ = ("arrays", "table")

    def __init__(self, arrays: dict[str, np.ndarray], capacity: Mapping[str, int]):
        self.arrays = arrays
        words = [1, *capacity.values(), *(arrays[field.name].ctypes.data for field in data_layout().fields)]
        self.table = np.array(words, np.int64)


def group_arrays(fields: Sequence[Field], shapes: Shapes, lanes: int, real: np.dtype) -> dict[str, np.ndarray]:
    """Zeroed arrays (elements, lanes) by name; what is of one kind lies together. Worlds share some: one lane."""
    arrays = {}
    for kind in dict.fromkeys(field.kind for field in fields):
        members = [field for field in fields if field.kind == kind]
        lengths = [prod(shapes[field.name]) for field in members]
        block = aligned((sum(lengths), 1 if kind in SHARED else lanes), stored_dtype(members[0], real))
        parts = np.split(block, np.cumsum(lengths)[:-1])
        arrays.update({field.name: part for field, part in zip(members, parts, strict=True)})
    return arrays


def row_arrays(fields: Sequence[Field], shapes: Shapes, nworld: int, real: np.dtype) -> dict[str, np.ndarray]:
    """Zeroed arrays (world, …) by name, each in the published shape behind the world."""
    return {field.name: aligned((nworld, *shapes[field.name]), stored_dtype(field, real)) for field in fields}


def bytes_of_world(fields: Sequence[Field], shapes: Shapes, real: np.dtype) -> int:
    """What these fields of one world take."""
    return sum(prod(shapes[field.name]) * stored_dtype(field, real).itemsize for field in fields)


def stored_dtype(field: Field, real: np.dtype) -> np.dtype:
    """The type of a field's elements in a batch of that precision."""
    return real if field.kind in ("real", "shared_real") else field.dtype


def aligned(shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """A zeroed array that starts on a cache line; no array owns its memory, so none can be resized in place."""
    nbytes = prod(shape) * dtype.itemsize
    raw = np.zeros(nbytes + ALIGNMENT, np.uint8)
    start = -raw.ctypes.data % ALIGNMENT
    memory = memoryview(raw)[start : start + nbytes]  # type: ignore[arg-type]  # as in memory/records.py
    return np.ndarray(shape, dtype, memory)
