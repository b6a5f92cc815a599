"""Threads of a round: every group does each of its steps once and in order, and none waits while others have work."""

import threading
from time import sleep

import numpy as np
import pytest

from knuckle.batch.rounds import Round, shares_of
from knuckle.calls.slices import Pace
from knuckle.calls.threads import Team

PATIENCE = 20.0  # after which nobody will take over any more [s]


class FixedPace(Pace):
    """Slices of one size."""

    def __init__(self, budget: int):
        super().__init__()
        self.budget = budget

    def learn(self, steps: int, seconds: float) -> None:
        pass


class Visits:
    """Notes who did which steps; the first workspace is that of a core that stands still until another takes over."""

    def __init__(self, ngroup: int, waits: bool):
        self.done = np.zeros(ngroup, int)
        self.by = np.zeros((2, ngroup), int)
        self.under_way: set[int] = set()
        self.clashes = 0
        self._first_share, self._waits = ngroup // 2, waits
        self._lock, self._taken_over = threading.Lock(), threading.Event()

    def __call__(self, workspace: int, first: int, last: int, start: int, stop: int) -> int:
        groups, steps = set(range(first, last)), stop - start
        with self._lock:
            self.clashes += bool(self.under_way & groups) or (self.done[first:last] != start).any()
            self.under_way |= groups
        if workspace and first < self._first_share:
            self._taken_over.set()
        if self._waits and not workspace:
            self._taken_over.wait(PATIENCE)
        else:
            sleep(1e-5 * (last - first) * steps)
        with self._lock:
            self.done[first:last] += steps
            self.by[workspace, first:last] += steps
            self.under_way -= groups
        return 0


def run(ngroup: int, count: int, budget: int, waits: bool = False) -> Visits:
    visits, pace, shares = Visits(ngroup, waits), FixedPace(budget), shares_of(ngroup, count, 2)
    while shares:
        Team(2).run(Round(visits, pace, None, shares).work, shares)
        shares = [share for share in shares if share.todo]
    return visits


@pytest.mark.parametrize("budget", [1, 7, 40, 10**6])
@pytest.mark.parametrize("ngroup", [1, 2, 3, 64])
def test_every_group_does_each_step_once(ngroup, budget):
    visits = run(ngroup, 10, budget)
    assert (visits.done == 10).all()
    assert visits.clashes == 0


def test_a_thread_that_has_done_its_share_takes_over_from_a_slow_one():
    visits = run(64, 10, 80, waits=True)
    assert (visits.done == 10).all()
    assert visits.by[1, :32].any()
