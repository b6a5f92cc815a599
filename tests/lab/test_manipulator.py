"""The manipulator form and the symbolic Lagrangian, against the double pendulum of textbooks and against the engine."""

import numpy as np
import pytest

import knuckle as kn
from knuckle import lab, models

# SymPy calls parts of mpmath that its newest version calls old
pytestmark = pytest.mark.filterwarnings("ignore:.*deprecated:DeprecationWarning")

# point masses 1 on rods of length 1, hanging; angles as in the textbook: the second is relative to the first
DOUBLE = """
<mujoco><option gravity="0 0 -9.81"/><worldbody>
  <body><joint axis="0 -1 0"/><inertial pos="0 0 -1" mass="1" diaginertia="1e-12 1e-12 1e-12"/>
    <body pos="0 0 -1"><joint axis="0 -1 0"/><inertial pos="0 0 -1" mass="1" diaginertia="1e-12 1e-12 1e-12"/></body>
  </body></worldbody>
  <actuator><motor joint="elbow" gear="3"/></actuator></mujoco>""".replace(
    '<body pos="0 0 -1"><joint axis', '<body pos="0 0 -1"><joint name="elbow" axis'
)


def double_pendulum() -> tuple[kn.Model, kn.Data]:
    m = kn.load(DOUBLE)
    d = kn.Data(m)
    d.qpos[:], d.qvel[:] = (0.3, 0.5), (1.0, 2.0)
    return m, d


def test_the_double_pendulum_of_the_textbook():
    m, d = double_pendulum()
    for form in ("christoffel", "passive"):
        x = lab.manipulator(m, d, form)
        assert np.abs(x.M - [[4.755165, 1.877583], [1.877583, 1.0]]).max() < 1e-6
        assert x.C @ d.qvel == pytest.approx([-3.835404, 0.479426], abs=1e-6)
        assert x.tau_g == pytest.approx([-12.835370, -7.037263], abs=1e-6)
        qacc = np.linalg.solve(x.M, x.tau_g + x.tau_passive - x.C @ d.qvel)
        assert qacc == pytest.approx([4.157615, -15.322955], abs=2e-6)
        assert np.abs(x.B - [[0.0], [3.0]]).max() < 1e-8
    kn.forward(m, d)
    assert d.qacc == pytest.approx(qacc, abs=1e-6)


def test_the_energy_of_the_double_pendulum():
    m, d = double_pendulum()
    rng = np.random.default_rng(0)
    m.opt.enableflags = kn.EnableBit.ENERGY
    for _ in range(5):
        (a, b), (p, q) = d.qpos[:], d.qvel[:] = rng.normal(size=(2, 2))
        kn.forward(m, d)
        T = p * p + 0.5 * (p + q) ** 2 + p * (p + q) * np.cos(b)
        U = -2 * 9.81 * np.cos(a) - 9.81 * np.cos(a + b)
        assert d.energy == pytest.approx([U, T], abs=1e-9)


def rate_of_M(m: kn.Model, d: kn.Data) -> np.ndarray:
    """Ṁ by differences along the motion."""
    ends, eps = [], 1e-6
    for sign in (1.0, -1.0):
        other = d.copy()
        other.qpos[:] = kn.integrate_pos(m, d.qpos, d.qvel, sign * eps)
        kn.forward(m, other)
        ends.append(kn.full_M(m, other))
    return (ends[0] - ends[1]) / (2 * eps)


@pytest.mark.parametrize("name", ["humanoid", "double_pendulum"])
def test_what_holds_for_every_C(name):
    """C v = rne(q, v) − rne(q, 0), Ṁ − 2C skew, and d/dt ½vᵀMv = vᵀ(τ_g + Bu)."""
    m = kn.load(models.path(name))
    d = kn.Data(m)
    rng = np.random.default_rng(1)
    d.qpos[:] = kn.integrate_pos(m, d.qpos, rng.normal(size=m.nv), 0.3)
    d.qvel[:] = rng.normal(size=m.nv)
    for form in ("passive", "christoffel") if name == "double_pendulum" else ("passive",):
        x = lab.manipulator(m, d, form)
        other = d.copy()
        kn.forward(m, other)
        assert x.C @ d.qvel == pytest.approx(other.qfrc_bias + x.tau_g, abs=1e-9)
        skew = rate_of_M(m, d) - 2 * x.C
        assert skew == pytest.approx(-skew.T, abs=1e-6)
        qacc = np.linalg.solve(x.M, x.tau_g - x.C @ d.qvel)
        power = d.qvel @ x.M @ qacc + 0.5 * d.qvel @ rate_of_M(m, d) @ d.qvel
        assert power == pytest.approx(d.qvel @ x.tau_g, rel=1e-6)


def test_springs_and_dampers_are_passive():
    m = kn.load("""<mujoco><worldbody><body><joint axis="0 1 0" stiffness="3" damping="2"/><geom size=".1" pos="1 0 0"/>
      </body></worldbody></mujoco>""")
    d = kn.Data(m)
    d.qpos[0], d.qvel[0] = 0.4, -0.7
    assert lab.manipulator(m, d).tau_passive == pytest.approx([-3 * 0.4 + 2 * 0.7])


def test_the_C_of_the_source_is_not_skew():
    """Its own C of the double pendulum leaves −2 m₂ l₁ l₂ s₂ q̇₂ on the diagonal of Ṁ − 2C."""
    m, d = double_pendulum()
    s2, (p, q) = np.sin(0.5), d.qvel
    C = np.array([[0.0, -s2 * (2 * p + q)], [s2 * p, 0.0]])
    assert C @ d.qvel == pytest.approx(lab.manipulator(m, d).C @ d.qvel, abs=1e-6)
    skew = rate_of_M(m, d) - 2 * C
    assert skew[0, 0] == pytest.approx(-2 * s2 * q, abs=1e-6)


def test_christoffel_needs_hinges_and_slides():
    m = kn.load(models.path("humanoid"))
    with pytest.raises(lab.LabError, match="needs 'passive'"):
        lab.manipulator(m, kn.Data(m))
    with pytest.raises(lab.LabError, match="manipulator: C"):
        lab.manipulator(m, kn.Data(m), "x")


def test_the_lagrangian_is_that_of_the_textbook():
    sp = pytest.importorskip("sympy")
    m, _ = double_pendulum()
    m1, m2, l1, l2, g = sp.symbols("m1 m2 l1 l2 g", positive=True)
    zero = [[0, 0, 0]] * 3
    x = lab.lagrange(
        m,
        body_mass=[0, m1, m2],
        body_inertia=zero,
        body_pos=[*zero[:2], [0, 0, -l1]],
        body_ipos=[[0, 0, 0], [0, 0, -l1], [0, 0, -l2]],
        gravity=[0, 0, -g],
    )
    q1, q2 = x.q
    w1, w2 = x.qdot
    c2, s2 = sp.cos(q2), sp.sin(q2)
    M = [
        [(m1 + m2) * l1**2 + m2 * l2**2 + 2 * m2 * l1 * l2 * c2, m2 * l2**2 + m2 * l1 * l2 * c2],
        [m2 * l2**2 + m2 * l1 * l2 * c2, m2 * l2**2],
    ]
    force = [[-m2 * l1 * l2 * s2 * (2 * w1 * w2 + w2**2)], [m2 * l1 * l2 * s2 * w1**2]]
    weight = [
        [-(m1 + m2) * g * l1 * sp.sin(q1) - m2 * g * l2 * sp.sin(q1 + q2)],
        [-m2 * g * l2 * sp.sin(q1 + q2)],
    ]
    for found, wanted in ((x.M, M), (x.C * x.qdot, force), (x.tau_g, weight)):
        assert sp.simplify(found - sp.Matrix(wanted)) == sp.zeros(*sp.Matrix(wanted).shape)


def test_the_lagrangian_of_a_model_is_the_engine_s():
    """A cart with a slanted pole, by numbers: offsets, slides, rotated frames and inertia."""
    sp = pytest.importorskip("sympy")
    m = kn.load("""<mujoco><worldbody><body><joint type="slide" axis="1 0 0"/><geom size=".1" mass="2"/>
      <body pos="0 0 .5" euler="0 30 0"><joint axis="0 1 0" pos="0 0 .25"/>
      <geom type="box" size=".1 .2 .3" mass="1" pos="0 0 .25"/></body></body></worldbody></mujoco>""")
    x = lab.lagrange(m)
    d = kn.Data(m)
    d.qpos[:], d.qvel[:] = (0.3, 0.7), (1.0, -2.0)
    there = dict(zip([*x.q, *x.qdot], [*d.qpos, *d.qvel], strict=True))
    y = lab.manipulator(m, d)
    for name in ("M", "C", "tau_g"):
        found = np.array(getattr(x, name).subs(there).evalf(), dtype=float)
        assert found.reshape(getattr(y, name).shape) == pytest.approx(getattr(y, name), abs=1e-9)
    assert sp.simplify(x.M - x.M.T) == sp.zeros(2, 2)


def test_what_is_no_small_tree_is_refused():
    pytest.importorskip("sympy")
    m = kn.load(models.path("humanoid"))
    with pytest.raises(kn.UnsupportedError, match="1 to 4 dofs"):
        lab.lagrange(m)
    m, _ = double_pendulum()
    with pytest.raises(lab.LabError, match="body_mass"):
        lab.lagrange(m, body_mas=[0, 1, 1])
    with pytest.raises(lab.LabError, match="expected 3 rows"):
        lab.lagrange(m, body_mass=[0, 1])
