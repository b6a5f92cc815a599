"""A round of slices of work on the groups of a batch, on several threads, until all is done or a group stops."""

from itertools import pairwise
from time import perf_counter
from typing import TYPE_CHECKING

from knuckle.calls.slices import SMALL, Pace, Slice, take_slice
from knuckle.calls.threads import Job
from knuckle.machine.entry import OVERFLOW

if TYPE_CHECKING:
    from knuckle.batch.plan import Plan
    from knuckle.batch.visits import Visit


class Share:
    """A run of groups that use one workspace in turn, so it is in the hands of one thread at a time."""

    __slots__ = ("todo", "workspace")

    def __init__(self, workspace: int, todo: list[Slice]):
        self.workspace, self.todo = workspace, todo


def shares_of(ngroup: int, count: int, nworkspace: int) -> list[Share]:
    """`count` steps of all groups, in runs of nearly equal length, one for each workspace."""
    if not count or not ngroup:
        return []
    count_of_shares = min(nworkspace, ngroup)
    bounds = [k * ngroup // count_of_shares for k in range(count_of_shares + 1)]
    return [Share(k, [(first, last, count)]) for k, (first, last) in enumerate(pairwise(bounds))]


class Round:
    """What the threads of a round have in common: how compiled code is entered, and the plan of memory it works on.

    It holds that memory: whatever becomes of the batch, a thread at work finds it. `codes` says why groups stopped.
    """

    __slots__ = ("_pace", "_plan", "_visit", "codes")

    def __init__(self, visit: "Visit", pace: Pace, plan: "Plan"):
        self._visit, self._pace, self._plan = visit, pace, plan
        self.codes: list[int] = []

    def work(self, job: Job, share: Share) -> None:
        """Do what is to do in one share, slice by slice; what is left when a group stops, or the job, stays to do."""
        pace, todo, workspace = self._pace, share.todo, share.workspace
        while todo and not job.stopped:
            first, last, steps = take_slice(todo, pace.budget)
            count = (last - first) * steps
            if SMALL * count < pace.budget:
                code = self._visit(workspace, first, last, steps)
            else:
                start = perf_counter()
                code = self._visit(workspace, first, last, steps)
                pace.learn(count, perf_counter() - start)
            if code:
                job.stopped = True
                self.codes.append(code)
            if code == OVERFLOW:
                todo.extend(self._plan.unfinished(first, last, steps))
