"""Rigid contact with events, by closed forms."""

import numpy as np
import pytest

import knuckle as kn
from knuckle import lab
from knuckle.lab.hybrid.held import Held
from knuckle.lab.hybrid.phase import Phase
from knuckle.lab.hybrid.touches import look

G = 9.81
DROP = """
<mujoco><option timestep="{h}"/><worldbody>
  <geom name="floor" type="plane" size="5 5 .1"/>
  <body pos="0 0 .1"><joint type="slide" axis="0 0 1"/><geom name="ball" size=".1" mass="1"/></body>
</worldbody></mujoco>"""
# a hollow ball of radius 0.2 in a plane; θ turns about −y
HOLLOW = """
<mujoco><option timestep="0.01"/><worldbody>
  <geom name="floor" type="plane" size="50 50 .1" friction="{mu}"/>
  <body pos="0 0 .2"><inertial pos="0 0 0" mass="1" diaginertia="{i} {i} {i}"/>
    <joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1"/><joint axis="0 -1 0"/>
    <geom name="ball" size=".2" friction="{mu}"/></body>
</worldbody></mujoco>"""
HOLLOW_I = 2 / 3 * 0.2**2
# a uniform rod of length 1, whose lower end is a small ball; θ from the ground
ROD = """
<mujoco><option timestep="0.001" gravity="0 0 -9.81"/><worldbody>
  <geom name="floor" type="plane" size="50 50 .1" friction="{mu}"/>
  <body pos="0 0 {z}"><inertial pos="0 0 0" mass="1" diaginertia="1e-3 {i} {i}"/>
    <joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1"/><joint axis="0 1 0"/>
    <geom name="end" pos="{x} 0 {down}" size="{r}" friction="{mu}"/></body>
</worldbody></mujoco>"""


def rod(theta: float, mu: float, r: float = 1e-6) -> tuple[kn.Model, kn.Data]:
    up, along = 0.5 * np.sin(theta), 0.5 * np.cos(theta)
    m = kn.load(ROD.format(mu=mu, z=up + r, i=1 / 12, x=-along, down=-up, r=r))
    return m, kn.Data(m)


def ball(mu: float = 1.0) -> tuple[kn.Model, kn.Data]:
    m = kn.load(HOLLOW.format(mu=mu, i=HOLLOW_I))
    return m, kn.Data(m)


def run(m: kn.Model, d: kn.Data, scheme: lab.Hybrid, steps: int) -> list[lab.Event]:
    memory = lab.memory(m, d, scheme)
    lab.step(m, d, scheme, steps, memory)
    return lab.events(memory)


def test_a_ball_bounces_to_rest():
    """Impacts at their times to 1e-9, heights e^(2k) h₀, rest at √(2h₀/g)(1 + e)/(1 − e) = 4.0637 s."""
    m = kn.load(DROP.format(h=0.05))
    d = kn.Data(m)
    d.qpos[0] = 1.0
    scheme, e = lab.Hybrid(restitution=0.8), 0.8
    log = run(m, d, scheme, 84)
    first = np.sqrt(2 / G)
    for k, event in enumerate(log[:40]):
        assert event.time == pytest.approx(first * (1 + 2 * sum(e**i for i in range(1, k + 1))), abs=1e-9)
        assert event.v_after[0] ** 2 / (2 * G) == pytest.approx(e ** (2 * k + 2), rel=1e-9)
        lost = 0.5 * (1 - e**2) * event.v_before[0] ** 2
        assert event.energy_lost == pytest.approx(lost, rel=1e-9)
        assert event.names == ("floor", "ball") and event.impulse[0] == pytest.approx(1.8 * -event.v_before[0])
    assert log[-1].kind == "rest" and log[-1].time == pytest.approx(first * 1.8 / 0.2, abs=1e-6 / 0.2)
    assert first * 1.8 / 0.2 == pytest.approx(4.0637, abs=5e-5)
    assert d.time == pytest.approx(4.2) and abs(d.qpos[0]) < 1e-9 and abs(d.qvel[0]) < 1e-6
    assert d.efc_force[0] == pytest.approx(G)


def test_without_a_way_to_rest_impacts_pile_up():
    m = kn.load(DROP.format(h=0.5))
    d = kn.Data(m)
    d.qpos[0] = 0.01
    scheme = lab.Hybrid(restitution=0.5, zeno=0.0, v_stop=1e-300, max_events=20)
    memory = lab.memory(m, d, scheme)
    before = d.qpos.copy()
    with pytest.raises(lab.SolverError, match="ZENO"):
        lab.step(m, d, scheme, 1, memory)
    assert np.array_equal(d.qpos, before) and d.time == 0 and lab.events(memory) == []


@pytest.mark.parametrize("e", [0.0, 0.5, 1.0])
def test_a_hollow_ball_with_infinite_friction(e):
    """q̇⁺ = [[3/5, 0, −2r/5], [0, −e, 0], [−3/(5r), 0, 2/5]] q̇⁻, and a second bounce changes no tangent."""
    m, d = ball()
    r = 0.2
    S = np.array([[3 / 5, 0, -2 * r / 5], [0, -e, 0], [-3 / (5 * r), 0, 2 / 5]])
    scheme = lab.Hybrid(restitution=e, friction="stick")
    memory = lab.memory(m, d, scheme)
    v = np.array([1.0, -2.0, 3.0])
    for before in (v, S @ v * [1, -1, 1] - [0, 1.0, 0]):
        d.qvel[:] = before
        after = lab.forward(m, d, scheme, memory=memory).qvel_next
        assert after == pytest.approx(S @ before, abs=1e-11)
    assert after[[0, 2]] == pytest.approx(before[[0, 2]], abs=1e-11)


def test_energy_of_a_bounce_without_friction():
    """ΔT = −½(1 − e²)(n q̇⁻)² / (n M⁻¹ nᵀ): zero at e = 1."""
    m, d = rod(np.pi / 4, 0.0)
    for e in (0.0, 0.5, 1.0):
        scheme = lab.Hybrid(restitution=e, friction="none")
        d = d.copy()
        d.qvel[:] = 0.3, -1.0, 0.7
        p = lab.problem(m, d, scheme=scheme)
        after = lab.forward(m, d, scheme, memory=lab.memory(m, d, scheme)).qvel_next
        change = 0.5 * (after @ p.M @ after - d.qvel @ p.M @ d.qvel)
        n = p.J_I[0]
        wanted = -0.5 * (1 - e**2) * (n @ d.qvel) ** 2 / (n @ np.linalg.solve(p.M, n))
        assert change == pytest.approx(wanted, abs=1e-12)


def test_the_law_decides_what_a_tilted_rod_does():
    """Rod at 45°, v = (0, −1, 0), e = ½, stick: Newton J v⁺ = (0.5, 0); Poisson (0.781, −0.469)."""
    m, d = rod(np.pi / 4, 1.0)
    d.qvel[1] = -1.0
    found = {}
    for law in ("newton", "poisson"):
        other, scheme = d.copy(), lab.Hybrid(restitution=0.5, friction="stick", law=law)
        x = lab.forward(m, other, scheme, memory=lab.memory(m, other, scheme))
        n, t1, t2 = x.v_after[:3]
        tangent = lab.problem(m, other, scheme=scheme).J_I[1:3, 0]  # the world's x in the frame of the contact
        found[law] = n, float(tangent @ [t1, t2])
    assert found["newton"] == pytest.approx((0.5, 0.0), abs=1e-6)
    assert found["poisson"] == pytest.approx((0.78125, -0.46875), abs=1e-5)


def test_painleve():
    """A rod that slides at tan θ = 2, μ = 2: A_nn − μ A_nt = −0.8/m, no acceleration is consistent; others go on."""
    theta = np.arctan(2.0)
    least = lambda theta: (1 + 3 * np.cos(theta) ** 2) / (3 * np.sin(theta) * np.cos(theta))  # noqa: E731
    assert least(theta) == pytest.approx(4 / 3) and least(np.linspace(0.01, 1.56, 200)).min() >= 4 / 3
    m, d = rod(theta, 2.0)
    d.qpos[1] -= d.qpos[1]
    d.qvel[0] = -1.0
    for sign, fails in ((-1.0, True), (1.0, False)):
        other = d.copy()
        other.qvel[0] = sign
        scheme = lab.Hybrid()
        p = lab.problem(m, other, scheme=scheme)
        u = p.J_I[1:] @ other.qvel / np.linalg.norm(p.J_I[1:] @ other.qvel)
        push = p.J_I[0] - 2.0 * u @ p.J_I[1:]
        a = p.J_I[0] @ np.linalg.solve(p.M, push)
        if fails:
            assert a == pytest.approx(-0.8, abs=1e-5)
            with pytest.raises(lab.SolverError, match=r"INCONSISTENT.*Painlev"):
                lab.step(m, other, scheme, 1, lab.memory(m, other, scheme))
            assert other.qvel[0] == sign and other.time == 0
            for goes_on in (lab.Compliant(stiffness=1e4, integrator="implicit"), lab.Lcp()):
                free = other.copy()
                lab.step(m, free, goes_on, 20)
                assert np.isfinite(free.qpos).all() and free.time == pytest.approx(0.02)
        else:
            lab.step(m, other, scheme, 1, lab.memory(m, other, scheme))


def test_a_ball_slips_then_rolls():
    """Slip stops at v₀/(1 + m r²/I) · …: with I = ⅔mr², rolling at ⅗ v₀ from t = ⅖ v₀/(μg) on."""
    m, d = ball(mu=0.3)
    d.qvel[0] = 1.0
    log = run(m, d, lab.Hybrid(), 20)
    assert [event.kind for event in log] == ["stick"]
    assert log[0].time == pytest.approx(0.4 / (0.3 * G), abs=1e-8)
    assert d.qvel[0] == pytest.approx(0.6, abs=1e-8) and d.qvel[2] == pytest.approx(-3.0, abs=1e-7)


def test_a_pushed_ball_slips_and_a_lifted_one_leaves():
    """Guards: a torque that grows makes a resting contact slip; a force that grows lifts it off."""
    m = kn.load("""<mujoco><option timestep="0.01"/><worldbody>
      <geom name="floor" type="plane" size="50 50 .1" friction=".5"/>
      <body pos="0 0 .1"><joint name="x" type="slide" axis="1 0 0"/><joint name="z" type="slide" axis="0 0 1"/>
      <geom name="ball" size=".1" mass="1" friction=".5"/></body></worldbody>
      <actuator><general joint="x" dyntype="integrator" gainprm="0" biastype="none" gaintype="fixed"/>
      <general joint="z" dyntype="integrator" gaintype="fixed"/></actuator></mujoco>""")
    m.actuator_gainprm[:, 0] = 1.0
    d = kn.Data(m)
    d.ctrl[0] = 20.0  # force 20 t: slips at ½ m g
    log = run(m, d, lab.Hybrid(), 30)
    assert log[0].kind == "slip" and log[0].time == pytest.approx(0.5 * G / 20, abs=1e-8)
    t, t0 = 0.3, 0.5 * G / 20
    assert d.qvel[0] == pytest.approx(10 * (t - t0) ** 2, rel=1e-7)
    d = kn.Data(m)
    d.ctrl[1] = 50.0  # lifts off at m g
    log = run(m, d, lab.Hybrid(), 30)
    assert log[0].kind == "release" and log[0].time == pytest.approx(G / 50, abs=1e-8)
    assert d.qpos[1] == pytest.approx(50 * (t - G / 50) ** 3 / 6, rel=1e-6)


def test_several_contacts_at_once():
    """A box lands flat on four corners, all impulses are shared and it rests."""
    m = kn.load("""<mujoco><option timestep="0.01"/><worldbody><geom type="plane" size="5 5 .1"/>
      <body pos="0 0 .11"><freejoint/><geom type="box" size=".1 .1 .1" mass="1"/></body></worldbody></mujoco>""")
    d = kn.Data(m)
    d.qvel[0] = 0.2
    log = run(m, d, lab.Hybrid(), 6)
    assert sum(event.impulse[0] for event in log if event.kind == "impact") == pytest.approx(np.sqrt(2 * G * 0.01))
    assert d.qpos[2] == pytest.approx(0.1, abs=1e-8)


def test_a_joint_limit_is_hit():
    m = kn.load("""<mujoco><option timestep="0.01" gravity="0 0 0"/><worldbody><body>
      <joint name="j" axis="0 1 0" range="-1 1" limited="true"/><geom size=".1" pos="1 0 0" mass="1"/></body>
      </worldbody><compiler angle="radian"/></mujoco>""")
    d = kn.Data(m)
    d.qvel[0] = 5.0
    log = run(m, d, lab.Hybrid(restitution=0.5), 30)
    assert log[0].time == pytest.approx(0.2, abs=1e-9) and log[0].names == ("j",) and d.qvel[0] == pytest.approx(-2.5)


def test_stepping_meets_events_as_steps_shrink():
    """L11: steps of a contact without loss hit within h of the event, and rise as high within a step's way at v⁻."""
    fall, speed = np.sqrt(0.6 / G), np.sqrt(0.6 * G)
    for h in (1e-3, 5e-4, 2.5e-4, 1.25e-4):
        m = kn.load(DROP.format(h=h))
        d = kn.Data(m)
        d.qpos[0] = 0.3
        scheme = lab.Compliant(law="linear", stiffness=1e5)
        lab.step(m, d, scheme, int(fall / h) - 1)
        while d.qpos[0] > 0:
            lab.step(m, d, scheme)
        assert abs(d.time - fall) <= h
        lab.step(m, d, scheme, round(0.05 / h))
        assert abs(d.qpos[0] + d.qvel[0] ** 2 / (2 * G) - 0.3) < speed * h


@pytest.mark.parametrize("wrong", [{"restitution": 1.5}, {"law": "x"}, {"friction": "x"}, {"sight": 0.0}, {"rtol": -1}])
def test_wrong_parameters_are_refused(wrong):
    with pytest.raises(lab.LabError, match=f"Hybrid: {next(iter(wrong))}"):
        lab.Hybrid(**wrong)


def test_what_hybrid_cannot_do_is_said():
    m, d = ball()
    with pytest.raises(kn.UnsupportedError, match="leave no trace"):
        lab.inverse(m, d, lab.Hybrid(), np.zeros(3))
    with pytest.raises(lab.LabError, match="memory of a Hybrid"):
        lab.events(None)


TUMBLING = """
<mujoco><option gravity="1 0 -9.81"/><worldbody><geom type="plane" size="5 5 .1" friction=".4 0 0"/>
  <body pos="0 0 .2"><freejoint/><geom type="BODY" mass="1" friction=".4 0 0"/></body>
  <body pos="2 0 1"><joint axis="0 1 0" limited="true" range="-2 2"/><geom size=".05" pos=".3 0 0"/></body>
  <body name="arm" pos="3 0 1"><joint axis="0 1 0"/><geom size=".05" pos=".3 0 0"/></body>
</worldbody>EQUALITY</mujoco>"""


@pytest.mark.parametrize("body", ['sphere" size=".2', 'capsule" size=".2 .1'])
@pytest.mark.parametrize("equality", ["", '<equality><connect body1="arm" anchor=".3 0 .1"/></equality>'])
def test_the_compiled_right_hand_side_is_the_plain_one(body, equality):
    """Points that wander, a limit that is near, equalities: with what slides, what sticks, and what is free."""
    m = kn.load(TUMBLING.replace("BODY", body).replace("EQUALITY", equality))
    d, rng = kn.Data(m), np.random.default_rng(0)
    if "capsule" in body:
        d.qpos[3:7] = np.sqrt(0.5), np.sqrt(0.5), 0.0, 0.0
    scheme = lab.Hybrid()
    world = lab.World(m, d, scheme)
    for sliding in (True, False, None):
        d.qvel[:] = 0.3 * rng.normal(size=m.nv)
        d.qvel[2], d.qvel[0] = 0.0, 1.0 if sliding else 0.0
        touches = [touch for touch in look(world).touches if touch.owner[0] == "geom"]
        slide = np.array([1.0, 0.0]) if sliding else None
        phase = Phase(world, scheme, [] if sliding is None else [Held(touch, touch.mu, slide) for touch in touches])
        assert touches and phase.quick is not None
        quick, plain = phase.quick.values(), phase.answer()
        scale = np.abs(plain.qacc).max()
        assert np.abs(quick.qacc - plain.qacc).max() < 1e-7 * scale
        assert np.abs(quick.forces - np.concatenate([np.zeros(0), *plain.forces])).max(initial=0.0) < 1e-7 * scale
        assert quick.guards == pytest.approx(plain.guards, rel=1e-6, abs=1e-6)
