"""Workers on a Ray cluster: each computes parts of a batch, one after the other; one that dies is replaced."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from weakref import WeakSet

import ray
from ray.exceptions import ObjectLostError, RayActorError

from knuckle.cluster.part import Done, Part, PartBatch, Parts
from knuckle.errors import KnuckleError

ATTEMPTS = 4  # workers that a part may outlive

Work = Callable[[PartBatch, Any], Any]  # what is done with a part, and what with: (batch, arguments) -> results


@dataclass(frozen=True)
class Task:
    """A part, what to do with it, and with which arguments."""

    part: Part
    work: Work
    arguments: Any


class Worker:
    """What runs in a process of the cluster."""

    def __init__(self) -> None:
        self._parts = Parts(ray.get)

    def start(self) -> None:
        """Nothing: who waits for this knows that the process is there."""

    def run(self, task: Task, key: Any, model: list, options: dict[str, Any]) -> Done:
        """Do the work of a task; the model comes as a reference in a list, so that it is fetched only once."""
        batch = self._parts.batch(task.part, key, model[0], options)
        return batch.done(task.work(batch, task.arguments))


POOLS: "WeakSet[Workers]" = WeakSet()


class Workers:
    """As many workers as asked for, each with `cpus` processors of the cluster; they start when there is work.

    They hold their processors until they are closed, or another batch of this process needs some. A worker gets work
    when it has started, so that no work waits for processors that others hold.
    """

    def __init__(self, count: int, cpus: int):
        self._count, self._cpus = count, cpus
        self._idle: list[Any] = []
        POOLS.add(self)

    def run(self, tasks: Sequence[Task], *context: Any) -> Iterator[tuple[Task, Done]]:
        """Each task with what came of it, in the order in which they are done; `context` as in `Worker.run`.

        A task whose worker dies is given to a new one. KnuckleError where this happens again and again; what the work
        itself raises is raised. No work is left on the cluster then.
        """
        waiting, lost = list(reversed(tasks)), Lost()
        starting: dict[Any, Any] = {}  # by the reference that tells the end: workers, and workers with their tasks
        running: dict[Any, tuple[Any, Task]] = {}
        try:
            while waiting or running:
                for _ in range(min(self._count, len(waiting)) - len(self._idle) - len(starting) - len(running)):
                    worker = self._start()
                    starting[worker.start.remote()] = worker
                while waiting and self._idle:
                    worker, task = self._idle.pop(), waiting.pop()
                    running[worker.run.remote(task, *context)] = worker, task
                (ended, *_), _ = ray.wait([*running, *starting])
                worker, ended_task = running.pop(ended, None) or (starting.pop(ended), None)
                try:
                    done = ray.get(ended)
                except (RayActorError, ObjectLostError) as error:
                    lost.count(ended_task, error)
                    waiting += [ended_task] if ended_task else []
                    continue
                self._idle.append(worker)
                if ended_task:
                    yield ended_task, done
        finally:  # where all went well none is running any more
            for worker in (*starting.values(), *(worker for worker, _ in running.values())):
                ray.kill(worker)

    def _start(self) -> Any:
        """A new worker; where processors are lacking those of others in this process that have nothing to do end."""
        if ray.available_resources().get("CPU", 0) < self._cpus:
            for other in POOLS:
                if other is not self:
                    other.close()
        return ray.remote(Worker).options(num_cpus=self._cpus).remote()

    def close(self) -> None:
        """End the workers; later work starts others."""
        while self._idle:
            ray.kill(self._idle.pop())


class Lost:
    """How often workers have died at each task, and before they had one."""

    def __init__(self) -> None:
        self._counts: Counter[int] = Counter()

    def count(self, task: Task | None, error: Exception) -> None:
        """Count a worker that died; KnuckleError where there were too many."""
        self._counts[id(task)] += 1
        if self._counts[id(task)] < ATTEMPTS:
            return
        where = "at their start" if task is None else f"at worlds {task.part.worlds[0]} to {task.part.worlds[-1]}"
        raise KnuckleError(
            f"{ATTEMPTS} workers died {where}: the log of Ray tells why. Is this version of knuckle installed there, "
            "and is there memory enough for a part?"
        ) from error
