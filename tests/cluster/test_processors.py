"""Batches of one process share the processors of a cluster: none waits for ever for what another holds."""

import threading
from time import sleep

import numpy as np
import pytest
from support.subprocesses import run_script

import knuckle as kn

PARTS, PART = 4, 10
NWORLD = PARTS * PART

SESSIONS = """
import os, time, warnings
os.dup2(1, 2)  # what Ray says is looked at too
import ray, knuckle as kn
from knuckle import models
from knuckle.cluster import ClusterBatch

def begin():
    options = {"include_dashboard": False, "log_to_driver": False, "object_store_memory": 100_000_000}
    ray.init(address="local", num_cpus=2, **options)

def refused(call, words):
    try:
        call()
    except kn.KnuckleError as error:
        assert words in str(error), error
    else:
        raise AssertionError("not refused")

warnings.simplefilter("ignore")
m = kn.load(models.path("quadruped"))
begin()
other = ClusterBatch(m, 40, workers=1, keep=[])
with ClusterBatch(m, 40, part=10, keep=[]) as batch:
    stream = batch.stream(3)
    next(stream)
    other.step(2)
    ray.shutdown()
for call in (batch.step, lambda: batch.stream(2), lambda: ClusterBatch(m, 8)):
    refused(call, "no Ray cluster")
refused(lambda: next(stream), "Ray was shut down")
batch.close()
assert not ray.is_initialized()

begin()
here = kn.Batch(m, 40, keep=[])
here.step(3)
other.step()
batch.step(3)
assert (here.get_state() == other.get_state()).all() and (here.get_state() == batch.get_state()).all()

def fail_later(batch, k):
    if batch.world_numbers[0]:
        time.sleep(0.2)
        raise ValueError("that nobody hears of")

failing = batch.stream(1, fail_later)
next(failing)
time.sleep(1)
failing.close()
suspended = batch.stream(3)
next(suspended)
print("reached the end")
"""


@pytest.fixture
def batches(cluster, m):
    """A function that makes batches, which are closed in the end."""
    made = []

    def make(**options):
        made.append(cluster.ClusterBatch(m, NWORLD, **{"part": PART, "keep": [], **options}))
        return made[-1]

    yield make
    for batch in made:
        batch.close()


def test_an_error_that_is_kept_holds_no_worker(batches, in_time):
    batch = batches(threads=2)
    with pytest.raises(ZeroDivisionError) as kept:
        batch.rollout(3, lambda batch, k: 1 / 0)
    in_time(batch.rollout, 3)
    assert kept.value.__traceback__ is not None


def test_a_task_that_cannot_be_sent_holds_no_worker(batches, in_time):
    from knuckle.cluster.calls import Common, Task

    batch = batches(threads=2)
    batch.step()
    [*parts] = batch._parts(np.arange(NWORLD))
    with pytest.raises(TypeError, match="pickle") as kept:
        list(batch._workers.run([Task(parts[0], None, None)], Common(b"", None, {"lock": threading.Lock()})))
    in_time(batch.step)
    assert kept.value.__traceback__ is not None


def test_a_batch_waits_for_another_thread_and_then_goes_on(batches, in_time):
    first, second = batches(), batches()
    first.step()
    slow = threading.Thread(target=first.rollout, args=(20, lambda batch, k: sleep(0.02)), daemon=True)
    slow.start()
    in_time(second.step)
    in_time(slow.join)
    step = first.model.opt.timestep
    assert np.allclose(first.time, 21 * step) and np.allclose(second.time, step)  # nothing was lost meanwhile


def test_a_batch_that_works_all_the_time_lets_others_work(batches, in_time):
    first, second = batches(), batches(threads=2)
    first.step()
    ended = threading.Event()

    def work():
        while not ended.is_set():
            first.step()

    busy = threading.Thread(target=work, daemon=True)
    busy.start()
    try:
        in_time(second.step)
    finally:
        ended.set()
    in_time(busy.join)
    assert np.allclose(second.time, second.model.opt.timestep) and np.ptp(first.time) == 0.0 < first.time[0]


def test_a_stream_that_nobody_reads_lets_others_work(batches, in_time, m):
    first, second = batches(), batches(threads=2)
    stream = first.stream(200)
    found = [next(stream)]
    in_time(second.step)
    found += in_time(list, stream)
    expected = kn.Batch(m, NWORLD, keep=[]).rollout(200)
    assert len(found) == PARTS
    for part in found:
        assert np.array_equal(part["qpos"], expected["qpos"][part.worlds])


def test_streams_that_are_read_in_turns_all_end(batches, in_time):
    streams = [batches(part=NWORLD // 2, threads=threads).stream(3) for threads in (1, 2)]
    assert len(in_time(lambda: list(zip(*streams, strict=True)))) == 2


def test_a_worker_is_on_one_machine(cluster, m, monkeypatch):
    def node(processors, alive=True):
        return {"Alive": alive, "Resources": {"CPU": processors} if processors else {}}

    monkeypatch.setattr("ray.nodes", lambda: [node(1.0), node(1.0), node(0), node(8.0, alive=False)])
    with pytest.raises(kn.KnuckleError, match="1 of 2 threads each, but the cluster has 2 processors on 3 machines"):
        cluster.ClusterBatch(m, 8, threads=2)
    assert cluster.ClusterBatch(m, 8, threads=1, part=1)._workers._count == 2


def test_a_cluster_without_processors_is_refused(cluster, m, monkeypatch):
    monkeypatch.setattr("ray.nodes", lambda: [{"Alive": True, "Resources": {}}])
    with pytest.raises(kn.KnuckleError, match="the cluster has 0 processors"):
        cluster.ClusterBatch(m, 8)


def test_workers_for_whom_no_machine_is_left_are_an_error(batches, in_time, monkeypatch):
    holder, waits = batches(threads=2), batches(threads=2)
    stream = holder.stream(1, lambda batch, k: sleep(1.5))
    assert next(stream)
    monkeypatch.setattr("ray.nodes", lambda: [{"Alive": True, "Resources": {"CPU": 1.0}}])
    running = threading.Thread(target=next, args=(stream,), daemon=True)
    running.start()
    with pytest.raises(kn.KnuckleError, match="room for 0 such workers"):
        in_time(waits.step)
    running.join()


def test_batches_outlive_the_connection_with_a_cluster(monkeypatch):
    pytest.importorskip("ray")
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    said = run_script(SESSIONS)
    assert said.endswith("reached the end\n")
    assert not [words for words in ("Unhandled", "Exception ignored", "Traceback") if words in said], said
