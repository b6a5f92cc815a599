"""Queries on each machine: who runs the kernel, and on what."""

from collections.abc import Callable, Sequence
from typing import Any

from knuckle.calls.in_use import alone
from knuckle.data.data import Data
from knuckle.functions.query_call import long_way
from knuckle.functions.query_function import query_function, replace_trampoline
from knuckle.machine.answer import Values, compiled_entry, run_checked, run_compiled, run_interpreted
from knuckle.machine.array_object import is_as_expected
from knuckle.machine.query import CONVERT, Query, fast_trampoline
from knuckle.model.model import Model


def compiled_query(query: Query) -> Callable:
    """The query on the `single` machine: by its fast trampoline, or the long way; code is loaded at the first call."""

    def load_and_run(*given: Any) -> Any:
        trampoline = _entrance(query)
        replace_trampoline(function, trampoline)
        return trampoline(*given)

    function = query_function(query, load_and_run, long_way(query, _enter_compiled(query), _run_compiled(query)))
    return function


def interpreted_query(query: Query) -> Callable:
    """The query on the `python` machine."""
    return _careful(query, run_interpreted)


def checked_query(query: Query) -> Callable:
    """The query on the `checked` machine."""
    return _careful(query, run_checked)


def _entrance(query: Query) -> Callable[..., Any]:
    """The fast trampoline of a query, where there can be one."""
    return compiled_entry(fast_trampoline(query.name)) if is_as_expected() else _convert


def _enter_compiled(query: Query) -> Callable[[Model, Data | None, Values, Sequence], Any]:
    """Through the fast trampoline with converted arguments."""

    def enter(m: Model, d: Data | None, values: Values, outputs: Sequence) -> Any:
        addresses = (m._address,) if d is None else (m._address, d._address)
        arguments = [AS_OBJECTS[argument.kind](values[argument.name]) for argument in query.arguments]
        return _entrance(query)(*addresses, *arguments, *outputs)

    return enter


def _run_compiled(query: Query) -> Callable[[Model, Data | None, Values], int]:
    """By the fast trampoline with outputs of our own, or by the address of a table where there is none."""
    enter = _enter_compiled(query)

    def run(m: Model, d: Data | None, values: Values) -> int:
        answer = enter(m, d, values, [values[field.name] for field in query.arrays])
        if answer.__class__ is tuple:
            for field, number in zip(query.numbers, answer, strict=True):
                values[field.name][()] = number
            return 0
        if answer != CONVERT:
            return answer
        return run_compiled(query, m, d, values)

    return run


# converted arguments as the fast trampoline takes them
AS_OBJECTS: dict[str, Callable[[Any], Any]] = {
    "index": int,
    "int": int,
    "flag": bool,
    "real": lambda value: value if value.ndim else value.item(),
}


def _careful(query: Query, run: Callable[[Query, Model, Data | None, Values], int]) -> Callable:
    """The query on a machine that takes its time."""

    def run_alone(m: Model, d: Data | None, values: Values) -> int:
        return run(query, m, d, values) if d is None else alone(d, run, query, m, d, values)

    return query_function(query, _convert, long_way(query, _convert, run_alone))


def _convert(*given: Any) -> Any:
    """The trampoline of a machine that has none: everything goes the long way."""
    return CONVERT
