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


def test_the_stages_of_version_0_5_are_there():
    assert all(callable(getattr(kn, name)) for names in STAGES_050.values() for name in names)
