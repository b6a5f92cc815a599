"""Sensors are read where the reference reads them: once in a step, and not where they are switched off."""

import mujoco
import numpy as np
import pytest

import knuckle as kn

TEXT = """
<mujoco>
  <option integrator="{integrator}"/>
  <worldbody>
    <body><joint name="h"/><geom size=".1" pos=".3 0 0"/><site name="s" pos=".3 0 0"/>
      <body name="b" pos=".3 0 0"><joint name="h2" axis="0 1 0"/><geom size=".1" pos=".2 0 0"/></body>
    </body>
  </worldbody>
  <sensor>{sensors}</sensor>
</mujoco>
"""
FIELDS = ("sensordata", "energy", "cacc", "cfrc_int", "cfrc_ext", "subtree_linvel", "subtree_angmom")
SENSORS = {
    "none": "",
    "clock, joint": '<clock/><jointpos joint="h"/><jointvel joint="h2"/>',
    "acceleration": '<accelerometer site="s"/>',
    "velocity": '<velocimeter site="s"/>',
    "momentum": '<subtreelinvel body="b"/>',
    "user, velocity": '<user dim="1" needstage="vel"/>',
    "user, acceleration": '<user dim="1" needstage="acc"/>',
    "user, position": '<user dim="1" needstage="pos"/><user dim="2" needstage="none"/>',
    "potential": "<e_potential/>",
    "kinetic": "<e_kinetic/>",
    "energies": "<e_kinetic/><e_potential/>",
}


def both(sensors: str, integrator: str):
    text = TEXT.format(sensors=sensors, integrator=integrator)
    m, reference = kn.load(text), mujoco.MjModel.from_xml_string(text)
    d, theirs = kn.Data(m), mujoco.MjData(reference)
    for each in (d, theirs):
        each.qpos[:], each.qvel[:] = [0.3, 0.4], [1.0, 2.0]
    return m, d, reference, theirs


@pytest.mark.parametrize("integrator", ["Euler", "RK4"])
@pytest.mark.parametrize("sensors", SENSORS.values(), ids=SENSORS)
def test_steps_leave_what_the_reference_leaves(sensors, integrator):
    m, d, reference, theirs = both(sensors, integrator)
    for run in (("step",), ("step",), ("step1", "step2"), ("forward",)):
        for name in run:
            getattr(kn, name)(m, d)
            getattr(mujoco, f"mj_{name}")(reference, theirs)
        for name in FIELDS:
            expected = np.reshape(getattr(theirs, name), getattr(d, name).shape)
            np.testing.assert_allclose(getattr(d, name), expected, rtol=1e-12, atol=1e-12, err_msg=f"{name}, {run}")


def test_switched_off_they_keep_their_readings():
    m, d, _, _ = both(SENSORS["clock, joint"] + SENSORS["acceleration"], "Euler")
    kn.step(m, d, 3)
    before = d.sensordata.copy()
    m.opt.flags.sensor = False
    kn.step(m, d, 3)
    kn.inverse(m, d)
    for name in ("sensor_pos", "sensor_vel", "sensor_acc"):
        getattr(kn, name)(m, d)
    assert before.any() and np.array_equal(d.sensordata, before)


def test_stages_alone_read_their_own_sensors():
    m, d, _, _ = both(SENSORS["clock, joint"] + SENSORS["acceleration"], "Euler")
    kn.forward(m, d)
    expected = d.sensordata.copy()
    d.sensordata[:] = np.nan
    kn.sensor_pos(m, d)
    assert np.isnan(d.sensordata).tolist() == [False, False, True, True, True, True]
    kn.sensor_vel(m, d)
    assert np.isnan(d.sensordata).tolist() == [False, False, False, True, True, True]
    kn.sensor_acc(m, d)
    assert np.array_equal(d.sensordata, expected)


def test_kinetic_energy_is_that_of_the_present_velocity():
    m, d, _, _ = both("<e_kinetic/>", "Euler")
    m.opt.flags.energy = True
    for speed in (1.0, 2.0):
        d.qvel[:] = speed
        kn.forward(m, d)
        assert d.sensordata[0] == d.energy[1] == pytest.approx(0.5 * d.qvel @ kn.mul_M(m, d, d.qvel))


@pytest.mark.parametrize("reduce", ["maxforce", "mindist"])
def test_contacts_whose_forces_are_no_numbers_fill_their_slots_too(reduce):
    """Such a world diverges; until that is found nothing outside of its contacts is read."""
    boxes = "".join(
        f"<body pos='{0.3 * k} 0 .09'><freejoint/><geom type='box' size='.1 .1 .1'/></body>" for k in range(2)
    )
    sensor = f"<contact num='5' reduce='{reduce}' data='found force dist'/>"
    m = kn.Model.from_xml_string(
        f"<mujoco><worldbody><geom type='plane' size='5 5 .1'/>{boxes}</worldbody><sensor>{sensor}</sensor></mujoco>"
    )
    d = kn.Data(m)
    kn.forward(m, d)
    assert d.ncon == 8
    field = d.efc_force if reduce == "maxforce" else d.contact_dist
    field[::2] = np.nan
    machine = kn.machine("checked")
    machine.sensor_acc(m, d)
    slots = d.sensordata.reshape(5, 5)
    assert (slots[:, 0] == 8).all()
    broken = slots[:, 1] if reduce == "maxforce" else slots[:, 4]
    assert np.isnan(broken[:4]).all()
