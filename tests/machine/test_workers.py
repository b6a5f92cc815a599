"""Build processes: their products come through pipes, and none of them outlives the process that waits for it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

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
def test_a_killed_build_leaves_no_workers_and_no_files(tmp_path, number):
    path = os.pathsep.join(p for p in sys.path if p)
    environment = {**os.environ, "PYTHONPATH": path, "TMPDIR": str(tmp_path)}
    builder = subprocess.Popen(
        [sys.executable, "-P", "-c", BUILDER], env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    with builder:
        workers = [int(builder.stdout.readline()) for _ in range(2)]
        assert all(map(is_running, workers))
        builder.send_signal(number)
    deadline = time.monotonic() + PATIENCE
    while any(map(is_running, workers)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(is_running, workers))
    assert list(tmp_path.iterdir()) == []


def test_products_come_back_as_they_were(folder):
    text = (
        "from knuckle.machine.workers import hand_over\nprint(0, 1, 'some work')\nhand_over(bytes(range(256)) * 4096)"
    )
    products, failures = run_workers("test", [module(folder, text)] * 2)
    assert products == [bytes(range(256)) * 4096] * 2 and failures == []


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
    products, failures = run_workers("test", [module(folder, text)])
    assert products == [] and words in failures[0]
