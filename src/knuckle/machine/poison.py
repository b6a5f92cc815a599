"""Poison for the `checked` machine: memory that a call must write before it reads holds nonsense that can be traced.

A poisoned real is a signalling NaN that carries its place in memory; arithmetic keeps the place and makes it quiet. So
a result that is such a NaN tells what it was computed from, and an element that still holds its own poison was not
written: it gets its former value back. A poisoned integer is larger than any index.
"""

from collections.abc import Callable

import numpy as np

from knuckle.memory.arena import Arena, Layout

SIGNALLING, MARK = 0x7FF0 << 48, 1 << 50
IMPOSSIBLE = 1 << 30  # integers from here on are no index, count or flag
UNSIGNED: dict[str, np.dtype] = {"real": np.dtype("u8"), "int": np.dtype("u4"), "size": np.dtype("u8")}


class Poison:
    """Where poison goes in memory of one layout, and what each element gets."""

    def __init__(self, layout: Layout, poisoned: Callable[[str], bool]):
        self._chosen: dict[str, np.ndarray] = {}
        self._value: dict[str, np.ndarray] = {}
        for kind, unsigned in UNSIGNED.items():
            if kind in layout.nbytes:
                count = layout.nbytes[kind] // unsigned.itemsize
                chosen = np.zeros(count, bool)
                for name, start, end in _spans(layout, kind):
                    chosen[start:end] = poisoned(name)
                self._chosen[kind] = np.flatnonzero(chosen)
                self._value[kind] = pattern(kind, self._chosen[kind])

    def pour(self, arena: Arena) -> dict[str, np.ndarray]:
        """Poison the memory; returns what was there."""
        former = {}
        for kind, chosen in self._chosen.items():
            bits = arena.buffers[kind].view(UNSIGNED[kind])
            former[kind] = bits[chosen]
            bits[chosen] = self._value[kind]
        return former

    def lift(self, arena: Arena, former: dict[str, np.ndarray]) -> None:
        """Give what was not written its former value."""
        for kind, chosen in self._chosen.items():
            bits = arena.buffers[kind].view(UNSIGNED[kind])
            now = bits[chosen]
            bits[chosen] = np.where(now == self._value[kind], former[kind], now)


def pattern(kind: str, places: np.ndarray) -> np.ndarray:
    """The poison of elements at these places of a buffer, as unsigned integers."""
    if kind == "real":
        return (SIGNALLING | MARK) + places.astype(np.uint64)
    return (IMPOSSIBLE + places % IMPOSSIBLE).astype(UNSIGNED[kind])


def is_tainted(values: np.ndarray) -> np.ndarray:
    """Which values are poison, or were computed from it."""
    if values.dtype.kind == "f":
        return np.isnan(values) & (values.view(np.uint64) & np.uint64(MARK) != 0)
    return values >= IMPOSSIBLE


def origin(value: np.generic, layouts: tuple[Layout, ...]) -> str:
    """The elements whose poison a value carries; a place tells one in each memory."""
    if value.dtype.kind == "f":
        kind, place = "real", int(value.view(np.uint64)) & (MARK - 1)
    else:
        kind, place = "int" if value.dtype.itemsize == 4 else "size", int(value) - IMPOSSIBLE
    spans = [span for layout in layouts if kind in layout.nbytes for span in _spans(layout, kind)]
    return " or ".join(f"{name}[{place - start}]" for name, start, end in spans if start <= place < end)


def _spans(layout: Layout, kind: str) -> list[tuple[str, int, int]]:
    """(name, first element, end) of each field in the buffer of a kind."""
    starts = [
        (name, offset // dtype.itemsize, int(np.prod(shape)))
        for name, (of, shape, dtype, offset) in layout.places.items()
        if of == kind
    ]
    return [(name, start, start + count) for name, start, count in starts]
