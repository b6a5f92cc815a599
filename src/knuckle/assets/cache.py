"""What was made of assets, kept while there is room for it: a model that is loaded again reads no file twice.

A key says all that a value depends on, the content of files among it. Values are read-only, and belong to nobody.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from dataclasses import fields, is_dataclass
from threading import Lock
from typing import Any, TypeVar

import numpy as np

from knuckle.memory.arguments import whole_number

CAPACITY = 1 << 29  # bytes
ENTRY = 1 << 10  # bytes that a key and what is no array count as

Value = TypeVar("Value")


class AssetCache:
    """Values by keys; whatever is used least recently goes first. Several threads may use it at once."""

    def __init__(self, capacity: int = CAPACITY):
        self._lock = Lock()
        self._entries: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self.capacity = capacity
        self.size = 0  # bytes that it holds

    def find(self, key: Hashable) -> Any:
        """What is kept under a key; None where nothing is."""
        with self._lock:
            found = self._entries.get(key)
            if found is None:
                return None
            self._entries.move_to_end(key)
            return found[0]

    def keep(self, key: Hashable, value: Value) -> Value:
        """Keep a value under a key, and give it back read-only."""
        nbytes = ENTRY + _seal(value)
        with self._lock:
            _, former = self._entries.pop(key, (None, 0))
            self._entries[key] = value, nbytes
            self.size += nbytes - former
            self._shrink()
        return value

    def made(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """What is kept under a key, or what is made now. Two threads may make the same at once."""
        found = self.find(key)
        return self.keep(key, make()) if found is None else found

    def resize(self, capacity: int) -> None:
        """Hold that many bytes at most from now on."""
        with self._lock:
            self.capacity = capacity
            self._shrink()

    def _shrink(self) -> None:
        while self.size > self.capacity:
            _, (_, nbytes) = self._entries.popitem(last=False)
            self.size -= nbytes


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


def set_asset_cache(capacity: int) -> int:
    """Let this process keep up to `capacity` bytes of decoded meshes and height fields; returns what it was.

    At first it is 512 MiB. A model that is loaded again takes them from there, with hulls and inertias, unless a file
    has changed. What was used least recently goes first; 0 forgets everything and keeps nothing.
    """
    former = asset_cache.capacity
    asset_cache.resize(whole_number(capacity, "capacity"))
    return former
