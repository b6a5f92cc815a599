"""Room for contacts and rows: it grows to what is asked for, or says why it cannot, and asks for no more then."""

import numpy as np
import pytest

import knuckle as kn
from knuckle.batch.memory import BatchMemory
from knuckle.errors import KnuckleError
from knuckle.memory import arguments
from knuckle.memory.capacity import ADDRESSED, ADVICE, capacities_of, count_idle, grown
from knuckle.schema.fields import capacities, data_fields

BALLS = """
<mujoco>
  <worldbody>
    <geom type="plane" size="5 5 1"/>
    {bodies}
  </worldbody>
</mujoco>
""".format(bodies="".join(f'<body pos="{k} 0 5"><freejoint/><geom size=".3"/></body>' for k in range(60)))
NONE = dict.fromkeys(capacities(), 0)


@pytest.fixture
def world():
    m = kn.load(BALLS)
    return m, kn.Data(m)


def touch_down(d) -> None:
    d.qpos[2::7] = 0.29


def test_every_capacity_has_words_of_its_own():
    assert ADVICE.keys() == capacities().keys()


@pytest.mark.parametrize("name", ADDRESSED)
def test_what_no_address_reaches_is_refused_with_advice(name):
    needed = NONE | {name: ADDRESSED[name] + 1}
    with pytest.raises(MemoryError, match=rf"needs {ADDRESSED[name] + 1} .* at most can be addressed; .+"):
        grown(NONE, needed)
    assert grown(NONE, NONE | {name: ADDRESSED[name]})[name] == ADDRESSED[name]


def test_counts_hold_more_than_any_address():
    wide = {field.name for field in data_fields() if field.kind in ("size", "shared")}
    counts = {*capacities().values(), *(f"need_{name.removeprefix('max')}" for name in capacities())}
    assert wide >= counts - {"nstat"}  # what does not fit there is left out


def test_growth_that_would_not_grow_is_an_error_the_second_time():
    assert grown(NONE, NONE) == NONE
    assert count_idle(0, grew=True) == count_idle(1, grew=True) == 0
    with pytest.raises(KnuckleError, match="asked for none"):
        count_idle(count_idle(0, grew=False), grew=False)


def test_a_matrix_too_large_for_its_addresses_is_refused_before_it_is_made():
    geoms = "".join(f'<geom pos="{k % 69 * 0.03} {k // 69 * 0.03} 0"/>' for k in range(4700))
    text = f"""
<mujoco>
  <option solver="PGS"/>
  <default><geom condim="6" size=".01"/></default>
  <worldbody><geom type="plane" size="5 5 1"/><body pos="0 0 .009"><freejoint/>{geoms}</body></worldbody>
</mujoco>"""
    m = kn.load(text)
    d = kn.Data(m)
    for _ in range(2):
        with pytest.raises(MemoryError, match=r"2209000000 entries of the inverse inertia of constraints \(efc_AR\)"):
            kn.step(m, d)
    assert d.time == 0.0
    m.opt.solver = "newton"
    kn.step(m, d)
    assert d.nefc == 47000


def test_after_too_large_a_request_smaller_ones_are_met(world, monkeypatch):
    m, d = world
    other = kn.Data(m)
    touch_down(d)
    monkeypatch.setattr(arguments, "physical_memory", lambda: 1000)
    with pytest.raises(MemoryError, match=r"needs 60 contacts: .* GiB; let fewer geoms touch"):
        kn.step(m, d)
    assert d.time == 0.0
    kn.reset(m, d)
    for each in (d, other):
        kn.step(m, each)
    assert np.array_equal(d.qpos, other.qpos)


def test_a_failed_request_needs_no_reset(world, monkeypatch):
    m, d = world
    high = d.qpos.copy()
    touch_down(d)
    with monkeypatch.context() as small:
        small.setattr(arguments, "physical_memory", lambda: 1000)
        with pytest.raises(MemoryError):
            kn.step(m, d)
        d.qpos[:] = high
        kn.step(m, d)
        assert d.time == m.opt.timestep
    touch_down(d)
    kn.step(m, d)
    assert d.ncon == 60


def test_a_failed_request_of_a_batch_is_forgotten_too(world):
    m, d = world
    memory = BatchMemory(m._counts, 8, np.dtype(np.float64))
    capacity = dict(memory.capacity)
    memory.fields["overflow"][0] = 1.0
    memory.fields["need_A"][0] = 2**40
    with pytest.raises(MemoryError, match="efc_AR"):
        memory.grow()
    assert not memory.fields["overflow"].any() and not memory.fields["need_A"].any()
    assert memory.capacity == capacity == capacities_of(d._arrays)
