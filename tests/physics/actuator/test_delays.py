"""Delays: what an actuator takes is what was asked of it before."""

import mujoco
import numpy as np
import pytest
from support.worlds import batch_of, unconstrained, unequal

import knuckle as kn

MODEL = """
<mujoco>
  <option timestep="0.01" integrator="{integrator}"/>
  <worldbody><body><joint name="hinge"/><geom size=".1" pos=".2 0 0"/>
    <body pos=".3 0 0"><joint name="ball" type="ball"/><geom size=".1"/></body></body></worldbody>
  <actuator>
    <motor name="held" joint="hinge" nsample="3" delay="0.03" ctrlrange="-1 1"/>
    <position joint="hinge" nsample="5" delay="0.013" interp="linear"/>
    <pid joint="hinge" nsample="4" delay="0.027" interp="cubic" input="pos vel ff"/>
    <orientation name="turn" joint="ball" nsample="2" delay="0.01" input="quat" kp="0.1"/>
    <motor name="recorded" joint="hinge" nsample="2"/>
    <motor name="plain" joint="hinge"/>
  </actuator>
</mujoco>
"""


def both(integrator: str = "Euler"):
    xml = MODEL.format(integrator=integrator)
    m, reference = kn.load(xml), mujoco.MjModel.from_xml_string(xml)
    return m, kn.Data(m), reference, mujoco.MjData(reference)


@pytest.mark.parametrize("integrator", ["Euler", "implicitfast", "RK4"])
def test_buffers_and_motion_are_the_references(integrator):
    m, d, reference, theirs = both(integrator)
    random = np.random.default_rng(0)
    assert m.nhistory == reference.nhistory and np.array_equal(d.history, theirs.history)
    for _ in range(40):
        d.ctrl[:] = theirs.ctrl[:] = random.normal(size=m.nu)
        kn.step(m, d)
        mujoco.mj_step(reference, theirs)
        assert np.abs(d.history - theirs.history).max() < 1e-15
        assert np.abs(d.qpos - theirs.qpos).max() < 1e-10


def test_a_state_that_is_restored_replays_with_the_same_bits():
    m, d, _, _ = both()
    random = np.random.default_rng(1)
    controls = random.normal(size=(60, m.nu))
    for row in controls[:25]:
        d.ctrl[:] = row
        kn.step(m, d)
    kept = kn.get_state(m, d, kn.State.INTEGRATION)
    ends = []
    for _ in range(2):
        kn.set_state(m, d, kept, kn.State.INTEGRATION)
        for row in controls[25:]:
            d.ctrl[:] = row
            kn.step(m, d)
        ends.append(kn.get_state(m, d, kn.State.INTEGRATION).tobytes())
    fresh = kn.Data(m)
    kn.set_state(m, fresh, kept, kn.State.INTEGRATION)
    for row in controls[25:]:
        fresh.ctrl[:] = row
        kn.step(m, fresh)
    assert ends[0] == ends[1] == kn.get_state(m, fresh, kn.State.INTEGRATION).tobytes()


def test_worlds_with_clocks_of_their_own_have_the_bits_of_one_alone():
    m = unconstrained(both()[0])
    random = np.random.default_rng(2)
    alone = []
    for world in range(5):
        each = kn.Data(m)
        for _ in range(3 * world):
            each.ctrl[:] = random.normal(size=m.nu)
            kn.step(m, each)
        alone.append(each)
    batch = batch_of(m, alone, "float64")
    batch.step(nstep=4)
    for each in alone:
        kn.step(m, each, nstep=4)
    assert not unequal(batch, alone)


@pytest.mark.parametrize("interp", ["zoh", "linear", "cubic"])
def test_readings_at_any_time_are_the_references(interp):
    m, d, reference, theirs = both()
    random = np.random.default_rng(3)
    times, values = np.cumsum(random.uniform(0.001, 0.02, 3)), random.normal(size=3)
    kn.init_ctrl_history(m, d, "held", values, times)
    mujoco.mj_initCtrlHistory(reference, theirs, 0, times, values[:, None])
    assert np.array_equal(d.history, theirs.history)
    for time in (*times, *times + 0.03, *random.uniform(0, 0.15, 30)):
        result = np.zeros(1)
        told = mujoco.mj_readCtrl(reference, theirs, 0, time, result, int(kn.Interpolation[interp.upper()]))
        expected = result if told is None else np.ravel(told)
        assert abs(kn.read_ctrl(m, d, "held", time, interp) - expected).max() < 1e-14


def test_histories_are_read_and_filled_by_name():
    m, d, _, _ = both()
    assert np.array_equal(kn.read_ctrl(m, d, "turn"), [1, 0, 0, 0])
    d.ctrl[m.actuator("plain").id] = 3
    assert kn.read_ctrl(m, d, "recorded")[0] == 0
    with pytest.raises(kn.KnuckleError, match=r"plain has no history: give it nsample"):
        kn.init_ctrl_history(m, d, "plain", [1.0])
    with pytest.raises(ValueError, match=r"values: expected shape \(3,\), found shape \(2,\)"):
        kn.init_ctrl_history(m, d, "held", [1.0, 2.0])
    with pytest.raises(ValueError, match="times: expected times that ascend"):
        kn.init_ctrl_history(m, d, "held", [1.0, 2.0, 3.0], [0, 0, 1])
    with pytest.raises(ValueError, match="interp: expected one of zoh, linear, cubic, found 'spline'"):
        kn.read_ctrl(m, d, "held", interp="spline")


@pytest.mark.parametrize("cursor", [np.nan, -1.0, 7.0, 0.5, 1e300])
def test_nonsense_in_a_history_does_no_harm(cursor):
    m, d, _, _ = both()
    d.history[1] = cursor
    d.history[2:5] = np.nan
    kn.step(m, d, nstep=3)
    kn.reset(m, d)
    assert np.isfinite(d.history).all()
