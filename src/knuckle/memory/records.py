"""Attributes that are arrays: assignment writes in place, mistakes are told with the nearest name."""

from collections.abc import Iterable, Iterator

import numpy as np

from knuckle.errors import nearest
from knuckle.memory.shown import html_table, text_lines

# which kinds of values an array of a kind takes: nothing is rounded or cut in silence
ACCEPTED = {"f": "fiub", "i": "iub", "u": "iub", "b": "biu", "S": "S"}


def unknown_attribute(owner: str, name: str, valid: Iterable[str]) -> AttributeError:
    """The error for a name that the owner does not have."""
    public = [each for each in valid if not each.startswith("_")]
    return AttributeError(f"{owner} has no attribute {name!r}{nearest(name, public)}")


def shape_of(value, name: str) -> tuple[int, ...]:
    """The shape of a value as an array; ValueError where it is none."""
    try:
        return np.shape(value)
    except ValueError as error:
        raise ValueError(f"{name}: expected an array, found nested values of unequal length") from error


def convert(value, dtype: np.dtype, shape: tuple[int, ...], name: str) -> np.ndarray:
    """The value as an array of the given type and shape; a single number stands for all elements.

    Raises ValueError for a wrong shape or a value out of range, TypeError for a wrong kind of value.
    """
    try:
        source = np.asarray(value)
    except ValueError as error:
        raise ValueError(f"{name}: expected shape {shape}, found nested values of unequal length") from error
    if source.dtype.kind not in ACCEPTED[dtype.kind] and (source.size or source.dtype.kind == "O"):
        raise TypeError(f"{name}: expected values of type {dtype.name}, found {_describe(value, source)}")
    if source.shape != shape and source.ndim != 0:
        raise ValueError(f"{name}: expected shape {shape}, found shape {source.shape}")
    with np.errstate(over="ignore"):
        converted = source.astype(dtype)
    if dtype.kind in "iub" and not np.array_equal(converted, source):
        raise ValueError(f"{name}: a value is out of the range of {dtype.name}")
    return converted


def assign(target: np.ndarray, value, name: str) -> None:
    """Write the value into the array; nothing changes where it does not fit."""
    if not target.flags.writeable:
        raise ValueError(
            f"{name} is read-only: compiled code takes it as indices; a model is changed in its MJCF and compiled anew"
        )
    target[...] = convert(value, target.dtype, target.shape, name)


def read_only(array: np.ndarray) -> np.ndarray:
    """A view of the array through which nothing can be written: its buffer is read-only, and so its flag stays off."""
    buffer = memoryview(array)  # type: ignore[arg-type]  # arrays are buffers, which only Python 3.12 can say
    return np.asarray(buffer.toreadonly())


def _describe(value, source: np.ndarray) -> str:
    return type(value).__name__ if source.dtype.kind == "O" else f"{source.dtype.name} ({type(value).__name__})"


class Record:
    """An object whose public attributes are arrays and read-only values.

    Arrays are plain instance attributes, so that reading one costs nothing; writing one copies into it.
    """

    def __setattr__(self, name: str, value) -> None:
        if name.startswith("_"):
            object.__setattr__(self, name, value)
            return
        owner = type(self).__name__
        descriptor = getattr(type(self), name, None)
        if isinstance(descriptor, property) and descriptor.fset is not None:
            descriptor.fset(self, value)
            return
        current = self.__dict__.get(name)
        if current is None and descriptor is None and name in dir(self):  # made when it is asked for
            current = getattr(self, name)
        if isinstance(current, np.ndarray):
            if value is not current:  # `d.qpos += 1` has already written in place
                assign(current, value, name)
        elif current is not None or descriptor is not None:
            raise AttributeError(f"{name} of a {owner} is read-only")
        else:
            raise unknown_attribute(owner, name, dir(self))

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{name} of a {type(self).__name__} cannot be deleted")

    def __getattr__(self, name: str):
        if name.startswith("__"):
            raise AttributeError(name)
        raise unknown_attribute(type(self).__name__, name, dir(self))

    def __dir__(self) -> list[str]:
        names = set(self.__dict__) | set(dir(type(self)))
        return sorted(name for name in names if not name.startswith("_") or name.startswith("__"))


class Group:
    """Named values; unknown names are refused with the nearest valid one."""

    __slots__ = ()

    def __getattr__(self, name: str):
        if name.startswith("__"):
            raise AttributeError(name)
        raise unknown_attribute(type(self).__name__, name, self)

    def __setattr__(self, name: str, value) -> None:
        if not name.startswith("_") and name not in self:
            raise unknown_attribute(type(self).__name__, name, self)
        object.__setattr__(self, name, value)

    def __iter__(self) -> Iterator[str]:
        """The names of all values."""
        return (name for name in vars(type(self)) if not name.startswith("_"))

    def __contains__(self, name: object) -> bool:
        return name in tuple(self)

    def __repr__(self) -> str:
        return text_lines(type(self).__name__, self._values())

    def _repr_html_(self) -> str:
        return html_table(type(self).__name__, self._values())

    def _values(self) -> dict[str, object]:
        """The values by name; of a group within the group, the names in it."""
        found = ((name, getattr(self, name)) for name in self)
        return {name: ", ".join(value) if isinstance(value, Group) else value for name, value in found}
