"""A batch after a fork: parent and child both go on, each with threads and worlds of its own."""

import os

import pytest
from support.subprocesses import run_script

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")

START = """
import os, warnings
import numpy as np
import knuckle as kn
from support.systems import model
warnings.simplefilter("ignore", DeprecationWarning)  # of forking while there are threads
m = model("everything")
batch, alone = kn.Batch(m, 64, threads=3), kn.Batch(m, 64, threads=1)

def forked(call):
    child = os.fork()
    if not child:
        try:
            call()
        except BaseException as error:
            print(repr(error), flush=True)
            os._exit(1)
        os._exit(0)
    return child

def assert_well(child):
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0

def step_and_compare(count):
    batch.step(count)
    alone.step(count)
    assert (batch.read("qpos") == alone.read("qpos")).all()
"""


@pytest.mark.parametrize("used_before", [True, False])
def test_parent_and_child_step_a_batch_with_threads(used_before):
    run_script(
        START
        + f"""
if {used_before}:
    step_and_compare(100)  # long enough for all threads to have begun
children = [forked(lambda: step_and_compare(5)) for _ in range(3)]
step_and_compare(7)
for child in children:
    assert_well(child)
step_and_compare(3)
"""
    )


def test_a_child_forks_again_and_exits_as_usual():
    run_script(
        START
        + """
import sys
batch.step()
alone.step()
if not os.fork():
    step_and_compare(2)
    assert_well(forked(lambda: step_and_compare(2)))
    sys.exit(5)
assert os.waitstatus_to_exitcode(os.wait()[1]) == 5
"""
    )


def test_pools_of_processes_take_batches():
    run_script(
        START
        + """
import multiprocessing
batch.step()
def rollout(count):
    batch.step(count)
    return batch.read("qpos")
with multiprocessing.get_context("fork").Pool(2, maxtasksperchild=1) as pool:
    found = pool.map(rollout, [4, 4], chunksize=1)
batch.step(4)
assert all((qpos == batch.read("qpos")).all() for qpos in found)
"""
    )
