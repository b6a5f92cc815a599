"""Fields of a batch as attributes: the memory of the batch itself, one row for each world."""

import gc

import numpy as np
import pytest
from support.systems import model, random_state
from support.worlds import batch_of, states

import knuckle as kn
from knuckle.batch.kept import ALWAYS_KEPT, PUBLIC, READ_ONLY
from knuckle.batch.plan import PARTLY_WRITTEN
from knuckle.memory.capacity import growing_fields, row_counts
from knuckle.schema.fields import data_fields

DTYPES = ["float64", "float32"]
NWORLD = 21  # a last group that is not full, at every width
BALLS = "".join(f"<body pos='{k} 0 0'><freejoint/><geom size='.1'/></body>" for k in range(12))
HEAP = f"<mujoco><option cone='elliptic'/><worldbody><geom type='plane' size='9 9 1'/>{BALLS}</worldbody></mujoco>"


def heap(m: kn.Model, seed: int) -> kn.Data:
    """Balls in touch, more than a new batch has room for."""
    d = random_state(m, seed)
    d.qpos.reshape(-1, 7)[:, :3] = np.random.default_rng(seed).normal(scale=0.02, size=(12, 3))
    d.qvel[:] = 0
    return d


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("keep", [None, [], ["xpos", "ncon"]])
def test_every_public_field_that_is_kept_is_an_array_of_rows(dtype, keep):
    m = model("everything")
    batch, d = kn.Batch(m, 5, dtype=dtype, keep=keep), kn.Data(m)
    kept = set(PUBLIC) if keep is None else {*ALWAYS_KEPT & set(PUBLIC), *keep}
    assert kept <= set(dir(batch))
    for name in kept:
        array, expected = getattr(batch, name), d._arrays[name]
        assert array.shape == (5, *expected.shape), name
        assert array.dtype == (dtype if expected.dtype == np.float64 else expected.dtype), name
        assert array.flags.c_contiguous and array.flags.aligned and array.ctypes.data % 64 == 0, name
        assert array.flags.writeable == (name not in READ_ONLY), name
        assert not array.flags.owndata, name  # so nobody can resize it in place
        assert getattr(batch, name) is array or not array.flags.writeable or name in row_counts()


@pytest.mark.parametrize("dtype", DTYPES)
def test_what_is_written_in_place_is_what_is_stepped(dtype):
    m = model("everything")
    worlds = states(m, NWORLD)
    loaded, written = batch_of(m, worlds, dtype), kn.Batch(m, NWORLD, dtype=dtype, keep=["qacc"])
    arrays = {field.name: getattr(written, field.name) for field in data_fields() if field.stage == "input"}
    for name, array in arrays.items():
        for w, d in enumerate(worlds):
            array[w] = d._arrays[name]
    for batch in (loaded, written):
        batch.step(7)
    for name in ("qpos", "qvel", "act", "time", "qacc", "qacc_warmstart"):
        assert getattr(written, name).tobytes() == loaded.read(name).tobytes(), name
    assert arrays["qpos"] is written.qpos and (written.time > 0).all()


def test_arrays_are_shared_with_other_libraries():
    batch = kn.Batch(model("everything"), 4, dtype="float32", keep=[])
    other = np.from_dlpack(batch.qvel)
    assert np.shares_memory(other, batch.qvel)
    before = other.copy()
    batch.step()
    assert (other != before).any() and (other == batch.qvel).all()


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_arrays_lie_as_other_libraries_need_them(dtype):
    batch = kn.Batch(model("everything"), 5, dtype=dtype)
    arrays = {name: batch._memory.fields[name] for name in batch.fields}
    if dtype == "float64":
        arrays["body_mass"] = batch.expand("body_mass")
    for name, array in arrays.items():
        assert array.flags.c_contiguous and array.ctypes.data % 64 == 0, name


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_pytorch_shares_the_memory_of_a_batch(dtype):
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    batch = kn.Batch(model("everything"), 4, dtype=dtype, keep=["xpos"])
    for name in ("qpos", "qfrc_applied", "time", "status", "xpos"):
        assert torch.from_dlpack(getattr(batch, name)).data_ptr() == getattr(batch, name).ctypes.data, name
    velocity = torch.from_dlpack(batch.qvel)
    velocity[:] = 0.5
    assert (batch.qvel == 0.5).all()
    batch.step()
    assert (velocity.numpy() == batch.qvel).all() and (batch.qvel != 0.5).any()
    batch.qfrc_applied = 0.25 * torch.ones(batch.qfrc_applied.shape)
    assert (batch.qfrc_applied == 0.25).all()


def test_jax_shares_the_memory_of_a_batch():
    jax = pytest.importorskip("jax", reason="JAX is not installed")
    batch = kn.Batch(model("everything"), 4, dtype="float32", keep=["xpos"])
    for name in ("qpos", "qfrc_applied", "time", "xpos"):
        assert jax.dlpack.from_dlpack(getattr(batch, name)).unsafe_buffer_pointer() == getattr(batch, name).ctypes.data
    live, taken = jax.dlpack.from_dlpack(batch.qpos), jax.numpy.array(batch.qpos)
    before = batch.qpos.copy()
    batch.step()
    assert (
        (np.asarray(live) == batch.qpos).all() and (np.asarray(taken) == before).all() and (batch.qpos != before).any()
    )
    batch.qfrc_applied = jax.numpy.full(batch.qfrc_applied.shape, 0.25)
    assert (batch.qfrc_applied == 0.25).all()


def test_assignment_writes_in_place_and_spreads_over_worlds():
    m = model("everything")
    batch = kn.Batch(m, 6)
    array, values = batch.qvel, np.random.default_rng(0).normal(size=(6, m.nv))
    for given in (values, values[0], values[:, :1], 3, 0.5, values.tolist(), values.astype(np.float32)):
        batch.qvel = given
        assert (batch.qvel == np.asarray(given)).all() and batch.qvel is array
    batch.qvel += 1
    assert (batch.qvel == values.astype(np.float32).astype(float) + 1).all() and batch.qvel is array
    batch.time = np.arange(6)
    assert batch.time.tolist() == list(range(6))


@pytest.mark.parametrize(
    ("name", "value", "error", "words"),
    [
        ("qvel", np.zeros(3), ValueError, r"qvel: expected shape \(6, 24\) or \(24,\), found \(3,\)"),
        ("qvel", np.zeros((5, 24)), ValueError, r"expected shape \(6, 24\)"),
        ("qvel", [[1.0], [1.0, 2.0]], ValueError, "nested values of unequal length"),
        ("qvel", "fast", TypeError, "expected values of type float64"),
        ("ncon", 3, ValueError, "ncon is what kernels find their way by and read-only"),
        ("tree_asleep", 3, ValueError, "read-only"),
        ("qveloc", 3, AttributeError, "no attribute 'qveloc'; did you mean 'qvel'"),
        ("nworld", 3, AttributeError, "nworld of a Batch is read-only"),
        ("step", 3, AttributeError, "step of a Batch is read-only"),
    ],
)
def test_mistakes_are_explained_and_change_nothing(name, value, error, words):
    batch = kn.Batch(model("everything"), 6)
    before = batch.qvel.copy()
    with pytest.raises(error, match=words):
        setattr(batch, name, value)
    assert (batch.qvel == before).all() and batch.nworld == 6


def test_fields_that_are_not_kept_are_refused_by_name():
    batch = kn.Batch(model("everything"), 3, keep=["qacc"])
    with pytest.raises(AttributeError, match=r"does not keep 'xpos'.*keep=\['xpos'\]"):
        batch.xpos  # noqa: B018
    with pytest.raises(AttributeError, match="does not keep 'xpos'"):
        batch.xpos = 0
    with pytest.raises(AttributeError, match="no attribute 'solver_H'"):
        batch.solver_H  # noqa: B018
    assert "xpos" not in dir(batch) and not hasattr(batch, "xpos")


@pytest.mark.parametrize("dtype", DTYPES)
def test_growth_replaces_arrays_of_contacts_and_lets_go_of_former_ones(dtype):
    m = kn.load(HEAP)
    batch = kn.Batch(m, 5, dtype=dtype)
    former, state = batch.contact_dist, batch.qpos
    for w in range(5):
        batch.load(heap(m, w), w)
    batch.step(3)
    assert batch.contact_dist.shape[1] > former.shape[1] and batch.qpos is state
    former[...] = 7.0
    batch.step(3)
    assert (former == 7.0).all()  # nobody writes to it any more
    for w in range(5):
        assert (batch.contact_dist[w, : batch.ncon[w]] < 0.1).all()
    del former
    gc.collect()
    batch.step()


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("scene", ["heap", "everything", "humanoid"])
@pytest.mark.parametrize("entry", ["step", "forward", "inverse"])
def test_nothing_left_in_a_workspace_reaches_a_world(dtype, scene, entry):
    """A thread's groups use one workspace in turn: whatever one leaves there, the next comes to the same bits."""
    m = kn.load(HEAP) if scene == "heap" else model(scene)
    worlds = [heap(m, w) for w in range(NWORLD)] if scene == "heap" else states(m, NWORLD)
    clean, struck = (batch_of(m, worlds, dtype, threads=1) for _ in range(2))
    for batch in (clean, struck):
        batch.forward()  # so that there is room
    scratch = {field.name for field in data_fields() if field.stage == "scratch"}
    growing = {field.name for field in growing_fields()}
    for array_name, array in struck._memory.workspaces(struck.lanes)[0].arrays.items():
        if array.dtype.kind == "f" or array_name in growing - scratch:
            array[...] = 77
    for batch in (clean, struck):
        batch.run(entry)
    for name in PUBLIC:
        assert clean.read(name).tobytes() == struck.read(name).tobytes(), name
    assert set(PUBLIC) >= PARTLY_WRITTEN


def test_a_world_is_the_same_wherever_it_stands():
    m = model("everything")
    worlds = states(m, NWORLD)
    straight, turned = batch_of(m, worlds, "float64", threads=1), batch_of(m, worlds[::-1], "float64", threads=3)
    for batch in (straight, turned):
        batch.step(5)
    for name in PUBLIC:
        if name not in row_counts():
            assert getattr(straight, name)[::-1].tobytes() == getattr(turned, name).tobytes(), name


@pytest.mark.parametrize("exact", [False, True])
def test_the_shape_of_an_array_is_the_users_own(exact):
    """Compiled code goes by the rows of the batch, whatever shape an array of them was given in place."""
    m = model("humanoid")
    batch, same = (kn.Batch(m, NWORLD, keep=["qacc"], exact=exact) for _ in range(2))
    for each in (batch, same):
        each.qvel[:] = np.linspace(0.0, 1.0, NWORLD)[:, None]
        each.expand("body_mass")[:] *= np.linspace(1.0, 2.0, NWORLD)[:, None]
    forces, mass = batch.xfrc_applied, batch.expand("body_mass")
    forces.shape = (1, NWORLD, m.nbody, 6)
    mass.shape = (1, -1)
    for each in (batch, same):
        each.step(3)
    assert (batch.qpos == same.qpos).all() and (batch.get_state() == same.get_state()).all()
    forces[:] = 1.0
    assert (batch.read("xfrc_applied") == 1.0).all()
