"""Two pieces of work timed in turns, so that whatever slows the computer down slows both."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter


@dataclass(frozen=True)
class Comparison:
    """Seconds of one call of ours and of theirs, and the median over turns of theirs / ours: above 1 ours is faster."""

    ours: float
    theirs: float
    ratio: float


def compare(
    ours: Callable[[], object], theirs: Callable[[], object], turns: int = 15, turn_seconds: float = 2e-3
) -> Comparison:
    """Time both in turns; each turn repeats the call for about `turn_seconds`."""
    count_ours, count_theirs = calls_in(ours, turn_seconds), calls_in(theirs, turn_seconds)
    pairs = [(seconds(ours, count_ours), seconds(theirs, count_theirs)) for _ in range(turns)]
    ratio = median(b / a for a, b in pairs)
    return Comparison(median(a for a, _ in pairs), median(b for _, b in pairs), ratio)


def calls_in(function: Callable[[], object], duration: float) -> int:
    """How many calls take about that long. [s]"""
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
