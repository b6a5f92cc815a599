"""Names, defaults, tables and yardsticks of the laboratory, as they were specified."""

import inspect

import numpy as np
import pytest

import knuckle as kn
from knuckle import lab, models
from knuckle.lab import chart, complementarity, deformation, elimination, law_figures
from knuckle.lab.bench import PUBLISHED
from knuckle.lab.compare import RECORD
from knuckle.lab.experiments.experiment import STEPS
from knuckle.lab.integrators import ALIASES
from knuckle.lab.problem import SYMMETRY
from knuckle.lab.report import page
from knuckle.lab.stabiliser import minimal_velocities
from knuckle.lab.table import scheme_classes

DEFAULTS = {
    lab.Gauss050: {
        "eqerrreduce": 0.02,
        "imperrreduce": 0.02,
        "equality": "hard",
        "lam": None,
        "softness": 0.01,
        "mindist": None,
        "sweeps": 5,
        "algorithm": "gs",
        "projection": "ray",
        "integrator": "semi",
        "clamp": False,
        "tolerance": 0,
        "detect": "start",
    },
    lab.Interior: {
        "kappa": 0.1,
        "q": 10,
        "R_max": 100,
        "R_min": 0.01,
        "w_max": 0.1,
        "elastic": "always",
        "scaling": "absolute",
        "restitution": 0,
        "method": "blocks",
    },
    lab.Lcp: {"edges": 4, "solver": "lemke", "level": "position"},
    lab.Anitescu: {"edges": 4},
    lab.Convex: {"B": 2 / 0.02, "K": 1 / 0.02**2},
    lab.Coulomb: {"inner": "convex", "iterations": 50},
    lab.Baumgarte: {"alpha": 0, "integrator": "rk4"},
    lab.Hybrid: {"law": "newton", "rtol": 1e-9, "zeno": 1e-6},
    lab.Augmented: {"match": 5e-3},
    lab.Compliant: {"depth": None, "integrator": "semi", "friction": "stribeck"},
}
CALLS = {
    lab.step: {"nstep": 1, "memory": None, "on_failure": "raise"},
    lab.problem: {"h": None},
    lab.compare: {"h": (0.01, 0.005, 0.002, 0.001, 0.0005)},
    lab.transition: {"eps": 1e-6, "centered": False},
    lab.manipulator: {"C": "christoffel"},
    lab.bilateral: {"alpha": 0, "velocity": None},
    lab.Task: {"h": 0.01, "T": 50, "periodic": True},
    lab.optimize: {"maxiter": 100},
}
FLOOR = """<mujoco><worldbody><geom name="floor" type="plane" size="5 5 .1" condim="{dim}"/>
  <body pos="0 0 .0999"><freejoint/><geom name="ball" size=".1" mass="1" condim="{dim}"/></body>
  <body name="arm" pos="2 0 1"><joint name="j" axis="0 1 0" limited="{limited}" range="-1 1" frictionloss="{loss}"/>
  <geom size=".1" pos=".3 0 0"/></body></worldbody>{more}</mujoco>"""
WELD = '<equality><connect body1="arm" anchor=".3 0 .1"/></equality>'
# scheme | condims | dry friction | limits | equalities | inverse | memory
TABLE = [
    (lab.Main(), (1, 3, 4, 6), True, True, True, True, False),
    (lab.Gauss050(), (1, 3, 4, 6), True, True, True, False, False),
    (lab.Gauss050(equality="soft"), (1, 3, 4, 6), True, True, True, True, False),
    (lab.Gauss050(equality="soft", softness=0), (1, 3, 4, 6), True, True, True, False, False),
    (lab.Interior(), (1, 3, 4, 6), True, True, True, True, False),
    (lab.Lcp(), (1, 3, 4, 6), True, True, True, False, False),
    (lab.Anitescu(), (1, 3, 4, 6), True, True, True, False, False),
    (lab.Convex(), (1, 3, 4, 6), True, True, True, True, False),
    (lab.Coulomb(), (1, 3, 4, 6), True, True, True, False, False),
    (lab.Compliant(integrator="implicit"), (1, 3), False, True, True, True, False),
    (lab.Patch(integrator="implicit"), (1, 3), False, True, True, True, False),
    (lab.Hybrid(), (1, 3), False, True, True, False, True),
    (lab.Augmented(), (1, 3, 4, 6), True, True, True, False, True),
]


@pytest.mark.parametrize("kind", DEFAULTS)
def test_schemes_have_the_defaults_that_were_told(kind):
    scheme = kind()
    assert {name: getattr(scheme, name) for name in DEFAULTS[kind]} == DEFAULTS[kind]


@pytest.mark.parametrize("call", CALLS)
def test_calls_have_the_defaults_that_were_told(call):
    parameters = inspect.signature(call).parameters
    assert {name: parameters[name].default for name in CALLS[call]} == CALLS[call]


def test_constants_are_those_that_were_told():
    assert elimination.CUTOFF == SYMMETRY == complementarity.VERIFIED == 1e-10
    assert deformation.FORGOTTEN == 1e-9 and chart.LARGEST_TURN == 1.0
    assert STEPS == (0.01, 0.005, 0.002, 0.001, 0.0005)
    assert (law_figures.KAPPAS, law_figures.SLOPE) == ((0.1, 0.5, 1.0, 2.0), 7.0)
    assert {"energy", "contact", "deformation"} <= set(RECORD)


def test_weights_that_depend_on_the_problem():
    """λ = 10⁴ times the mean of M's diagonal, R = 0.01 diag A."""
    p = lab.random_problem(3, 1, equalities=2)
    assert lab.Gauss050(equality="soft").weight(p) == pytest.approx(1e4 * np.diag(p.M).mean())
    diagonal = np.diag(lab.Gauss050().reduced(p).A)
    assert lab.Gauss050().regularizer(p, diagonal) == pytest.approx(0.01 * diagonal)
    assert np.array_equal(lab.Gauss050(softness="engine").regularizer(p, diagonal), p.R_engine[p.ne :])


@pytest.mark.parametrize(("scheme", "dims", "dry", "limits", "equalities", "inverse", "memory"), TABLE, ids=repr)
@pytest.mark.filterwarnings("ignore:.*rows of equality:knuckle.SimulationWarning")
def test_rows_that_each_scheme_takes(scheme, dims, dry, limits, equalities, inverse, memory):
    """Those it takes it steps, others it refuses before: with the words that `supports` has."""
    assert (scheme.invertible, scheme.has_memory) == (inverse, memory)
    plain = {"dim": 3, "limited": "false", "loss": 0, "more": ""}
    cases = [(plain | {"dim": dim}, dim in dims) for dim in (1, 3, 4, 6)]
    cases += [(plain | {"loss": 1}, dry), (plain | {"limited": "true"}, limits), (plain | {"more": WELD}, equalities)]
    for words, taken in cases:
        m = kn.load(FLOOR.format(**words))
        d = kn.Data(m)
        reasons = lab.supports(m, scheme)
        assert (reasons == ()) == taken, (words, reasons)
        if taken:
            lab.step(m, d, scheme, 1, lab.memory(m, d, scheme))
            assert d.time == m.opt.timestep and np.isfinite(d.qpos).all()
            continue
        for call in (lab.step, lab.forward):
            with pytest.raises(kn.UnsupportedError) as told:
                call(m, d, scheme)
            assert all(reason in str(told.value) for reason in reasons)


@pytest.mark.parametrize("name", [name for name in scheme_classes() if name != "Baumgarte"])
def test_one_solve_leaves_the_state_as_it_was(name):
    """And tells velocity, acceleration (v' − v)/h, impulses and force = impulse/h, the normal first."""
    kind = scheme_classes()[name]
    scheme = kind(integrator="implicit") if issubclass(kind, lab.Compliant) else kind()
    m = kn.load(FLOOR.format(dim=3, limited="true", loss=0, more=""))
    d = kn.Data(m)
    d.qvel[:3] = 0.2, 0.0, -0.5
    before = kn.get_state(m, d, kn.State.PHYSICS)
    x = lab.forward(m, d, scheme, memory=lab.memory(m, d, scheme))
    assert np.array_equal(kn.get_state(m, d, kn.State.PHYSICS), before)
    assert x.qacc == pytest.approx((x.qvel_next - d.qvel) / m.opt.timestep, rel=1e-6, abs=1e-6)
    assert np.array_equal(x.force, x.impulse / m.opt.timestep) and x.status == lab.Status.OK and x.residual >= 0
    assert x.qfrc_inverse is None and x.niter >= 0 and x.impulse.max() > 0
    if name != "Main":  # whose rows are its own
        p = lab.problem(m, d, scheme=scheme)
        assert x.v_before == pytest.approx(p.J_I @ p.v) and x.v_before[p.kinds == lab.Kind.CONE][0] == pytest.approx(
            -0.5
        )
        assert x.v_after == pytest.approx(p.J_I @ x.qvel_next, abs=1e-9) and len(x.equality_impulse) == 0


def test_distances_do_not_have_the_margin_taken_off():
    m = kn.load(
        FLOOR.format(dim=3, limited="false", loss=0, more="").replace('size=".1" mass', 'size=".1" margin=".5" mass')
    )
    assert lab.problem(m, kn.Data(m)).w[0] == pytest.approx(-1e-4)


def test_rows_come_as_friction_limits_contacts():
    m = kn.load(FLOOR.format(dim=3, limited="true", loss=0.3, more=WELD))
    d = kn.Data(m)
    d.qpos[7] = 1.01
    p = lab.problem(m, d)
    assert p.index == {"friction": slice(0, 1), "limit": slice(1, 2), "contact": slice(2, 5)} and p.ne == 3
    assert p.labels[:3] == ("friction of joint j", "limit of joint j", "contact floor–ball") and p.eta[0] == 0.3
    assert p.w[1] == pytest.approx(np.deg2rad(1) - 1.01, abs=1e-9)


@pytest.mark.parametrize(("alias", "name"), ALIASES.items())
def test_integrators_have_their_names_of_version_0_5(alias, name):
    names = {"explicit": "EXPLICIT", "midpoint": "MIDPOINT", "semi": "SEMIIMPLICIT", "rk4": "RK4"}
    assert alias == "mjINT_" + (names | {"interleave": "INTERLEAVE"})[name]
    m, ends = kn.load(FLOOR.format(dim=3, limited="false", loss=0, more="")), []
    for word in (alias, name):
        d = kn.Data(m)
        d.qvel[0] = 0.3
        lab.step(m, d, lab.Gauss050(integrator=word, algorithm="mjALG_GS"), 3)
        ends.append(d.qpos.tolist())
    assert ends[0] == ends[1]


def test_velocities_that_rows_are_asked_for():
    """−w/h apart, ė* in violation, 0 along friction; a violated contact that closes may be let in, unless clamped."""
    p = lab.random_problem(3, 2)
    apart, deep = p.copy(w=np.abs(p.w)), p.copy(w=-0.001 * (p.kinds == lab.Kind.CONE), v=-0 * p.v, h=0.001)
    normals = p.kinds == lab.Kind.CONE
    assert minimal_velocities(apart, 0.02) == pytest.approx(np.where(normals, -apart.w / p.h, 0.0))
    assert minimal_velocities(deep, 0.02)[normals] == pytest.approx(0.001 * 0.001 / 0.02**2 * np.exp(-0.05))
    falling = lab.Problem(M=[[1]], J_I=[[1]], kinds=[lab.Kind.LIMIT], v=[-1], v_minus=[-1], h=0.001, w=[-0.001])
    assert minimal_velocities(falling, 0.02)[0] == pytest.approx(-0.901, abs=5e-4)
    assert minimal_velocities(falling, 0.02, clamp=True)[0] == 0
    assert lab.Interior().values(falling, lab.Interior().reduced(falling))["vmin"][0] == 0


def test_the_yardstick_by_hand():
    """One contact of 2 kg with μ = ½, f = (3, 2, 0) N s and v' = (0.5, 0.1, 0) m/s: each law as it is written."""
    p = lab.Problem(
        M=2 * np.eye(3),
        J_I=np.eye(3),
        kinds=[lab.Kind.CONE, lab.Kind.TANGENT, lab.Kind.TANGENT],
        v=[-1.0, 0.0, 0.0],
        v_minus=[-1.0, -0.9, 0.0],
        h=0.01,
        mu=[0, 0.5, 0.5],
        w=[-0.006, 0, 0],
        J_E=[[0, 0, 1.0]],
        e=[0.002],
    )
    x = lab.from_impulses(p, np.array([3.0, 2.0, 0.0]))
    assert x.qvel_next == pytest.approx([0.5, 0.1, 0.0])
    r = lab.residuals(p, x)
    assert r.cone == pytest.approx(2 - 0.5 * 3)  # ‖f_t‖ − μ f_n
    assert r.penetration == pytest.approx(0.6 - 0.5)  # v_min − v_n, v_min = −w/h
    assert r.complementarity == pytest.approx(3 * 0.1 / (2 * 9.81**2 * 0.01**2))  # |f_n (v_n − v_min)| / m g² h²
    assert r.dissipation_angle == pytest.approx(np.pi)  # friction along the slip
    assert r.equality == pytest.approx(0.2)  # ‖J_E v' + e/h‖
    assert r.energy == pytest.approx(0.5 * 2 * (0.5**2 + 0.1**2 - 1 - 0.9**2))  # work of the impulses
    assert r.momentum == pytest.approx(0, abs=1e-15)
    # ‖f − Π_K(f − ρ(v − v_ref + Rf))‖, ρ = m: f − ρ(…) = (3 − 2(−0.1 + 0.3), 2 − 2(0.1 + 0.2)) is inside of nothing
    y = np.array([3 - 2 * (-0.1 + 0.3), 2 - 2 * (0.1 + 0.2)])
    t = (y[0] + 0.5 * y[1]) / 1.25  # nearest point of the cone's side
    nearest = np.array([t, 0.5 * t]) if y[1] > 0.5 * y[0] else y
    wanted = np.linalg.norm(np.array([3.0, 2.0]) - nearest)
    assert lab.residuals(p, x, R=0.1).natural_map == pytest.approx(wanted)


def test_surfaces_are_mixed_as_told():
    """The smaller restitution, springs in a row, the larger friction or the product."""
    m = kn.load(FLOOR.format(dim=3, limited="false", loss=0, more=""))
    one = lab.Material(restitution=0.8, stiffness=1e5, dissipation=0.1, mu_static=0.6, mu_dynamic=0.5)
    two = lab.Material(restitution=0.3, stiffness=3e5, dissipation=0.3, mu_static=0.9, mu_dynamic=0.4)
    mixed = lab.Materials({"ball": one}, default=two).between(m, 0, 1)
    assert (mixed.restitution, mixed.mu_static, mixed.mu_dynamic) == (0.3, 0.9, 0.5)
    assert mixed.stiffness == pytest.approx(0.75e5) and mixed.dissipation == pytest.approx(0.2)
    product = lab.Materials({"ball": one}, default=two, friction="product").between(m, 0, 1)
    assert product.mu_static == pytest.approx(0.54) and product.mu_dynamic == pytest.approx(0.2)


def test_hooks_see_each_step():
    """After detection with contacts in `d`, after the solve with the solution; what they write counts."""
    m = kn.load(FLOOR.format(dim=3, limited="false", loss=0, more=""))
    d, seen = kn.Data(m), []
    hooks = {
        "after_detect": lambda m, d: seen.append(d.ncon),
        "after_solve": lambda m, d, x: seen.append(float(x.impulse[0])),
    }
    lab.step(m, d, lab.Gauss050(), 2, hooks=hooks)
    assert seen[0] == seen[2] == 1 and seen[1] > 0 and len(seen) == 4


def test_accelerations_after_the_impulse_are_in_sensors():
    """qacc = (v' − v)/h, then what the bodies feel: an accelerometer of a ball that an impulse stops."""
    m = kn.load("""<mujoco><option timestep="0.01"/><worldbody><geom type="plane" size="5 5 .1"/>
      <body pos="0 0 .1"><joint type="slide" axis="0 0 1"/><geom size=".1" mass="1"/><site name="s"/></body></worldbody>
      <sensor><accelerometer site="s"/></sensor></mujoco>""")
    d = kn.Data(m)
    d.qvel[0] = -1.0
    lab.step(m, d, lab.Lcp(mindist=0.01))
    assert d.qvel[0] == pytest.approx(0, abs=1e-10) and d.qacc[0] == pytest.approx(100.0)
    assert d.sensordata[2] == pytest.approx(100.0 + 9.81)


def test_the_table_of_2011_grows_slower_than_its_text():
    """241,774 to 2,361 solves per second: n^1.6, n^2.1, n^2.5 between its rows; 33,000 per second and core."""
    assert PUBLISHED == {2: 241_774, 5: 54_190, 10: 12_991, 20: 2_361}
    n, micro = np.array(list(PUBLISHED)), 1e6 / np.array(list(PUBLISHED.values()))
    assert micro == pytest.approx([4.1, 18.5, 77.0, 423.5], abs=0.05)
    assert np.diff(np.log(micro)) / np.diff(np.log(n)) == pytest.approx([1.6, 2.1, 2.5], abs=0.05)
    assert pytest.approx(33_000, rel=0.02) == 4000 * 100 / 12


def test_a_page_has_its_head():
    """Versions, processor, parameters, wall time; light and dark; the closed form as a thin line; no network."""
    text = page([lab.compare(None, [lab.Main(), lab.Lcp(mindist=0.03)], "cart_wall", h=(0.01, 0.005))], started=0.0)
    for word in (f"knuckle {kn.__version__}", "NumPy", "Python", "made in", "color-scheme: light dark", "closed form"):
        assert word in text
    assert lab.Lcp(mindist=0.03).to_json().replace('"', "&quot;") in text and "off by" in text
    assert "http://" not in text.replace("http://www.w3.org", "") and len(text) < 5_000_000


def test_experiments_have_the_numbers_that_were_told():
    """180 kg, 1000 : 1, ten boxes, four legs on which A has rank 3, tan θ ≤ μ for the brick that sticks."""
    every = lab.experiments()
    assert every["heavy_stand"].model().body_mass.sum() == pytest.approx(180)
    masses = every["mass_ratio"].model().body_mass[1:]
    assert masses.max() / masses.min() == pytest.approx(1000) and every["stack_10"].model().nbody == 11
    incline = every["incline"]
    x, _, z = incline.model().opt.gravity
    slides, sticks = (incline.model().geom_friction[k, 0] for k in (1, 2))
    assert slides < -x / z <= sticks
    t = np.linspace(0, 0.5, 5)
    theta = np.arctan2(x, -z)
    assert incline.exact(t) == pytest.approx(0.5 * 9.81 * (np.sin(theta) - slides * np.cos(theta)) * t**2)


def test_random_problems_are_of_the_size_of_the_humanoid():
    """33 dofs, distances of −5 to 100 mm, steps of 10 ms."""
    p = lab.random_problem(300, 0)
    assert kn.load(models.path("humanoid")).nv == p.nv == 33 and p.h == 0.01
    w = p.w[p.kinds == lab.Kind.CONE]
    assert -0.005 <= w.min() < -0.004 and 0.099 < w.max() <= 0.1
