"""How long compiled code takes: the best of a few loops, each long enough for the clock."""

from collections.abc import Callable
from time import get_clock_info, perf_counter, thread_time

from knuckle.data.data import Data
from knuckle.data.state import get_state, set_state
from knuckle.machine.answer import compiled_entry
from knuckle.model.model import Model

# what other programs take is no part of it, where the time of a thread is known well
CLOCK = thread_time if get_clock_info("thread_time").resolution < 1e-6 else perf_counter
LOOP_SECONDS = 2e-3
REPEATS = 5


def seconds_per_call(run: Callable[[int], object], loop_seconds: float = LOOP_SECONDS, repeats: int = REPEATS) -> float:
    """Least time of one repetition, where `run(count)` repeats the work `count` times. [s]"""
    count = _enough(run, loop_seconds)
    return _least(run, count, repeats) / count


def seconds_more(run: Callable[[int], object], loop_seconds: float = LOOP_SECONDS, repeats: int = REPEATS) -> float:
    """Least time of one more repetition: as `seconds_per_call`, without what the call itself takes. [s]"""
    count = 1 + _enough(run, loop_seconds)
    return max(0.0, _least(run, count, repeats) - _least(run, 1, repeats)) / (count - 1)


def _enough(run: Callable[[int], object], loop_seconds: float) -> int:
    """How many repetitions take so long; the first of all may load code and does not count."""
    run(1)
    count, taken = 1, _time(run, 1)
    while taken < loop_seconds:
        count = max(2 * count, min(100 * count, int(count * loop_seconds / max(taken, 1e-9))))
        taken = _time(run, count)
    return count


def _least(run: Callable[[int], object], count: int, repeats: int) -> float:
    return min(_time(run, count) for _ in range(repeats))


def _time(run: Callable[[int], object], count: int) -> float:
    start = CLOCK()
    run(count)
    return CLOCK() - start


def stage_seconds(m: Model, d: Data, stage: str) -> float:
    """Time of one call of a stage at the state of the data, which keeps its state. [s]"""
    function, state = compiled_entry(stage), get_state(m, d)

    def run(count: int) -> None:
        function(m._address, d._address, count)

    seconds = seconds_per_call(run)
    set_state(m, d, state)
    return seconds
