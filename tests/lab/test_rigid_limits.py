"""Limits in which formulations of rigid contact agree, compiled steps against steps one by one, and experiments."""

import numpy as np
import pytest

import knuckle as kn
from knuckle import lab, models
from knuckle.lab.bench_rigid import lemke_times, step_ratios
from knuckle.lab.complementarity import lemke
from knuckle.lab.scheme import Scheme

EXACT = {"sweeps": 20000, "tolerance": 1e-28, "imperrreduce": 0.0, "eqerrreduce": 0.0}
SCENE = """
<mujoco><option timestep="0.002" cone="elliptic" impratio="3" tolerance="1e-20" iterations="200"/><worldbody>
  <geom name="floor" type="plane" size="5 5 .1" friction=".3" condim="1"/>
  <body name="box" pos="0 0 .0999"><freejoint/>
    <geom type="box" size=".1 .1 .1" mass="1" friction=".3" condim="CONDIM"/></body>
  <body pos="1 0 1"><joint name="a" axis="0 1 0" limited="true" range="-10 10" frictionloss=".1"/>
    <geom type="capsule" size=".02" fromto="0 0 0 .3 0 0"/>
    <body pos=".3 0 0"><joint name="b" axis="0 1 0"/><geom type="capsule" size=".02" fromto="0 0 0 .3 0 0"/></body>
  </body>
</worldbody><equality><joint joint1="a" joint2="b" polycoef=".1 -1 0 0 0"/></equality></mujoco>"""


@pytest.mark.parametrize("condim", [1, 3, 4, 6])
def test_convex_with_the_engines_numbers_is_the_engine(condim):
    """L1: contacts that slide, a limit, dry friction and a soft equality, in steps and on the problem: 1e-10."""
    m = kn.load(SCENE.replace("CONDIM", str(condim)))
    d = kn.Data(m)
    d.qvel[:3] = 1.0, 0.5, -0.1
    scheme, other = lab.Convex(R="engine", ref="engine"), d.copy()
    for _ in range(3):
        x = lab.forward(m, d, scheme)
        before = d.copy()
        kn.step(m, other)
        lab.step(m, d, scheme)
        assert before.ne == 1 and before.nefc > 3
        assert np.abs(x.qvel_next - other.qvel).max() < 1e-10
        assert np.abs(d.qvel - other.qvel).max() < 1e-10
        d.qpos[:], d.qvel[:] = other.qpos, other.qvel


def test_without_friction_all_agree():
    """L2: Lcp = Anitescu = Coulomb = Gauss050 without R to 1e-10; with R the error is of first order."""
    for seed in range(10):
        p = lab.random_problem(1 + seed, seed, condim=1, limits=seed % 3, equalities=seed % 2)
        v = lab.solve(p, lab.Lcp()).qvel_next
        for scheme in (lab.Anitescu(), lab.Anitescu("cone"), lab.Coulomb(), lab.Gauss050(softness=0.0, **EXACT)):
            assert np.abs(lab.solve(p, scheme).qvel_next - v).max() < 1e-10
    errors = [np.abs(lab.solve(p, lab.Convex(R=R, ref="gap")).qvel_next - v).max() for R in (1e-3, 1e-4, 1e-5)]
    assert np.diff(np.log10(errors)) == pytest.approx(-1, abs=0.05)


def test_where_all_contacts_stick_all_agree():
    """L3: aims (−φ/h, 0, 0), impulses inside of their cones: the same v'."""
    for seed in range(10):
        p, rng = lab.random_problem(1 + seed % 6, seed), np.random.default_rng(seed)
        f = np.where(p.kinds == lab.Kind.CONE, rng.uniform(0.5, 1.0, p.rows), rng.uniform(-0.05, 0.05, p.rows))
        aim = np.where(p.kinds == lab.Kind.CONE, -p.w / p.h, 0.0)
        wanted = np.linalg.lstsq(p.J_I, aim, rcond=None)[0]
        p = p.copy(v_minus=wanted - np.linalg.solve(p.M, p.J_I.T @ f))
        hard = (lab.Lcp(), lab.Lcp(edges=8), lab.Anitescu(), lab.Anitescu("cone"), lab.Coulomb())
        for scheme in (*hard, lab.Gauss050(softness=0.0, **EXACT), lab.Convex(R=0.0, ref="gap")):
            x = lab.solve(p, scheme)
            assert np.abs(x.qvel_next - wanted).max() < 1e-8 and np.abs(x.impulse - f).max() < 1e-8
        soft = lab.solve(p, lab.Convex(R=1e-7, ref="gap"))
        assert np.abs(soft.qvel_next - wanted).max() < 1e-5


def test_facets_go_to_the_round_cone():
    """L6: Lcp with k edges goes to Coulomb's law as k⁻¹, since friction takes the direction of an edge."""
    counts, errors = (8, 16, 32, 64), np.zeros(4)
    for seed in range(16):
        p = lab.random_problem(2, seed)
        p = p.copy(w=0 * p.w)
        v = lab.solve(p, lab.Coulomb()).qvel_next
        errors += [np.abs(lab.solve(p, lab.Lcp(edges=edges)).qvel_next - v).max() for edges in counts]
    assert np.polyfit(np.log(counts), np.log(errors), 1)[0] == pytest.approx(-1, abs=0.3), errors


@pytest.mark.parametrize("edges", [4, 8, 16, 32])
def test_facets_lose_power_as_the_square(edges):
    """L6: a puck that slides between two edges: its friction is off by 2 sin(π/2k), its power by 1 − cos(π/k) ~ k⁻²."""
    h, mu = 1e-3, 0.5
    for angle in np.linspace(0, 0.8 * np.pi / edges, 6):
        v = np.array([np.cos(angle), np.sin(angle), 0.0])
        p = lab.Problem(
            M=np.eye(3),
            J_I=np.eye(3)[[2, 0, 1]],
            kinds=[2, 3, 3],
            v=v,
            v_minus=v - [0, 0, 9.81 * h],
            h=h,
            mu=[0, mu, mu],
        )
        round_one, faceted = (lab.solve(p, s).qvel_next for s in (lab.Coulomb(), lab.Lcp(edges=edges)))
        full = mu * 9.81 * h
        assert np.linalg.norm(faceted - round_one) == pytest.approx(2 * np.sin(angle / 2) * full, abs=1e-9)
        assert (v - faceted)[:2] @ v[:2] == pytest.approx(np.cos(angle) * full, abs=1e-9)


@pytest.mark.parametrize(
    "scheme",
    [
        lab.Anitescu(),
        lab.Anitescu("cone"),
        lab.Anitescu("cone", mindist=0.005),
        lab.Convex(),
        lab.Convex(R=0.1, ref="gap", integrator="midpoint"),
    ],
    ids=repr,
)
def test_compiled_steps_are_the_steps_one_by_one(scheme):
    m = kn.load(models.path("humanoid"))
    m.opt.tolerance = 1e-13
    d = kn.Data(m)
    kn.step(m, d, 130)
    for _ in range(12):
        other = d.copy()
        lab.step(m, d, scheme)
        Scheme.steps(scheme, lab.World(m, other, scheme), 1)
        assert np.abs(d.qvel - other.qvel).max() < 1e-7 and np.abs(d.qpos - other.qpos).max() < 1e-9
        assert np.abs(d.qfrc_constraint - other.qfrc_constraint).max() < 1e-3 * max(
            1.0, np.abs(d.qfrc_constraint).max()
        )
        assert d.ncon == other.ncon


def test_a_step_is_verified_by_its_own_residuals():
    """Lemke on the humanoid: each step a verified solution of its own problem."""
    m = kn.load(models.path("humanoid"))
    d = kn.Data(m)
    kn.step(m, d, 130)
    scheme = lab.Lcp(mindist=0.005, imperrreduce=0.02)
    for _ in range(10):
        p = lab.problem(m, d, scheme=scheme)
        x = lab.solve(p, scheme)
        form, left = scheme.form(p)
        assert x.residual <= 1e-10 and lemke(*form.scaled)[1] == 0
        assert np.allclose(p.J_I @ left.v_hat + left.A @ x.impulse, x.v_after, atol=1e-9)
        lab.step(m, d, scheme)


RIGID = (
    lab.Lcp(mindist=0.1),
    lab.Lcp(mindist=0.1, level="velocity"),
    lab.Anitescu(mindist=0.1),
    lab.Coulomb(mindist=0.1),
)
# experiments that a scheme does not pass, and should not
DEVIATES = {
    "turntable": (lab.Lcp, lab.Anitescu),
    "brick_slide": (lab.Anitescu,),
    "spinning_ball": (lab.Anitescu,),
}


@pytest.mark.sweep
@pytest.mark.parametrize(
    "name",
    ["cart_wall", "brick_slide", "incline", "oblique_impact", "four_legs", "box_on_table", "box_tilt", "turntable"]
    + ["stack_10", "mass_ratio"],
)
def test_experiments_of_rigid_contact(name):
    """Each at two time steps; what parts the formulations deviates where it should."""
    for scheme in RIGID:
        runs = lab.compare(None, scheme, name, (0.01, 0.002 if name in DEVIATES else 0.005)).runs
        wanted = "deviates" if isinstance(scheme, DEVIATES.get(name, ())) else "pass"
        assert runs[1].verdict == wanted, (scheme, runs[1].verdict, runs[1].deviation, runs[1].reason)
        assert runs[0].verdict in ("pass", wanted), (scheme, runs[0].reason)


def test_restitution_makes_the_velocity_level_bounce():
    run = lab.compare(None, lab.Lcp(level="velocity", mindist=0.1), "bounce", 0.001).runs[0]
    assert run.verdict == "pass" and run.deviation < 0.005
    assert lab.compare(None, lab.Lcp(), "bounce", 0.001).runs[0].verdict == "unsupported"


def test_machines_agree(monkeypatch):
    """Single and checked to the last bit, Python's own arithmetic to rounding."""
    m = kn.load(SCENE.replace("CONDIM", "3"))
    schemes = (lab.Lcp(), lab.Lcp(solver="pgs"), lab.Anitescu(), lab.Anitescu("cone"), lab.Convex())
    p, found = lab.random_problem(2, 1, limits=1, frictions=1, equalities=1, condim=4), {}
    for name in ("single", "python", "checked"):
        monkeypatch.setenv("KNUCKLE_MACHINE", name)
        values = [lab.solve(p, scheme).qvel_next for scheme in schemes]
        for scheme in (lab.Anitescu(), lab.Convex()):
            d = kn.Data(m)
            d.qvel[:3] = 1.0, 0.5, -0.1
            lab.step(m, d, scheme)
            values.append(d.qvel.copy())
        found[name] = np.concatenate(values)
    assert np.array_equal(found["single"], found["checked"])
    assert np.abs(found["single"] - found["python"]).max() < 1e-9


def test_the_benchmark_measures_what_it_says():
    times = lemke_times((2, 4), problems=2)
    assert 0 < times[2] < times[4] < 1e-3
    ratios = step_ratios((lab.Convex(),), steps=20, runs=1)
    assert 0.1 < ratios[lab.Convex()] < 50
