"""What readings are to each other, without a reference: rates are differences, forces balance, bounds hold."""

import numpy as np
import pytest

import knuckle as kn

TEXT = """
<mujoco>
  <option timestep="1e-5" gravity="0 0 -9.81"/>
  <worldbody>
    <body name="trunk" pos="0 0 1">
      <freejoint/><geom type="box" size=".1 .2 .3"/>
      <body name="arm" pos=".2 0 .1">
        <joint axis="1 2 0" damping=".1"/><joint type="slide" axis="0 1 1" stiffness="3"/>
        <geom type="capsule" size=".05 .2" pos="0 0 .1"/>
        <site name="imu" pos=".1 .2 .1" euler="20 30 40"/>
        <body name="hand" pos="0 .1 .3"><joint type="ball"/><geom size=".1" pos=".1 0 0"/></body>
      </body>
    </body>
  </worldbody>
  <sensor>
    <framepos name="pos" objtype="site" objname="imu"/>
    <framequat name="quat" objtype="site" objname="imu"/>
    <framelinvel name="linvel" objtype="site" objname="imu"/>
    <frameangvel name="angvel" objtype="site" objname="imu"/>
    <framelinacc name="linacc" objtype="site" objname="imu"/>
    <frameangacc name="angacc" objtype="site" objname="imu"/>
    <framepos name="relpos" objtype="site" objname="imu" reftype="body" refname="hand"/>
    <framelinvel name="relvel" objtype="site" objname="imu" reftype="body" refname="hand"/>
    <velocimeter name="velocimeter" site="imu"/>
    <accelerometer name="accelerometer" site="imu"/>
    <gyro name="gyro" site="imu"/>
    <subtreecom name="com" body="trunk"/>
    <subtreelinvel name="comvel" body="trunk"/>
    <subtreeangmom name="angmom" body="trunk"/>
    <e_potential name="potential"/>
    <e_kinetic name="kinetic"/>
    <clock name="clock"/>
  </sensor>
</mujoco>
"""
DIFFERENCE = 2e-4  # central differences over two steps of 1e-5 s: their error is of second order, motions of order ten


@pytest.fixture(scope="module")
def moments():
    """Readings at three moments one after the other, and the model."""
    m = kn.load(TEXT)
    d = kn.Data(m)
    d.qvel[:] = np.random.default_rng(3).normal(size=m.nv)
    found = []
    for _ in range(3):
        kn.forward(m, d)
        found.append({name: d.sensor(name).data.copy() for name in m.names("sensor")})
        kn.step(m, d)
    return found, m


def rate(moments, name: str) -> np.ndarray:
    first, _, last = moments[0]
    return (last[name] - first[name]) / (last["clock"] - first["clock"])


@pytest.mark.parametrize(
    ("name", "of"),
    [("linvel", "pos"), ("relvel", "relpos"), ("comvel", "com")],
)
def test_velocities_are_rates_of_positions(moments, name, of):
    np.testing.assert_allclose(moments[0][1][name], rate(moments, of), atol=DIFFERENCE)


def test_accelerations_are_rates_of_velocities_and_feel_gravity(moments):
    now, gravity = moments[0][1], moments[1].opt.gravity
    np.testing.assert_allclose(now["linacc"] + gravity, rate(moments, "linvel"), atol=DIFFERENCE)
    np.testing.assert_allclose(now["angacc"], rate(moments, "angvel"), atol=DIFFERENCE)


def test_an_accelerometer_is_the_rate_of_its_velocimeter_that_turns(moments):
    now, gravity = moments[0][1], moments[1].opt.gravity
    R = matrix(now["quat"])
    turning = np.cross(now["gyro"], now["velocimeter"])
    np.testing.assert_allclose(
        now["accelerometer"] + R.T @ gravity, rate(moments, "velocimeter") + turning, atol=DIFFERENCE
    )


def test_what_rides_on_a_site_is_seen_in_its_axes(moments):
    now = moments[0][1]
    R = matrix(now["quat"])
    for local, world in (("velocimeter", "linvel"), ("gyro", "angvel"), ("accelerometer", "linacc")):
        np.testing.assert_allclose(R @ now[local], now[world], atol=1e-12)


def test_momentum_in_free_fall(moments):
    m = moments[1]
    np.testing.assert_allclose(rate(moments, "comvel"), m.opt.gravity, atol=DIFFERENCE)
    np.testing.assert_allclose(rate(moments, "angmom"), 0.0, atol=DIFFERENCE)


def test_a_scale_weighs_what_stands_on_it():
    m = kn.load(
        """<mujoco><worldbody><geom type="plane" size="1 1 .1"/><body pos="0 0 .1"><freejoint/>
        <geom type="box" size=".1 .1 .1" mass="2"/><site name="all" size="1"/>
        <body name="load" pos="0 0 .2"><geom size=".1" mass="3"/><site name="neck"/></body></body></worldbody>
        <sensor><touch name="touch" site="all"/><force name="force" site="neck"/><torque name="torque" site="neck"/>
        <contact name="net" subtree2="load" reduce="netforce" data="force"/>
        <contact name="ground" data="force" reduce="netforce"/></sensor></mujoco>"""
    )
    d = kn.Data(m)
    kn.step(m, d, 2000)
    assert d.sensor("touch").data[0] == pytest.approx(5 * 9.81, rel=1e-6)
    assert d.sensor("ground").data == pytest.approx([0, 0, 5 * 9.81], abs=1e-4)
    assert d.sensor("force").data == pytest.approx([0, 0, 3 * 9.81], abs=1e-4)
    assert d.sensor("torque").data == pytest.approx([0, 0, 0], abs=1e-6)
    assert not d.sensor("net").data.any()


def matrix(quat: np.ndarray) -> np.ndarray:
    """1 + 2 w [v] + 2 [v]², with [v] x = v × x."""
    w, v = quat[0], quat[1:]
    crossed = np.cross(v, np.eye(3)).T
    return np.eye(3) + 2 * w * crossed + 2 * crossed @ crossed
