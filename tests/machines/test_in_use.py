"""Two threads on one Data or one Batch: the second is told so, and nothing is spoilt."""

import threading
import time

import numpy as np
import pytest
from support.subprocesses import run_script
from support.systems import model

import knuckle as kn
from knuckle.calls.in_use import alone

START = """
import pickle, threading, time
import knuckle as kn
from knuckle import models
m = kn.load(models.path("humanoid"), omit=("tendon",))
errors = []

def together(*calls, seconds=1.5):
    end = time.monotonic() + seconds
    def repeat(call):
        while time.monotonic() < end:
            try:
                call()
            except Exception as error:
                errors.append(str(error))
    threads = [threading.Thread(target=repeat, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
"""


def test_threads_that_share_a_data_are_told_so():
    run_script(
        START
        + """
d = kn.Data(m)
vectors = [[0, 0, -1]]
def cast():
    vectors.append(vectors[0])
    kn.multi_ray(m, d, [0, 0, 3], vectors)
together(
    lambda: kn.step(m, d, 20),
    lambda: kn.forward(m, d),
    lambda: kn.reset(m, d),
    lambda: kn.jac_body(m, d, 1),
    lambda: kn.filter_contacts(m, d, lambda *_: False),
    lambda: pickle.dumps(d),
    lambda: kn.step(m, d.copy()),
    cast,
)
assert errors and all("this Data is in use" in error for error in errors)
twin = kn.Data(m)
kn.reset(m, d)
for one in (d, twin):
    kn.step(m, one, 100)
assert (d.qpos == twin.qpos).all()
"""
    )


def test_threads_that_share_a_batch_are_told_so():
    run_script(
        START
        + """
batch, d, deep = kn.Batch(m, 16, threads=2), kn.Data(m), kn.Data(m)
d.qpos[2] = 0.1
kn.forward(m, d)
together(
    lambda: batch.step(20),
    lambda: batch.forward(),
    lambda: batch.load(d),
    lambda: batch.read("qpos"),
    lambda: batch.write("qvel", m.qpos0[: m.nv]),
    lambda: batch.copy().step(),
    lambda: pickle.dumps(batch),
)
assert errors and all("this Batch is in use" in error for error in errors)
batch.load(deep)
batch.step(100)
twin = kn.Batch(m, 16)
twin.step(100)
assert (batch.qpos == twin.qpos).all()
"""
    )


def test_threads_with_data_of_their_own_share_a_model():
    m = model("humanoid")
    expected = kn.Data(m)
    kn.step(m, expected, 200)
    worlds = [kn.Data(m) for _ in range(4)]
    threads = [threading.Thread(target=kn.step, args=(m, d, 200)) for d in worlds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all((d.qpos == expected.qpos).all() for d in worlds)


@pytest.fixture
def taken():
    """A function: the object is in use by a thread until the test is over."""
    end, threads = threading.Event(), []

    def take(owner):
        begun = threading.Event()

        def hold():
            begun.set()
            end.wait(60)

        threads.append(threading.Thread(target=alone, args=(owner, hold)))
        threads[-1].start()
        assert begun.wait(60)

    yield take
    end.set()
    for thread in threads:
        thread.join()


REFUSED = {
    "step": kn.step,
    "stage": kn.kinematics,
    "query": lambda m, d: kn.jac_body(m, d, 1),
    "ray": lambda m, d: kn.multi_ray(m, d, [0, 0, 9], [[0, 0, -1]] * 1000),
    "python": lambda m, d: kn.machine("python").kinematics(m, d),
    "reset": kn.reset,
    "copy": lambda m, d: d.copy(),
    "reduce": lambda m, d: d.__reduce__(),
    "filter": lambda m, d: kn.filter_contacts(m, d, lambda *_: True),
    "load": lambda m, d: kn.Batch(m, 3).load(d),
}


@pytest.mark.parametrize("call", REFUSED)
def test_a_call_on_data_in_use_is_refused_and_changes_nothing(taken, call):
    m = model("pendulum")
    d = kn.Data(m)
    kn.forward(m, d)
    d.qpos[:] = 0.3
    before = {name: array.copy() for name, array in d._arrays.items()}
    taken(d)
    with pytest.raises(kn.KnuckleError, match=r"this Data is in use.*copy\(\)"):
        REFUSED[call](m, d)
    assert not [name for name, array in d._arrays.items() if not np.array_equal(array, before[name])]


def test_what_is_raised_inside_of_a_call_gives_the_data_back():
    d = kn.Data(model("pendulum"))
    with pytest.raises(ZeroDivisionError):
        alone(d, lambda: 1 / 0)
    kn.step(d.model, d)
    assert d.time > 0


def test_readers_do_not_disturb_each_other():
    """A Data or Batch that nobody changes may be read and copied by many threads at once."""
    m = model("humanoid")
    d, batch, errors = kn.Data(m), kn.Batch(m, 8), []
    end = time.monotonic() + 0.5

    def read():
        try:
            while time.monotonic() < end:
                d.copy()
                batch.read("qpos")
                batch.copy()
        except kn.KnuckleError as error:
            errors.append(error)

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
