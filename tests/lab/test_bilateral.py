"""Bilateral constraints: both forms of Gauss' principle, Baumgarte's decay and its stability, prescribed motion."""

import numpy as np
import pytest
from scipy.optimize import brentq

import knuckle as kn
from knuckle import lab

# three bars of a planar four-bar linkage, closed by a connect; its rows out of the plane are redundant
FOUR_BAR = """
<mujoco><option timestep="0.002" gravity="0 0 -9.81"/>
<default><geom type="capsule" size=".02" mass="1" contype="0" conaffinity="0"/><joint axis="0 1 0"/></default>
<worldbody>
  <body name="a"><joint/><geom fromto="0 0 0 0 0 .5"/>
    <body name="b" pos="0 0 .5"><joint/><geom fromto="0 0 0 1 0 0"/></body></body>
  <body name="c" pos="1.3 0 -.1"><joint/><geom fromto="0 0 0 -.3 0 .6"/></body>
</worldbody>
<equality><connect body1="b" body2="c" anchor="1 0 0"/>{more}</equality></mujoco>"""
TWICE = '<connect body1="b" body2="c" anchor="1 0 0"/>'
# two slides that are tied: one equation, x − y = 0
TIED = """
<mujoco><option timestep="{h}" gravity="0 0 0"/><default><geom contype="0" conaffinity="0"/></default><worldbody>
  <body><joint name="x" type="slide"/><geom size=".1" mass="1"/></body>
  <body><joint name="y" type="slide"/><geom size=".1" mass="2"/></body>
</worldbody><equality><joint joint1="x" joint2="y" polycoef="0 1 0 0 0"/></equality></mujoco>"""


def linkage(more: str = "") -> tuple[kn.Model, kn.Data]:
    m = kn.load(FOUR_BAR.format(more=more))
    d = kn.Data(m)
    d.qvel[:] = 0.7 * np.linalg.svd(lab.problem(m, d).J_E)[2][-1]  # the one motion that keeps the loop closed
    return m, d


def test_both_forms_agree():
    m, d = linkage()
    dual, primal = (lab.bilateral(m, d, alpha=3.0, form=form) for form in ("dual", "primal"))
    assert np.abs(dual[1] - primal[1]).max() < 1e-10 and np.abs(dual[0] - primal[0]).max() < 1e-10
    p = lab.problem(m, d)
    assert np.linalg.matrix_rank(p.J_E) == 2 < p.ne == 3


def test_a_loop_that_is_closed_twice_shares_its_force():
    one, two = lab.bilateral(*linkage()), lab.bilateral(*linkage(TWICE))
    assert np.abs(two[0][:3] - one[0] / 2).max() < 1e-9 and np.abs(two[1] - one[1]).max() < 1e-9


def test_errors_decay_as_told_and_drift_without():
    m, d = linkage()
    m.opt.timestep = 0.02
    drifting, kept = d.copy(), d.copy()
    error = lambda d: np.abs(lab.problem(m, d).e).max()  # noqa: E731
    sizes = []
    for _ in range(4):
        lab.step(m, drifting, lab.Baumgarte(), 25)
        lab.step(m, kept, lab.Baumgarte(alpha=20), 25)
        sizes.append(error(drifting))
    assert sizes == sorted(sizes) and sizes[-1] > 100 * error(kept)
    # a given error e₀ at rest decays as (1 + αt) e^(−αt)
    m = kn.load(TIED.format(h=0.001))
    d = kn.Data(m)
    d.qpos[0] = 0.1
    trace = lab.rollout(m, d, lab.Baumgarte(alpha=10), 300, record=())
    e, t = trace.qpos[:, 0] - trace.qpos[:, 1], trace.time
    assert np.abs(e - 0.1 * (1 + 10 * t) * np.exp(-10 * t)).max() < 1e-9


def radius(integrator: str, x: float) -> float:
    """The spectral radius of one step of ë + 2αė + α²e = 0 at x = hα, in (αe, ė)."""
    A = x * np.array([[0.0, 1.0], [-1.0, -2.0]])
    one = np.eye(2)
    semi = np.array([[1.0, x], [0.0, 1.0]]) @ (one + A - np.array([[0.0, x], [0.0, 0.0]]))
    steps = {"explicit": one + A, "semi": semi, "rk4": one + A @ (one + A @ (one / 2 + A @ (one / 6 + A / 24)))}
    return float(np.abs(np.linalg.eigvals(steps[integrator])).max())


@pytest.mark.parametrize(("integrator", "bound"), [("explicit", 2.0), ("semi", 0.828), ("rk4", 2.785)])
def test_stability_ends_where_told(integrator, bound):
    assert brentq(lambda x: radius(integrator, x) - 1, 0.8 * bound, 1.2 * bound) == pytest.approx(bound, abs=5e-4)
    h = 0.01
    m = kn.load(TIED.format(h=h))
    sizes = []
    for factor in (0.97, 1.03):
        d = kn.Data(m)
        d.qpos[0] = 1e-6
        lab.step(m, d, lab.Baumgarte(alpha=factor * bound / h, integrator=integrator), 200)
        sizes.append(abs(d.qpos[0] - d.qpos[1]))
    assert sizes[0] < 0.5e-6 and not sizes[1] < 2e-6


def test_a_prescribed_motion_needs_the_torque_of_inverse_dynamics():
    m = kn.load("""<mujoco><worldbody><body><joint axis="0 1 0"/><geom type="capsule" size=".02" fromto="0 0 0 .5 0 0"/>
      <body pos=".5 0 0"><joint axis="0 1 0"/><geom type="capsule" size=".02" fromto="0 0 0 .5 0 0"/></body></body>
    </worldbody></mujoco>""")
    d = kn.Data(m)
    d.time, d.qpos[:], d.qvel[:] = 0.4, (0.3, 0.5), (np.sin(0.4), 2.0)
    torque, qacc = lab.bilateral(m, d, velocity=lambda q, v, t: v[0] - np.sin(t))
    assert qacc[0] == pytest.approx(np.cos(0.4), abs=1e-8)
    wrong = lab.bilateral(m, d, alpha=5.0, velocity=lambda q, v, t: v[0] - 1.0)[1][0]
    assert wrong == pytest.approx(-5.0 * (np.sin(0.4) - 1.0), abs=1e-8)  # ġ = −αg
    d.qacc[:] = qacc
    kn.inverse(m, d)
    assert d.qfrc_inverse == pytest.approx([torque[0], 0.0], abs=1e-8)


def test_what_is_not_bilateral_is_refused():
    m = kn.load("""<mujoco><worldbody><geom type="plane" size="1 1 1"/><body pos="0 0 .05"><joint name="up" type="slide"
      axis="0 0 1" range="0 1" limited="true" frictionloss="1"/><geom size=".1"/></body></worldbody></mujoco>""")
    assert len(lab.supports(m, lab.Baumgarte())) == 2
    m.jnt_limited[:], m.dof_frictionloss[:] = 0, 0
    with pytest.raises(kn.UnsupportedError, match="contact 0–1"):
        lab.step(m, kn.Data(m), lab.Baumgarte())
