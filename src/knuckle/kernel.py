"""The kernel vocabulary: what a physics kernel may call, in plain Python.

Each word here is the meaning on the `python` machine; the other machines give the same word their own code (see
`machine/lowering`). Nothing in this file imports a compiler, so a kernel module is cheap to import.
"""

import sys
from collections.abc import Callable
from importlib import import_module
from types import FunctionType, ModuleType
from typing import TypeVar, cast

import numpy as np


class _Vocabulary(ModuleType):
    """This module: `@kn.kernel` marks a function, `kn.kernel.where` and its like are words for it."""

    def __call__(self, function: Callable) -> Callable:
        return kernel(function)

    def __reduce__(self):
        return import_module, (__name__,)


sys.modules[__name__].__class__ = _Vocabulary

F = TypeVar("F", bound=Callable)

KERNELS: list[Callable] = []
_MARKED: set[Callable] = set()  # the same, and those of PER_WORLD
STAGES: list[Callable] = []
OF_ONE_WORLD: set[Callable] = set()
PER_WORLD: list[Callable] = []
IN_LANES: dict[Callable, Callable] = {}
AS_WRITTEN = "as_written"


def kernel(function: F) -> F:
    """Mark a function as a kernel: compiled by every machine, left as it is for Python."""
    KERNELS.append(function)
    _MARKED.add(function)
    return function


def is_kernel(function: object) -> bool:
    """Whether a function is marked as a kernel."""
    return isinstance(function, FunctionType) and function in _MARKED


def stage(function: F) -> F:
    """Mark a kernel f(m, d), or f(m, d, integers…), that is compiled once as a function of its own, and called.

    Stages are what a build shares out over processes, and what one machine may replace.
    """
    STAGES.append(function)
    return function


def stage_of_world(function: F) -> F:
    """Mark a stage whose control flow differs from world to world: lanes have it inside their per-world kernels."""
    OF_ONE_WORLD.add(function)
    return stage(function)


def per_world(function: F) -> F:
    """Mark a kernel whose control flow differs from world to world: lanes run it one lane at a time.

    Its arguments are views, integers and fields; it returns nothing.
    """
    PER_WORLD.append(function)
    _MARKED.add(function)
    return function


def in_lanes(instead: Callable) -> Callable[[F], F]:
    """Mark a kernel f(m, d, …) of one world alone: in lanes of several worlds `instead` stands for it."""

    def mark(function: F) -> F:
        IN_LANES[function] = instead
        return function

    return mark


def as_written(function: F) -> F:
    """Mark a kernel whose operations are all rounded one by one, none fused; of a kernel, its twin.

    For choices that rounding decides, where the result must not depend on the processor. Kernels that it calls round as
    they are marked themselves. The compiler sees the mark in the function's name (see lowering/fuse.py).
    """
    if function in KERNELS:
        function = cast(F, FunctionType(function.__code__, function.__globals__, function.__name__))
    function.__qualname__ = f"{function.__name__}.{AS_WRITTEN}"
    return kernel(function)


def where(condition, yes, no):
    """`yes` where the condition holds, else `no`; both are reals or both tuples of reals."""
    return yes if condition else no


def any_lane(condition):
    """True where the condition holds in at least one world of the group."""
    return bool(condition)


def all_lanes(condition):
    """True where the condition holds in every world of the group."""
    return bool(condition)


def sqrt(x):
    return np.sqrt(x)


def absolute(x):
    return abs(x)


def minimum(a, b):
    return a if a < b else b


def maximum(a, b):
    return a if a > b else b


def rint(x):
    """The nearest integer, as a real; ties go to the even one."""
    return np.rint(x)


def floor(x):
    return np.floor(x)


def scale2(x, k):
    """x · 2ᵏ for an integral real k, by the exponent bits: exact for -1022 ≤ k ≤ 1023 (float32: -126 ≤ k ≤ 127)."""
    return np.ldexp(x, int(k))


def exponent2(x):
    """⌊log₂|x|⌋ of a normal number, as a real, from its exponent bits."""
    return type(x)(np.frexp(x)[1] - 1)


def same_bits(a, b):
    """Whether two reals are equal bit by bit: 0.0 and -0.0 differ, a NaN may equal another."""
    return a.tobytes() == b.tobytes()


def has_bits(x):
    """Whether any bit of a real is set: 0.0 has none, -0.0 has one."""
    return any(x.tobytes())


def call(function, m, d, number):
    """Call the function at an address, such as `m.hook_control`; the `python` machine has the function itself there."""
    function(m, d, number)


def store_parts(field, first, count, values):
    """field[first], … ← so many values: a real, or a tuple of them, with zeros where it is short."""
    parts = values if isinstance(values, tuple) else (values,)
    for k in range(count):
        field[first + k] = parts[k] if k < len(parts) else 0.0


def flat(field):
    """The numbers of a field one by one, whatever rows they stand in; to be read only."""
    return type(field)(field.flat, 1)


def four(field, at):
    """Four neighbouring numbers of a field of one world, computed with as one."""
    return np.array([field[at + k] for k in range(4)])


def store_four(field, at, values):
    """field[at], … ← four numbers."""
    for k in range(4):
        field[at + k] = values[k]


def precision(x) -> int:
    """Bits of the real: 64 or 32. A constant of the compiled code."""
    return 32 if isinstance(x, np.float32) else 64


def real_of(x, constant):
    """A constant, or a number of the model, as a real of x's kind."""
    return type(x)(constant)
