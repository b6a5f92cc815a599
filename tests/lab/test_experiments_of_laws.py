"""Experiments under compliant, hybrid and augmented contact; joints that are driven."""

import numpy as np
import pytest

import knuckle as kn
from knuckle import lab

# scheme | experiments in which it comes as close as a sound one may, at 10 ms
CASES = [
    (lab.Hybrid(), ("ball_drop", "bounce", "spinning_ball", "cart_wall", "heavy_stand", "wall_push", "four_bar")),
    (lab.Compliant(), ("free_fall", "oscillator", "double_pendulum", "four_bar", "driven_joint")),
    (lab.Compliant(depth=1e-3, integrator="implicit"), ("heavy_stand", "brick_slide")),
    (lab.Compliant(stiffness=1e6, integrator="implicit"), ("spinning_ball",)),  # Newton's method alone fails there
    (lab.Augmented(), ("heavy_stand", "wall_push", "brick_slide", "driven_joint")),
    (lab.Baumgarte(alpha=20.0), ("double_pendulum", "four_bar", "driven_joint")),
]


@pytest.mark.parametrize(("scheme", "name"), [(scheme, name) for scheme, names in CASES for name in names])
def test_experiments_come_out_as_told(scheme, name):
    (run,) = lab.compare(None, scheme, name, h=0.01).runs
    assert run.verdict == "pass", (run.deviation, run.good, run.reason)


def test_what_each_gets_wrong_is_told():
    (run,) = lab.compare(None, lab.Hybrid(), "painleve_rod", h=0.01).runs
    assert run.verdict == "failed" and "INCONSISTENT" in run.reason
    (run,) = lab.compare(None, lab.Compliant(), "heavy_stand", h=0.01).runs
    assert run.verdict == "deviates"
    (run,) = lab.compare(None, lab.Compliant(), "wall_push", h=0.01).runs
    assert run.verdict == "failed" and "STIFF" in run.reason


@pytest.mark.parametrize("scheme", [lab.Compliant(integrator="dop853"), lab.Hybrid(), lab.Augmented(), lab.Patch()])
def test_bad_numbers_are_told_and_stay(scheme):
    m = lab.experiments()["ball_drop"].model()
    d = kn.Data(m)
    d.qvel[0] = np.nan
    memory = lab.memory(m, d, scheme)
    with pytest.raises(lab.SolverError, match="no longer"):
        lab.step(m, d, scheme, 1, memory)
    assert d.time == 0 and np.isnan(d.qvel[0]) and np.isfinite(d.qpos).all()


def test_a_driven_joint_needs_the_torque_of_inverse_dynamics():
    """q̇₁ = sin t through g: the multiplier is the torque that inverse dynamics asks for."""
    m = lab.experiments()["double_pendulum"].model()
    d = kn.Data(m)
    d.time = 0.7
    d.qpos[:], d.qvel[:] = (0.4, -0.2), (np.sin(0.7), 0.5)
    lam, qacc = lab.bilateral(m, d, velocity=lambda q, v, t: v[0] - np.sin(t))
    assert qacc[0] == pytest.approx(np.cos(0.7), abs=1e-6)
    x = lab.manipulator(m, d)
    torque = x.M @ qacc + x.C @ d.qvel - x.tau_g
    assert torque == pytest.approx([lam[0], 0.0], abs=1e-6)
