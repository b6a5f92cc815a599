"""One element in all worlds: what `batch.joint("hip")` gives."""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, cast

import numpy as np

from knuckle.batch.assignment import spread
from knuckle.batch.kept import not_kept
from knuckle.memory.records import read_only, unknown_attribute
from knuckle.model.names import find
from knuckle.model.views import DATA_INTEGERS, View, data_columns

if TYPE_CHECKING:
    from knuckle.batch.live import LiveFields


class BatchView(View):
    """One element in all worlds: `id`, `name`, and its part of each array, with the world as first axis."""

    __slots__ = ()

    def __getattr__(self, attribute: str) -> np.ndarray:
        if attribute.startswith("_"):  # what Python asks for where a view is copied, before it has anything
            raise AttributeError(attribute)
        column = self._columns.get(attribute)
        if column is None:
            raise unknown_attribute(self._kind, attribute, dir(self))
        if callable(column):
            every = range(len(self._arrays["time"]))
            return np.stack([column(cast(dict, OneWorld(self._arrays, w)), self._model, self.id) for w in every])
        field, rows, single = column
        if field not in self._arrays:
            raise AttributeError(not_kept(field))
        part = self._arrays[field][:, rows(self._model, self.id)]
        part = part[:, 0] if single and part.ndim > 2 else part
        return read_only(part) if field in DATA_INTEGERS else part

    def __setattr__(self, attribute: str, value) -> None:
        if attribute in ("id", "name") or callable(self._columns.get(attribute)):
            raise AttributeError(f"{attribute} of a {self._kind} is read-only")
        part = getattr(self, attribute)
        if value is part:
            return
        label = f"{self._kind} {self.name or self.id}: {attribute}"
        if not part.flags.writeable:
            raise ValueError(f"{label} is what kernels find their way by and read-only")
        part[...] = spread(value, part, label)

    def __dir__(self) -> list[str]:
        stored = [name for name, column in self._columns.items() if callable(column) or column[0] in self._arrays]
        return sorted(["id", "name", *stored])

    def __repr__(self) -> str:
        shapes = [f"  {name}: {getattr(self, name).shape}" for name in dir(self) if name not in ("id", "name")]
        return "\n".join([f"<{self._kind} {self.name!r} in {len(self._arrays['time'])} worlds", *shapes, ">"])


class OneWorld(Mapping[str, np.ndarray]):
    """The arrays of one world of a batch, by name."""

    def __init__(self, fields: Mapping[str, np.ndarray], world: int):
        self._fields, self._world = fields, world

    def __getitem__(self, name: str) -> np.ndarray:
        if name not in self._fields:
            raise AttributeError(not_kept(name))
        return self._fields[name][self._world]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)


def batch_access(kind: str) -> Callable[["LiveFields", str | int], BatchView]:
    """The method of Batch that finds an element of the kind."""

    def access(self: "LiveFields", key: str | int) -> BatchView:
        return BatchView(self._memory.fields, data_columns(kind), self.model, kind, find(self.model, kind, key))

    access.__doc__ = f"Arrays of one {kind} in all worlds, found by name or index; writing to them changes the worlds."
    access.__name__ = kind
    return access


class NamedBatch:
    """The methods of Batch that find elements."""

    body = batch_access("body")
    joint = jnt = batch_access("joint")
    geom = batch_access("geom")
    site = batch_access("site")
    camera = cam = batch_access("camera")
    light = batch_access("light")
    equality = eq = batch_access("equality")
    tendon = batch_access("tendon")
    actuator = batch_access("actuator")
    sensor = batch_access("sensor")
