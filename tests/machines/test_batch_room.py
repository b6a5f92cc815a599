"""Room of a batch: growth gives the same bits on any number of threads; without memory the batch stays usable."""

import numpy as np
import pytest
from support.worlds import batch_of

import knuckle as kn
from knuckle.batch import memory

NWORLD = 48  # whole groups at every width: worlds that only fill one up would need room too
COUNT = 10  # balls, all in touch: 45 contacts, more than a new batch has room for; 60 dofs, few enough for any register


@pytest.fixture(scope="module")
def m() -> kn.Model:
    bodies = "".join(f"<body><freejoint/><geom size='.1' pos='{k / 1000} 0 0'/></body>" for k in range(COUNT))
    return kn.load(f"<mujoco><worldbody>{bodies}</worldbody></mujoco>")


def apart(m, seed: int, crowded: bool) -> kn.Data:
    """Balls far from each other, or in a heap."""
    d = kn.Data(m)
    rng = np.random.default_rng(seed)
    for k in range(COUNT):
        d.qpos[7 * k : 7 * k + 3] = rng.normal(scale=1e-3, size=3) if crowded else (k, seed, 0)
    return d


@pytest.fixture(scope="module", params=[False, True], ids=["lockstep", "one by one"])
def exact(request) -> bool:
    return request.param


def stepped(m, dtype: str, **options) -> kn.Batch:
    """A batch of which no world has needed room for contacts yet, but groups in lock step for their own."""
    batch = batch_of(m, [apart(m, w, crowded=False) for w in range(NWORLD)], dtype, **options)
    batch.step()
    assert batch.lockstep == (kn.Lockstep.NO if options["exact"] else kn.Lockstep.PUBLISHED)
    return batch


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("keep", [None, ["qacc"]])
def test_worlds_that_need_more_room_get_the_same_bits_on_any_number_of_threads(m, threads, keep):
    """Groups of one thread share a workspace: after growth too they must use it one after the other."""
    worlds = [apart(m, w, crowded=w % 3 > 0) for w in range(NWORLD)]
    batch = batch_of(m, worlds, "float64", threads=threads, keep=keep, exact=True)
    batch.step(4)
    for d in worlds:
        kn.step(m, d, 4)
    for name in ("qpos", "qvel", "qacc", "time"):
        assert (batch.read(name) == [np.asarray(getattr(d, name)) for d in worlds]).all(), name


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("keep", [None, ["qacc"]])
def test_worlds_in_lock_step_that_need_more_room_have_the_bits_of_such_that_had_it(m, threads, keep):
    worlds = [apart(m, w, crowded=w % 3 > 0) for w in range(NWORLD)]
    batch, roomy = (batch_of(m, worlds, "float64", threads=count, keep=keep) for count in (threads, 1))
    start = roomy.get_state(kn.State.INTEGRATION)
    roomy.step(4)
    roomy.set_state(start, kn.State.INTEGRATION)
    assert roomy._memory.capacity["maxcon"] > batch._memory.capacity["maxcon"]
    for each in (batch, roomy):
        each.step(4)
    for name in ("qpos", "qvel", "qacc", "time"):
        assert (batch.read(name) == roomy.read(name)).all(), name


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_growth_without_memory_raises_and_the_batch_goes_on(m, monkeypatch, dtype, exact):
    crowded = [w in (3, 30) for w in range(NWORLD)]
    worlds, calm = [apart(m, w, crowded[w]) for w in range(NWORLD)], apart(m, 0, crowded=False)
    batch = stepped(m, dtype, threads=2, exact=exact)
    for w, d in enumerate(worlds):
        batch.load(d, w)
    capacity, before = batch._memory.capacity, batch.read("qpos", crowded)
    with monkeypatch.context() as small:
        small.setattr("knuckle.memory.arguments.physical_memory", lambda: 0)
        for _ in range(2):
            with pytest.raises(MemoryError, match="this machine has"):
                batch.step()
        assert batch._memory.capacity == capacity and (batch.read("qpos", crowded) == before).all()
        assert (batch.read("time", crowded) == 0).all()
        batch.load(calm, crowded)  # nobody needs room now
        batch.step()
    batch.load(worlds[3], crowded)
    batch.step(2)
    assert (batch.read("ncon", crowded) > 32).all() and np.isfinite(batch.read("qpos")).all()


def test_loading_without_memory_raises_and_changes_nothing(m, monkeypatch):
    d = apart(m, 0, crowded=True)
    kn.forward(m, d)
    batch = kn.Batch(m, 5)
    before = batch.read("qpos")
    with monkeypatch.context() as small:
        small.setattr("knuckle.memory.arguments.physical_memory", lambda: 0)
        with pytest.raises(MemoryError, match="this machine has"):
            batch.load(d)
    assert (batch.read("qpos") == before).all()
    batch.load(d)
    assert (batch.read("ncon") == d.ncon).all()


def test_a_request_for_room_that_names_no_amount_ends(m, monkeypatch, exact):
    """A count that is wrong must not keep the batch making no room for ever; then it goes on where it can."""
    batch = stepped(m, "float64", exact=exact)
    for w in range(NWORLD):
        batch.load(apart(m, w, crowded=True), w)
    take = memory.take_request
    monkeypatch.setattr(memory, "take_request", lambda fields: dict.fromkeys(take(fields), -1))
    with pytest.raises(kn.KnuckleError, match="but asked for none"):
        batch.step()
    batch.load(apart(m, 0, crowded=False))
    batch.step()


def test_a_request_of_a_data_is_none_of_the_batch_that_loads_it(m):
    """A pass of a Data may have been interrupted before room was made."""
    d = apart(m, 0, crowded=False)
    d._arrays["overflow"][()] = 1.0
    batch = batch_of(m, [d], "float64")
    batch.step()
    assert batch.read("time", 0) == m.opt.timestep


@pytest.mark.parametrize("name", ["overflow", "steps_done", "need_con"])
def test_what_compiled_code_answers_is_not_written(m, name):
    with pytest.raises(ValueError, match=f"{name} is what kernels find their way by and read-only"):
        kn.Batch(m, 3).write(name, np.zeros(3))
