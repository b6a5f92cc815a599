"""Threads that share work: each share is done once, and no thread is at work when the call is over."""

import gc
import signal
import sys
import threading
import time
from collections import Counter

import pytest
from support.subprocesses import run_script

from knuckle.calls import threads
from knuckle.calls.threads import Team

NSHARE = 50
needs_timer = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the system has no timers that send signals")


class Interruption(Exception):
    """What the handler of a signal raises."""


@pytest.fixture
def interrupt():
    """A function: a signal in so many seconds, whose handler raises Interruption."""

    def raise_it(*_):
        raise Interruption

    former = signal.signal(signal.SIGALRM, raise_it)
    yield lambda seconds: signal.setitimer(signal.ITIMER_REAL, seconds)
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, former)


@pytest.mark.parametrize("size", [1, 2, 5])
def test_each_share_is_done_once(size):
    done: Counter = Counter()
    Team(size).run(lambda job, share: done.update([share]), range(NSHARE))
    assert done == Counter(range(NSHARE))


def test_several_threads_are_at_work_at_once():
    meeting = threading.Barrier(3)
    Team(3).run(lambda job, share: meeting.wait(timeout=60), range(3))
    assert not meeting.broken


def test_what_a_share_raises_is_raised_when_all_have_ended():
    """One fails as soon as all have begun; the others end when they are asked to."""
    meeting, ended = threading.Barrier(3), []

    def work(job, share):
        meeting.wait(timeout=60)
        if share == 1:
            raise KeyError(share)
        while not job.stopped:
            time.sleep(0.001)
        ended.append(share)

    with pytest.raises(KeyError, match="1"):
        Team(3).run(work, range(3))
    assert sorted(ended) == [0, 2]


@needs_timer
@pytest.mark.parametrize("caller_works", [True, False])
def test_what_a_signal_handler_raises_is_raised_when_all_have_ended(interrupt, caller_works):
    at_work: set[int] = set()
    caller = threading.get_ident()

    def work(job, share):
        if threading.get_ident() == caller and not caller_works:
            while not at_work:
                time.sleep(0.001)
            return
        at_work.add(share)
        try:
            while not job.stopped:
                time.sleep(0.001)
        finally:
            at_work.discard(share)

    team = Team(2)
    interrupt(0.05)
    with pytest.raises(Interruption):
        team.run(work, range(2))
    assert not at_work
    test_each_share_is_done_once(2)
    done: Counter = Counter()
    team.run(lambda job, share: done.update([share]), range(NSHARE))
    assert done == Counter(range(NSHARE))


@needs_timer
def test_signals_at_any_moment_leave_nobody_at_work(interrupt):
    team, at_work, heard = Team(3), [], 0

    def work(job, share):
        at_work.append(share)
        while not job.stopped and share < 2:
            pass
        at_work.remove(share)

    for k in range(100):
        try:
            interrupt(1e-5 * (k + 1))
            team.run(work, range(3))
        except Interruption:
            heard += 1
            signal.setitimer(signal.ITIMER_REAL, 0)
        at_work_then = list(at_work)
        at_work.clear()  # the caller itself may have been interrupted between its two lines
        time.sleep(0.001)
        assert not at_work, (k, at_work_then)
    assert heard == 100


def test_the_caller_does_everything_where_no_thread_can_be_made(monkeypatch):
    def refuse(*_):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threads, "start_new_thread", refuse)
    done: list[int] = []
    Team(4).run(lambda job, share: done.append(share), range(NSHARE))
    assert done == list(range(NSHARE))


def test_threads_end_with_their_team():
    team, meeting, seen = Team(3), threading.Barrier(3), set()

    def work(job, share):
        seen.add(threading.get_ident())
        meeting.wait(timeout=60)

    team.run(work, range(3))
    helpers = seen - {threading.get_ident()}
    assert len(helpers) == 2 and helpers <= sys._current_frames().keys()
    del team
    gc.collect()
    deadline = time.monotonic() + 60
    while helpers & sys._current_frames().keys() and time.monotonic() < deadline:
        time.sleep(0.001)
    assert not helpers & sys._current_frames().keys()


FORKED = """
import os, threading, warnings
from knuckle.calls import threads
from knuckle.calls.threads import Team
warnings.simplefilter("ignore", DeprecationWarning)  # of forking while there are threads
team = Team(3)
def meet():
    meeting = threading.Barrier(3)
    team.run(lambda job, share: meeting.wait(timeout=60), range(3))
meet()
child = os.fork()
if not child:
    meet()
    os._exit(7)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
meet()
"""


@pytest.mark.skipif(not hasattr(__import__("os"), "fork"), reason="the system has no fork")
def test_a_forked_process_has_threads_of_its_own():
    assert run_script(FORKED) == ""
