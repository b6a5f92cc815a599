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

_forks: list[None] = []  # one for each fork between the first process and this one
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=lambda: _forks.append(None))


class Job:
    """Work under way; `stopped` asks all who are at it to come to an end."""

    __slots__ = ("stopped",)

    def __init__(self) -> None:
        self.stopped = False


class SharedJob(Job):
    """Shares of work that threads take one by one: `work(job, share)`.

    Lists are appended to and measured, which no thread divides: no lock is needed, and none can be left locked.
    """

    __slots__ = ("_begun", "_bell", "_closed", "_ended", "_shares", "_work", "errors")

    def __init__(self, work: Callable[[Job, Any], None], shares: Sequence[Any]):
        super().__init__()
        self._work, self._shares = work, deque(shares)
        self._closed = False
        self._begun: list[None] = []
        self._ended: list[None] = []
        self._bell: SimpleQueue[None] = SimpleQueue()
        self.errors: list[BaseException] = []

    def help(self) -> None:
        """Take shares until there are none."""
        while self._shares and not self.stopped:
            try:
                share = self._shares.popleft()
            except IndexError:  # another thread was quicker
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
        self._last: SharedJob | None = None
        self._gather()

    def run(self, work: Callable[[Job, Any], None], shares: Sequence[Any]) -> None:
        """work(job, share) for every share, on as many threads as there are; returns or raises when all have ended."""
        if self._forks != len(_forks):  # threads are not there after a fork
            self._gather()
        if self._last is not None:  # two signals at once may have kept a call from waiting
            self._last.stop()
        if len(shares) == 1:
            return work(Job(), shares[0])
        job = self._last = SharedJob(work, shares)
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
        self._forks, self._helpers = len(_forks), 0
        self._last = None
        self._inbox: SimpleQueue[SharedJob | None] = SimpleQueue()
        weakref.finalize(self, self._inbox.put, None).atexit = False

    def _call_helpers(self, job: SharedJob, count: int) -> None:
        while self._helpers < count:
            try:
                # one call, which no signal handler divides; an idle thread does not keep the interpreter from ending
                start_new_thread(_serve, (self._inbox,))
            except RuntimeError:  # the system has no more threads: the caller does the work
                break
            self._helpers += 1
        for _ in range(count):
            self._inbox.put(job)


def _serve(inbox: "SimpleQueue[SharedJob | None]") -> None:
    """Help with job after job; None is the end, for all who wait at this inbox."""
    while True:
        job = inbox.get()
        if job is None:
            inbox.put(None)
            return
        job.join()
        del job  # and with it the memory that it works on
