"""Two pieces of work timed in turns, so that whatever slows the computer down slows both."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter

Turn = tuple[float, float]  # seconds of one call of ours, and of theirs


@dataclass(frozen=True)
class Comparison:
    """Seconds of one call of ours and of theirs, and the median over turns of theirs / ours: above 1 ours is faster."""

    ours: float
    theirs: float
    ratio: float


def compare(turns: list[Turn]) -> Comparison:
    """Medians over all turns."""
    return Comparison(median(a for a, _ in turns), median(b for _, b in turns), median(b / a for a, b in turns))


def take_turns(
    ours: Callable[[], object], theirs: Callable[[], object], count: int, turn_seconds: float = 2e-3
) -> list[Turn]:
    """Time both in turns; each turn repeats a call for about `turn_seconds`."""
    calls_ours, calls_theirs = calls_in(ours, turn_seconds), calls_in(theirs, turn_seconds)
    return [(seconds(ours, calls_ours), seconds(theirs, calls_theirs)) for _ in range(count)]


def calls_in(function: Callable[[], object], duration: float) -> int:
    """How many calls take about that long; the first call of all may load code and does not count. [s]"""
    function()
    count = 1
    while (taken := count * seconds(function, count)) < 0.5 * duration:
        count *= 2
    return max(1, round(count * duration / taken))


def seconds(function: Callable[[], object], count: int) -> float:
    """Mean time of one of `count` calls in a row. [s]"""
    calls = range(count)
    start = perf_counter()
    for _ in calls:
        function()
    return (perf_counter() - start) / count
