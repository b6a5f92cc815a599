"""Copies of a batch: the same worlds, and nothing in common with the first but the model."""

import copy
import pickle

import numpy as np
import pytest
from support.systems import model
from support.worlds import FIELDS, batch_of, states

import knuckle as kn

NWORLD = 11
COPIES = {
    "method": kn.Batch.copy,
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda batch: pickle.loads(pickle.dumps(batch)),
}


@pytest.fixture(params=["float64", "float32"])
def dtype(request):
    return request.param


@pytest.fixture(params=COPIES)
def duplicate(request):
    return COPIES[request.param]


def full(name="everything", **options) -> kn.Batch:
    """A batch whose worlds differ and have been stepped."""
    m = model(name)
    batch = batch_of(m, states(m, NWORLD), **options)
    batch.step(3)
    return batch


def names(batch) -> list[str]:
    return [field.name for field in FIELDS if field.name in batch._memory.fields]


@pytest.mark.parametrize("keep", [None, ["qacc", "xpos"]])
def test_a_copy_has_the_same_worlds_and_steps_alike(duplicate, dtype, keep):
    batch = full(dtype=dtype, keep=keep, threads=2)
    twin = duplicate(batch)
    assert twin.fields == batch.fields and (twin.nworld, twin.dtype) == (NWORLD, dtype)
    assert [name for name in names(batch) if twin.read(name).tobytes() != batch.read(name).tobytes()] == []
    for one in (batch, twin):
        one.step(5)
    assert [name for name in names(batch) if twin.read(name).tobytes() != batch.read(name).tobytes()] == []


def test_a_copy_has_memory_of_its_own(duplicate, dtype):
    batch = full(dtype=dtype)
    before = batch.read("qpos")
    twin = duplicate(batch)
    twin.write("qvel", np.ones(twin.model.nv))
    twin.step(2)
    del twin
    assert (batch.read("qpos") == before).all()


@pytest.mark.parametrize(("name", "shared"), [("method", True), ("copy", True), ("deepcopy", False), ("pickle", False)])
def test_a_copy_shares_the_model_and_a_deep_one_has_its_own(name, shared, dtype):
    batch = full(dtype=dtype)
    twin = COPIES[name](batch)
    assert (twin.model is batch.model) == shared
    twin.model.opt.gravity = (0, 0, 3)
    assert (batch.model.opt.gravity == twin.model.opt.gravity).all() == shared
    for one in (batch, twin):
        one.forward()
    assert (batch.read("qacc") == twin.read("qacc")).all() == shared


def test_data_and_batch_that_are_copied_together_share_the_copy_of_their_model():
    batch = full(dtype="float64")
    twin, data = copy.deepcopy([batch, kn.Data(batch.model)])
    assert twin.model is data.model and twin.model is not batch.model


def test_a_copy_has_the_room_that_the_worlds_needed(duplicate, dtype):
    m = crowd(12)
    batch = kn.Batch(m, 3, dtype=dtype)
    batch.forward()
    twin = duplicate(batch)
    assert (twin.read("ncon") == 66).all()
    assert (twin.read("contact_geom") == batch.read("contact_geom")).all()


def crowd(count: int) -> kn.Model:
    """So many balls, each in touch with every other."""
    bodies = "".join(f"<body pos='{k / 1000} 0 0'><freejoint/><geom size='.1'/></body>" for k in range(count))
    return kn.load(f"<mujoco><worldbody>{bodies}</worldbody></mujoco>")


def test_the_number_of_threads_is_chosen_anew_where_nobody_chose_it(monkeypatch):
    """A pickle may be read on a machine with other processors; a number that was given stays."""
    m = model("everything")
    chosen, free = (pickle.dumps(kn.Batch(m, 64, threads=threads)) for threads in (2, None))
    monkeypatch.setattr("knuckle.batch.batch.cores", lambda: 3)
    assert pickle.loads(chosen)._memory.nworkspace == 2
    assert pickle.loads(free)._memory.nworkspace == 3


def test_a_pickle_does_not_depend_on_the_width_of_registers():
    """Worlds are stored world by world, as they are read."""
    batch = full(dtype="float64", keep=["qacc"])
    *_, arrays, _ = batch.__reduce__()[1]
    assert all(np.array_equal(arrays[name], batch.read(name)) for name in batch._memory.fields)
