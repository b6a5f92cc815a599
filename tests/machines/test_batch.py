"""Batches: loading, reading and writing worlds, edits of the model, and errors that say what is wrong."""

import numpy as np
import pytest
from support.systems import model, random_state
from support.worlds import batch_of, states

import knuckle as kn
from knuckle.schema.fields import SHARED, data_fields

DTYPES = ["float64", "float32"]


@pytest.fixture(scope="module")
def m():
    return model("everything")


@pytest.fixture
def batch(m):
    return kn.Batch(m, 6)


def own_fields(d: kn.Data) -> list[tuple[str, np.ndarray]]:
    """The fields of a world, without what a group of worlds shares."""
    return [(f.name, d._arrays[f.name]) for f in data_fields() if f.kind not in SHARED]


def test_worlds_start_where_data_starts(m, batch):
    for name, array in own_fields(kn.Data(m)):
        assert (batch.read(name) == array).all(), name
    assert batch.status.tolist() == [0] * 6


def test_loading_copies_everything_into_the_chosen_worlds(m, batch):
    d = random_state(m, 1, forces=True)
    kn.forward(m, d)
    before = batch.read("qpos", [0, 2])
    batch.load(d, [1, 4])
    for name, array in own_fields(d):
        assert (batch.read(name, [1, 4]) == array).all(), name
    assert (batch.read("qpos", [0, 2]) == before).all()


def test_writing_and_reading_go_together(m, batch):
    values = np.random.default_rng(0).normal(size=(6, m.nv))
    batch.write("qvel", values)
    assert (batch.read("qvel") == values).all()
    batch.write("qvel", values[0])
    assert (batch.read("qvel") == values[0]).all()
    batch.write("qvel", values[3:5], slice(1, 3))
    assert (batch.read("qvel", [1, 2]) == values[3:5]).all()
    assert (batch.read("qvel", [0, 3]) == values[0]).all()
    batch.write("time", np.arange(6.0))
    assert batch.read("time").tolist() == list(range(6))


def test_what_is_read_is_a_copy(batch):
    batch.read("qpos")[:] = 7
    assert not (batch.read("qpos") == 7).any()


@pytest.mark.parametrize("dtype", DTYPES)
def test_edits_of_the_model_are_seen(dtype):
    """Arrays, options and flags, each by a batch that was made before the edit."""
    m = model("everything")
    worlds = states(m, 3)
    early = batch_of(m, worlds, dtype)
    early.forward()
    seen = [early.read("qacc")]
    for edit in (
        lambda: m.body_mass.__setitem__(2, 2 * m.body_mass[2]),
        lambda: setattr(m.opt, "gravity", (0, 1, -3)),
        lambda: setattr(m.opt.flags, "damper", False),
    ):
        edit()
        early.forward()
        late = batch_of(m, worlds, dtype)
        late.forward()
        assert (early.read("qacc") == late.read("qacc")).all()
        assert (early.read("qacc") != seen[-1]).any(axis=1).all()
        seen.append(early.read("qacc"))


@pytest.mark.parametrize("dtype", DTYPES)
def test_a_batch_that_keeps_little_steps_to_the_same_bits(m, dtype):
    worlds = states(m, 21)
    full, lean = batch_of(m, worlds, dtype), batch_of(m, worlds, dtype, keep=["qacc", "xpos"])
    for batch in (full, lean):
        batch.step(10)
    for name in ("qpos", "qvel", "qacc", "xpos", "time"):
        assert (full.read(name) == lean.read(name)).all(), name
    with pytest.raises(KeyError, match=r"does not keep 'xmat'.*keep=\['xmat'\]"):
        lean.read("xmat")
    with pytest.raises(kn.KnuckleError, match="'kinematics' alone needs"):
        lean.run("kinematics")


@pytest.mark.parametrize("given", [np.float32, np.dtype("float32"), "float32", "f4"])
def test_precision_is_given_by_name_or_as_numpy_does(given):
    batch = kn.Batch(model("pendulum"), 2, dtype=given)
    assert batch.dtype == "float32" and batch.qpos.dtype == np.float32


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda b: b.read("qposs"), KeyError, "no field 'qposs'.*qpos"),
        (lambda b: b.write("qvell", 0), KeyError, "no field 'qvell'.*qvel"),
        (lambda b: b.write("qvel", np.zeros(3)), ValueError, r"qvel: expected shape \(6, 24\) or \(24,\).*\(3,\)"),
        (lambda b: b.write("qvel", np.zeros((5, 24))), ValueError, r"qvel: expected shape \(6, 24\)"),
        (lambda b: b.write("qvel", np.zeros((6, 24)), [1, 2]), ValueError, r"qvel: expected shape \(2, 24\)"),
        (lambda b: b.run("kinematic"), KeyError, "kinematics"),
        (lambda b: b.run("jac"), KeyError, "unknown stage 'jac'"),
        (lambda b: b.step(-1), ValueError, "-1"),
        (lambda b: b.step(1.5), TypeError, "1.5"),
        (lambda b: b.load(kn.Data(model("pendulum"))), ValueError, "another model"),
        (lambda b: kn.Batch(b.model, 0), kn.KnuckleError, "nworld"),
        (lambda b: kn.Batch(b.model, 4, threads=0), kn.KnuckleError, "threads"),
        (lambda b: kn.Batch(b.model, 4, dtype="float16"), kn.KnuckleError, "float16.*float64, float32"),
        (lambda b: kn.Batch(b.model, 4, dtype=None), kn.KnuckleError, "unknown dtype None"),
        (lambda b: kn.Batch(b.model, 4, dtype=int), kn.KnuckleError, "int.*float64, float32"),
        (lambda b: b.expand(3), TypeError, "name of a field of Model, found 3"),
        (lambda b: kn.Batch(b.model, 4, keep=["qac"]), KeyError, "no field 'qac'.*qacc"),
        (lambda b: kn.Batch("pendulum", 4), TypeError, "expected a Model, found str"),
    ],
)
def test_mistakes_are_explained_and_change_nothing(batch, call, error, words):
    before = batch.read("qvel")
    with pytest.raises(error, match=words):
        call(batch)
    assert (batch.read("qvel") == before).all()
