"""Integrators of version 0.5, by closed forms."""

import numpy as np
import pytest

import knuckle as kn
from knuckle import lab, models

SPRING = """
<mujoco><option timestep="0.01" gravity="0 0 0"/><worldbody>
  <body><joint type="slide" stiffness="100"/><geom size=".1" mass="1"/></body>
</worldbody></mujoco>"""
PENDULUM = """
<mujoco><option timestep="{h}"><flag eulerdamp="disable"/></option><worldbody>
  <body><joint axis="0 1 0"/><geom size=".01" mass="1" pos="0 0 -1"/></body>
</worldbody></mujoco>"""
WALL = """
<mujoco><option timestep="0.001" gravity="0 0 0"/><worldbody>
  <geom type="plane" size="5 5 .1"/>
  <body pos="0 0 .125"><joint type="slide" axis="0 0 1"/><geom size=".125" mass="1"/></body>
</worldbody></mujoco>"""
NAMES = ("explicit", "midpoint", "semi", "rk4", "interleave")


@pytest.mark.parametrize(("name", "share"), [("explicit", 1.0), ("midpoint", 0.5)])
def test_an_oscillator_grows_as_told(name, share):
    m = kn.load(SPRING)
    d = kn.Data(m)
    d.qpos[0] = 1.0
    n, w, h = 200, 10.0, 0.01
    lab.step(m, d, lab.Gauss050(integrator=name), n)
    # det of the step's matrix is 1 + (hω)² or 1 + ½(hω)²: the amplitude grows by its root
    x = lab.rollout(m, d, lab.Gauss050(integrator=name), 1).qpos
    S = np.array([[1 - (1 - share) * h * h * w * w, h], [-h * w * w, 1]])
    assert np.sqrt(np.linalg.det(S)) == pytest.approx(np.sqrt(1 + share * h * h * w * w))
    free = np.linalg.matrix_power(S, n + 1) @ [1.0, 0.0]
    assert x[-1, 0] == pytest.approx(free[0], rel=1e-9)


def test_the_semi_implicit_oscillator_keeps_its_amplitude():
    m = kn.load(SPRING)
    d = kn.Data(m)
    d.qpos[0] = 1.0
    trace = lab.rollout(m, d, lab.Gauss050(), 5000, record=())
    assert np.abs(trace.qpos[:200]).max() == pytest.approx(np.abs(trace.qpos[-200:]).max(), rel=2e-3)


@pytest.mark.parametrize(("name", "order"), list(zip(NAMES, (1, 1, 1, 4, 4), strict=True)))
def test_orders_on_the_pendulum(name, order):
    def end(h: float) -> float:
        m = kn.load(PENDULUM.format(h=h))
        d = kn.Data(m)
        d.qpos[0] = 1.0
        lab.step(m, d, lab.Gauss050(integrator=name), round(0.4 / h))
        return d.qpos[0]

    steps = np.array([8e-3, 4e-3, 2e-3, 1e-3]) * (5 if order == 4 else 1)  # below that rounding is all that is left
    m = kn.load(PENDULUM.format(h=1e-4))
    m.opt.integrator = "RK4"
    d = kn.Data(m)
    d.qpos[0] = 1.0
    kn.step(m, d, 4000)
    errors = np.abs([end(h) - d.qpos[0] for h in steps])
    assert np.polyfit(np.log(steps), np.log(errors), 1)[0] == pytest.approx(order, abs=0.1)


def test_interleave_without_contact_is_runge_kutta():
    """L12."""
    m = kn.load(models.path("double_pendulum"))
    m.opt.integrator = "RK4"
    d = kn.Data(m)
    d.qpos[:], d.qvel[:] = 1.0, 0.3
    other = d.copy()
    lab.step(m, d, lab.Gauss050(integrator="interleave"), 50)
    kn.step(m, other, 50)
    assert np.abs(d.qpos - other.qpos).max() < 1e-13 and d.time == pytest.approx(other.time)


def test_impulses_in_stages_penetrate_and_interleaved_ones_do_not():
    """A ball at 0.5 mm, 1 m/s towards the floor, R = 0, T = 20 ms."""

    def run(name: str, n: int) -> np.ndarray:
        m = kn.load(WALL)
        d = kn.Data(m)
        d.qpos[0], d.qvel[0] = 0.0005, -1.0  # the second stage is exactly at the surface
        trace = lab.rollout(m, d, lab.Gauss050(integrator=name, softness=0, sweeps=50, mindist=0.2), n, record=())
        return np.column_stack([trace.qpos[:, 0], trace.qvel[:, 0]])

    assert run("rk4", 1)[1] == pytest.approx([-0.265e-3, -0.610], abs=5e-4)
    assert run("rk4", 100)[:, 0].min() == pytest.approx(-4.84e-3, abs=5e-5)
    for name in ("interleave", "semi"):
        assert abs(run(name, 1)[1, 0]) < 1e-12
