"""Delayed and periodic sensors: what they tell is what they read before."""

import mujoco
import numpy as np
import pytest
from support.worlds import batch_of, unconstrained, unequal

import knuckle as kn

MODEL = """
<mujoco>
  <option timestep="{step!r}" integrator="{integrator}"/>
  <worldbody><body><joint name="hinge" axis="1 0 0"/><geom size=".1" pos="0 .2 0"/>
    <site name="s" pos=".1 .2 .3"/></body></worldbody>
  <actuator><motor joint="hinge" nsample="2"/></actuator>
  <sensor>{sensors}</sensor>
</mujoco>
"""
KINDS = ("clock", 'gyro site="s"', 'accelerometer site="s"', 'framepos objtype="site" objname="s"')


def random_model(seed: int) -> str:
    random = np.random.default_rng(seed)
    step = float(random.choice([0.01, 0.002, 0.005]))
    sensors = ""
    for k in range(5):
        period = float(random.choice([0, 0, 2 * step, 2.5 * step, 3.3 * step, 0.5 * step]))
        phase = 0.0 if random.random() < 0.5 or period < step else -float(random.uniform(0, 0.9) * period)
        delay = float(random.choice([0, step, 1.7 * step, 3 * step]))
        sensors += f'<{random.choice(KINDS)} name="s{k}" nsample="{random.integers(1, 6)}" delay="{delay!r}" '
        sensors += f'interval="{period!r} {phase!r}" interp="{random.choice(["zoh", "linear", "cubic"])}"/>'
    integrator = random.choice(["Euler", "RK4", "implicitfast"])
    return MODEL.format(step=step, integrator=integrator, sensors=sensors)


@pytest.mark.parametrize("seed", range(10))
def test_readings_and_buffers_are_the_references(seed):
    xml, random = random_model(seed), np.random.default_rng(seed)
    m, reference = kn.load(xml), mujoco.MjModel.from_xml_string(xml)
    d, theirs = kn.Data(m), mujoco.MjData(reference)
    assert np.array_equal(d.history, theirs.history)
    for _ in range(40):
        d.ctrl[:] = theirs.ctrl[:] = random.normal()
        kn.step(m, d)
        mujoco.mj_step(reference, theirs)
        assert np.abs(d.sensordata - theirs.sensordata).max() < 1e-10
        assert np.abs(d.history - theirs.history).max() < 1e-10
    for k in range(m.nsensor):
        result = np.zeros(m.sensor_dim[k])
        told = mujoco.mj_readSensor(reference, theirs, k, theirs.time, result, int(m.sensor_history[k, 1]))
        assert np.abs(kn.read_sensor(m, d, f"s{k}") - (result if told is None else np.ravel(told))).max() < 1e-10


@pytest.mark.parametrize("seed", range(10))
def test_a_clock_that_is_set_keeps_samples_in_order(seed):
    """Samples go to their places among the others, or take the place of the one at their time; so do controls."""
    xml = random_model(seed).replace('nsample="2"/></actuator>', 'nsample="4" delay=".02" interp="linear"/></actuator>')
    random = np.random.default_rng(seed)
    m, reference = kn.load(xml), mujoco.MjModel.from_xml_string(xml)
    d, theirs = kn.Data(m), mujoco.MjData(reference)
    for _ in range(60):
        if random.random() < 0.3:
            d.time = theirs.time = theirs.time + m.opt.timestep * random.choice([-3.0, -1.0, -0.4, 0.3, 5.0])
        d.ctrl[:] = theirs.ctrl[:] = random.normal()
        kn.step(m, d)
        mujoco.mj_step(reference, theirs)
        for name in ("history", "sensordata", "actuator_force"):
            assert np.abs(getattr(d, name) - getattr(theirs, name)).max() < 1e-9, name


def test_worlds_with_clocks_of_their_own_have_the_bits_of_one_alone():
    m = unconstrained(kn.load(random_model(3)))
    alone = []
    for world in range(5):
        each = kn.Data(m)
        each.qvel[:] = world
        kn.step(m, each, nstep=3 * world)
        alone.append(each)
    batch = batch_of(m, alone, "float64")
    batch.step(nstep=4)
    for each in alone:
        kn.step(m, each, nstep=4)
    assert not unequal(batch, alone)


def test_a_history_is_filled_as_the_references():
    xml = random_model(1)
    m, reference = kn.load(xml), mujoco.MjModel.from_xml_string(xml)
    d, theirs = kn.Data(m), mujoco.MjData(reference)
    random = np.random.default_rng(0)
    for k in range(m.nsensor):
        count, width = int(m.sensor_history[k, 0]), int(m.sensor_dim[k])
        times, values = np.cumsum(random.uniform(0.001, 0.01, count)), random.normal(size=(count, width))
        kn.init_sensor_history(m, d, k, values, times, phase=0.25)
        mujoco.mj_initSensorHistory(reference, theirs, k, times, values, 0.25)
    assert np.array_equal(d.history, theirs.history)
