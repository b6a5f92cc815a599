"""The long way of a query: arguments of any kind are converted and checked, outputs checked, every fault is told.

What is already as compiled code wants it does not come here (see machine/query_trampoline.py), and takes the fast
trampoline once it is converted. Else answers are computed in memory of their own and then copied to the caller's
arrays, so these may be anything: arrays of the same Data, or ones that are arguments too.
"""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from knuckle.calls.in_use import in_use
from knuckle.data.data import Data
from knuckle.machine.answer import Values, fresh_outputs
from knuckle.machine.entry import BUSY, OVERFLOW, REFUSED
from knuckle.machine.query import Argument, Query
from knuckle.memory.arguments import shown, whole_number
from knuckle.memory.capacity import count_idle
from knuckle.memory.records import convert
from knuckle.model.model import Model
from knuckle.model.names import find
from knuckle.model.views import KINDS
from knuckle.schema.fields import DTYPES, Field

REAL = DTYPES["real"]
ELEMENTS = {kind.size: name for name, kind in KINDS.items()}  # what an index below a size names
Enter = Callable[[Model, Data | None, Values, Sequence], Any]
Run = Callable[[Model, Data | None, Values], int]


class Refused(ValueError):
    """The guard of a query is against its arguments."""


def long_way(query: Query, enter: Enter, run: Run) -> Callable[..., tuple]:
    """A function (m, d, arguments, outputs): the numbers that a query returns; arrays are written.

    `enter` is the fast trampoline once more, for arguments that are converted now; `run` takes whatever it does not.
    """

    def ask(m: Model, d: Data | None, arguments: Sequence, outputs: Sequence) -> tuple:
        values = converted(query, m, d, arguments)
        answer = enter(m, d, values, outputs)
        if answer.__class__ is tuple or answer == 0:
            return answer or ()
        own = own_outputs(query, m, values)
        targets = {field.name: array for field, array in zip(query.arrays, outputs, strict=True)}
        check_outputs(targets, own)
        idle = 0
        while (code := run(m, d, values | own)) == OVERFLOW and d is not None:
            idle = count_idle(idle, d.grow())
        if code == BUSY:
            raise in_use(d)
        if code == REFUSED:
            raise refusal(query, arguments)
        for name, target in targets.items():
            target[...] = own[name]
        return tuple(own[field.name].item() for field in query.numbers)

    return ask


def converted(query: Query, m: Model, d: Data | None, arguments: Sequence) -> Values:
    """The arguments as compiled code reads them, and the sizes that they bring along."""
    values: Values = {}
    for argument, value in zip(query.arguments, arguments, strict=True):
        if argument.shape:
            shape = _shape(query, argument, m, values, value)
            values[argument.name] = np.empty(shape)
            values[argument.name][...] = convert(value, REAL, shape, argument.name)
        else:
            values[argument.name] = SINGLE[argument.kind](m, d, argument, value)
    return values


def _shape(query: Query, argument: Argument, m: Model, values: Values, value) -> tuple[int, ...]:
    """The shape that an argument must have; the first one with a size of the caller's own decides about it."""
    for axis, size in enumerate(argument.shape):
        if size in query.free_sizes and size not in values:
            found = np.shape(value)
            if len(found) != len(argument.shape):
                expected = f"({', '.join(map(str, argument.shape))})"
                raise ValueError(f"{argument.name}: expected shape {expected}, found shape {found}")
            values[str(size)] = found[axis]
    return as_numbers(argument, m, values)


def as_numbers(of: Argument | Field, m: Model, values: Values) -> tuple[int, ...]:
    """A declared shape in numbers."""
    counts = m._counts
    return tuple(
        size if isinstance(size, int) else counts[size] if size in counts else values[size] for size in of.shape
    )


def _index(m: Model, d: Data | None, argument: Argument, value) -> int:
    if argument.size in ELEMENTS:
        return find(m, ELEMENTS[argument.size], value)
    number = whole_number(value, argument.name)
    count = getattr(d, argument.size)
    if number >= count:
        raise IndexError(f"{argument.name} {number}: there are {count} {argument.name}s")
    return number


# arguments that are single values, by kind
SINGLE: dict[str, Callable[[Model, Data | None, Argument, Any], Any]] = {
    "index": _index,
    "int": lambda m, d, argument, value: whole_number(value, argument.name, least=-(2**63)),
    "flag": lambda m, d, argument, value: int(bool(value)),
    "real": lambda m, d, argument, value: convert(value, REAL, (), argument.name),
}


def own_outputs(query: Query, m: Model, values: Values) -> dict[str, np.ndarray]:
    """Fresh memory for all outputs."""
    return fresh_outputs(query, m._counts | {size: values[size] for size in query.free_sizes})


def check_outputs(targets: dict[str, np.ndarray], own: dict[str, np.ndarray]) -> None:
    """Raise TypeError or ValueError where an array of the caller cannot take an output."""
    for name, target in targets.items():
        expected = own[name]
        if not isinstance(target, np.ndarray):
            raise TypeError(f"out: expected an array for {name}, found {type(target).__name__}: {shown(target)}")
        if target.dtype != expected.dtype:
            raise TypeError(f"out: expected an array of {expected.dtype.name} for {name}, found {target.dtype}")
        if target.shape != expected.shape:
            raise ValueError(f"out: expected shape {expected.shape} for {name}, found shape {target.shape}")
        if not target.flags.c_contiguous:
            raise ValueError(f"out: expected a C-contiguous array for {name}, found strides {target.strides}")
        if not target.flags.aligned:
            raise ValueError(f"out: expected an array for {name} that is aligned in memory, found one that is not")
        if not target.flags.writeable:
            raise ValueError(f"out: expected an array for {name} that can be written, found a read-only one")
    for one, other in combinations(targets, 2):
        if np.may_share_memory(targets[one], targets[other]):
            raise ValueError(f"out: expected arrays apart from each other, found {one} and {other} in the same memory")


def refusal(query: Query, arguments: Sequence) -> Refused:
    """The error for arguments that the guard of a query is against."""
    given = {argument.name: value for argument, value in zip(query.arguments, arguments, strict=True)}
    name = query.refusal.partition(":")[0]
    if name in given:
        return Refused(f"{query.refusal}, found {shown(given[name])}")
    return Refused(f"{query.name}: cannot be answered for {shown(given)}")


def wrong_outputs(query: Query, out) -> TypeError:
    """The error for an `out` that is not a tuple of as many arrays as there are outputs."""
    names = ", ".join(field.name for field in query.arrays)
    found = f"a tuple of {len(out)}" if isinstance(out, tuple) else type(out).__name__
    return TypeError(f"out: expected a tuple of {len(query.arrays)} arrays ({names}), found {found}")
