"""What a world does depends on no other: neither on what its neighbours touch, nor on the room that they need."""

import numpy as np
import pytest

import knuckle as kn

NWORLD = 8
DTYPES = ["float64", "float32"]
DIMENSIONS = """
<mujoco>
  <option cone="{cone}" solver="{solver}"/>
  <worldbody>
    <geom type="plane" size="9 9 1" condim="1"/>
    <body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .12 .1" condim="{first}"/></body>
    <body pos="1 0 .1"><freejoint/><geom type="box" size=".1 .12 .1" condim="{second}"/></body>
  </worldbody>
</mujoco>
"""
FLIGHT = """
<mujoco><worldbody>
  <geom type="plane" size="9 9 1"/>
  <body pos="0 0 2"><freejoint/><geom type="ellipsoid" size=".06 .05 .04" pos=".02 .01 0"/></body>
</worldbody></mujoco>
"""
BOXES = """
<mujoco><worldbody>
  <geom type="plane" size="9 9 1"/>
  <replicate count="{count}" offset=".5 0 0">
    <body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
  </replicate>
</worldbody></mujoco>
"""
DELAYED = """
<mujoco>
  <option timestep=".002"/>
  <worldbody><body><joint name="j" axis="0 1 0"/><geom size=".1" pos="0 0 -.3"/></body></worldbody>
  <actuator><motor joint="j" delay=".01" nsample="8"/></actuator>
  <sensor><jointpos joint="j" interval=".01 0" nsample="3"/></sensor>
</mujoco>
"""


@pytest.mark.filterwarnings("ignore::knuckle.SimulationWarning")  # of CG, which may need more iterations
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("solver", ["Newton", "CG"])
@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
@pytest.mark.parametrize("dimensions", [(1, 3), (1, 4), (1, 6), (4, 6)], ids=str)
def test_contacts_of_other_dimensions_beside_its_own_change_no_bit(dimensions, cone, solver, dtype):
    first, second = dimensions
    m = kn.load(DIMENSIONS.format(cone=cone, solver=solver, first=first, second=second))
    batch, alone = (kn.Batch(m, n, dtype=dtype, keep=["qacc", "ncon"], threads=1) for n in (NWORLD, 1))
    felt = 0
    for seed in range(6):
        batch.reset(noise={"qpos": 0.01, "qvel": 0.5}, seed=seed)
        state = batch.get_state()
        batch.step()
        for world in range(NWORLD):
            alone.set_state(state[world])
            alone.step()
            felt += (alone.qacc[0] != batch.qacc[world]).any()
    assert felt == 0 and np.ptp(batch.ncon) > 0


@pytest.mark.parametrize(("dtype", "speed"), [("float64", 1e-6), ("float32", 1e-6), ("float32", 0.05)])
def test_a_world_in_flight_does_not_feel_that_another_lies_on_the_floor(dtype, speed):
    m = kn.load(FLIGHT)
    alone, company = (kn.Batch(m, n, dtype=dtype, keep=["qacc", "ncon"]) for n in (1, 2))
    for seed in range(4):
        alone.reset(noise={"qvel": speed, "qpos": 0.3}, seed=seed)
        for _ in range(40):
            company.set_state(alone.get_state()[0], worlds=0)
            company.qpos[1, 2] = 0.04
            alone.step()
            company.step()
            assert company.ncon[0] == 0 and (alone.qacc[0] == company.qacc[0]).all()
    assert company.ncon[1] > 0


@pytest.mark.filterwarnings("ignore::knuckle.SimulationWarning")
@pytest.mark.parametrize("exact", [False, True])
def test_a_world_freezes_as_it_does_where_there_is_room(exact):
    """A step that is done again with more room takes the worlds along that diverged in the first try."""
    m = kn.load(BOXES.format(count=12 if exact else 1))  # what needs more room than there is at first
    frozen = []
    for has_room in (False, True):
        for nworld in (8, 9, 16):
            batch = kn.Batch(m, nworld, on_divergence="freeze", keep=["qacc"], exact=exact)
            if has_room:
                batch.step()
                batch.reset()
            room = batch._memory.capacity
            batch.qvel[-1, 3] = np.nan
            batch.step()
            assert (batch._memory.capacity == room) == has_room
            frozen.append((batch.status[-1], batch.time[-1], str(batch.qpos[-1])))
    assert len(set(frozen)) == 1


@pytest.mark.parametrize("dtype", DTYPES)
def test_a_delay_of_whole_steps_is_that_many_steps(dtype):
    """Beside a world whose clock began elsewhere; in single precision times are rounded, and no sum of steps drifts."""
    m = kn.load(DELAYED)
    steps = 5000
    batch = kn.Batch(m, 2, dtype=dtype, keep=["actuator_force", "sensordata"])
    batch.time[1] = 0.0003
    controls = 1e-6 * np.arange(steps)[:, None]
    found = batch.rollout(steps, controls, record=["actuator_force", "sensordata", "time"])
    lag = np.arange(steps)[5:] - np.rint(found["actuator_force"][0, 5:, 0] * 1e6)
    assert (lag == 5).sum() >= steps - 10
    assert np.count_nonzero(np.diff(found["sensordata"][0, :, 0])) in range(steps // 5 - 5, steps // 5 + 1)
    times = 0.002 * np.arange(1, steps + 1)
    np.testing.assert_allclose(found["time"][0], times, rtol=2e-7 if dtype == "float32" else 1e-12)
