"""Memory of Model and Data: one aligned buffer per kind of element, every field on its own cache lines."""

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate
from math import prod

import numpy as np

from knuckle.memory.arguments import check_memory
from knuckle.memory.records import read_only
from knuckle.schema.fields import DTYPES, Field, shapes_of

ALIGNMENT = 64  # bytes: a cache line, and the widest SIMD register


@dataclass(frozen=True, slots=True)
class Layout:
    """Where each field lies: `places` holds (kind, shape, dtype, offset) by name, `nbytes` the length of each buffer.

    `buffer_index` and `offsets` repeat the places as arrays, so that all addresses are found in one addition.
    """

    places: dict[str, tuple[str, tuple[int, ...], np.dtype, int]]
    nbytes: dict[str, int]
    buffer_index: np.ndarray
    offsets: np.ndarray


class Views(Mapping[str, np.ndarray]):
    """The arrays of a layout by name, each made when it is first asked for: there are hundreds, and most are empty.

    Through those named in `sealed` nothing can be written.
    """

    __slots__ = ("_buffers", "_made", "_places", "_sealed")

    def __init__(self, layout: Layout, buffers: Mapping[str, np.ndarray], sealed: Container[str] = ()):
        self._places = layout.places
        self._buffers = buffers
        self._sealed = sealed
        self._made: dict[str, np.ndarray] = {}

    def __getitem__(self, name: str) -> np.ndarray:
        array = self._made.get(name)
        if array is None:
            kind, shape, dtype, offset = self._places[name]
            array = np.ndarray(shape, dtype, self._buffers[kind], offset)
            self._made[name] = array = read_only(array) if name in self._sealed else array
        return array

    def all_made(self) -> dict[str, np.ndarray]:
        """All arrays, for those who need them all."""
        if not self._made and not self._sealed:  # the same in one go
            buffers = self._buffers
            self._made = {
                name: np.ndarray(shape, dtype, buffers[kind], offset)
                for name, (kind, shape, dtype, offset) in self._places.items()
            }
        return self._made if len(self._made) == len(self._places) else dict(self)

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, name: object) -> bool:
        return name in self._places


@dataclass(frozen=True, slots=True)
class Arena:
    """Arrays by name, the buffers by kind that hold them, and where these begin in memory."""

    arrays: Views
    buffers: dict[str, np.ndarray]
    starts: np.ndarray
    layout: Layout

    def addresses(self) -> np.ndarray:
        """The address of every field, in the order of the fields. [int64]"""
        return self.starts[self.layout.buffer_index] + self.layout.offsets

    def sealed(self, names: Container[str]) -> Views:
        """The arrays, of which those with these names are read-only."""
        return Views(self.layout, self.buffers, names)

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
    places = {}
    for field, shape in zip(fields, shapes_of(fields, counts), strict=True):
        kind = field.kind
        dtype = DTYPES[kind]
        places[field.name] = kind, shape, dtype, nbytes[kind]
        nbytes[kind] += _round_up(prod(shape) * dtype.itemsize)
    index = np.array([kinds[kind] for kind, _, _, _ in places.values()], dtype=np.intp)
    offsets = np.array([offset for _, _, _, offset in places.values()], dtype=np.int64)
    return Layout(places, nbytes, index, offsets)


def allocate(layout: Layout) -> Arena:
    """Zeroed arrays for a layout; MemoryError where this machine cannot hold them."""
    total = sum(layout.nbytes.values())
    check_memory(total, "a Model or Data of these sizes")
    block, address = _aligned(total)
    ends = [*accumulate(layout.nbytes.values(), initial=0)]
    buffers = {kind: block[a:b] for kind, a, b in zip(layout.nbytes, ends, ends[1:], strict=False)}
    return Arena(Views(layout, buffers), buffers, np.array(ends[:-1], np.int64) + address, layout)


def _round_up(nbytes: int) -> int:
    return -(-nbytes // ALIGNMENT) * ALIGNMENT


def _aligned(nbytes: int) -> tuple[np.ndarray, int]:
    """Zeroed bytes that start on a multiple of the alignment, and their address.

    No array owns them: so compiled code tells arrays of a Model or Data from a caller's (machine/query_trampoline.py).
    """
    raw = np.zeros(nbytes + ALIGNMENT, dtype=np.uint8)
    address = raw.ctypes.data
    start = -address % ALIGNMENT
    block = np.asarray(memoryview(raw)[start : start + nbytes])  # type: ignore[arg-type]  # as in memory/records.py
    return block, address + start
