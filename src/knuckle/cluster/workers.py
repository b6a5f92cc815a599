"""Workers on a Ray cluster: each computes parts of a batch, one after the other; one that dies is replaced."""

from collections.abc import Generator, Sequence
from typing import Any
from weakref import WeakValueDictionary

import ray
from ray.exceptions import ObjectLostError, RayActorError

from knuckle.cluster.calls import Call, Common, Task, end
from knuckle.cluster.failure import Failed, failed, is_end_of_process
from knuckle.cluster.functions import fetched
from knuckle.cluster.part import Done, Parts
from knuckle.cluster.session import Session, require_room, require_same, require_session


class Worker:
    """What runs in a process of the cluster."""

    def __init__(self) -> None:
        self._parts = Parts(ray.get)

    def start(self) -> None:
        """Nothing: who waits for this knows that the process is there."""

    def run(self, task: Task, common: Common) -> Done | Failed:
        """Do the work of a task. What it raises is an answer too: to Ray an error may be the end of the worker."""
        try:
            batch = self._parts.batch(task.part, common.key, common.model, common.options)
            return batch.done(task.work(batch, task.arguments, fetched(common.functions)), task.rows)
        except BaseException as error:
            if is_end_of_process(error):
                raise
            return failed(error)


POOLS: "WeakValueDictionary[int, Workers]" = WeakValueDictionary()  # of this process


class Workers:
    """As many workers as asked for, each with `cpus` processors of the cluster; they start when there is work.

    They hold their processors until they are closed, or another batch of this process needs some. A worker gets work
    when it has started, so that no work waits for processors that others hold.
    """

    def __init__(self, count: int, cpus: int):
        self._count, self._cpus = count, cpus
        self._session: Session | None = None  # that of the idle workers
        self._idle: list[Any] = []
        self._calls: list[Call] = []
        self._starved = False  # a call has waited for its first worker for some time
        POOLS[id(self)] = self

    def run(self, tasks: Sequence[Task], common: Common) -> Generator[tuple[Task, Done], None, None]:
        """Each task with what came of it, in the order in which they are done.

        A task whose worker dies is given to a new one. KnuckleError where this happens again and again; what the work
        itself raises is raised. No work is left on the cluster then.
        """
        call = Call(list(reversed(tasks)), require_session())
        self._enter(call.session)
        self._calls.append(call)
        try:
            while call.waiting or call.given:
                require_same(call.session)
                self._give(call, common)
                self._start(call)
                if ended := self._next(call):
                    call.paused = True
                    yield ended
                    call.paused = False
        finally:
            self._calls.remove(call)
            call.end()
            self._leave()

    def close(self) -> None:
        """End the workers that have nothing to do; later work starts others.

        Among these are those of a stream that nobody reads on, once their task is done: whoever waits for processors
        would else wait for its reader, who may be the one that waits.
        """
        for call in tuple(self._calls):
            if call.paused:
                call.release()
        while (worker := self._take()) is not None:
            end(worker, self._session)

    def _enter(self, now: Session) -> None:
        """Forget the workers of a connection with a cluster that was ended."""
        if self._session != now:
            self._idle.clear()
            self._session = now

    def _leave(self) -> None:
        """Give up the workers after a call, where another batch of this process got none meanwhile."""
        self._starved = False
        if any(pool._starved for pool in pools()):
            self.close()

    def _take(self) -> Any:
        """An idle worker, which then is the caller's alone; None without one."""
        try:
            return self._idle.pop()
        except IndexError:  # also where another thread has just taken the last one
            return None

    def _give(self, call: Call, common: Common) -> None:
        """Give tasks to idle workers."""
        while call.waiting and (worker := self._take()) is not None:
            try:
                reference = worker.run.remote(call.waiting[-1], common)
            except BaseException:  # no memory for the part, or a signal: whether the worker has the task nobody knows
                end(worker, call.session)
                raise
            call.busy[reference], call.given[reference] = worker, call.waiting.pop()

    def _start(self, call: Call) -> None:
        """Start the workers that are missing; where processors are, others that have nothing to do end."""
        missing = min(self._count - len(call.busy), len(call.waiting)) - len(call.starting)
        if missing > 0 and ray.available_resources().get("CPU", 0) < missing * self._cpus:
            make_room()
        for _ in range(missing):
            worker: Any = ray.remote(Worker).options(num_cpus=self._cpus).remote()
            call.starting[worker.start.remote()] = worker

    def _next(self, call: Call) -> tuple[Task, Done] | None:
        """The task that ends next, and what came of it; None where something else has changed."""
        reference = call.wait()
        if reference is None:
            self._wait_for_room(call)
            return None
        workers = call.busy if reference in call.given else call.starting
        try:
            done = ray.get(reference)
        except (RayActorError, ObjectLostError) as error:
            end(workers.pop(reference, None), call.session)
            call.lose(reference, error)
            return None
        worker = workers.pop(reference, None)
        if worker is not None:
            self._idle.append(worker)
        self._starved = False
        task = call.given.pop(reference, None)
        if task is None:
            return None
        if isinstance(done, Failed):
            raise done.error(task.where) from done.cause()
        return task, done

    def _wait_for_room(self, call: Call) -> None:
        """Ask others again for processors, as they may have been at work before; KnuckleError where there are none."""
        self._starved = not call.busy
        if self._starved:
            require_room(1, self._cpus)
        make_room()


def pools() -> list[Workers]:
    """All pools of workers of this process."""
    return [pool for reference in POOLS.valuerefs() if (pool := reference()) is not None]


def make_room() -> None:
    """End all workers of this process that have nothing to do, whichever batch they are of."""
    for pool in pools():
        pool.close()
