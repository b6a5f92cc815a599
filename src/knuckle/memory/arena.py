"""Memory of Model and Data: one aligned buffer per kind of element, every field on its own cache lines."""

from dataclasses import dataclass
from math import prod

import numpy as np

from knuckle.memory.arguments import check_memory
from knuckle.schema.fields import DTYPES, Field, shapes_of

ALIGNMENT = 64  # bytes: a cache line, and the widest SIMD register


@dataclass(frozen=True, slots=True)
class Layout:
    """Where each field lies: `places` holds (name, kind, shape, dtype, offset), `nbytes` the length of each buffer.

    `buffer_index` and `offsets` repeat the places as arrays, so that all addresses are found in one addition.
    """

    places: tuple[tuple[str, str, tuple[int, ...], np.dtype, int], ...]
    nbytes: dict[str, int]
    buffer_index: np.ndarray
    offsets: np.ndarray


@dataclass(frozen=True, slots=True)
class Arena:
    """Arrays by name, and the buffers by kind that hold them."""

    arrays: dict[str, np.ndarray]
    buffers: dict[str, np.ndarray]
    layout: Layout

    def addresses(self) -> np.ndarray:
        """The address of every field, in the order of the fields. [int64]"""
        starts = np.array([buffer.ctypes.data for buffer in self.buffers.values()], dtype=np.int64)
        return starts[self.layout.buffer_index] + self.layout.offsets

    def copy_from(self, other: "Arena") -> None:
        """Take over all values of an arena of the same layout: one copy per buffer."""
        for kind, buffer in self.buffers.items():
            buffer[:] = other.buffers[kind]

    def clear(self) -> None:
        """Set every byte to zero."""
        for buffer in self.buffers.values():
            buffer.fill(0)


_planned: dict[tuple, tuple[tuple[Field, ...], Layout]] = {}  # the latest layouts, with the fields that they are of
MOST_PLANNED = 64


def plan(fields: tuple[Field, ...], counts: dict[str, int]) -> Layout:
    """The layout of the fields for the given sizes; it allocates nothing."""
    key = (id(fields), *counts.items())
    known = _planned.get(key)
    if known is not None and known[0] is fields:
        return known[1]
    layout = _new_layout(fields, counts)
    if len(_planned) >= MOST_PLANNED:
        _planned.clear()
    _planned[key] = fields, layout
    return layout


def _new_layout(fields: tuple[Field, ...], counts: dict[str, int]) -> Layout:
    nbytes: dict[str, int] = {kind: 0 for kind in DTYPES if any(field.kind == kind for field in fields)}
    kinds = {kind: k for k, kind in enumerate(nbytes)}
    places = []
    for field, shape in zip(fields, shapes_of(fields, counts), strict=True):
        places.append((field.name, field.kind, shape, field.dtype, nbytes[field.kind]))
        nbytes[field.kind] += _round_up(prod(shape) * field.dtype.itemsize)
    index = np.array([kinds[place[1]] for place in places], dtype=np.intp)
    offsets = np.array([place[4] for place in places], dtype=np.int64)
    return Layout(tuple(places), nbytes, index, offsets)


def allocate(layout: Layout) -> Arena:
    """Zeroed arrays for a layout; MemoryError where this machine cannot hold them."""
    check_memory(sum(layout.nbytes.values()), "a Model or Data of these sizes")
    buffers = {kind: _aligned(size) for kind, size in layout.nbytes.items()}
    arrays = {
        name: np.ndarray(shape, dtype, buffers[kind], offset) for name, kind, shape, dtype, offset in layout.places
    }
    return Arena(arrays, buffers, layout)


def _round_up(nbytes: int) -> int:
    return -(-nbytes // ALIGNMENT) * ALIGNMENT


def _aligned(nbytes: int) -> np.ndarray:
    """Zeroed bytes that start on a multiple of the alignment.

    No array owns them: so compiled code tells arrays of a Model or Data from a caller's (machine/query_trampoline.py).
    """
    raw = np.zeros(nbytes + ALIGNMENT, dtype=np.uint8)
    start = -raw.ctypes.data % ALIGNMENT
    return np.asarray(memoryview(raw)[start : start + nbytes])  # type: ignore[arg-type]  # as in memory/records.py
