"""Threads that share work with their caller, and never outlast the call.

A signal handler may raise in the caller at any moment (Ctrl-C raises KeyboardInterrupt). What it raises is heard when
every thread has stopped: none of them touches memory that the caller then frees, reads or writes.
"""

import os
import weakref
from _thread import start_new_thread
from collections import deque
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from typing import Any

LISTENING_SECONDS = 0.1  # a waiting thread hears signals at least as often; some systems do not wake it for them


class Job:
    """Shares of work that threads take one by one: `work(job, share)`.

    `stopped` asks all who work to come to an end. Lists are appended to and measured, which no thread divides: no lock
    is needed, and none can be left locked.
    """

    def __init__(self, work: Callable[["Job", Any], None], shares: Sequence[Any]):
        self.stopped = False
        self._work, self._shares = work, deque(shares)
        self._closed = False
        self._begun: list[None] = []
        self._ended: list[None] = []
        self._bell: SimpleQueue[None] = SimpleQueue()
        self.errors: list[BaseException] = []

    def help(self) -> None:
        """Take shares until there are none."""
        while not self.stopped:
            try:
                share = self._shares.popleft()
            except IndexError:
                return
            self._work(self, share)

    def join(self) -> None:
        """Help as another thread than the caller, unless the job is closed."""
        self._begun.append(None)  # first, so that who closes the job waits for those who did not see it closed
        try:
            if not self._closed:
                self.help()
        except BaseException as error:
            self.errors.append(error)
            self.stopped = True
        finally:
            self._ended.append(None)
            self._bell.put(None)

    def wait(self) -> None:
        """Let nobody begin any more, and return when nobody is at work."""
        self._closed = True
        while len(self._ended) < len(self._begun):
            self._listen()

    def stop(self) -> None:
        """Return when nobody is at work, whatever signal handlers raise meanwhile."""
        while True:
            try:
                self.stopped = True
                self.wait()
                return
            except BaseException:  # the caller has something to raise already
                continue

    def _listen(self) -> None:
        """Wait for the end of one who is at work, or a little while."""
        try:
            self._bell.get(timeout=LISTENING_SECONDS)
        except Empty:
            return


class Team:
    """A caller and the threads that help it. They are made when they are needed, anew in a forked process."""

    def __init__(self, size: int):
        self._size = size
        self._last: Job | None = None
        self._gather()

    def run(self, work: Callable[[Job, Any], None], shares: Sequence[Any]) -> None:
        """work(job, share) for every share, on as many threads as there are; returns or raises when all have ended."""
        if self._process != os.getpid():  # threads are not there after a fork
            self._gather()
        if self._last is not None:  # two signals at once may have kept a call from waiting
            self._last.stop()
        job = self._last = Job(work, shares)
        try:
            self._call_helpers(job, min(self._size, len(shares)) - 1)
            job.help()
            job.wait()
        except BaseException:
            job.stop()
            raise
        self._last = None
        if job.errors:
            raise job.errors[0]

    def _gather(self) -> None:
        """A new team: the caller, and nobody else yet."""
        self._process, self._helpers = os.getpid(), 0
        self._last = None
        self._inbox: SimpleQueue[Job | None] = SimpleQueue()
        weakref.finalize(self, self._inbox.put, None).atexit = False

    def _call_helpers(self, job: Job, count: int) -> None:
        while self._helpers < count:
            try:
                # one call, which no signal handler divides; an idle thread does not keep the interpreter from ending
                start_new_thread(_serve, (self._inbox,))
            except RuntimeError:  # the system has no more threads: the caller does the work
                break
            self._helpers += 1
        for _ in range(count):
            self._inbox.put(job)


def _serve(inbox: "SimpleQueue[Job | None]") -> None:
    """Help with job after job; None is the end, for all who wait at this inbox."""
    while True:
        job = inbox.get()
        if job is None:
            inbox.put(None)
            return
        job.join()
        del job  # and with it the memory that it works on
