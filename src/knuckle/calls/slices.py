"""How the steps of many groups are cut into calls of compiled code.

Between two calls the interpreter hears signals, so a call should last some hundredths of a second at most. Steps of one
group are done together where they can be: its state stays in cache meanwhile.
"""

from collections.abc import Iterator
from time import perf_counter

SLICE_SECONDS = 0.02  # what a slice should last
SMALL = 16  # a slice is short, and the clock not asked, where so many of it fit in the time of one
FASTEST_GROWTH = 16  # of one slice against the one before: the clock is coarse, and groups differ
LARGEST_BUDGET = 2**20  # steps of a slice: float32 counts them exactly
SHORTEST = 1e-7  # of a clock's readings [s]

Slice = tuple[int, int, int, int]  # first group, last group + 1, first step of each, last step + 1


class Pace:
    """How many steps of one group fit in a slice, as the slices before tell."""

    __slots__ = ("budget",)

    def __init__(self) -> None:
        self.budget = 1

    def learn(self, steps: int, seconds: float) -> None:
        """A slice of that many steps took that long."""
        fitting = int(steps * SLICE_SECONDS / max(seconds, SHORTEST))
        self.budget = max(1, min(fitting, FASTEST_GROWTH * self.budget, LARGEST_BUDGET))


def paced(steps: int, pace: Pace) -> Iterator[int]:
    """Numbers that add up to `steps`, each for one slice; how long the caller takes between two tells the next."""
    while steps > 0:
        count, start = min(steps, pace.budget), perf_counter()
        yield count
        pace.learn(count, perf_counter() - start)
        steps -= count


def take_slice(todo: list[Slice], budget: int) -> Slice:
    """Take a slice of at most `budget` steps out of a list of what is to do, from its end."""
    first, last, start, stop = todo.pop()
    groups = min(budget // (stop - start), last - first)
    if not groups:  # not even one group can do all of its steps
        if last - first > 1:
            todo.append((first + 1, last, start, stop))
        todo.append((first, first + 1, start + budget, stop))
        return first, first + 1, start, start + budget
    if groups < last - first:
        todo.append((first + groups, last, start, stop))
    return first, first + groups, start, stop
