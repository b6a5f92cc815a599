"""What functions of the user raise on workers is raised here, and those that cannot be sent are named."""

import os
import sys
import threading

import numpy as np
import pytest

import knuckle as kn

NWORLD, PART = 12, 6


class OfTwo(Exception):
    """An error that cannot be made again from its arguments."""

    def __init__(self, number, unit):
        super().__init__(f"{number} {unit}")


class OfOne(Exception):
    """An error that can."""


class Holder(Exception):
    """An error with something in it that cannot be pickled."""

    def __init__(self):
        super().__init__("held")
        self.lock = threading.Lock()


def raises(error):
    def control(batch, k):
        raise error()

    return control


@pytest.fixture(scope="module")
def batch(cluster, m):
    with cluster.ClusterBatch(m, NWORLD, part=PART, keep=[]) as batch:
        yield batch


def processes(batch):
    """Of the workers that take part in a call."""
    return set(batch.sample(1, None, lambda found: [os.getpid()] * len(found["steps"])).tolist())


@pytest.mark.parametrize(
    ("error", "kind", "words"),
    [
        (lambda: ZeroDivisionError("by nought"), ZeroDivisionError, "^by nought"),
        (lambda: kn.KnuckleError("mine"), kn.KnuckleError, "^mine"),
        (lambda: OfOne("one"), OfOne, "^one"),
        (lambda: OfTwo(3, "kg"), kn.KnuckleError, r"at worlds \d+ to \d+: a worker raised .*OfTwo: 3 kg"),
        (Holder, kn.KnuckleError, "a worker raised .*Holder: held"),
        (StopIteration, kn.KnuckleError, "a worker raised StopIteration"),
        (lambda: SystemExit(3), kn.KnuckleError, "a worker raised SystemExit: 3"),
        (KeyboardInterrupt, kn.KnuckleError, "a worker raised KeyboardInterrupt"),
    ],
    ids=["division", "ours", "one", "two", "holder", "stop", "exit", "interrupt"],
)
def test_errors_come_home(batch, in_time, error, kind, words):
    before = batch.get_state()
    workers = processes(batch)
    with pytest.raises(kind, match=words) as caught:
        in_time(batch.rollout, 3, raises(error))
    assert type(caught.value) is kind
    assert "in control" in str(caught.value.__cause__)  # the traceback of the worker
    assert np.array_equal(batch.get_state(), before)
    assert workers & processes(batch)  # the worker goes on


@pytest.mark.parametrize("name", ["control", "stop", "score"])
def test_a_function_that_cannot_be_sent_is_named(batch, name):
    lock = threading.Lock()
    functions = {"control": None, "score": lambda found: found["steps"], "stop": None}
    functions[name] = lambda *_: lock
    with pytest.raises(TypeError) as caught:
        batch.sample(2, **functions)
    assert str(caught.value) == f"{name}: this function cannot be sent to workers: cannot pickle '_thread.lock' object"
    assert caught.value.__context__ is None  # what Ray says shows all that it was given


def test_a_function_that_workers_cannot_read_is_an_error_in_words(batch, in_time, tmp_path, monkeypatch):
    (tmp_path / "of_this_process.py").write_text("def control(batch, k):\n    return None\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    import of_this_process

    words = "a function cannot be read on a worker: No module named 'of_this_process'. Modules must be installed"
    with pytest.raises(kn.KnuckleError, match=words):
        in_time(batch.rollout, 2, of_this_process.control)
    del sys.modules["of_this_process"]
