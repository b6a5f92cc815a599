"""Actuators of every kind, with random parameters: forces, states and steps are the reference's."""

import mujoco
import numpy as np
import pytest
from support.actuator_scene import RandomScene, dense_moment
from support.worlds import batch_of, unconstrained, unequal

import knuckle as kn

SCENES = 12
FIELDS = ("actuator_length", "actuator_velocity", "actuator_force", "qfrc_actuator", "act_dot", "qacc_smooth")
INTEGRATORS = ("euler", "implicit", "implicitfast", "rk4")


def error(ours, theirs) -> float:
    """The largest difference, on the scale of the field, which is 1 at least."""
    ours, theirs = np.ravel(ours).astype(float), np.ravel(theirs).astype(float)
    assert ours.shape == theirs.shape
    return float(np.abs(ours - theirs).max(initial=0) / max(1.0, np.abs(theirs).max(initial=0)))


def both(xml: str):
    m, reference = kn.load(xml), mujoco.MjModel.from_xml_string(xml)
    return m, kn.Data(m), reference, mujoco.MjData(reference)


@pytest.mark.parametrize("seed", range(SCENES))
def test_models_and_forces_are_the_references(seed):
    scene = RandomScene(seed)
    worlds = m, d, reference, theirs = both(scene.xml(option='cone="elliptic"' if seed % 2 else ""))
    for name in dir(reference):
        if name.startswith(("actuator_", "tree_sleep", "nu", "nout", "na", "nJmom", "nhistory")) and hasattr(m, name):
            value = getattr(reference, name)
            if isinstance(value, int | np.ndarray):
                assert error(getattr(m, name), value) < 1e-9, name
    for put in scene.states(*worlds, 3):
        put()
        kn.forward(m, d)
        mujoco.mj_forward(reference, theirs)
        for name in FIELDS:
            assert error(getattr(d, name), getattr(theirs, name)) < 1e-10, name
        assert error(dense_moment(d, m.nout, m.nv), dense_moment(theirs, m.nout, m.nv)) < 1e-10
        assert error(d.qacc, theirs.qacc) < 1e-7


@pytest.mark.parametrize("seed", range(SCENES))
def test_one_step_is_the_references(seed):
    scene = RandomScene(100 + seed)
    worlds = m, d, reference, theirs = both(scene.xml(option='timestep="0.001"'))
    m.opt.flags.contact = False
    reference.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONTACT
    for put in scene.states(*worlds, 2):
        for integrator in INTEGRATORS:
            m.opt.integrator = integrator
            reference.opt.integrator = int(m.opt.integrator)
            put()
            kn.step(m, d)
            mujoco.mj_step(reference, theirs)
            for name in ("qpos", "qvel", "act"):
                assert error(getattr(d, name), getattr(theirs, name)) < 1e-9, (integrator, name)


@pytest.mark.parametrize("seed", range(4))
def test_worlds_in_lanes_have_the_bits_of_one_alone(seed):
    scene = RandomScene(200 + seed)
    worlds = m, d, _, _ = both(scene.xml(option='timestep="0.001" integrator="implicitfast"'))
    unconstrained(m)
    states = []
    for put in scene.states(*worlds, 5):
        put()
        states.append(d.copy())
    batch = batch_of(m, states, "float64")
    batch.step(nstep=3)
    for world in states:
        kn.step(m, world, nstep=3)
    assert not unequal(batch, states)


@pytest.mark.parametrize("seed", range(3))
def test_groups_and_flags_switch_actuators_off(seed):
    scene = RandomScene(300 + seed)
    xml = scene.xml().replace("<pid ", '<pid group="2" ').replace("<dcmotor ", '<dcmotor group="3" ')
    worlds = m, d, reference, theirs = both(xml)
    for put in scene.states(*worlds, 1):
        for off, flags in ((4, 0), (8, 0), (12, int(mujoco.mjtDisableBit.mjDSBL_CLAMPCTRL)), (0, 1 << 11)):
            put()
            m.opt.disableactuator = reference.opt.disableactuator = off
            m.opt.disableflags = reference.opt.disableflags = flags
            kn.step(m, d)
            mujoco.mj_step(reference, theirs)
            for name in ("actuator_force", "qfrc_actuator", "act"):
                assert error(getattr(d, name), getattr(theirs, name)) < 1e-9, (off, name)


@pytest.mark.parametrize("integrator", ["Euler", "RK4"])
def test_activations_rest_where_actuation_is_disabled(integrator):
    """Also those beyond their bounds, of motors and of orientations."""
    xml = RandomScene(3).xml(count=12, option=f'integrator="{integrator}"')
    m = kn.load(xml)
    m.opt.flags.actuation = False
    d = kn.Data(m)
    d.act[:] = start = 3 * np.random.default_rng(0).normal(size=m.na)
    d.ctrl[:], d.qvel[:] = 1.0, 0.5
    kn.step(m, d, 3)
    assert m.na > 5 and np.array_equal(d.act, start)
