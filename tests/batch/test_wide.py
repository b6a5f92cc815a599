"""Batches of float32 whose worlds are computed one by one: in float64, and rounded where they are stored."""

import numpy as np
import pytest
from support.worlds import batch_of, states

import knuckle as kn
from knuckle import models

NWORLD = 5
SINGLE = np.float32
CLOSE = 1e-6  # of the largest acceleration: where another way to the minimum may end


def alone_model() -> kn.Model:
    """A model that does not go in lock step."""
    m = kn.load(models.path("humanoid"))
    m.opt.noslip_iterations = 2
    return m


@pytest.mark.parametrize("keep", [None, ["qacc", "ncon"]])
def test_a_call_is_that_of_one_world_alone_but_for_rounding(keep):
    m = alone_model()
    alone = states(m, NWORLD)
    batch = batch_of(m, alone, "float32", keep=keep, threads=2)
    assert batch.lockstep == kn.Lockstep.NO and batch.lanes == 1
    batch.step(4)
    batch.step(2, worlds=[3, 1])
    for w, d in enumerate(alone):
        kn.step(m, d, 4)
        if w not in (1, 3):
            for name in ("qpos", "qvel", "qacc"):
                assert (getattr(batch, name)[w] == getattr(d, name).astype(SINGLE)).all(), name
    assert batch.qpos.dtype == SINGLE and (batch.time[[1, 3]] > batch.time[0]).all()


@pytest.mark.parametrize("exact", [False, True])
def test_a_solver_may_start_at_what_is_foreseen_unless_bits_are_asked_for(exact):
    m = kn.load(models.path("humanoid"))
    alone = states(m, NWORLD)
    for d in alone:
        kn.step(m, d, 20)
        for name in ("qpos", "qvel", "qacc_warmstart", "ctrl"):
            d._arrays[name][...] = d._arrays[name].astype(SINGLE)
    batch = batch_of(m, alone, "float32", keep=["qacc", "nefc"], exact=exact)
    batch.expand("geom_gap")  # so they go one by one
    assert batch.lanes == 1
    batch.forward()
    assert (batch.nefc > 0).any()
    for w, d in enumerate(alone):
        kn.forward(m, d)
        wanted = d.qacc.astype(SINGLE)
        assert np.abs(batch.qacc[w] - wanted).max() <= (0 if exact else CLOSE * np.abs(wanted).max())


def test_rows_that_need_more_room_come_back_whole():
    m = alone_model()
    batch = batch_of(m, states(m, NWORLD), "float32", keep=["contact_dist", "ncon"])
    for _ in range(3):
        batch.step(50)
    assert np.isfinite(batch.qpos).all() and batch.ncon.max() > 0
    assert batch.contact_dist.shape[1] >= batch.ncon.max()


@pytest.mark.parametrize("one_by_one", [False, True])
def test_worlds_may_differ_in_a_batch_of_float32(one_by_one):
    m = kn.load(models.path("humanoid"))
    batch = kn.Batch(m, NWORLD, dtype="float32", keep=["qacc"])
    batch.expand("opt_gravity")[:, 2] = -np.arange(NWORLD)
    if one_by_one:
        batch.expand("geom_gap")
    batch.step(10)
    assert (batch.lanes == 1) == one_by_one
    assert (np.diff(batch.qpos[:, 2]) < 0).all()
