"""Motions with a known formula."""

from math import cos, exp, pi, sin, sqrt

import numpy as np
import pytest
from support.systems import model

import knuckle as kn

GRAVITY = 9.81


def arithmetic_geometric_mean(a: float, b: float) -> float:
    for _ in range(10):
        a, b = 0.5 * (a + b), sqrt(a * b)
    return a


@pytest.mark.parametrize("amplitude", [0.01, 0.5, 2.5])
def test_period_of_a_pendulum(amplitude):
    """T = 2π √(I / m g l) / agm(1, cos ½θ₀), exact at every amplitude; the small-angle period as θ₀ → 0."""
    m = model("pendulum", timestep=1e-3)
    d = kn.Data(m)
    kn.forward(m, d)
    inertia, lever = kn.full_M(m, d)[0, 0], -m.body_mass[1] * m.body_ipos[1, 2]
    small = 2 * pi * sqrt(inertia / (GRAVITY * lever))
    expected = small / arithmetic_geometric_mean(1.0, cos(amplitude / 2))
    if amplitude == 0.01:
        assert expected == pytest.approx(small, rel=amplitude**2 / 8)

    # released at rest; a quarter of the period later it passes the lowest point, where it is nearly uniform
    d.qpos[:] = amplitude
    while d.qpos[0] > 0:
        kn.step(m, d)
    quarter = d.time - d.qpos[0] / d.qvel[0]  # the angle is odd about this moment: the error is of third order
    assert 4 * quarter == pytest.approx(expected, rel=1e-8)


def top_constants(m: kn.Model, d: kn.Data) -> tuple[float, float, float]:
    """Moments across and along the axis, about the tip, and the torque of weight over sin θ."""
    d.qpos[:] = (1, 0, 0, 0)
    kn.forward(m, d)
    M = kn.full_M(m, d)
    assert M[0, 0] == pytest.approx(M[1, 1], rel=1e-12)
    return M[0, 0], M[2, 2], m.body_mass[1] * GRAVITY * m.body_ipos[1, 2]


@pytest.mark.parametrize("root", [-1, 1])
def test_steady_precession_of_a_heavy_top(root):
    """I₁ Ω² cos θ − I₃ s Ω + m g l = 0 for spin s: both roots Ω, slow and fast, turn at a constant lean."""
    m = model("spinning_top", timestep=2e-4)
    d = kn.Data(m)
    across, along, torque = top_constants(m, d)
    lean, spin = 0.4, 250.0
    rate = (along * spin + root * sqrt((along * spin) ** 2 - 4 * across * cos(lean) * torque)) / (
        2 * across * cos(lean)
    )

    # leaning about x, the vertical in the body's frame is (0, sin θ, cos θ)
    d.qpos[:] = (cos(lean / 2), sin(lean / 2), 0, 0)
    d.qvel[:] = (0, rate * sin(lean), spin)
    duration = 0.2
    kn.step(m, d, round(duration / m.opt.timestep))
    kn.forward(m, d)
    axis = d.xmat[1].reshape(3, 3)[:, 2]
    turned = rate * duration
    # the axis starts at (0, −sin θ, cos θ); the error is that of RK4 at 0.05 rad of spin a step
    expected = (sin(lean) * sin(turned), -sin(lean) * cos(turned), cos(lean))
    assert np.abs(axis - expected).max() < 1e-5
    assert abs(turned) > 0.2


def test_free_precession_of_a_symmetric_body():
    """Without torque ω turns in the body's frame at the rate (I₃ − I₁)/I₁ ω₃."""
    m = kn.load("""
    <mujoco><option timestep="0.001" gravity="0 0 0" integrator="RK4"/>
      <worldbody><body><freejoint/><geom type="cylinder" size="0.2 0.05" contype="0"/></body></worldbody>
    </mujoco>""")
    d = kn.Data(m)
    d.qvel[3:] = (0.5, 0.0, 6.0)
    moments = m.body_inertia[1]
    rate = (moments[2] - moments[0]) / moments[0] * 6.0
    kn.step(m, d, 1000)
    assert np.abs(d.qvel[3:] - (0.5 * cos(rate), 0.5 * sin(rate), 6.0)).max() < 1e-9  # RK4 at 6 mrad a step


def test_damped_spring_and_mass():
    """x = e^(−γt) (x₀ cos ωt + (v₀ + γx₀)/ω sin ωt),   γ = b/2m,   ω² = k/m − γ²"""
    m = model("spring mass")
    d = kn.Data(m)
    x, v = 0.3, -0.5
    d.qpos[:], d.qvel[:] = x, v
    kn.step(m, d, 2000)
    decay = 0.8 / (2 * 2)
    frequency = sqrt(50 / 2 - decay**2)
    t = 2000 * 0.001
    expected = exp(-decay * t) * (x * cos(frequency * t) + (v + decay * x) / frequency * sin(frequency * t))
    assert d.qpos[0] == pytest.approx(expected, abs=1e-11)  # t (ωh)⁴ ω / 120


@pytest.mark.parametrize(
    ("integrator", "update", "excess"),
    [
        ("rk4", "semiimplicit", 0),
        ("euler", "midpoint", 0),
        ("euler", "semiimplicit", 1),
        ("implicit", "semiimplicit", 1),
        ("implicitfast", "semiimplicit", 1),
        ("euler", "explicit", -1),
    ],
)
def test_free_fall(integrator, update, excess):
    """z = z₀ + v t − ½ g t (t + e h): e is 0 for the exact integrators, 1 for the new velocity, −1 for the old one."""
    h, n = 0.01, 100
    m = model("tumbling", timestep=h, integrator=integrator, position_update=update)
    d = kn.Data(m)
    d.qvel[2] = 3.0
    kn.step(m, d, n)
    t = n * h
    assert d.qpos[2] == pytest.approx(1 + 3.0 * t - 0.5 * GRAVITY * t * (t + excess * h), abs=1e-13)
    assert d.qvel[2] == pytest.approx(3.0 - GRAVITY * t, abs=1e-13)
    assert d.time == pytest.approx(t, abs=1e-14)
