"""Build processes: their products come through pipes, and none of them outlives the process that waits for it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from knuckle.machine.artifact import cores
from knuckle.machine.workers import run_workers

PATIENCE = 60.0  # [s] a dead worker is seen in milliseconds; a slow machine may take its time

# starts a build, tells the numbers of its workers, and waits for them
BUILDER = """
import subprocess
from knuckle.machine.artifact import build
from knuckle.machine.targets import SINGLE

class Told(subprocess.Popen):
    def __init__(self, *args, **options):
        super().__init__(*args, **options)
        print(self.pid, flush=True)

subprocess.Popen = Told
build("single", SINGLE)
"""


def module(folder, text):
    """A module of that text as `run_workers` wants it."""
    (folder / "some_worker.py").write_text(text)
    return ["some_worker"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    return tmp_path


def is_running(pid):
    """Whether a process computes: not gone, and not a zombie that nobody has fetched."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked at in /proc")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_killed_build_leaves_no_workers_and_no_files(tmp_path, tmp_path_factory, number):
    path, cache = os.pathsep.join(p for p in sys.path if p), tmp_path_factory.mktemp("cache")
    environment = {**os.environ, "PYTHONPATH": path, "TMPDIR": str(tmp_path), "KNUCKLE_CACHE": str(cache)}
    builder = subprocess.Popen(
        [sys.executable, "-P", "-c", BUILDER], env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    with builder:
        workers = [int(builder.stdout.readline()) for _ in range(cores())]
        assert all(map(is_running, workers))
        builder.send_signal(number)
    deadline = time.monotonic() + PATIENCE
    while any(map(is_running, workers)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(is_running, workers))
    assert list(tmp_path.iterdir()) == []


def run(module, jobs, count=2):
    """The products of jobs by job, and what failed workers said."""
    products = {}
    failures = run_workers(module, jobs, count, products.__setitem__)
    return products, failures


WORKER = """
from knuckle.machine.workers import hand_over, jobs
for job in jobs():
    hand_over(job.encode() * 1000)
"""


def test_products_come_back_as_they_were(folder):
    text = "from knuckle.machine.workers import hand_over, jobs\nfor job in jobs(): hand_over(bytes(range(256)) * 4096)"
    products, failures = run(module(folder, text), ["some work", "more work"])
    assert products == dict.fromkeys(("some work", "more work"), bytes(range(256)) * 4096) and failures == []


@pytest.mark.parametrize("count", [1, 3, 20])
def test_every_job_is_done_once_whatever_the_number_of_workers(folder, count):
    jobs = [f"job {k}" for k in range(7)]
    products, failures = run(module(folder, WORKER), jobs, count)
    assert products == {job: job.encode() * 1000 for job in jobs} and failures == []


FAILURES = {
    "says why": ("import sys; sys.exit('no luck')", "no luck"),
    "says much": ("import sys; sys.exit('no luck ' * 100_000)", "no luck"),
    "is killed": ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "exit code -9"),
    "makes nothing": ("pass", "exit code 0 and no word"),
    "is cut off": ("print('product 9')\nprint('short', end='')", "exit code 0 and no word"),
}


@pytest.mark.parametrize("name", FAILURES)
def test_a_worker_without_a_product_is_a_failure_with_a_reason(folder, name):
    text, words = FAILURES[name]
    products, failures = run(module(folder, text), ["a job"])
    assert products == {} and words in failures[0]


def test_after_a_failure_no_more_jobs_are_handed_out(folder):
    text = WORKER.replace("    hand_over", "    assert job != 'job 1'\n    hand_over")
    products, failures = run(module(folder, text), [f"job {k}" for k in range(9)], 1)
    assert list(products) == ["job 0"] and "AssertionError" in failures[0]
