"""The `python` machine: kernels run as they are written, on NumPy arrays, one world."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from knuckle.machine.entry import OVERFLOW, REFUSED, Entry
from knuckle.machine.layout import Layout
from knuckle.machine.query import Query
from knuckle.memory.capacity import capacities_of
from knuckle.schema.fields import Field, data_fields, model_fields, sizes
from knuckle.schema.hooks import TABLE_WORDS


class Rows:
    """A field as kernels see it: row `i` is a real, an integer or a tuple of them."""

    __slots__ = ("flat", "row")

    def __init__(self, array: np.ndarray, row: int):
        self.flat = array.reshape(-1)
        self.row = row

    def __getitem__(self, index):
        if isinstance(index, tuple):
            return self.flat[index[0] * self.row + index[1]]
        if self.row == 1:
            return self.flat[index]
        return tuple(self.flat[index * self.row : (index + 1) * self.row])

    def __setitem__(self, index, value):
        if isinstance(index, tuple):
            self.flat[index[0] * self.row + index[1]] = value
        elif self.row == 1:
            self.flat[index] = value
        else:
            self.flat[index * self.row : (index + 1) * self.row] = value


def _value(field: Field):
    """A property over a field of fixed shape: reads as a real or a tuple, writes in place."""

    def read(view):
        array = view._arrays[field.name]
        return array[()] if array.ndim == 0 else tuple(array)

    def write(view, value):
        view._arrays[field.name][...] = value

    return property(read, write)


class PythonView:
    """Model or Data for kernels run in Python: sizes as integers, fields as Rows or values.

    `owner` has one attribute for each field (an array) and, for a model, one for each size.
    """

    def __init__(self, arrays: Mapping[str, np.ndarray], fields: tuple[Field, ...], counts: dict[str, int]):
        self._arrays = arrays
        for name, count in counts.items():
            setattr(self, name, count)
        for field in fields:
            if not field.is_value:
                setattr(self, field.name, Rows(arrays[field.name], field.row))


class ModelView(PythonView):
    def __init__(
        self, arrays: Mapping[str, np.ndarray], counts: dict[str, int], hooks: Mapping[str, Any] | None = None
    ):
        words = dict.fromkeys(TABLE_WORDS, 0) | dict(hooks or {})
        super().__init__(arrays, model_fields(), {name: counts[name] for name in sizes()} | words)


class DataView(PythonView):
    def __init__(self, arrays: Mapping[str, np.ndarray]):
        super().__init__(arrays, data_fields(), capacities_of(arrays))


for _view, _fields in ((ModelView, model_fields()), (DataView, data_fields())):
    for _field in _fields:
        if _field.is_value:
            setattr(_view, _field.name, _value(_field))


def run_entry(
    entry: Entry,
    model: Mapping[str, np.ndarray],
    counts: dict[str, int],
    data: Mapping[str, np.ndarray],
    hooks: Mapping[str, Any] | None = None,
) -> int:
    """What a compiled entry does, in Python; returns the status word. `hooks` are functions for words of the model."""
    m, d = ModelView(model, counts, hooks), DataView(data)
    with np.errstate(all="ignore"):
        if not entry.guard(m):
            return REFUSED
        entry.function(m, d)
        if data["overflow"] > 0.0:
            data["steps_done"][...] = 0
            return OVERFLOW
    return int(data["status"])


def run_query(
    query: Query,
    model: Mapping[str, np.ndarray],
    counts: dict[str, int],
    data: Mapping[str, np.ndarray] | None,
    values: Mapping[str, Any],
) -> int:
    """What a compiled query does, in Python; returns its code."""
    m, q = ModelView(model, counts), query_view(query, values)
    with np.errstate(all="ignore"):
        if not query.guard(m, q):
            return REFUSED
        if data is None:
            query.function(m, q)
            return 0
        query.function(m, DataView(data), q)
    return OVERFLOW if data["overflow"] > 0.0 else 0


def query_view(query: Query, values: Mapping[str, Any]) -> PythonView:
    """The arguments and outputs of a query, for its kernel."""
    layout = query.layout
    arrays = {field.name: values[field.name] for field in layout.fields}
    return _view_class(layout)(arrays, layout.fields, {name: values[name] for name in layout.sizes})


@cache
def _view_class(layout: Layout) -> type[PythonView]:
    values = {field.name: _value(field) for field in layout.fields if field.is_value}
    return type(layout.name, (PythonView,), values)
