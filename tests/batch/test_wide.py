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


@pytest.mark.parametrize("exact", [False, True])
def test_time_does_not_drift_however_many_calls_there_are(exact):
    slide = "<body><joint name='j' type='slide' axis='1 0 0' frictionloss='.01'/><geom size='.1'/></body>"
    motor = "<motor joint='j' nsample='8' delay='0.006'/>"
    m = kn.Model.from_xml_string(f"<mujoco><worldbody>{slide}</worldbody><actuator>{motor}</actuator></mujoco>")
    batch = kn.Batch(m, 1, dtype="float32", keep=["actuator_force"], exact=exact)
    late = 0
    for step in range(1500):
        batch.ctrl[:] = step
        batch.step()
        late += step >= 3 and batch.actuator_force[0, 0] != step - 3
    assert abs(batch.time[0] - 1500 * m.opt.timestep) <= np.spacing(batch.time[0])
    assert late == 0


def test_worlds_with_time_steps_of_their_own_keep_time():
    m = kn.Model.from_xml_string("<mujoco><worldbody><body><joint/><geom size='.1'/></body></worldbody></mujoco>")
    batch = kn.Batch(m, 3, dtype="float32", keep=[])
    steps = batch.expand("opt_timestep")
    steps[:] = [0.002, 0.003, 0.0007]
    for _ in range(1000):
        batch.step(1, [0, 2])
        batch.step(1, 1)
    np.testing.assert_array_equal(batch.time, np.float32(1000 * steps))
