"""Every kind of sensor reads what the reference reads, with each of its options."""

import mujoco
import numpy as np
import pytest
from support.sensor_scenes import FELT, MOVING, TOUCHING, Scene, felt_sensors, moving_sensors, scene, touching_sensors

import knuckle as kn
from knuckle import models
from knuckle.schema.enums import SensorType
from knuckle.schema.sensors import sensor_kinds

WITHOUT_CONTACT, WITH_CONTACT = 1e-9, 1e-7
STATES = range(4)


@pytest.fixture(scope="module")
def moving() -> Scene:
    return scene(MOVING, moving_sensors())


@pytest.mark.parametrize("run", ["forward", "inverse"])
def test_sensors_of_motion(moving, run):
    for seed in STATES:
        ours, theirs = moving.state(seed, 0.3)
        getattr(mujoco, f"mj_{run}")(moving.reference, theirs)
        getattr(kn, run)(moving.m, ours)
        wrong = {text: e for text, e in moving.errors(ours, theirs).items() if not e < WITHOUT_CONTACT}
        assert not wrong, f"state {seed}"
        for name in ("cacc", "cfrc_int", "cfrc_ext", "subtree_linvel", "subtree_angmom", "energy"):
            expected = np.reshape(getattr(theirs, name), getattr(ours, name).shape)
            np.testing.assert_allclose(getattr(ours, name), expected, rtol=1e-9, atol=1e-9, err_msg=name)


@pytest.mark.parametrize(("cone", "condim"), [("elliptic", 6), ("pyramidal", 6), ("elliptic", 1)])
def test_sensors_of_contact(cone, condim):
    touching = scene(TOUCHING, touching_sensors(), cone=cone, condim=condim)
    met = 0
    for seed in STATES[1:]:
        ours, theirs = touching.state(seed, 0.03)
        mujoco.mj_forward(touching.reference, theirs)
        kn.forward(touching.m, ours)
        assert not {text: e for text, e in touching.errors(ours, theirs).items() if not e < WITH_CONTACT}
        met += theirs.ncon
    assert met > 20


def test_tactile_sensors():
    felt = scene(FELT, felt_sensors())
    for seed in STATES[:2]:
        ours, theirs = felt.state(seed, 0.02)
        mujoco.mj_forward(felt.reference, theirs)
        kn.forward(felt.m, ours)
        errors = felt.errors(ours, theirs)
        assert not {text: e for text, e in errors.items() if not e < WITHOUT_CONTACT}
        assert np.count_nonzero(theirs.sensordata) > 500


def test_every_kind_is_in_a_scene():
    texts = " ".join([*moving_sensors(), *touching_sensors(), *felt_sensors()])
    assert all(f"<{tag}" in texts for tag in sensor_kinds())
    assert {kind.type for kind in sensor_kinds().values()} == set(SensorType) - {SensorType.PLUGIN}


@pytest.mark.parametrize("name", ["humanoid", "quadruped", "cart_pole"])
def test_models_of_the_package(name):
    path = models.path(name)
    m, reference = kn.load(path), mujoco.MjModel.from_xml_path(str(path))
    m.opt.flags.contact = False  # ellipsoids meet by a search with a tolerance
    reference.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONTACT
    rng = np.random.default_rng(0)
    for _ in range(10):
        d, theirs = kn.Data(m), mujoco.MjData(reference)
        theirs.qvel[:], theirs.ctrl[:] = rng.normal(size=m.nv), rng.normal(size=m.nu)
        mujoco.mj_integratePos(reference, theirs.qpos, theirs.qvel, 0.2)
        d.qpos[:], d.qvel[:], d.ctrl[:] = theirs.qpos, theirs.qvel, theirs.ctrl
        d.sensordata[:] = np.nan
        mujoco.mj_forward(reference, theirs)
        kn.forward(m, d)
        np.testing.assert_allclose(d.sensordata, theirs.sensordata, rtol=WITH_CONTACT, atol=WITH_CONTACT)


def test_distances_to_height_fields():
    text = """<mujoco><asset><hfield name="h" nrow="3" ncol="3" size="1 1 .2 .1" elevation="0 1 0 1 0 1 0 1 0"/></asset>
    <worldbody><geom type="hfield" hfield="h"/>
    <body name="b" pos="0 0 .3"><freejoint/><geom name="g" size=".12"/></body></worldbody>
    <sensor><distance body1="world" geom2="g" cutoff="1"/><fromto body1="b" body2="world" cutoff="1"/></sensor>
    </mujoco>"""
    m, reference = kn.load(text), mujoco.MjModel.from_xml_string(text)
    d, theirs = kn.Data(m), mujoco.MjData(reference)
    mujoco.mj_forward(reference, theirs)
    kn.forward(m, d)
    np.testing.assert_allclose(d.sensordata, theirs.sensordata, atol=1e-6)  # the reach of the convex search
