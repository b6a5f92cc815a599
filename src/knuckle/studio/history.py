"""The last seconds of a simulation, as states: to scrub through, and to step back."""

from bisect import bisect_right

import numpy as np

from knuckle.data.data import Data
from knuckle.data.state import get_state, set_state
from knuckle.model.model import Model

SECONDS = 20.0  # of simulated time
RATE = 60.0  # states per second of simulated time
MOST_BYTES = 128 << 20


class History:
    """States in order of time, RATE of them per second, the oldest forgotten."""

    def __init__(self, m: Model):
        self.model = m
        self.times: list[float] = []
        self.states: list[np.ndarray] = []

    def __len__(self) -> int:
        return len(self.times)

    def record(self, d: Data, always: bool = False) -> None:
        """Keep the state of now, if the last one kept is old enough; what was kept of later times is another future."""
        self.forget_after(d.time)
        if self.times and (d.time == self.times[-1] or (d.time - self.times[-1] < 1.0 / RATE and not always)):
            return
        self.times.append(d.time)
        self.states.append(get_state(self.model, d))
        self._forget_old()

    def forget_after(self, time: float) -> None:
        """Drop states of later times: they are of another future."""
        keep = bisect_right(self.times, time + 1e-12)
        del self.times[keep:], self.states[keep:]

    def clear(self) -> None:
        self.times.clear()
        self.states.clear()

    def restore(self, d: Data, index: int) -> None:
        """Put a kept state back."""
        set_state(self.model, d, self.states[index])

    def before(self, time: float) -> int:
        """The last state kept at or before a time; -1 where there is none."""
        return bisect_right(self.times, time + 1e-12) - 1

    def span(self) -> tuple[float, float]:
        """First and last time kept. [s]"""
        return (self.times[0], self.times[-1]) if self.times else (0.0, 0.0)

    def _forget_old(self) -> None:
        limit = max(2, MOST_BYTES // max(1, self.states[-1].nbytes))
        first = bisect_right(self.times, self.times[-1] - SECONDS)
        drop = max(first, len(self.times) - limit)
        if drop > 0:
            del self.times[:drop], self.states[:drop]
