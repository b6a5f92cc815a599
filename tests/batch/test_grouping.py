"""Worlds share groups with worlds of as many contacts; nobody sees it but the clock."""

import numpy as np
import pytest

import knuckle as kn
from knuckle.batch.grouping import alike_together

BALLS = """
<mujoco><worldbody><geom type="plane" size="1 1 1"/>
  <body pos="0 0 .1"><freejoint/><geom size=".1"/></body>
  <body pos="1 0 .1"><freejoint/><geom size=".1"/></body>
  <body pos="2 0 .1"><freejoint/><geom size=".1"/></body>
</worldbody></mujoco>"""


@pytest.mark.parametrize("count", [8, 37, 64, 200])
@pytest.mark.parametrize("shares", [1, 2, 3])
def test_each_world_has_one_place_among_its_like(count, shares):
    contacts = np.random.default_rng(count).integers(0, 6, count)
    order = alike_together(contacts, 8, shares)
    assert sorted(order) == list(range(count))
    groups = [contacts[order[k : k + 8]] for k in range(0, count, 8)]
    spread = sum(int(group.max() - group.min()) for group in groups)
    assert spread <= contacts.max() - contacts.min()  # in order, each step from few to many is in one group at most


@pytest.mark.parametrize("shares", [2, 3])
def test_shares_have_as_much_to_do(shares):
    contacts = np.random.default_rng(0).integers(0, 6, 48 * shares)
    order = alike_together(contacts, 8, shares)
    sums = contacts[order].reshape(shares, -1).sum(axis=1)
    assert np.ptp(sums) <= 8 * 5


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("threads", [1, 2])
def test_neighbours_by_contacts_change_no_bit(dtype, threads):
    m = kn.load(BALLS)
    together = kn.Batch(m, 37, dtype=dtype, threads=threads, keep=["qacc"])
    random = np.random.default_rng(0)
    together.qpos[:, [2, 9, 16]] += random.choice([0.0, 0.5], (37, 3))
    alone = kn.Batch(m, 1, dtype=dtype, keep=["qacc"])
    start = together.qpos.copy()
    for _ in range(5):
        together.step(7)
    assert len(np.unique(together.read("need_con"))) > 1
    for world in (0, 11, 36):
        alone.reset()
        alone.qpos[:] = start[world]
        for _ in range(5):
            alone.step(7)
        assert np.array_equal(alone.qpos[0], together.qpos[world])
        assert np.array_equal(alone.qacc[0], together.qacc[world])


def test_chosen_worlds_of_groups_step_and_others_stay():
    m = kn.load(BALLS)
    batch = kn.Batch(m, 40, threads=1, keep=[])
    batch.qpos[::3, 2] = 1.0
    batch.step(12)
    batch.step(3)
    before = batch.qpos.copy()
    batch.step(2, worlds=range(1, 40, 2))
    assert np.array_equal(batch.qpos[::2], before[::2])
    assert (batch.time.ravel()[1::2] > batch.time.ravel()[0]).all()
