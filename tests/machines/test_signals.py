"""Ctrl-C in the middle of many steps: it is heard soon, no thread goes on, and every world has done whole steps.

Each script asks for more steps than a day has time for: one that does not hear its signal does not end.
"""

import signal

import pytest
from support.subprocesses import run_script

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the system has no timers that send signals")

START = """
import gc, signal, time
import numpy as np
import knuckle as kn
from support.worlds import batch_of

def stop(*_):
    raise KeyboardInterrupt

def interrupted(call, seconds=0.3):
    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        call(10**12)
    except KeyboardInterrupt:
        return
    raise AssertionError("it returned")

# calm for ever: a world that diverged would be reset, and its time with it
m = kn.load('''
<mujoco><worldbody><geom type="plane" size="5 5 1"/>
  <body pos="0 0 .3"><freejoint/><geom type="box" size=".1 .2 .3"/></body>
  <body pos="2 0 2"><joint damping=".1"/><geom type="capsule" size=".05 .2"/>
    <body pos="0 0 .4"><joint axis="1 0 0" damping=".1"/><geom type="capsule" size=".05 .2"/></body></body>
</worldbody></mujoco>''')

def worlds_apart(count):
    worlds = [kn.Data(m) for _ in range(count)]
    for w, d in enumerate(worlds):
        d.qvel[-2:] = w, -w / 2
    return worlds
"""

BATCH = (
    START
    + """
worlds = worlds_apart(37)
batch = batch_of(m, worlds, "float64", threads={threads}, keep={keep})
batch.step()
interrupted(batch.step)
times, positions = batch.read("time"), batch.read("qpos")
time.sleep(0.3)
assert (batch.read("time") == times).all() and (batch.read("qpos") == positions).all(), "a thread went on"
twin = batch_of(m, worlds, "float64", threads=1, keep=["qacc"])  # a world does the same whoever is beside it
counts, done = np.rint(times / m.opt.timestep).astype(int), 0
for count in np.unique(counts):
    twin.step(count - done, counts >= count)
    done = count
assert (twin.time == times).all()
assert (twin.qpos == positions).all(), "half a step was done"
batch.step(3)
twin.step(3)
assert (batch.qpos == twin.qpos).all()
"""
)


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("keep", [None, ["qacc"]])
def test_worlds_of_an_interrupted_batch_have_done_whole_steps_and_go_on(threads, keep):
    assert run_script(BATCH.format(threads=threads, keep=keep)) == ""


def test_a_batch_can_be_freed_after_an_interruption():
    printed = run_script(
        START
        + """
for _ in range(5):
    batch = kn.Batch(m, 64, threads=2)
    interrupted(batch.step, 0.1)
    del batch
    gc.collect()
    time.sleep(0.05)
"""
    )
    assert printed == ""


def test_interruptions_at_any_moment_leave_a_batch_that_works():
    run_script(
        START
        + """
chance = np.random.default_rng(0)
batch = kn.Batch(m, 64, threads=3, keep=["qacc"])
for _ in range(50):
    interrupted(lambda n: [batch.step(k % 3) for k in iter(int, 1)], chance.uniform(1e-4, 2e-2))
    batch.forward()
    assert np.isfinite(batch.read("qacc")).all()
"""
    )


def test_a_handler_that_uses_the_batch_it_interrupts_is_told_so():
    run_script(
        START
        + """
batch, errors = kn.Batch(m, 64, threads=2), []
def use(*_):
    for call in (batch.step, batch.copy, lambda: batch.read("time"), lambda: batch.load(kn.Data(m))):
        try:
            call()
        except kn.KnuckleError as error:
            errors.append(str(error))
    raise KeyboardInterrupt
signal.signal(signal.SIGALRM, use)
signal.setitimer(signal.ITIMER_REAL, 0.2)
try:
    batch.step(10**12)
except KeyboardInterrupt:
    pass
assert len(errors) == 4 and all("this Batch is in use" in error for error in errors), errors
batch.step()
"""
    )


def test_one_world_hears_signals_and_goes_on():
    run_script(
        START
        + """
d, twin = kn.Data(m), kn.Data(m)
interrupted(lambda n: kn.step(m, d, n))
kn.step(m, twin, round(d.time / m.opt.timestep))
assert (d.qpos == twin.qpos).all() and d.time == twin.time
interrupted(lambda n: kn.step_with_contacts(m, d, lambda m, d: None, n))
kn.step(m, d)
"""
    )


CROWD = (
    START
    + """
chance = np.random.default_rng(0)
bodies = "".join(f"<body pos='0 0 {k}'><joint type='slide' axis='0 0 1'/><geom size='.1'/></body>" for k in range(60))
crowd = kn.load(f"<mujoco><worldbody><geom type='plane' size='1 1 1'/>{bodies}</worldbody></mujoco>")
d = kn.Data(crowd)
d.qpos[:] = -np.arange(60)  # all in one place: each touches each

def perhaps_interrupted(call):
    signal.signal(signal.SIGALRM, stop)
    try:
        signal.setitimer(signal.ITIMER_REAL, chance.uniform(1e-5, 1e-2))
        call()
        signal.setitimer(signal.ITIMER_REAL, 0)
    except KeyboardInterrupt:
        pass
"""
)


def test_interruptions_while_room_grows_leave_a_world_that_works():
    run_script(
        CROWD
        + """
for _ in range(50):
    twin = d.copy()
    perhaps_interrupted(lambda: kn.forward(crowd, twin))
    kn.forward(crowd, twin)
    assert twin.ncon == 60 * 59 // 2 + 60
"""
    )


def test_interruptions_while_room_grows_leave_a_batch_that_works():
    run_script(
        CROWD
        + """
start = kn.Batch(crowd, 12, threads=2, keep=["ncon"])
start.load(d)
for _ in range(15):
    batch = start.copy()
    perhaps_interrupted(batch.forward)
    batch.forward()
    assert (batch.read("ncon") == 60 * 59 // 2 + 60).all()
"""
    )
