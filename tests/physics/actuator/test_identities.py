"""Truths about actuators that need no reference."""

import numpy as np
import pytest
from support.actuator_scene import SCENE, dense_moment
from support.differences import by_positions

import knuckle as kn

EXACT = (  # transmissions whose moment is the slope of their length
    '<motor cranksite="tip" slidersite="toe" cranklength="0.9"/>',
    '<motor tendon="string" gear="2"/>',
    '<motor site="tip" refsite="fixed" gear="1 2 3 0 0 0"/>',
    '<motor joint="hinge" gear="-3"/>',
)


def world(actuators: str, option: str = ""):
    m = kn.load(SCENE.format(actuators=actuators, option=option))
    d = kn.Data(m)
    random = np.random.default_rng(0)
    d.qpos[:] = kn.integrate_pos(m, d.qpos, random.normal(size=m.nv) * 0.3, 1.0)
    d.qvel[:] = random.normal(size=m.nv)
    return m, d


@pytest.mark.parametrize("actuator", EXACT)
def test_moments_are_the_slopes_of_lengths(actuator):
    m, d = world(actuator)
    kn.forward(m, d)
    found = dense_moment(d, m.nout, m.nv)

    def lengths(at: kn.Data) -> np.ndarray:
        kn.fwd_position(m, at)
        return at.actuator_length.copy()

    slopes = by_positions(m, d, lengths)
    assert np.abs(found - slopes.reshape(found.shape)).max() < 1e-7


def test_a_jet_at_a_site_is_a_wrench_on_its_body():
    m, d = world('<motor site="tip" gear="1 2 3 4 5 6"/>', 'gravity="0 0 0"')
    d.qvel[:] = 0
    d.ctrl[:] = 0.7
    kn.forward(m, d)
    turn = np.reshape(d.site_xmat[m.site("tip").id], (3, 3))
    push = 0.7 * turn @ [1, 2, 3], 0.7 * turn @ [4, 5, 6]
    wrench = kn.apply_ft(m, d, *push, d.site_xpos[m.site("tip").id], m.body("hand").id)
    assert np.abs(d.qfrc_actuator - wrench).max() < 1e-13


def test_an_orientation_comes_to_rest_where_it_is_asked_for():
    target = np.array([0.3, -0.4, 0.5])
    m, d = world(
        '<orientation joint="ball" kp="5" dampratio="1"/>', 'timestep="0.005" gravity="0 0 0" integrator="implicitfast"'
    )
    kn.reset(m, d)
    m.opt.flags.contact = False
    d.ctrl[:] = target
    kn.step(m, d, nstep=6000)
    joint = m.joint("ball")
    turn = d.qpos[joint.qposadr[0] : joint.qposadr[0] + 4]
    angle = 2 * np.arctan2(np.linalg.norm(turn[1:]), turn[0])
    assert np.abs(turn[1:] / np.linalg.norm(turn[1:]) * angle - target).max() < 1e-6


def test_adhesion_pulls_with_its_gain_and_no_more():
    m, d = world('<adhesion body="trunk" gain="40" ctrlrange="0 1"/>')
    kn.reset(m, d)
    d.ctrl[:] = 0.5
    kn.forward(m, d)
    assert d.ncon > 0 and abs(d.qfrc_actuator[2] + 20) < 1e-12
    d.qpos[2] += 1
    kn.forward(m, d)
    assert not d.qfrc_actuator.any()


def test_a_stalled_motor_heats_to_what_it_can_shed():
    resistance, ambient = 2.0, 20.0
    motor = f'<dcmotor joint="hinge" motorconst=".05" resistance="{resistance}" thermal="3 .01 0 0 25 {ambient}"/>'
    m, d = world(motor, 'timestep="0.001"')
    kn.reset(m, d)
    m.opt.flags.contact = False
    d.ctrl[:] = 4
    for _ in range(300):
        d.qvel[:] = 0
        kn.forward(m, d)
        d.act[:] += m.opt.timestep * d.act_dot
    power = 4**2 / resistance
    assert abs(float(d.act[0]) - 3 * power) < 1e-3 * 3 * power
