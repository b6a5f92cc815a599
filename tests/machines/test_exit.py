"""The end of the interpreter: it comes at once and well, whatever batches and their threads are doing."""

import pytest
from support.subprocesses import run_script

START = """
import atexit, os, sys, threading, time
import knuckle as kn
from support.systems import model
m = model("everything")
batch, d = kn.Batch(m, 64, threads=3), kn.Data(m)
batch.step(3)

def step_for_ever():
    while True:
        batch.step(1000)
        kn.step(m, d, 1000)
"""


@pytest.mark.parametrize(
    "ending",
    [
        "",
        "threading.Thread(target=step_for_ever, daemon=True).start(); time.sleep(0.2)",
        "thread = threading.Thread(target=batch.step, args=(3000,)); thread.start()",
        "thread = threading.Thread(target=batch.step, args=(3000,)); thread.start(); del batch",
        "atexit.register(batch.step, 5)",
        "sys.exit(0)",
        "batch._cycle = [batch]; del batch",
    ],
    ids=["idle", "daemon", "thread", "deleted", "atexit", "exit", "cycle"],
)
def test_the_interpreter_ends_well(ending):
    assert run_script(START + ending) == ""


def test_nothing_is_read_after_it_was_freed(monkeypatch):
    """What functions are made of stays while modules are cleared, in whatever order; freed memory is overwritten."""
    monkeypatch.setenv("PYTHONMALLOC", "malloc")
    monkeypatch.setenv("MALLOC_PERTURB_", "2")
    assert run_script(START + "kn.jac_body(m, d, 1)") == ""
