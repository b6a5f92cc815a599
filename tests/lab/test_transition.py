"""Derivatives of a step, and the names of 0.5."""

import numpy as np
import pytest

import knuckle as kn
from knuckle import lab
from knuckle.lab.transition import STAGES_050

CART = """
<mujoco><option timestep="0.01" gravity="0 0 0"/><worldbody>
  <body><joint name="x" type="slide" stiffness="100"/><geom size=".1" mass="2"/></body>
</worldbody><actuator><motor joint="x"/></actuator></mujoco>"""


@pytest.mark.parametrize("centered", [False, True])
def test_a_linear_system_has_its_matrices(centered):
    m = kn.load(CART)
    d = kn.Data(m)
    d.qpos[0], d.qvel[0] = 0.1, 0.3
    A, B = lab.transition(m, d, lab.Gauss050(), centered=centered)
    h, k, mass = 0.01, 100.0, 2.0
    dv = np.array([-h * k / mass, 1.0])
    # rounding over a step of 1e-6
    assert np.abs(A - [np.array([1.0, 0.0]) + h * dv, dv]).max() < 1e-9
    assert np.abs(B[:, 0] - [h * h / mass, h / mass]).max() < 1e-9
    assert d.qpos[0] == 0.1 and d.time == 0.0


@pytest.mark.parametrize("scheme", [lab.Gauss050(), lab.Lcp(), lab.Interior()], ids=repr)
def test_columns_are_steps_from_states_nearby(scheme):
    """A box on a floor with a motor: the same bits as a step for each number of the state, written out."""
    m = kn.load("""<mujoco><worldbody><geom type="plane" size="5 5 .1"/><body pos="0 0 .0999"><freejoint/>
      <geom type="box" size=".1 .1 .1" mass="1"/><body pos="0 0 .2"><joint name="j" axis="0 1 0"/>
      <geom size=".05" pos=".1 0 0" mass=".1"/></body></body></worldbody>
      <actuator><motor joint="j"/></actuator></mujoco>""")
    d, eps = kn.Data(m), 1e-6
    d.qvel[0] = 0.2
    A, B = lab.transition(m, d, scheme, eps)
    start, plain = kn.get_state(m, d, kn.State.INTEGRATION), d.copy()
    lab.step(m, plain, scheme)
    for k in range(2 * m.nv + m.nu):
        other = d.copy()
        kn.set_state(m, other, start, kn.State.INTEGRATION)
        if k < m.nv:
            other.qpos[:] = kn.integrate_pos(m, d.qpos, np.eye(m.nv)[k], eps)
        elif k < 2 * m.nv:
            other.qvel[k - m.nv] += eps
        else:
            other.ctrl[0] += eps
        lab.step(m, other, scheme)
        moved = kn.differentiate_pos(m, 1.0, plain.qpos, other.qpos)
        column = np.concatenate([moved, other.qvel - plain.qvel]) / eps
        assert np.array_equal(np.concatenate([A, B], axis=1)[:, k], column)


def test_the_stages_of_version_0_5_are_there():
    five = ("Position", "Control", "Actuation", "Velocity", "Impulse")
    assert [name for name in STAGES_050 if "solve" in name] == [f"mj_solve{each}" for each in five]
    assert all(callable(getattr(kn, name)) for names in STAGES_050.values() for name in names)
