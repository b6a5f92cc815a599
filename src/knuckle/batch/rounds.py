"""A round of slices of work on the groups of a batch, on several threads, until all is done or a group stops."""

from collections.abc import Sequence
from itertools import pairwise
from time import perf_counter
from typing import TYPE_CHECKING

from knuckle.calls.slices import SMALL, Pace, Slice, take_slice
from knuckle.calls.threads import Job
from knuckle.machine.entry import OVERFLOW

if TYPE_CHECKING:
    from knuckle.batch.plan import Plan
    from knuckle.batch.visits import Visit

PARTS = 4  # of a slice, where threads share work: what one has begun no other can take over


class Share:
    """Groups that use one workspace in turn, so it is in the hands of one thread at a time."""

    __slots__ = ("todo", "workspace")

    def __init__(self, workspace: int, todo: list[Slice]):
        self.workspace, self.todo = workspace, todo


def shares_of(ngroup: int, count: int, nworkspace: int) -> list[Share]:
    """`count` steps of all groups, in runs of nearly equal length, one for each workspace."""
    if not count or not ngroup:
        return []
    count_of_shares = min(nworkspace, ngroup)
    bounds = [k * ngroup // count_of_shares for k in range(count_of_shares + 1)]
    return [Share(k, [(first, last, 0, count)]) for k, (first, last) in enumerate(pairwise(bounds))]


class Round:
    """What the threads of a round have in common: how compiled code is entered, and the plan of memory it works on.

    It holds that memory: whatever becomes of the batch, a thread at work finds it. `codes` says why groups stopped.
    """

    __slots__ = ("_pace", "_parts", "_plan", "_shares", "_visit", "codes")

    def __init__(self, visit: "Visit", pace: Pace, plan: "Plan", shares: Sequence[Share]):
        self._visit, self._pace, self._plan, self._shares = visit, pace, plan, shares
        self._parts = PARTS if len(shares) > 1 else 1
        self.codes: list[int] = []

    def work(self, job: Job, share: Share) -> None:
        """Do what is to do in one share, slice by slice, then of others; what is left when a group stops stays."""
        while share.todo or self._take_over(share):
            if job.stopped:
                return
            try:
                part = take_slice(share.todo, max(1, self._pace.budget // self._parts))
            except IndexError:  # another thread was quicker
                continue
            self._do(job, share, part)

    def _do(self, job: Job, share: Share, part: Slice) -> None:
        first, last, start, stop = part
        pace, count = self._pace, (last - first) * (stop - start)
        if SMALL * count < pace.budget:
            code = self._visit(share.workspace, *part)
        else:
            begin = perf_counter()
            code = self._visit(share.workspace, *part)
            pace.learn(count, perf_counter() - begin)
        if code:
            job.stopped = True
            self.codes.append(code)
        if code == OVERFLOW:
            share.todo.extend(self._plan.unfinished(*part))

    def _take_over(self, share: Share) -> bool:
        """Take half of the groups that another share has still to begin with; whether there were any.

        Cores are not equally fast. A single group stays: the steps that it has left may have to wait for others of its
        own, which are under way.
        """
        for other in self._shares:
            try:
                # lists are changed by whole calls, which no thread divides
                first, last, start, stop = other.todo.pop(0)
            except IndexError:
                continue
            middle = (first + last + 1) // 2
            other.todo.insert(0, (first, middle, start, stop))
            if middle < last:
                share.todo.append((middle, last, start, stop))
                return True
        return False
