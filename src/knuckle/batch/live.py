"""Fields of all worlds as attributes: `batch.qpos` is the memory of the batch itself, with the world as first axis."""

import numpy as np

from knuckle.batch.assignment import spread
from knuckle.batch.kept import PUBLIC, READ_ONLY, not_kept
from knuckle.batch.memory import BatchMemory
from knuckle.batch.selection import Worlds, chosen_worlds, each_once, is_one_world
from knuckle.calls.in_use import require_free
from knuckle.errors import nearest
from knuckle.memory.arguments import shown
from knuckle.memory.capacity import row_counts
from knuckle.memory.records import read_only, unknown_attribute
from knuckle.model.model import Model

EVERY_WORLD = slice(None)


class LiveFields:
    """An object whose attributes are arrays (nworld, …) of fields: reading costs nothing, assigning writes in place."""

    model: Model
    nworld: int
    dtype: str
    _memory: BatchMemory
    _expanded: dict[str, np.ndarray]  # fields of the model that differ from world to world
    _free: memoryview

    def _show_fields(self) -> None:
        """Make the arrays that stay where they are attributes; those that may be replaced are looked up when asked."""
        for name in PUBLIC:
            if name in self._memory.fields and name not in row_counts():
                self.__dict__[name] = self._public(name)

    def _public(self, name: str) -> np.ndarray:
        """A field as users get it: an array of their own on the same memory, whose shape they may set."""
        array = self._memory.fields[name]
        return read_only(array) if name in READ_ONLY else array.view()

    def __getattr__(self, name: str):
        if name.startswith("__") or "_memory" not in self.__dict__:
            raise AttributeError(name)
        if name in PUBLIC:
            if name in self._memory.fields:
                return self._public(name)
            raise AttributeError(not_kept(name))
        if isinstance(own := getattr(type(self), name, None), property):
            return own.__get__(self)  # it has raised an AttributeError, and says why itself
        raise unknown_attribute(type(self).__name__, name, dir(self))

    def __setattr__(self, name: str, value) -> None:
        if name.startswith("_"):
            object.__setattr__(self, name, value)
        elif name not in PUBLIC:
            if name in dir(self):
                raise AttributeError(f"{name} of a {type(self).__name__} is read-only")
            raise unknown_attribute(type(self).__name__, name, dir(self))
        elif value is not getattr(self, name):  # `batch.qpos += 1` has already written in place
            self._assign(name, value, EVERY_WORLD)

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{name} of a {type(self).__name__} cannot be deleted")

    def __dir__(self) -> list[str]:
        public = [name for name in PUBLIC if name in self._memory.fields]
        return sorted({*object.__dir__(self), *public})

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the fields that the batch keeps, which `read` and `write` take."""
        return tuple(name for name in PUBLIC if name in self._memory.fields)

    def read(self, name: str, worlds: Worlds | None = None) -> np.ndarray:
        """Return a copy of a field, with the world as first axis; without that axis for the number of one world."""
        require_free(self)
        self._check_field(name)
        values = self._memory.fields[name][self._chosen(worlds)]
        return values[0] if is_one_world(worlds) else values

    def write(self, name: str, values, worlds: Worlds | None = None) -> None:
        """Set a field in the chosen worlds; values without the world axis are written to each of them."""
        self._check_field(name)
        self._assign(name, values, EVERY_WORLD if worlds is None else worlds)

    def _assign(self, name: str, values, worlds: Worlds) -> None:
        """Write into the array of a field; nothing changes where the values do not fit."""
        require_free(self)
        if name in READ_ONLY:
            raise ValueError(f"{name} is what kernels find their way by and read-only")
        target = self._memory.fields[name]
        chosen = chosen_worlds(worlds, self.nworld)
        if not isinstance(worlds, slice):
            each_once(chosen)
        rows = worlds if isinstance(worlds, slice) else chosen
        target[rows] = spread(values, target[rows], name)

    def _chosen(self, worlds: Worlds | None) -> np.ndarray:
        """The numbers of the chosen worlds, or of all."""
        return chosen_worlds(EVERY_WORLD if worlds is None else worlds, self.nworld)

    def _check_field(self, name: str) -> None:
        if not isinstance(name, str):
            raise TypeError(f"name: expected the name of a field, found {shown(name)}")
        if name in self._memory.fields:
            return
        if name in self._memory.shapes:
            raise KeyError(not_kept(name))
        raise KeyError(f"Data has no field {name!r}{nearest(name, self._memory.shapes)}")
