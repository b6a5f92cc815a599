"""Calls of the laboratory's kernels, on the machine in use."""

from functools import cache
from math import prod
from typing import Any

import numpy as np

from knuckle.calls.in_use import alone, in_use
from knuckle.errors import KnuckleError
from knuckle.lab.program import entries
from knuckle.machine.answer import RUN, compiled_entry, fresh_outputs, machine_in_use
from knuckle.machine.entry import BUSY, OVERFLOW, REFUSED
from knuckle.machine.query import Query, as_field, query_table
from knuckle.memory.arguments import LARGEST_COUNT, whole_number
from knuckle.memory.capacity import count_idle
from knuckle.model.model import Model
from knuckle.schema.fields import Field, shapes_of
from knuckle.validate.values import refuse_model


@cache
def queries() -> dict[str, Query]:
    """All entries by name."""
    return {query.name: query for query in entries()}


def get_ready(name: str) -> None:
    """Load a kernel now, before several threads ask for it."""
    if machine_in_use() == "single":
        compiled_entry(name)


def call(name: str, m: Any, d: Any, /, **values: Any) -> None:
    """Run a kernel on a world: integers, reals and arrays by name; arrays of float64 and int32 are written in place.

    Sizes that are not the model's are given by name, too. Where room for contacts or rows is missing, more is made.
    """
    query = queries()[name]
    ready = _ready(query, m._counts, values)
    machine, idle = machine_in_use(), 0
    while (code := _run(machine, query, m, d, ready)) == OVERFLOW:
        idle = count_idle(idle, d.grow())
    if code != 0:
        _refuse(name, code, d)


class Prepared:
    """A kernel that is called again and again with the same arrays, on a world or none: its table is made once."""

    def __init__(self, name: str, m: Any, d: Any, **values: Any):
        self.name, self.m, self.d = name, m, d
        self.values = _ready(queries()[name], m._counts, values)
        self.table = query_table(queries()[name], self.values)

    def __call__(self) -> None:
        if machine_in_use() == "single":
            world = 0 if self.d is None else self.d._address
            code = compiled_entry(self.name)(self.m._address, world, self.table.ctypes.data)
            if code == 0:
                return
        call(self.name, self.m, self.d, **self.values)


def _ready(query: Query, counts: dict[str, int], values: dict[str, Any]) -> dict[str, Any]:
    """The values as compiled code reads them: whole numbers of 64 bits, and arrays of the declared type and size."""
    sizes = counts | {key: int(value) for key, value in values.items() if isinstance(value, int | np.integer)}
    ready = dict(values)
    for argument in query.arguments:
        if argument.is_whole:
            what = f"{query.name}: {argument.name}"
            ready[argument.name] = whole_number(values[argument.name], what, -LARGEST_COUNT, LARGEST_COUNT)
    fields, written = _fields(query.name), len(query.outputs)
    for k, (field, shape) in enumerate(zip(fields, shapes_of(fields, sizes), strict=True)):
        ready[field.name] = _array(query, field, values[field.name], shape)
        if k < written and ready[field.name] is not values[field.name]:
            raise TypeError(f"{query.name}: {field.name}: expected a contiguous array of {field.dtype} to write into")
    return ready


@cache
def _fields(name: str) -> tuple[Field, ...]:
    """The arrays of an entry: first those it writes, then those it reads."""
    query = queries()[name]
    return (*query.outputs, *(as_field(each) for each in query.arguments if not each.is_whole))


def _array(query: Query, field: Field, value: Any, shape: tuple[int, ...]) -> np.ndarray:
    array = value if _is_ready(value, field) else np.require(value, field.dtype, "C")
    if array.size != prod(shape):
        raise ValueError(f"{query.name}: {field.name}: expected shape {shape}, found {array.shape}")
    return array


def _is_ready(value: Any, field: Field) -> bool:
    return isinstance(value, np.ndarray) and value.dtype == field.dtype and value.flags.c_contiguous


def _refuse(name: str, code: int, d: Any) -> None:
    if code == BUSY:
        raise in_use(d)
    if code == REFUSED:
        refuse_model(d.model)
    raise KnuckleError(f"{name}: ended with the code {code}")


def run_world(name: str, m: Any, d: Any, count: int, values: dict[str, Any]) -> tuple[int, int]:
    """Run a kernel that does `nstep` steps: how many it did, and why it stopped before the end, or 0."""
    query = queries()[name]
    found = fresh_outputs(query, m._counts)
    ready = _ready(query, m._counts, values | found | {"nstep": count})
    machine, done, idle = machine_in_use(), 0, 0
    while done < count:
        code = _run(machine, query, m, d, ready | {"nstep": count - done})
        if code not in (0, OVERFLOW):
            _refuse(name, code, d)
        done += int(found["done"])
        if code == 0:
            break
        idle = count_idle(idle, d.grow())
    return done, int(found["stopped"])


def outputs(name: str, **sizes: int) -> dict[str, np.ndarray]:
    """Fresh memory for all that a kernel writes."""
    return fresh_outputs(queries()[name], sizes)


def compute(name: str, /, **values: Any) -> None:
    """Run a kernel that needs no world, on arrays of float64 and int32."""
    call(name, no_model(), None, **values)


def _run(machine: str, query: Query, m: Any, d: Any, values: dict[str, Any]) -> int:
    if machine == "single" or d is None:
        return RUN[machine](query, m, d, values)
    return alone(d, RUN[machine], query, m, d, values)


@cache
def no_model() -> Model:
    """A model of nothing, for kernels that look at none."""
    from knuckle.model.loading import load

    return load("<mujoco/>")
