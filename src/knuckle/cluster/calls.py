"""The tasks of one call: which wait for a worker, and which workers have the others."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import ray

from knuckle.cluster.functions import Functions
from knuckle.cluster.part import Part, PartBatch
from knuckle.cluster.session import Session, session
from knuckle.errors import KnuckleError

ATTEMPTS = 4  # workers that a part may outlive
PATIENCE = 1.0  # seconds that a start may take before others are asked for their processors

Work = Callable[[PartBatch, Any, Functions], Any]  # what is done with a part: (batch, arguments, functions) -> results


@dataclass(frozen=True)
class Task:
    """A part, what to do with it, with which arguments, and whether the rows of its worlds are wanted back."""

    part: Part
    work: Work
    arguments: Any
    rows: bool = True

    @property
    def where(self) -> str:
        """The worlds of the part, in words."""
        return f"at worlds {self.part.worlds[0]} to {self.part.worlds[-1]}"


@dataclass(frozen=True)
class Common:
    """What the tasks of a call have in common.

    `key` tells the model from others. Model and functions are references, so that each worker fetches the model once.
    """

    key: bytes
    model: Any
    options: dict[str, Any]
    functions: Any = None


@dataclass(eq=False)
class Call:
    """Tasks that wait, the last one first; by the reference that tells its end each task that was given, and the worker
    that has it; and likewise workers that start.

    Threads take workers out of `busy` and `starting` by `pop`, which only one of them can do: so a call that is paused,
    because nobody asks a stream for its next part, can give up workers to others.
    """

    waiting: list[Task]
    session: Session
    given: dict[Any, Task] = field(default_factory=dict)
    busy: dict[Any, Any] = field(default_factory=dict)
    starting: dict[Any, Any] = field(default_factory=dict)
    paused: bool = False
    deaths: Counter[int] = field(default_factory=Counter)

    def wait(self) -> Any:
        """The reference of what ends next; None where workers that are needed do not start for some time."""
        patience = PATIENCE if self.starting and self.waiting else None
        ended, _ = ray.wait([*self.given, *self.starting], timeout=patience)
        return ended[0] if ended else None

    def lose(self, reference: Any, error: Exception) -> None:
        """Let the task of a worker that died wait again; KnuckleError where too many died at it, or at their start."""
        task = self.given.pop(reference, None)
        self.deaths[id(task)] += 1
        if self.deaths[id(task)] >= ATTEMPTS:
            where = task.where if task else "at their start"
            raise KnuckleError(
                f"{ATTEMPTS} workers died {where}: the log of Ray tells why. Is this version of knuckle installed "
                "there, and is there memory enough for a part?"
            ) from error
        if task:
            self.waiting.insert(0, task)  # behind the others: where many workers died at once, each of these meets one

    def release(self) -> None:
        """End the workers of a paused call that start or have done their task.

        What came of a task stays in the memory of the cluster until the call goes on.
        """
        references = list(self.busy)
        if references and session() == self.session:
            done, _ = ray.wait(references, num_returns=len(references), timeout=0, fetch_local=False)
            self._end(self.busy, done)
        self._end(self.starting, list(self.starting))

    def end(self) -> None:
        """End all workers that the call has."""
        self._end(self.busy, list(self.busy))
        self._end(self.starting, list(self.starting))

    def _end(self, workers: dict[Any, Any], references: list) -> None:
        for reference in references:
            end(workers.pop(reference, None), self.session)


def end(worker: Any, began: Session | None) -> None:
    """End a worker, unless the connection with the cluster was ended since it began: its workers ended with it."""
    if worker is not None and began is not None and session() == began:
        ray.kill(worker)
