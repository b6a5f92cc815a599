"""The public functions of one world: every entry of compiled code as `f(m, d)`.

`knuckle.step` is `machine().step`, on the machine that `$KNUCKLE_MACHINE` names, `single` unless it is set.
`machine("python").step` runs the same source uncompiled, for debuggers; `machine("checked").step` checks every index.
"""

import os
from collections.abc import Callable
from functools import cache
from types import SimpleNamespace

from knuckle.calls.in_use import alone, in_use
from knuckle.calls.slices import SMALL, paced
from knuckle.data.data import Data, check_pair
from knuckle.errors import KnuckleError
from knuckle.functions.stage_texts import text_of
from knuckle.machine.entry import BUSY, OVERFLOW, REFUSED, Entry
from knuckle.memory.arguments import LARGEST_COUNT, whole_number
from knuckle.memory.capacity import count_idle
from knuckle.model.model import Model
from knuckle.program import entries
from knuckle.schema.enums import ObjType
from knuckle.validate.values import refuse_model

# queries whose argument is an index, and the size it stays below; those of motions take a code
INDEXED = {
    **dict.fromkeys(("query_jac", "query_jac_dot", "query_jac_body", "query_jac_body_com", "query_apply_ft"), "nbody"),
    **dict.fromkeys(("query_jac_subtree_com", "query_angmom_mat"), "nbody"),
    "query_jac_geom": "ngeom",
    "query_jac_site": "nsite",
    "query_ray_geom": "ngeom",
}
MOTIONS = ("query_velocity", "query_acceleration")
PAIRS = dict.fromkeys(
    ("query_geom_distance", "query_add_contact"), "ngeom"
)  # queries about two indices, first · size + second
OBJECTS = {
    ObjType.BODY: "nbody",
    ObjType.XBODY: "nbody",
    ObjType.GEOM: "ngeom",
    ObjType.SITE: "nsite",
    ObjType.CAMERA: "ncam",
}


class Machine(SimpleNamespace):
    """The functions of one machine: every stage as f(m, d), every query to compiled code as f(m, d, index)."""

    def __init__(self, name: str, make: Callable[[Entry], Callable]):
        super().__init__(name=name)
        for entry in entries():
            function = make(entry)
            function.__name__ = function.__qualname__ = entry.name
            function.__doc__ = text_of(entry)
            setattr(self, entry.name, function)


def machine(name: str | None = None) -> Machine:
    """Return the functions of a machine: the same stages, run in another way, such as `machine("python").step(m, d)`.

    "single" is compiled code, "checked" is compiled code that checks every index, "python" is the same source without
    compilation, for debuggers. Without a name it is the machine in the environment variable KNUCKLE_MACHINE, or
    "single".
    """
    return _machine(name or os.environ.get("KNUCKLE_MACHINE") or "single")


@cache
def _machine(name: str) -> Machine:
    makers = {"single": _compiled, "checked": _checked, "python": _interpreted}
    if name not in makers:
        raise KnuckleError(f"unknown machine {name!r} for one world; expected one of: {', '.join(makers)}")
    return Machine(name, makers[name])


def _compiled(entry: Entry) -> Callable:
    """The entry on the `single` machine; its code is looked up at the first call."""

    run: Callable[[int, int, int], int]

    def load_and_run(m: int, d: int, count: int) -> int:
        nonlocal run
        run = compiled_entry(entry.name)
        return run(m, d, count)

    run = load_and_run

    def stage(m: Model, d: Data) -> None:
        if d.__class__ is not Data or d.model is not m:
            check_pair(m, d)
        code = run(m._address, d._address, 1)
        if code:
            finish_call(code, lambda count: run(m._address, d._address, count), d, 1)

    def repeated(m: Model, d: Data, nstep: int = 1) -> None:
        if d.__class__ is not Data or d.model is not m:
            check_pair(m, d)
        if nstep.__class__ is not int or not 0 <= nstep <= LARGEST_COUNT:
            nstep = whole_number(nstep, "nstep")
        for count in (nstep,) if nstep == 1 or 0 < SMALL * nstep < d._pace.budget else paced(nstep, d._pace):
            code = run(m._address, d._address, count)
            if code:
                finish_call(code, lambda rest: run(m._address, d._address, rest), d, count)

    def query(m: Model, d: Data, index: int) -> None:
        if d.__class__ is not Data or d.model is not m:
            check_pair(m, d)
        check_index(m, entry.name, index)
        ask(lambda: run(m._address, d._address, index), d)

    return query if entry.is_query else repeated if entry.is_repeated else stage


def _interpreted(entry: Entry) -> Callable:
    """The entry on the `python` machine."""
    from knuckle.machine.python import run_entry

    return _careful(entry, lambda m, d, count: run_entry(entry, m._arena.arrays, m._counts, d._arrays, count))


def _checked(entry: Entry) -> Callable:
    """The entry on the `checked` machine."""
    from knuckle.machine.checked import run_entry

    return _careful(entry, lambda m, d, count: run_entry(entry, m, d, count))


def _careful(entry: Entry, run_entry: Callable[[Model, Data, int], int]) -> Callable:
    """The entry on a machine that takes its time."""

    def run(m: Model, d: Data, count: int = 1) -> None:
        check_pair(m, d)
        if entry.is_query:
            check_index(m, entry.name, count)
        else:
            count = whole_number(count, "nstep")

        def go(rest: int) -> int:
            return alone(d, run_entry, m, d, rest)

        if entry.is_query:
            ask(lambda: go(count), d)
        elif code := go(count):
            finish_call(code, go, d, count)

    return run


def finish_call(code: int, run: Callable[[int], int], d: Data, count: int) -> None:
    """After a call that did not end well: where room was missing make more and run the rest, then report problems.

    Each round makes more room or raises, so there is a last one.
    """
    idle = 0
    while code == OVERFLOW:
        count -= int(d._arrays["steps_done"])
        idle = count_idle(idle, d.grow())
        code = run(count)
    if code == REFUSED:
        refuse_model(d.model._arena)
    if code == BUSY:
        raise in_use(d)
    if code:
        d.report_status(stacklevel=4)


def ask(query: Callable[[], int], d: Data) -> None:
    """Run a query until it has the room it needs."""
    idle = 0
    while (code := query()) == OVERFLOW:
        idle = count_idle(idle, d.grow())
    if code == REFUSED:
        refuse_model(d.model._arena)
    if code == BUSY:
        raise in_use(d)


def check_index(m: Model, query: str, index: int) -> None:
    """Raise IndexError where the argument of a query names nothing in the model."""
    number = whole_number(index, query)
    size = INDEXED.get(query)
    if query in PAIRS:
        size, number = "ngeom", number // max(1, m._counts["ngeom"])
    if query in MOTIONS:
        size, number = OBJECTS.get(ObjType(number // 2 % 32)), number // 64
        if size is None:
            raise ValueError(f"{query}: {index} is not the code of an object")
    if size is not None and number >= m._counts[size]:
        raise IndexError(f"{query}: expected an index below {size} = {m._counts[size]}, found {number}")


def compiled_entry(name: str) -> Callable[[int, int, int], int]:
    """The C function (model address, data address, count) behind a public function; returns the status word."""
    from knuckle.machine.artifact import load

    return load("single")[name]
