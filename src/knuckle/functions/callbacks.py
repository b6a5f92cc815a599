"""Steps of a model with callbacks: compiled code calls functions of the user, in Python or compiled.

Kernels have addresses: they are written into the model's table, and from then on nothing else is different. A function
in Python is called through `dispatch`, which knows the Model and Data of the call that the thread is in.
"""

import ctypes
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from threading import local
from typing import Any

import numpy as np

from knuckle.data.data import Data
from knuckle.data.state import get_state, set_state
from knuckle.errors import KnuckleError
from knuckle.kernel import is_kernel
from knuckle.memory.records import convert
from knuckle.memory.worlds import write_hooks
from knuckle.model.model import Model
from knuckle.schema.enums import BiasType, DynType, GainType, Stage, State
from knuckle.schema.hooks import CALLBACKS

REALS = np.dtype(np.float64)
WAIT = 1e-4  # [s]


class Running:
    """A call whose functions of the user are in Python; `error` is what the first of them raised."""

    def __init__(self, m: Model, d: Data):
        self.m, self.d = m, d
        self.given = m.callbacks.given  # as they were when it began
        self.error: BaseException | None = None


class _Thread(local):
    def __init__(self) -> None:
        self.calls: list[Running] = []


_thread = _Thread()


def calls_python(m: Model) -> bool:
    """Whether the model has callbacks that are not kernels."""
    return not all(map(is_kernel, m.callbacks.given.values()))


def hooks(m: Model, machine: str) -> dict[str, int]:
    """The words of the model's table that make compiled code call its callbacks."""
    given = m.callbacks.given
    if not given:
        return {}
    from knuckle.machine.user_kernels import hook_addresses

    kernels = hook_addresses(machine, {name: function for name, function in given.items() if is_kernel(function)})
    return {f"hook_{name}": kernels[name] if name in kernels else _address(_c_function(name)) for name in given}


def python_hooks(m: Model) -> dict[str, Callable]:
    """The same for kernels that are run as they are written."""
    from knuckle.program import callback_makers

    return {
        f"hook_{name}": callback_makers()[name](function)
        if is_kernel(function)
        else lambda m, d, number, name=name: dispatch(name, 0, 0, number)
        for name, function in m.callbacks.given.items()
    }


def hooked_table(m: Model, machine: str) -> np.ndarray:
    """A copy of the model's table in which its callbacks are known."""
    known = m.callbacks._hooked
    if machine not in known:
        table = m._table.copy()
        write_hooks(table, hooks(m, machine))
        known[machine] = table
    return known[machine]


def run_interrupted(m: Model, d: Data, run: Callable[[], object]) -> None:
    """Call `run` with functions of the user inside; where one raises, the state is as it was before."""
    if d._memory_stays or any(call.d is d for call in _thread.calls):
        raise KnuckleError("a callback may not start what calls it: for other states of the model take d.copy()")
    before = get_state(m, d, State.INTEGRATION)
    _thread.calls.append(Running(m, d))
    try:
        run()
    except BaseException:
        set_state(m, d, before, State.INTEGRATION)
        raise
    finally:
        _thread.calls.pop()


def raise_pending(d: Data) -> None:
    """Raise what a callback raised in the call that has just ended."""
    call = _thread.calls[-1]
    if call.error is not None:
        d._arrays["overflow"][...] = 0.0
        raise call.error


def dispatch(name: str, m_table: int, d_table: int, number: int) -> int:
    """Call a function of the user from compiled code; what it raises is kept, and cuts the call short."""
    call = _thread.calls[-1]
    if call.error is None:
        try:
            with _lent(call.d):
                HANDLERS[name](call.m, call.d, call.given[name], number)
        except BaseException as error:  # it cannot pass through compiled code
            call.error = error
            call.d._arrays["overflow"][...] = 1.0
    return 0


@contextmanager
def _lent(d: Data) -> Iterator[None]:
    """Let a function of the user have the Data, whose memory stays where it is."""
    word = d._free
    d._memory_stays = True
    word[0] = 1
    try:
        yield
    finally:
        taken = 0
        while not taken:  # another thread may have looked in meanwhile
            taken, word[0] = word[0], 0
            if not taken:
                time.sleep(WAIT)
        d._memory_stays = False


@cache
def _c_function(name: str) -> Any:
    """`dispatch` for a callback, as compiled code calls it; it stays for ever, for a step may be in it."""
    return ctypes.CFUNCTYPE(ctypes.c_int32, *[ctypes.c_int64] * 3)(partial(dispatch, name))


def _address(function: Any) -> int:
    return ctypes.cast(function, ctypes.c_void_p).value or 0


def _plain(m: Model, d: Data, function: Callable, number: int) -> None:
    function(m, d)


def _filter(m: Model, d: Data, function: Callable, number: int) -> None:
    from knuckle.functions.contact_hooks import filter_contacts

    filter_contacts(m, d, function)


def _sense(m: Model, d: Data, function: Callable, number: int) -> None:
    function(m, d, Stage(number))


def _rates(m: Model, d: Data, function: Callable, number: int) -> None:
    for k in np.flatnonzero(m.actuator_dyntype == DynType.USER).tolist():
        first, count = int(m.actuator_actadr[k]), int(m.actuator_actnum[k])
        d._arrays["user_rate"][first : first + count] = convert(function(m, d, k), REALS, (count,), "act_dyn")


def _gains(m: Model, d: Data, function: Callable, number: int) -> None:
    for k in np.flatnonzero(m.actuator_gaintype == GainType.USER).tolist():
        d._arrays["user_gain"][k] = convert(function(m, d, k), REALS, (), "act_gain")


def _biases(m: Model, d: Data, function: Callable, number: int) -> None:
    for k in np.flatnonzero(m.actuator_biastype == BiasType.USER).tolist():
        d._arrays["user_bias"][k] = convert(function(m, d, k), REALS, (), "act_bias")


HANDLERS: dict[str, Callable[[Model, Data, Callable, int], None]] = dict(
    zip(CALLBACKS, (_plain, _plain, _filter, _sense, _rates, _gains, _biases), strict=True)
)
