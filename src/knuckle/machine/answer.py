"""Queries asked by the engine itself, on the machine in use: no public objects, no arguments to convert."""

import os
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from knuckle.errors import KnuckleError
from knuckle.machine.query import Query, query_table

Values = dict[str, Any]  # arguments, sizes and outputs of a call by name: integers and arrays


def machine_in_use(name: str | None = None) -> str:
    """The machine of that name, else the one in the environment variable KNUCKLE_MACHINE, else `single`."""
    name = name or os.environ.get("KNUCKLE_MACHINE") or "single"
    if name not in RUN:
        raise KnuckleError(f"unknown machine {name!r} for one world; expected one of: {', '.join(RUN)}")
    return name


def answer(query: Query, m, d, values: Values) -> int:
    """Run a query on a model and a world, or None; outputs are written, the code is returned."""
    return RUN[machine_in_use()](query, m, d, values)


def fresh_outputs(query: Query, counts: dict[str, int]) -> dict[str, np.ndarray]:
    """Memory for all outputs; `counts` has every size in their shapes."""
    return {field.name: np.zeros(field.resolve(counts), dtype=field.dtype) for field in query.outputs}


def run_compiled(query: Query, m, d, values: Values) -> int:
    """On the `single` machine."""
    table = query_table(query, values)
    return compiled_entry(query.name)(m._address, 0 if d is None else d._address, table.ctypes.data)


@cache
def compiled_entry(name: str) -> Callable[..., Any]:
    """The C function behind an entry of the `single` machine, which takes addresses and returns a code."""
    from knuckle.machine.artifact import load_entry

    return load_entry("single", name)


def run_checked(query: Query, m, d, values: Values) -> int:
    """On the `checked` machine."""
    from knuckle.machine.checked import run_query

    return run_query(query, m, d, values)


def run_interpreted(query: Query, m, d, values: Values) -> int:
    """On the `python` machine."""
    from knuckle.machine.python import run_query

    return run_query(query, m._arrays, m._counts, None if d is None else d._arrays, values)


RUN: dict[str, Callable[[Query, Any, Any, Values], int]] = {
    "single": run_compiled,
    "checked": run_checked,
    "python": run_interpreted,
}
