"""Steps of a batch that are followed by the forces on bodies: what is between them need not be kept."""

import numpy as np
import pytest
from support.worlds import batch_of, states

import knuckle as kn
from knuckle import models

NWORLD = 5
FORCES = ("cacc", "cfrc_int", "cfrc_ext")
WAYS = {
    "published": ({}, kn.Lockstep.PUBLISHED),
    "contacts": ({"solver": "PGS"}, kn.Lockstep.CONTACTS),
    "alone": ({"noslip_iterations": 2}, kn.Lockstep.NO),
    "runge_kutta": ({"solver": "PGS", "integrator": "RK4"}, kn.Lockstep.CONTACTS),
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("way", WAYS)
def test_forces_after_steps_are_those_of_the_stage(way, dtype):
    options, lockstep = WAYS[way]
    m = kn.load(models.path("humanoid"))
    for name, value in options.items():
        setattr(m.opt, name, value)
    worlds = states(m, NWORLD)
    every = batch_of(m, worlds, dtype)
    few = batch_of(m, worlds, dtype, keep=FORCES)
    every.step(40)
    few.step(40, body_forces=True)
    if dtype == "float64" or lockstep != kn.Lockstep.NO:  # else rows are rounded between the two calls
        every.run("rne_post_constraint")
        for name in FORCES:
            assert np.abs(few.read(name)).max() > 1
            np.testing.assert_array_equal(few.read(name), every.read(name), name)
    assert few.lockstep == lockstep and np.array_equal(few.qpos, every.qpos)
    before = few.cfrc_ext.copy()
    few.step(worlds=[1], body_forces=True)
    assert [w for w in range(NWORLD) if (few.cfrc_ext[w] != before[w]).any()] == [1]


def test_a_batch_that_keeps_no_forces_says_so():
    batch = kn.Batch(kn.load(models.path("pendulum")), 2, keep=["qacc"])
    with pytest.raises(kn.KnuckleError, match="body_forces: the batch keeps none of cacc"):
        batch.step(body_forces=True)
    assert (batch.time == 0).all()
