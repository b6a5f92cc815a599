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


def test_the_semi_implicit_oscillator_needs_h_omega_below_two():
    for omega, bounded in ((199.0, True), (201.0, False)):
        m = kn.load(SPRING.replace('"100"', f'"{omega**2}"'))
        d = kn.Data(m)
        d.qpos[0] = 1.0
        size = np.abs(lab.rollout(m, d, lab.Gauss050(), 30, record=()).qpos).max()
        assert size < 11 if bounded else size > 100  # 1/√(1 − (hω/2)²) = 10


def test_the_tableau_weighs_impulses_by_sixths_and_thirds():
    """A push of 6 N in one of four stages alone: v' is h/6, h/3, h/3, h/6 of it."""
    m = kn.load(WALL)
    for stage, share in enumerate((1, 2, 2, 1)):
        d, calls = kn.Data(m), []
        d.qpos[0] = 1.0

        def push(m, d, calls=calls, stage=stage):
            d.qacc_smooth[0] = 6.0 * (len(calls) == stage)
            calls.append(d.time)

        lab.step(m, d, lab.Gauss050(integrator="rk4"), hooks={"after_detect": push})
        assert len(calls) == 4 and d.qvel[0] == pytest.approx(share * 1e-3)


def test_impulses_in_stages_penetrate_and_interleaved_ones_do_not():
    """A ball at 0.5 mm, 1 m/s towards the floor, R = 0, T = 20 ms."""

    def run(name: str, n: int) -> np.ndarray:
        m = kn.load(WALL)
        d = kn.Data(m)
        d.qpos[0], d.qvel[0] = 0.0005, -1.0  # the second stage is exactly at the surface
        trace = lab.rollout(m, d, lab.Gauss050(integrator=name, softness=0, sweeps=50, mindist=0.2), n, record=())
        return np.column_stack([trace.qpos[:, 0], trace.qvel[:, 0]])

    (_, (w, v)) = run("rk4", 1)
    assert w == pytest.approx(-0.265e-3, abs=5e-7) and v == pytest.approx(-0.610, abs=5e-4)
    assert run("rk4", 100)[:, 0].min() == pytest.approx(-4.84e-3, abs=5e-6)
    for name in ("interleave", "semi"):
        assert abs(run(name, 1)[1, 0]) < 1e-12


@pytest.mark.parametrize("detect", ["start", "end"])
def test_interleave_looks_for_contacts_where_it_is_told(detect):
    """At the start of a step the way to the floor is known, and it ends there; at its end the ball is in it by then."""
    m = kn.load(WALL)
    d = kn.Data(m)
    d.qpos[0], d.qvel[0] = 0.0005, -1.0
    scheme = lab.Gauss050(integrator="interleave", softness=0, sweeps=50, mindist=0.2, detect=detect)
    lab.step(m, d, scheme)
    assert d.qpos[0] == pytest.approx(0.0 if detect == "start" else -0.402e-3, abs=1e-6)


def test_interleave_holds_equalities_in_its_stages():
    """Two slides that are tied, no contact: the error decays as the four stages of Baumgarte's equation."""
    m = kn.load("""<mujoco><option timestep="0.01" gravity="0 0 0"/><worldbody>
      <body><joint name="x" type="slide"/><geom size=".1" mass="1" contype="0"/></body>
      <body><joint name="y" type="slide"/><geom size=".1" mass="2" contype="0"/></body>
      </worldbody><equality><joint joint1="x" joint2="y"/></equality></mujoco>""")
    ends = []
    for scheme in (lab.Gauss050(integrator="interleave", eqerrreduce=0.05), lab.Baumgarte(alpha=20.0)):
        d = kn.Data(m)
        d.qpos[0] = 1e-3
        lab.step(m, d, scheme, 10)
        ends.append(d.qpos.copy())
    assert np.abs(ends[0] - ends[1]).max() < 1e-15
