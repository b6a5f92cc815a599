"""A round of slices of work on the groups of a batch, on several threads, until all is done or a group stops."""

from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING

from knuckle.calls.slices import SMALL, Pace, Slice, take_slice
from knuckle.calls.threads import Job
from knuckle.machine.entry import OVERFLOW

if TYPE_CHECKING:
    from knuckle.batch.groups import GroupMemory
    from knuckle.batch.mirror import ModelMirror


class Round:
    """What the threads of a round have in common: a function of compiled code, and the memory it works on.

    It holds that memory: whatever becomes of the batch, a thread at work finds it. `codes` says why groups stopped.
    """

    __slots__ = ("_function", "_held", "_memory", "_model", "_pace", "_tables", "codes")

    def __init__(self, function: Callable[..., int], pace: Pace, memory: "GroupMemory", mirror: "ModelMirror"):
        self._function, self._pace, self._memory = function, pace, memory
        self._model, self._tables, self._held = mirror.address, memory.address, (memory.held(), mirror)
        self.codes: list[int] = []

    def work(self, job: Job, todo: list[Slice]) -> None:
        """Do what is to do in one share, slice by slice; what is left when a group stops, or the job, stays to do.

        Groups of a share use one workspace in turn, so a share is in the hands of one thread at a time.
        """
        pace = self._pace
        while todo and not job.stopped:
            first, last, steps = take_slice(todo, pace.budget)
            count = (last - first) * steps
            if SMALL * count < pace.budget:
                code = self._function(self._model, self._tables, first, last, steps)
            else:
                start = perf_counter()
                code = self._function(self._model, self._tables, first, last, steps)
                pace.learn(count, perf_counter() - start)
            if code:
                job.stopped = True
                self.codes.append(code)
            if code == OVERFLOW:
                todo.extend(self._memory.unfinished(first, last, steps))
