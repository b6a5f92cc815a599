"""A query: a question about one world, declared by its kernel, its named arguments and its named outputs.

The declaration is text, `name: kind`, separated by commas:

    index nbody   a whole number below a size of the model, or below a count in Data such as ncon
    int, flag     a whole number; True or False
    real          a number
    real 3 nv     an array; sizes are those of the model, any other name is a size that the caller's arrays agree on

Outputs are of kind `real`, `int` (32 bits) or, for single numbers, `size` (64 bits). The kernel is f(m, d, q), or
f(m, q) where it needs no Data; in it `q.name` is an argument or an output, as fields of Model and Data are. Every `q`
has a table of its own, so that a query writes to nothing but what the caller gave it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from inspect import signature
from typing import Any

import numpy as np

from knuckle.kernel import kernel
from knuckle.machine.layout import Layout
from knuckle.machine.targets import Target
from knuckle.schema.fields import Field, sizes

WHOLE = ("index", "int", "flag")  # kinds of arguments that lie in the table itself
CONVERT = -5  # the answer of a fast trampoline where an argument is not of the type it reads; nothing was computed


@kernel
def any_arguments(m, q):
    """Any model and any arguments will do."""
    return True


@dataclass(frozen=True)
class Argument:
    """A named argument; `size` bounds an index, `shape` is that of an array."""

    name: str
    kind: str
    size: str = ""
    shape: tuple[int | str, ...] = ()

    @property
    def is_whole(self) -> bool:
        return self.kind in WHOLE


@dataclass(frozen=True)
class Query:
    """A kernel exported as a question with arguments and outputs of its own.

    `guard(m, q)` is asked first; where it is against the question, `refusal` tells why: "dt: expected …". One that is
    `by_hand` has a public function that is more than names and arrays; one that is `long` lets other threads run.
    """

    name: str
    function: Callable
    signature: str
    returns: str
    guard: Callable = any_arguments
    refusal: str = ""
    by_hand: bool = False
    long: bool = False

    is_query = True
    is_repeated = False

    @cached_property
    def has_data(self) -> bool:
        return len(signature(self.function).parameters) == 3

    @cached_property
    def arguments(self) -> tuple[Argument, ...]:
        return _arguments(self.signature)

    @cached_property
    def outputs(self) -> tuple[Field, ...]:
        return tuple(as_field(each) for each in _arguments(self.returns))

    @cached_property
    def arrays(self) -> tuple[Field, ...]:
        """The outputs that the caller may bring."""
        return tuple(field for field in self.outputs if field.shape)

    @cached_property
    def numbers(self) -> tuple[Field, ...]:
        """The outputs that are returned as numbers."""
        return tuple(field for field in self.outputs if not field.shape)

    @cached_property
    def layout(self) -> Layout:
        """The table behind `q`: whole numbers and sizes as they are, then addresses of all else."""
        whole = tuple(argument.name for argument in self.arguments if argument.is_whole)
        fields = tuple(as_field(argument) for argument in self.arguments if not argument.is_whole)
        return Layout(self.name, (*whole, *self.free_sizes), (*fields, *self.outputs), lasting=False)

    @cached_property
    def free_sizes(self) -> tuple[str, ...]:
        """Sizes that are not the model's: the arrays of a call have to agree on them."""
        named = (n for argument in self.arguments for n in argument.shape if isinstance(n, str))
        return tuple(dict.fromkeys(n for n in named if n not in sizes()))

    def trampolines(self, target: Target) -> tuple[str, ...]:
        """The names that compiled code has for the interpreter."""
        return (self.name,) if target.checks else (self.name, fast_trampoline(self.name))


def fast_trampoline(name: str) -> str:
    """The name of the trampoline that takes Python's own objects."""
    return f"{name}.fast"


def query_table(query: Query, values: Mapping[str, Any]) -> np.ndarray:
    """The table for given arguments and outputs: integers and arrays by name."""
    found = (values[name] for name in query.layout.slots)
    return np.array([each.ctypes.data if isinstance(each, np.ndarray) else each for each in found], np.int64)


def as_field(argument: Argument) -> Field:
    """An argument as kernels see it."""
    return Field(argument.name, argument.kind, argument.shape, "", "")


def _arguments(text: str) -> tuple[Argument, ...]:
    return tuple(_argument(*map(str.strip, each.split(":"))) for each in text.split(",") if each.strip())


def _argument(name: str, kind: str) -> Argument:
    kind, *rest = kind.split()
    if kind == "index":
        return Argument(name, kind, size=rest[0])
    return Argument(name, kind, shape=tuple(int(word) if word.isdigit() else word for word in rest))
