"""Poison for the `checked` machine: memory that a call must write before it reads holds nonsense that can be traced.

A poisoned real is a signalling NaN that carries the number of its field and its place there; arithmetic keeps both and
only makes it quiet. So a result that is such a NaN tells what it was computed from, and an element that still holds its
own poison was not written: it gets its former value back. A poisoned integer is larger than any index.
"""

from collections.abc import Collection, Mapping
from functools import cache, lru_cache

import numpy as np

from knuckle.errors import CheckError
from knuckle.schema.fields import data_fields

SIGNALLING, QUIET, MARK = 0x7FF0 << 48, 1 << 51, 1 << 50
PLACES = 1 << 40  # elements of a field that have a number of their own
IMPOSSIBLE = 1 << 30  # integers from here on are no index, count or flag


class Poison:
    """Poison in the named fields of a Data, until it is lifted."""

    def __init__(self, arrays: Mapping[str, np.ndarray], names: Collection[str]):
        self._bits = {name: _bits(arrays[name]) for name in names if arrays[name].dtype.kind in "fi"}
        self._former = {name: bits.copy() for name, bits in self._bits.items()}
        for name, bits in self._bits.items():
            bits[...] = pattern(name, bits.size)

    def lift(self) -> None:
        """Give what was not written its former value."""
        for name, bits in self._bits.items():
            unwritten = bits == pattern(name, bits.size)
            bits[unwritten] = self._former[name][unwritten]


@lru_cache(maxsize=1024)
def pattern(name: str, size: int) -> np.ndarray:
    """The poison of a field of that many elements, as unsigned integers."""
    number, field = _number(name)
    places = np.arange(size, dtype=np.int64)
    if field.kind == "real":
        return SIGNALLING | MARK | (number * PLACES + places % PLACES).astype(np.uint64)
    return (IMPOSSIBLE + (number * (1 << 20) + places) % IMPOSSIBLE).astype(_unsigned(field.dtype))


def check_results(entry: str, arrays: Mapping[str, np.ndarray], names: Collection[str]) -> None:
    """Raise CheckError where a result was computed from poison."""
    for name in names:
        place = _first_tainted(arrays[name])
        if place is not None:
            value = _bits(arrays[name])[place]
            raise CheckError(f"{entry}: {name}[{place}] was computed from {_origin(value)}, which was not written before")


def _first_tainted(array: np.ndarray) -> int | None:
    if array.dtype.kind == "f":
        bits = _bits(array)
        tainted = np.isnan(array.reshape(-1)) & (bits & np.uint64(MARK) != 0)
    elif array.dtype.kind == "i":
        tainted = array.reshape(-1) >= IMPOSSIBLE
    else:
        return None
    return int(np.argmax(tainted)) if tainted.any() else None


def _origin(value) -> str:
    """The element whose poison a result carries."""
    if value.dtype != np.uint64:
        return "an integer"
    number, place = divmod(int(value) & (MARK - 1), PLACES)
    return f"{data_fields()[number].name}[{place}]"


def _bits(array: np.ndarray) -> np.ndarray:
    return array.reshape(-1).view(_unsigned(array.dtype))


def _unsigned(dtype: np.dtype) -> np.dtype:
    return np.dtype(f"u{dtype.itemsize}")


@cache
def _number(name: str):
    return next((k, field) for k, field in enumerate(data_fields()) if field.name == name)
