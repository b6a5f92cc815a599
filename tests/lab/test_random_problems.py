"""A limit on a random problem, and a start deep in the floor; see test_properties.py for properties of all solvers."""

import numpy as np
import pytest

import knuckle as kn
from knuckle import lab


def test_without_friction_softness_is_an_error_of_first_order():
    """L2: R → 0 goes to the rigid problem 0 ≤ f ⟂ v − v_min ≥ 0, linearly."""
    p, errors = lab.random_problem(6, 2, condim=1), []
    for softness in (1e-3, 1e-4, 1e-5):
        x = lab.solve(p, lab.Gauss050(sweeps=50000, tolerance=1e-30, softness=softness))
        aim = lab.Gauss050().aims(p)
        report = lab.residuals(p, x, vmin=aim)
        errors.append(max(report.penetration, report.complementarity * 1e-3))
    assert np.allclose(np.diff(np.log10(errors)), -1, atol=0.05)


def test_the_wide_cone_of_a_deep_start_is_told_not_hidden():
    """A start deep in the floor: v_min asks for the exact velocity of the stabiliser."""
    m = kn.load("""<mujoco><worldbody><geom type="plane" size="1 1 1"/><body pos="0 0 .05"><freejoint/>
      <geom size=".1" mass="1"/></body></worldbody></mujoco>""")
    d = kn.Data(m)
    with pytest.warns(kn.SimulationWarning, match="starts 50 mm deep; .* will ask for 0.226 m/s apart"):
        x = lab.forward(m, d, lab.Gauss050(sweeps=200, softness=0))
    h, T, e = m.opt.timestep, 0.02, -0.05
    assert x.v_after[0] == pytest.approx(-h / T**2 * e * np.exp(-h / T), rel=1e-6)
