"""What was made of assets, kept while there is room for it: a model that is loaded again reads no file twice.

A key says all that a value depends on, the content of files among it. Values are read-only, and belong to nobody.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from dataclasses import fields, is_dataclass
from threading import Lock
from typing import Any, TypeVar

import numpy as np

CAPACITY = 1 << 29  # bytes
ENTRY = 1 << 10  # bytes that a key and what is no array count as

Value = TypeVar("Value")


class AssetCache:
    """Decoded and processed assets of this process: meshes with their hulls and inertias, height fields.

    Whatever is used least recently goes first. A file is read again as soon as it has changed.
    """

    def __init__(self, capacity: int = CAPACITY):
        self._lock = Lock()
        self._entries: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._capacity = capacity
        self._size = 0

    @property
    def size(self) -> int:
        """Bytes that it holds."""
        return self._size

    @property
    def capacity(self) -> int:
        """Bytes that it may hold, 512 MiB at first; 0 keeps nothing."""
        return self._capacity

    @capacity.setter
    def capacity(self, nbytes: int) -> None:
        if not isinstance(nbytes, int) or isinstance(nbytes, bool) or nbytes < 0:
            raise ValueError(f"asset_cache.capacity: expected a number of bytes, found {nbytes!r}")
        with self._lock:
            self._capacity = nbytes
            self._shrink()

    def clear(self) -> None:
        """Forget everything: all files are read again."""
        with self._lock:
            self._entries.clear()
            self._size = 0

    def __repr__(self) -> str:
        return f"<asset cache: {self._size} of {self._capacity} bytes>"

    def _find(self, key: Hashable) -> Any:
        """What is kept under a key; None where nothing is."""
        with self._lock:
            found = self._entries.get(key)
            if found is None:
                return None
            self._entries.move_to_end(key)
            return found[0]

    def _keep(self, key: Hashable, value: Value) -> Value:
        """Keep a value under a key, and give it back read-only."""
        nbytes = ENTRY + _seal(value)
        with self._lock:
            _, former = self._entries.pop(key, (None, 0))
            self._entries[key] = value, nbytes
            self._size += nbytes - former
            self._shrink()
        return value

    def _made(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """What is kept under a key, or what is made now. Two threads may make the same at once."""
        found = self._find(key)
        return self._keep(key, make()) if found is None else found

    def _shrink(self) -> None:
        while self._size > self._capacity:
            _, (_, nbytes) = self._entries.popitem(last=False)
            self._size -= nbytes


def _seal(value: Any) -> int:
    """Make all arrays of a value read-only; how many bytes they keep in memory, each counted once."""
    owners = {}
    for array in _arrays(value):
        array.flags.writeable = False
        owner = array if array.base is None else array.base
        owners[id(owner)] = getattr(owner, "nbytes", array.nbytes)
    return sum(owners.values())


def _arrays(value: Any) -> Iterator[np.ndarray]:
    """The arrays in a value, and in its parts."""
    if isinstance(value, np.ndarray):
        yield value
    elif is_dataclass(value):
        for field in fields(value):
            yield from _arrays(getattr(value, field.name))


asset_cache = AssetCache()
