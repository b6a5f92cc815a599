"""What a batch keeps decides what is stored, and nothing else."""

import numpy as np
import pytest

import knuckle as kn
from knuckle import models
from knuckle.kernel import kernel

DISCRETE = """
<mujoco>
  <option integrator="discrete" timestep=".01"/>
  <worldbody><body><joint name="j" axis="0 1 0"/><geom size=".05" pos=".3 0 0"/></body></worldbody>
  <actuator><position joint="j" kp="30" kv="1"/></actuator>
</mujoco>
"""
REMEMBERING = """
<mujoco>
  <worldbody><body><joint name="j" axis="0 1 0"/><geom size=".1" pos=".3 0 0"/></body></worldbody>
  <sensor><jointvel joint="j" delay=".006" nsample="5"/></sensor>
</mujoco>
"""
HOOKED = """
<mujoco>
  <worldbody>
    <body pos="0 0 1"><joint name="j" axis="0 1 0"/><geom size=".1" pos=".3 0 0"/><site pos=".3 0 0"/></body>
  </worldbody>
  <sensor><jointpos joint="j"/></sensor>
</mujoco>
"""


@kernel
def lifted_by_height(m, d):
    d.qfrc_passive[0] = d.qfrc_passive[0] - 5.0 * d.site_xpos[0][2]


@kernel
def reads_a_sensor(m, d):
    d.qfrc_passive[0] = d.qfrc_passive[0] - 500.0 * d.sensordata[0]


@kernel
def reads_accelerations(m, d):
    d.qfrc_applied[0] = -0.05 * d.qacc[0]


@kernel
def reads_rows(m, d):
    d.qfrc_passive[0] = d.qfrc_passive[0] + (0.1 if d.nefc > 0 else 0.0)


@pytest.mark.parametrize("options", [{}, {"keep": []}, {"keep": [], "exact": True}], ids=str)
def test_the_discrete_step_knows_its_actuators(options):
    m = kn.load(DISCRETE)
    d = kn.Data(m)
    d.ctrl[0] = 1
    kn.step(m, d, 50)
    batch = kn.Batch(m, 2, **options)
    batch.ctrl[:] = 1
    batch.step(50)
    assert (batch.qpos == d.qpos).all()


@pytest.mark.parametrize("keep", [None, ["sensordata"], []], ids=str)
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_past_readings_are_state(keep, dtype):
    m = kn.load(REMEMBERING)
    alone = kn.Data(m)
    kn.step(m, alone, 10)
    batch = kn.Batch(m, 2, keep=keep, dtype=dtype)
    batch.step(10)
    np.testing.assert_allclose(batch.history[0], alone.history, rtol=1e-5, atol=1e-7)
    assert alone.history[-1] > 0.1


@pytest.mark.parametrize("function", [lifted_by_height])
def test_kernels_read_what_this_step_has_computed(function):
    m = kn.load(HOOKED)
    m.callbacks.passive = function
    d = kn.Data(m)
    kn.step(m, d, 10)
    for keep in (None, []):
        batch = kn.Batch(m, 3, keep=keep)
        batch.step(10)
        assert (batch.qpos == d.qpos).all()


def test_kernels_that_come_later_are_heard():
    m = kn.load(HOOKED)
    batch = kn.Batch(m, 3, keep=[])
    batch.step(10)
    m.callbacks.passive = lifted_by_height
    batch.reset()
    batch.step(10)
    d = kn.Data(m)
    kn.step(m, d, 10)
    assert (batch.qpos == d.qpos).all()


@pytest.mark.parametrize(
    ("callback", "function", "name"),
    [("passive", reads_a_sensor, "sensordata"), ("control", reads_accelerations, "qacc")],
    ids=lambda each: getattr(each, "__name__", each),
)
def test_what_kernels_read_of_the_step_before_has_to_be_kept(callback, function, name):
    m = kn.load(HOOKED)
    setattr(m.callbacks, callback, function)
    with pytest.raises(
        kn.KnuckleError, match=rf"{function.__name__} reads {name} of the step before.*keep=\['{name}'\]"
    ):
        kn.Batch(m, 3, keep=[])
    d, batch = kn.Data(m), kn.Batch(m, 17, keep=[name])
    kn.step(m, d, 10)
    batch.step(10)
    assert (batch.qpos == d.qpos).all()


def test_worlds_whose_kernels_read_rows_go_one_by_one():
    m = kn.load(models.path("quadruped"))
    m.callbacks.passive = reads_rows
    batch, d = kn.Batch(m, 3, keep=[]), kn.Data(m)
    assert batch.lanes == 1
    batch.step(30)
    kn.step(m, d, 30)
    assert (batch.qpos == d.qpos).all()


def test_inverse_dynamics_need_accelerations():
    m = kn.load(models.path("quadruped"))
    batch = kn.Batch(m, 3, keep=["qfrc_inverse"])
    with pytest.raises(kn.KnuckleError, match="inverse: the batch keeps no accelerations"):
        batch.inverse()
