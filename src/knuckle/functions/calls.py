"""The public functions of one world: every entry of compiled code as `f(m, d)`.

`knuckle.step` is `machine().step`, on the machine that `$KNUCKLE_MACHINE` names, `single` unless it is set.
`machine("python").step` runs the same source uncompiled, for debuggers; `machine("checked").step` checks every index.
"""

from collections.abc import Callable
from functools import cache
from types import SimpleNamespace

from knuckle.calls.in_use import alone, in_use
from knuckle.calls.slices import SMALL, paced
from knuckle.data.data import Data, check_pair
from knuckle.functions.callbacks import calls_python, hooked_table, hooks, python_hooks, raise_pending, run_interrupted
from knuckle.functions.query_machines import checked_query, compiled_query, interpreted_query
from knuckle.functions.stage_texts import STAGE_TEXTS
from knuckle.machine.answer import compiled_entry, machine_in_use
from knuckle.machine.entry import BUSY, OVERFLOW, REFUSED, Entry, pair_trampoline
from knuckle.machine.query import CONVERT, Query
from knuckle.machine.world_object import can_be_entered, tell_data_type
from knuckle.memory.arguments import LARGEST_COUNT, whole_number
from knuckle.memory.capacity import count_idle
from knuckle.memory.worlds import write_hooks
from knuckle.model.model import Model
from knuckle.physics.guard.finite import calls_nothing, runs_alone
from knuckle.program import entries
from knuckle.validate.values import refuse_model

ONCE = 1  # the one object that Python has for it
CALLING = (runs_alone, calls_nothing)  # the guards of entries that functions of the user run inside of

tell_data_type(Data)


class Machine(SimpleNamespace):
    """The functions of one machine, made from the table of entries: a stage is f(m, d), a query as it is declared."""

    def __init__(self, name: str, make: Callable[[Entry], Callable], make_query: Callable[[Query], Callable]):
        super().__init__(name=name)
        for entry in entries():
            if isinstance(entry, Query):
                setattr(self, entry.name, make_query(entry))
                continue
            function = make(entry)
            function.__name__ = function.__qualname__ = entry.name
            function.__doc__ = STAGE_TEXTS[entry.name]
            setattr(self, entry.name, function)


def machine(name: str | None = None) -> Machine:
    """Return the functions of a machine: the same stages, run in another way, such as `machine("python").step(m, d)`.

    "single" is compiled code, "checked" is compiled code that checks every index, "python" is the same source without
    compilation, for debuggers. Without a name it is the machine in the environment variable KNUCKLE_MACHINE, or
    "single".
    """
    return _machine(machine_in_use(name))


@cache
def _machine(name: str) -> Machine:
    makers = {
        "single": (_compiled, compiled_query),
        "checked": (_checked, checked_query),
        "python": (_interpreted, interpreted_query),
    }
    return Machine(name, *makers[name])


def _compiled(entry: Entry) -> Callable:
    """The entry on the `single` machine; its code is looked up at the first call."""

    run: Callable[[int, int, int], int]
    enter: Callable[[Model, Data], int]

    def load_and_run(m: int, d: int, count: int) -> int:
        nonlocal run
        run = compiled_entry(entry.name)
        return run(m, d, count)

    def load_and_enter(m: Model, d: Data) -> int:
        nonlocal enter
        check_pair(m, d)
        enter = compiled_entry(pair_trampoline(entry.name)) if can_be_entered(d.model, d) else _convert
        return enter(m, d)

    run, enter = load_and_run, load_and_enter

    def finish(code: int, m: Model, d: Data, count: int) -> None:
        if code == CONVERT:
            check_pair(m, d)
            code = run(m._address, d._address, count)
        if code == REFUSED and m.callbacks:
            _with_callbacks(run, m, d, count)
        elif code:
            finish_call(code, lambda rest: run(m._address, d._address, rest), d, count, stacklevel=5)

    def stage(m: Model, d: Data) -> None:
        code = enter(m, d)
        if code:
            finish(code, m, d, 1)

    def repeated(m: Model, d: Data, nstep: int = 1) -> None:
        if nstep is ONCE:
            code = enter(m, d)
            if code:
                finish(code, m, d, 1)
            return
        if d.__class__ is not Data or d.model is not m:
            check_pair(m, d)
        if nstep.__class__ is not int or not 0 <= nstep <= LARGEST_COUNT:
            nstep = whole_number(nstep, "nstep")
        for count in (nstep,) if 0 < SMALL * nstep < d._pace.budget else paced(nstep, d._pace):
            code = run(m._address, d._address, count)
            if code:
                finish(code, m, d, count)

    return repeated if entry.is_repeated else stage


def _with_callbacks(run: Callable[[int, int, int], int], m: Model, d: Data, count: int) -> None:
    """What is done where the model has callbacks; once kernels are compiled, nothing is refused any more.

    A step may set callbacks for the next one, or take them away.
    """
    while count and calls_python(m):
        _interrupted(run, m, d)
        count -= 1
    if count:
        write_hooks(m._table, hooks(m, "single"))
        code = run(m._address, d._address, count)
        finish_call(code, lambda rest: run(m._address, d._address, rest), d, count, stacklevel=6)


def _interrupted(run: Callable[[int, int, int], int], m: Model, d: Data) -> None:
    """One call with functions in Python; its table stays, whatever they do to the callbacks."""
    table = hooked_table(m, "single")
    run_interrupted(m, d, lambda: _finished(d, lambda: run(table.ctypes.data, d._address, 1)))


def _convert(m: Model, d: Data) -> int:
    """The trampoline where objects do not lie in memory as one expects: everything goes the long way."""
    return CONVERT


def _interpreted(entry: Entry) -> Callable:
    """The entry on the `python` machine."""
    from knuckle.machine.python import run_entry

    def run(m: Model, d: Data) -> int:
        return run_entry(entry, m._arena.arrays, m._counts, d._arrays, python_hooks(m))

    return _careful(entry, run)


def _checked(entry: Entry) -> Callable:
    """The entry on the `checked` machine."""
    from knuckle.machine.checked import run_entry

    return _careful(entry, lambda m, d: run_entry(entry, m, d, hooks(m, "checked")))


def _careful(entry: Entry, run_entry: Callable[[Model, Data], int]) -> Callable:
    """The entry on a machine that takes its time: step by step."""

    def run(m: Model, d: Data, nstep: int = 1) -> None:
        check_pair(m, d)
        for _ in range(whole_number(nstep, "nstep")):
            if m.callbacks and entry.guard in CALLING:
                run_interrupted(m, d, lambda: _finished(d, lambda: alone(d, run_entry, m, d)))
            else:
                code = alone(d, run_entry, m, d)
                if code:
                    finish_call(code, lambda rest: alone(d, run_entry, m, d), d, 1)

    return run


def _finished(d: Data, run: Callable[[], int]) -> None:
    """A call with functions of the user inside, to its end."""

    def watched(rest: int = 1) -> int:
        code = run()
        raise_pending(d)
        return code

    code = watched()
    if code:
        finish_call(code, watched, d, 1)


def finish_call(code: int, run: Callable[[int], int], d: Data, count: int, stacklevel: int = 4) -> None:
    """After a call that did not end well: where room was missing make more and run the rest, then report problems.

    Each round makes more room or raises, so there is a last one.
    """
    idle = 0
    while code == OVERFLOW:
        count -= int(d._arrays["steps_done"])
        idle = count_idle(idle, d.grow())
        code = run(count)
    if code == REFUSED:
        refuse_model(d.model)
    if code == BUSY:
        raise in_use(d)
    if code:
        d.report_status(stacklevel=stacklevel)
