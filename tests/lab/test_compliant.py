"""Compliant contact by closed forms: depth, restitution, creep, stability, and the limit of rigid contact."""

import numpy as np
import pytest
from scipy.optimize import brentq

import knuckle as kn
from knuckle import lab
from knuckle.lab.point_law import row_law

BALL = """
<mujoco><option timestep="{h}" gravity="0 0 {g}"/><worldbody>
  <geom name="floor" type="plane" size="5 5 .1"/>
  <body pos="0 0 .1"><joint type="slide" axis="0 0 1"/><geom name="ball" size=".1" mass="{mass}"/></body>
</worldbody></mujoco>"""
BRICK = """
<mujoco><option timestep="{h}" gravity="{gx} 0 {gz}"/><worldbody>
  <geom name="floor" type="plane" size="50 50 .1" friction=".5"/>
  <body pos="0 0 .1"><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1"/>
    <geom name="ball" size=".1" mass="1" friction=".5"/></body>
</worldbody></mujoco>"""


def ball(h: float = 1e-5, g: float = 0.0, mass: float = 1.0) -> tuple[kn.Model, kn.Data]:
    m = kn.load(BALL.format(h=h, g=g, mass=mass))
    return m, kn.Data(m)


def rebound(scheme: lab.Compliant, speed: float = 1.0, mass: float = 1.0, time: float = 0.06) -> tuple[float, float]:
    """(restitution, greatest depth) of a ball without weight."""
    m, d = ball(mass=mass)
    d.qvel[0] = -speed
    trace = [0.0]
    for _ in range(600):
        lab.step(m, d, scheme, round(time / 600 / m.opt.timestep))
        trace.append(d.qpos[0])
    assert d.qpos[0] > 0
    return d.qvel[0] / speed, -min(trace)


def hunt_crossley(x: float) -> float:
    """e of x − ln(1 + x) = −y − ln(1 − y), x = d v, e = y / x."""
    wanted = x - np.log1p(x)
    return brentq(lambda y: -y - np.log1p(-y) - wanted, 1e-12, 1 - 1e-12) / x


@pytest.mark.parametrize(("zeta", "told"), [(0.1, 0.744), (0.5, 0.298)])
def test_restitution_of_voigt(zeta, told):
    e = np.exp(-zeta * (np.pi - 2 * np.arcsin(zeta)) / np.sqrt(1 - zeta**2))
    assert e == pytest.approx(told, abs=5e-4)
    found, _ = rebound(lab.Compliant(law="voigt", stiffness=1e4, damping=200 * zeta))
    assert found == pytest.approx(e, rel=1e-3)  # O(h ω)


@pytest.mark.parametrize(("x", "told"), [(0.1, 0.9375), (0.5, 0.7484), (1.0, 0.5936), (3.0, 0.3069)])
def test_restitution_of_hunt_and_crossley_depends_on_nothing_else(x, told):
    e = hunt_crossley(x)
    assert e == pytest.approx(told, abs=5e-5)
    for power, k, mass, speed in ((1.0, 1e4, 1.0, 1.0), (1.5, 3e5, 2.0, 0.5)):
        found, deepest = rebound(lab.Compliant(stiffness=k, dissipation=x / speed, power=power), speed, mass)
        assert found == pytest.approx(e, rel=1e-4)
        d = x / speed
        depth = ((power + 1) * mass / k * (speed / d - np.log1p(d * speed) / d**2)) ** (1 / (power + 1))
        assert deepest == pytest.approx(depth, rel=2e-3)  # frames are 0.1 ms apart


def test_restitution_of_hunt_and_crossley_for_small_x():
    assert hunt_crossley(1e-3) == pytest.approx(1 - 2e-3 / 3, abs=1e-6)


@pytest.mark.parametrize("law", ["linear", "voigt", "hunt-crossley"])
@pytest.mark.parametrize("integrator", ["semi", "rk4", "implicit", "dop853"])
def test_static_depth(law, integrator):
    m, d = ball(h=1e-3, g=-9.81)
    scheme = lab.Compliant(law=law, integrator=integrator, stiffness=1e4)
    d.qpos[0] = -9.81 / 1e4
    lab.step(m, d, scheme, 3)
    assert d.qpos[0] == pytest.approx(-9.81 / 1e4, rel=1e-9) and abs(d.qvel[0]) < 1e-12
    assert d.efc_force[0] == pytest.approx(9.81)


def test_a_heavy_stand():
    """180 kg that sink in by 1 mm: k, ω, and the longest steps of the whole body and of a foot of 1 kg."""
    m, d = ball(h=1e-3, g=-9.81, mass=180.0)
    scheme = lab.Compliant(law="linear", depth=1e-3)
    d.qpos[0] = -1e-3
    lab.step(m, d, scheme, 10)
    assert d.qpos[0] == pytest.approx(-1e-3, rel=1e-9)
    k = 180 * 9.81 / 1e-3
    omega = np.sqrt(9.81 / 1e-3)
    assert k == pytest.approx(1.7658e6) and omega == pytest.approx(99.05, abs=5e-3)
    assert 2 / omega == pytest.approx(20.2e-3, abs=5e-5) and 2 / np.sqrt(k / 1.0) == pytest.approx(1.5e-3, abs=1e-5)
    for mass, longest in ((180.0, 2 / omega), (1.0, 2 / np.sqrt(k))):
        for factor in (0.99, 1.01):
            m, d = ball(h=factor * longest, g=-9.81, mass=mass)
            d.qpos[0] = -mass * 9.81 / k * 1.001
            stiff = lab.Compliant(law="linear", stiffness=k)
            if factor < 1:
                lab.step(m, d, stiff, 200)
                assert -0.003 < d.qpos[0] < 0.001
            else:
                before = d.qpos.copy()
                with pytest.raises(lab.SolverError, match=r"STIFF.*time step"):
                    lab.step(m, d, stiff)
                assert np.array_equal(d.qpos, before)


def test_a_stiff_step_can_be_kept_or_made_implicit():
    m, d = ball(h=0.01, g=-9.81)
    d.qpos[0] = -2e-5
    scheme = lab.Compliant(law="linear", stiffness=1e6)
    other = d.copy()
    lab.step(m, d, scheme, 5, on_failure="fallback")
    lab.step(m, other, lab.Compliant(law="linear", stiffness=1e6, integrator="implicit"), 5)
    assert np.array_equal(d.qpos, other.qpos)
    lab.step(m, d.copy(), scheme, 1, on_failure="keep")


def test_creep_on_an_incline():
    """Friction that sticks only at a speed: S(σ) = tan θ / μ_s."""
    tan, v_s = 0.3, 1e-3
    m = kn.load(BRICK.format(h=1e-3, gx=9.81 * tan, gz=-9.81))
    d = kn.Data(m)
    d.qpos[1] = -9.81 / 1e4
    lab.step(m, d, lab.Compliant(stiffness=1e4, integrator="implicit"), 40)
    sigma = brentq(lambda x: x**3 * (10 - 15 * x + 6 * x * x) - tan / 0.5, 0, 1)
    assert d.qvel[0] / v_s == pytest.approx(sigma, rel=1e-6)
    lab.step(m, d, lab.Compliant(stiffness=1e4, friction="coulomb-linear", integrator="implicit"), 20)
    assert d.qvel[0] / v_s == pytest.approx(tan / 0.5, rel=1e-6)


def test_the_friction_of_stribeck():
    """μ_s at σ = 1, midway at 2, μ_d from 3 on; against the slip."""
    m = kn.load(BRICK.format(h=1e-3, gx=0, gz=-9.81))
    d = kn.Data(m)
    d.qpos[1] = -9.81 / 1e4
    scheme = lab.Compliant(stiffness=1e4, mu_static=0.6, mu_dynamic=0.4)
    for sigma, mu in ((0.5, 0.3), (1, 0.6), (2, 0.5), (3, 0.4), (1000, 0.4)):
        d.qvel[0] = sigma * 1e-3
        force = lab.forward(m, d, scheme).force
        assert np.hypot(*force[1:]) / force[0] == pytest.approx(mu) and d.qfrc_constraint[0] < 0


def test_materials_say_what_a_contact_is():
    m, d = ball(h=1e-3, g=-9.81)
    d.qpos[0] = -1e-3
    made = lab.Materials({"ball": lab.Material(stiffness=2e4)}, lab.Material(stiffness=2e4))
    assert lab.forward(m, d, lab.Compliant(law="linear"), materials=made).force[0] == pytest.approx(10.0)


def test_the_error_follows_the_tolerance():
    """A body that tumbles on a spring: errors fall with the tolerance, and charts are centred anew on the way."""
    m = kn.load("""<mujoco><option timestep="0.1"/><worldbody><geom type="plane" size="5 5 .1"/>
      <body pos="0 0 .25"><freejoint/><geom type="ellipsoid" size=".1 .2 .25" mass="1" friction=".3"/></body>
      </worldbody></mujoco>""")

    def end(rtol: float, method: str = "dop853") -> np.ndarray:
        d = kn.Data(m)
        d.qvel[:] = 0.5, 0, -0.3, 1, 14, 2
        lab.step(m, d, lab.Compliant(stiffness=300.0, stiction_speed=0.3, integrator=method, rtol=rtol, atol=rtol))
        return np.concatenate([d.qpos, d.qvel])

    exact = end(1e-10)
    tolerances = (1e-3, 1e-5, 1e-7)
    errors = [np.abs(end(rtol) - exact).max() for rtol in tolerances]
    assert 0.6 < np.polyfit(np.log(tolerances), np.log(errors), 1)[0] < 1.4 and errors[2] < 1e-4
    assert np.abs(end(1e-5, "radau") - exact).max() < 1e-2


@pytest.mark.parametrize("integrator", ["semi", "implicit"])
def test_the_inverse_finds_what_was_applied(integrator):
    """Also where nothing moves: pushing against a wall leaves its trace in the depth."""
    m = kn.load(BRICK.format(h=1e-3, gx=0, gz=-9.81))
    d = kn.Data(m)
    d.qpos[1], d.qvel[:] = -2e-3, (0.3, -0.1)
    scheme = lab.Compliant(stiffness=1e4, integrator=integrator)
    plain = d.copy()
    d.qfrc_applied[:] = 3.0, -5.0
    after = lab.forward(m, d, scheme).qvel_next
    assert lab.inverse(m, plain, scheme, after).qfrc_inverse == pytest.approx([3.0, -5.0], abs=1e-8)
    d.qpos[1], d.qvel[:], d.qfrc_applied[:] = -(9.81 + 20) / 1e4, 0.0, (0.0, -20.0)
    still = lab.inverse(m, d, scheme, np.zeros(2))
    assert still.qfrc_inverse == pytest.approx([0, 0], abs=1e-9) and still.force[0] == pytest.approx(29.81)
    with pytest.raises(kn.UnsupportedError, match="within the step"):
        lab.inverse(m, d, lab.Compliant(integrator="rk4"), np.zeros(2))


def test_laws_are_as_written():
    """max(0, kδ), max(0, kδ + cδ̇), max(0, kδᵖ(1 + dδ̇)); friction μ(σ)f_n against the slip."""
    k, c, d = 1e4, 300.0, 2.0
    laws = {
        ("linear", 1.0): lambda depth, rate: k * depth,
        ("voigt", 1.0): lambda depth, rate: k * depth + c * rate,
        ("hunt-crossley", 1.0): lambda depth, rate: k * depth * (1 + d * rate),
        ("hunt-crossley", 1.5): lambda depth, rate: k * depth**1.5 * (1 + d * rate),
    }
    p = lab.Problem(M=np.eye(3), J_I=np.eye(3), kinds=[2, 3, 3], v=[0] * 3, v_minus=[0] * 3, mu=[0, 0.5, 0.5])
    for (law, power), push in laws.items():
        scheme = lab.Compliant(law=law, stiffness=k, damping=c, dissipation=d, power=power, friction="coulomb-linear")
        made = row_law(scheme, p)
        for depth in (1e-3, 1e-2, -1e-3):
            for rate in (-2.0, -0.1, 0.0, 0.4):  # away and towards each other
                v = np.array([-rate, 3e-4, -4e-4])  # half of the stiction speed
                found = made.forces(p, np.array([-depth, 0, 0]), v)[0]
                normal = max(0.0, push(depth, rate)) if depth > 0 else 0.0
                assert found == pytest.approx([normal, -0.25 * normal * 0.6, 0.25 * normal * 0.8], rel=1e-12)


@pytest.mark.parametrize("law", ["linear", "voigt", "hunt-crossley"])
@pytest.mark.parametrize("friction", ["coulomb-linear", "stribeck"])
def test_slopes_are_those_of_the_forces(law, friction):
    rng = np.random.default_rng(1)
    p = lab.random_problem(4, 3)
    scheme = lab.Compliant(law=law, friction=friction, stiction_speed=1.0, stiffness=50.0, damping=2.0, power=1.5)
    laws = row_law(scheme, p)
    w, v = -np.abs(rng.normal(size=p.rows)), rng.normal(size=p.rows)
    _, slope = laws.forces(p, w, v)
    full, eps = laws.velocity_slopes(p, slope), 1e-6
    for r in range(p.rows):
        step = eps * np.eye(p.rows)[r]
        w_step = p.h * step * (p.kinds != lab.Kind.TANGENT)
        ahead, behind = (laws.forces(p, w + s * w_step, v + s * step)[0] for s in (1, -1))
        assert full[:, r] == pytest.approx((ahead - behind) / (2 * eps), abs=1e-5)


def test_implicit_steps_hold_where_explicit_ones_cannot():
    """A box that slides and tips onto stiff ground in steps of 10 ms; v' solves its equation."""
    m = kn.load("""<mujoco><option timestep="0.01"/><worldbody><geom type="plane" size="5 5 .1" friction=".5"/>
      <body pos="0 0 .12"><freejoint/><geom type="box" size=".1 .1 .1" mass="1" friction=".5"/></body>
      </worldbody></mujoco>""")
    d = kn.Data(m)
    d.qvel[:] = 1, 0.5, 0, 1, 0, 2
    scheme = lab.Compliant(stiffness=1e6, integrator="implicit")
    for _ in range(60):
        x = lab.forward(m, d, scheme)
        assert x.status == lab.Status.OK and x.residual < 1e-9
        lab.step(m, d, scheme)
    assert d.qpos[2] == pytest.approx(0.1, abs=1e-4) and np.abs(d.qvel).max() < 2e-3


def test_limits_are_springs_and_equalities_are_held():
    m = kn.load("""<mujoco><option timestep="1e-3"/><worldbody>
      <body><joint name="a" type="slide" axis="0 0 1" range="-.1 .1"/><geom size=".05" mass="1" contype="0"/></body>
      <body pos="1 0 0"><joint name="b" type="slide" axis="0 0 1"/><geom size=".05" mass="1" contype="0"/></body>
      </worldbody><equality><joint joint1="a" joint2="b"/></equality></mujoco>""")
    for integrator in ("semi", "implicit", "rk4"):
        d = kn.Data(m)
        d.qpos[:] = -0.1
        lab.step(m, d, lab.Compliant(law="voigt", limit_stiffness=1e4, damping=200.0, integrator=integrator), 100)
        assert d.qpos[0] == pytest.approx(-0.1 - 2 * 9.81 / 1e4, rel=1e-3)
        assert d.qpos[1] == pytest.approx(d.qpos[0], abs=1e-8)


@pytest.mark.parametrize(
    "wrong",
    [
        {"stiffness": -1.0},
        {"depth": 0.0},
        {"law": "hook"},
        {"friction": "x"},
        {"power": 2},
        {"stiction_speed": 0.0},
        {"mu_static": 0.3, "mu_dynamic": 0.4},
        {"integrator": "euler"},
        {"damping": float("nan")},
        {"rtol": 0.0},
    ],
)
def test_wrong_parameters_are_refused(wrong):
    with pytest.raises(lab.LabError, match=f"Compliant: {list(wrong)[-1]}"):
        lab.Compliant(**wrong)


def test_what_compliant_contact_cannot_do_is_said():
    m = kn.load("""<mujoco><worldbody><geom name="g" type="plane" size="1 1 1" condim="6"/>
      <body><joint name="j" frictionloss="1"/><geom size=".1"/></body></worldbody></mujoco>""")
    reasons = lab.supports(m, lab.Compliant())
    assert any("geom g: condim 6" in r for r in reasons) and any("joint j: dry" in r for r in reasons)
    m, d = ball()
    with pytest.raises(kn.UnsupportedError, match="needs gravity"):
        lab.step(m, d, lab.Compliant(depth=1e-3))


def test_machines_agree(monkeypatch):
    m = kn.load(BRICK.format(h=1e-3, gx=1, gz=-9.81))
    found = []
    for name in ("single", "python"):
        monkeypatch.setenv("KNUCKLE_MACHINE", name)
        d = kn.Data(m)
        d.qpos[1] = -1e-3
        lab.step(m, d, lab.Compliant(stiffness=1e4), 3)
        lab.step(m, d, lab.Compliant(stiffness=1e4, integrator="implicit"))
        found.append(np.concatenate([d.qpos, d.qvel]))
    assert np.abs(found[0] - found[1]).max() < 1e-14
