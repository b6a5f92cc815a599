"""The Python function of a query, written from its declaration: names and types are there for all who look.

It is text that Python compiles, since a function that takes its arguments by name is entered in half the time of one
that takes them all as they come, and tells of a wrong call in Python's own words.
"""

import linecache
from collections.abc import Callable
from inspect import cleandoc
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from knuckle.data.data import Data, check_model, check_pair
from knuckle.functions.query_call import ELEMENTS, wrong_outputs
from knuckle.machine.query import Argument, Query
from knuckle.model.model import Model
from knuckle.model.names import find
from knuckle.schema.fields import Field

MODULE = "knuckle.functions.queries"
TYPES = {"int": "int", "flag": "bool", "real": "float", "size": "int"}
# what the text calls by name
NAMES: dict[str, Any] = {"Model": Model, "Data": Data, "ndarray": np.ndarray, "ArrayLike": ArrayLike}
NAMES |= {"empty": np.empty, "int32": np.int32, "find": find, "wrong_outputs": wrong_outputs}
NAMES |= {"check_pair": check_pair, "check_model": check_model}
CHECKS = {
    True: "if d.__class__ is not Data or d.model is not m:\n        check_pair(m, d)",
    False: "if m.__class__ is not Model:\n        check_model(m)",
}


def query_function(query: Query, run: Callable[..., Any], ask: Callable[..., tuple]) -> Callable:
    """f(m, d, arguments…, out=): `run` is the fast trampoline, `ask` the long way."""
    scope: dict[str, Any] = {**NAMES, "run": run, "ask": ask, "query": query}
    text, file = source(query), f"<query {query.name}>"
    exec(compile(text, file, "exec"), scope)
    linecache.cache[file] = len(text), None, text.splitlines(True), file  # for tracebacks and those who look
    function = scope[query.name]
    function.__module__ = MODULE
    function.__doc__ = documentation(query)
    return function


def replace_trampoline(function: Any, run: Callable[..., Any]) -> None:
    """Let such a function enter by another trampoline."""
    function.__globals__["run"] = run


def documentation(query: Query) -> str:
    """What the kernel says of itself, and what `out` takes."""
    text = cleandoc(query.function.__doc__ or "")
    names = [field.name for field in query.arrays]
    if len(names) == 1:
        text += f"\n\n`out`: an array for {names[0]}; it is what is returned."
    elif names:
        text += f"\n\n`out`: arrays for ({', '.join(names)}), None for one that is not wanted; they are returned."
    return text


def source(query: Query) -> str:
    """The text of the function."""
    arguments = [argument.name for argument in query.arguments]
    arrays = [field.name for field in query.arrays]
    addresses = ["m._address", "d._address"] if query.has_data else ["m._address"]
    d = "d" if query.has_data else "None"
    failed = "answer.__class__ is not tuple" if query.numbers else "answer"
    lines = [
        f"def {query.name}({', '.join(parameters(query))}) -> {returned(query)}:",
        f"    {CHECKS[query.has_data]}",
        *(
            f"    if {a.name}.__class__ is not int:\n        {a.name} = find(m, {ELEMENTS[a.size]!r}, {a.name})"
            for a in query.arguments
            if a.size in ELEMENTS
        ),
        *allocation(query),
        f"    answer = run({', '.join([*addresses, *arguments, *_given(arrays)])})",
        f"    if {failed}:",
        f"        answer = ask(m, {d}, {_tuple(arguments)}, {_tuple(_given(arrays))})",
        *([f"    {_tuple([field.name for field in query.numbers])} = answer"] if query.numbers else []),
        f"    return {answer(query)}",
    ]
    return "\n".join(lines)


def parameters(query: Query) -> list[str]:
    """The parameters with their types; flags and `out` are given by name."""
    plain = [f"{a.name}: {annotation(a)}" for a in query.arguments if a.kind != "flag"]
    named = [f"{a.name}: bool = False" for a in query.arguments if a.kind == "flag"]
    if query.arrays:
        one = "ndarray" if len(query.arrays) == 1 else f"tuple[{', '.join(['ndarray | None'] * len(query.arrays))}]"
        named.append(f"out: {one} | None = None")
    first = ["m: Model", "d: Data"] if query.has_data else ["m: Model"]
    return [*first, *plain, *(["*", *named] if named else [])]


def annotation(argument: Argument) -> str:
    if argument.shape:
        return "'ArrayLike'"  # unresolved, so that signatures stay readable
    if argument.kind == "index":
        return "str | int" if argument.size in ELEMENTS else "int"
    return TYPES[argument.kind]


def returned(query: Query) -> str:
    """The type of what is returned."""
    kinds = ["ndarray" if field.shape else TYPES[field.kind] for field in query.outputs]
    return kinds[0] if len(kinds) == 1 else f"tuple[{', '.join(kinds)}]"


def allocation(query: Query) -> list[str]:
    """Fresh arrays for outputs that the caller does not bring."""
    arrays = {field.name: fresh(query, field) for field in query.arrays}
    if not arrays:
        return []
    if len(arrays) == 1:
        return ["    if out is None:", f"        out = {next(iter(arrays.values()))}"]
    names = ", ".join(arrays)
    return [
        "    if out is None:",
        f"        out = {names} = {', '.join(arrays.values())}",
        f"    elif out.__class__ is tuple and len(out) == {len(arrays)}:",
        f"        {names} = out",
        *(f"        if {name} is None:\n            {name} = {text}" for name, text in arrays.items()),
        "    else:",
        "        raise wrong_outputs(query, out)",
    ]


def fresh(query: Query, field: Field) -> str:
    """An expression for a new array."""
    free = {argument.shape[0]: f"len({argument.name})" for argument in query.arguments if argument.shape}
    sizes = [str(n) if isinstance(n, int) else free[n] if n in query.free_sizes else f"m.{n}" for n in field.shape]
    shape = sizes[0] if len(sizes) == 1 else f"({', '.join(sizes)})"
    return f"empty({shape}, int32)" if field.kind == "int" else f"empty({shape})"


def answer(query: Query) -> str:
    """What is returned, in the order of the declaration."""
    if len(query.arrays) != 1 and not query.numbers:
        return "out"
    return ", ".join(field.name if not field.shape else "out" for field in query.outputs)


def _given(arrays: list[str]) -> list[str]:
    return ["out"] if len(arrays) == 1 else arrays


def _tuple(names: list[str]) -> str:
    return f"({', '.join(names)}{',' if len(names) == 1 else ''})"
