"""Bad input and failures, as a hostile user would try them: everything is told, nothing moves, nothing crashes."""

import copy
import dataclasses
import pickle
import subprocess
import sys
import threading
import warnings
from contextlib import suppress

import numpy as np
import pytest

import knuckle as kn
from knuckle import lab
from knuckle.lab.hybrid import phase
from knuckle.lab.table import scheme_classes

SCENE = """<mujoco><option timestep="0.002"/><worldbody><geom name="floor" type="plane" size="5 5 .1"/>
  <body pos="0 0 .0999"><freejoint name="root"/><geom name="box" type="box" size=".1 .1 .1" mass="1"/></body>
</worldbody></mujoco>"""
GOOD = {"M": np.eye(2), "J_I": [[1, 0]], "kinds": [lab.Kind.LIMIT], "v": [0, 0], "v_minus": [0, 0]}
NAN, INF = float("nan"), float("inf")
MOVES, SOLVED = kn.load(SCENE), lab.solve(lab.random_problem(5, 1), lab.Gauss050())


def forces(q, w, u):
    return u


def plan(q_init=None, residual=forces, **options):
    """A motion of four frames that is optimized."""
    start = np.tile(kn.Data(MOVES).qpos, (4, 1)) if q_init is None else q_init
    return lab.optimize(lab.Task(MOVES, residual, T=4), start, maxiter=1, **options)


def turned_to_nothing():
    """Four frames, one of them without a rotation."""
    q = np.tile(kn.Data(MOVES).qpos, (4, 1))
    q[2, 3:7] = 0.0
    return q


def judged(**options):
    return lab.residuals(lab.random_problem(5, 1), SOLVED, **options)


def lost():
    """A state that is none."""
    d = kn.Data(MOVES)
    d.qvel[0] = NAN
    return d


@pytest.fixture(scope="module")
def scene():
    return kn.load(SCENE)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: lab.Interior(kappa=0), "kappa: expected a number above 0, found 0"),
        (lambda: lab.Interior(q=0), "q: expected a number above 0"),
        (lambda: lab.Interior(R_min=0), "R_min"),
        (lambda: lab.Interior(R_min=2.0, R_max=1.0), "R_m"),
        (lambda: lab.Interior(w_max=0), "w_max"),
        (lambda: lab.Interior(restitution=1.1), "restitution: expected a number from 0 to 1"),
        (lambda: lab.Hybrid(restitution=-0.1), "restitution"),
        (lambda: lab.Material(restitution=2), "restitution"),
        (lambda: lab.Lcp(edges=5), "edges"),
        (lambda: lab.Lcp(edges=3), "edges"),
        (lambda: lab.Lcp(edges=10**6), "edges: expected an even number from 4 to 1000"),
        (lambda: lab.Gauss050(sweeps=0), "sweeps: expected a whole number from 1"),
        (lambda: lab.Gauss050(lam=0), "lam"),
        (lambda: lab.Compliant(stiffness=-1), "stiffness"),
        (
            lambda: lab.Compliant(mu_static=0.3, mu_dynamic=0.4),
            "mu_dynamic: expected at most mu_static = 0.3, found 0.4",
        ),
        (lambda: lab.Compliant(stiction_speed=0), "stiction_speed"),
        (lambda: lab.Compliant(power=np.float32(1.5)), "power"),
        (lambda: lab.Task(kn.load(SCENE), lambda q, w, u: u, T=2), "T: expected a whole number from 3"),
        (lambda: lab.Task(kn.load(SCENE), lambda q, w, u: u, h=0), "h"),
        (lambda: lab.compare(None, lab.Main(), "cart_wal"), "did you mean 'cart_wall'"),
        (lambda: lab.compare(None, lab.Main(), "cart_wall", h=0), "h: expected a number above 0"),
        (lambda: lab.Problem(**GOOD | {"h": -1.0}), "h: expected a time step above 0"),
        (lambda: lab.Problem(**GOOD | {"M": [[1, 0.1], [0, 1]]}), "M: expected a symmetric"),
        (lambda: lab.Problem(**GOOD | {"M": [[1, 2e-10], [0, 1]]}), "M: expected a symmetric"),
        (lambda: lab.Problem(**GOOD | {"M": [[1, 0], [0, -1e-9]]}), "M: expected a positive definite"),
        (lambda: lab.Problem(**GOOD | {"J_I": [[1, 0, 0]]}), "J_I: expected shape"),
        (lambda: lab.Problem(**GOOD | {"v": [0, INF]}), "v: expected finite"),
        (lambda: lab.Problem(**GOOD | {"kinds": [lab.Kind.TANGENT]}), "kinds"),
        (lambda: lab.Problem(**GOOD | {"kinds": [99]}), "kinds: expected lab.Kind, 0 to 3, found 99"),
        (lambda: lab.Problem(**GOOD | {"kinds": [1.5]}), "kinds: expected lab.Kind, 0 to 3, found 1.5"),
        (lambda: lab.Problem(**GOOD | {"M": "x"}), "M: expected an array of numbers, found 'x'"),
        (lambda: lab.Problem(**GOOD | {"mu": 1j}), "mu: expected an array of numbers"),
        (lambda: lab.Problem(**GOOD | {"J_E": 3.0}), "J_E: expected 2 axes"),
        (lambda: lab.from_json('{"scheme": "Gaus050"}'), "unknown scheme"),
        (lambda: lab.random_problem(10**9), "contacts: expected a number from 0 to 1000, found 1000000000"),
        (lambda: lab.random_problem(2, condim=2), "condim: expected one of 1, 3, 4, 6"),
        (lambda: lab.residuals(lab.random_problem(2, 0), SOLVED), "a solution of this problem, with 6 rows"),
        (lambda: lab.compare(None, lab.Main(), "cart_wall", h=None), "h: expected a number"),
        (lambda: lab.compare(None, lab.Main(), "cart_wall", h=1e9), "h: expected a number above 0 to"),
        (lambda: lab.compare(None, None, "cart_wall"), "at least one scheme"),
        (lambda: lab.Task(MOVES, forces, periodic=False, start=(1, 2)), r"start: .* of the shapes \(7,\) and \(6,\)"),
        (lambda: lab.Task(MOVES, forces, periodic="x"), "periodic: expected one of True, False"),
        (lambda: plan("abc"), "q_init: expected an array of numbers"),
        (lambda: plan(continuation={"kapa": [1.0]}), "has no parameter 'kapa'; did you mean 'kappa'"),
        (lambda: plan(continuation={"kappa": []}), "kappa: expected a list of values"),
        (lambda: plan(continuation={"kappa": 1.0}), "kappa: expected a list of values, found 1.0"),
        (lambda: plan(continuation={"penalty": [NAN]}), "penalty: expected a number from 0 on, found nan"),
        (lambda: plan(tolerance="a"), "tolerance: expected a number from 0 on"),
        (lambda: plan(residual=lambda q, w, u: q * NAN), "expected finite residuals at q_init"),
        (lambda: plan(residual=lambda q, w, u: np.zeros(3)), "in a row for each of 4 frames"),
        (lambda: lab.bilateral(MOVES, kn.Data(MOVES), velocity=lambda q, v, t: NAN), "velocity: expected one row"),
        (lambda: plan(residual=lambda q, w, u: 1j * u), "residual: expected numbers"),
        (lambda: plan(turned_to_nothing()), "q_init: frame 2: joint root: expected a rotation, found the quaternion 0"),
        (
            lambda: lab.Task(MOVES, forces, periodic=False, start=(np.zeros(7), np.zeros(6))),
            "start: frame 0: joint root: expected a rotation",
        ),
        (lambda: lab.problem(MOVES, kn.Data(MOVES), h=True), "h: expected a time step above 0, found True"),
        (
            lambda: lab.from_impulses(lab.random_problem(1), [1, 2]),
            r"impulse: expected shape \(3,\), found shape \(2,\)",
        ),
        (lambda: lab.solution_of(lab.random_problem(1), 3, 3), r"qvel_next: expected shape \(33,\)"),
        (lambda: lab.Interior().inverse(lab.random_problem(1), [1, 2]), r"qvel_next: expected shape \(33,\)"),
        (lambda: lab.Convex().inverse(lab.random_problem(1), "x"), "qvel_next: expected an array of numbers"),
        (lambda: judged(R=[1, 2]), r"R: expected shape \(15,\), found shape \(2,\)"),
        (lambda: judged(R="x"), "R: expected an array of numbers"),
        (lambda: judged(v_ref=np.full(15, NAN)), "v_ref: expected finite numbers"),
        (lambda: judged(vmin=3), r"vmin: expected shape \(15,\)"),
        (lambda: judged(v_equality=[3, 3]), r"v_equality: expected shape \(0,\)"),
        (lambda: lab.Trace({}), "Trace: expected arrays by name, 'time' among them"),
        (lambda: lab.rollout(MOVES, kn.Data(MOVES), lab.Lcp(), 1, record=([],)), r"record: \[\] cannot be recorded"),
        (lambda: lab.tasks()["pendulum"].build(h=-1), "pendulum: h: expected a number above 0, found -1"),
        (lambda: lab.tasks()["trot"].build(T=-3), "trot: T: expected a whole number from 3 on, found -3"),
        (lambda: lab.manipulator(MOVES, lost(), "passive"), r"manipulator: d.qvel\[0\]: expected a finite number"),
        (lambda: lab.bilateral(MOVES, lost()), r"bilateral: d.qvel\[0\]: expected a finite number"),
        (lambda: lab.patches(MOVES, lost(), lab.Patch(modulus=1e6)), r"patches: d.qvel\[0\]: expected a finite number"),
    ],
)
def test_it_is_refused_with_name_value_and_range(make, words):
    with pytest.raises(lab.LabError, match=words):
        make()


@pytest.mark.parametrize("name", scheme_classes())
def test_no_number_is_taken_that_is_none(name):
    kind = scheme_classes()[name]
    for field in dataclasses.fields(kind):
        if isinstance(getattr(kind(), field.name), float):
            for wrong in (NAN, INF, -INF, True, "1", None, [1.0], 1j, np.ones(2)):
                if (wrong is None and "None" in str(field.type)) or (
                    isinstance(wrong, str) and "str" in str(field.type)
                ):
                    continue
                with pytest.raises(lab.LabError, match=field.name):
                    kind(**{field.name: wrong})


WHOLE = """
import dataclasses, sys
import numpy as np
import knuckle as kn
from knuckle import lab
from knuckle.lab.table import scheme_classes
m, p = kn.load(sys.argv[1]), lab.random_problem(2, 0)
for kind in scheme_classes().values():
    real = [f.name for f in dataclasses.fields(kind) if isinstance(getattr(kind(), f.name), float)]
    for name in real:
        try:
            plain, whole = (dataclasses.replace(kind(), **{name: one}) for one in (1.0, 1))
        except lab.LabError:
            continue
        ends = []
        for scheme in (plain, whole):
            d = kn.Data(m)
            d.qvel[0] = 0.1
            found = []
            try:
                lab.step(m, d, scheme, 2, lab.memory(m, d, scheme))
                found += [*d.qpos, *d.qvel]
                found += [*lab.inverse(m, d, scheme, np.zeros(6)).qfrc_inverse] if scheme.invertible else []
                found += [*lab.solve(p, scheme).impulse]
            except (lab.LabError, lab.SolverError, kn.UnsupportedError) as error:
                found.append(type(error).__name__)
            ends.append(found)
        assert ends[0] == ends[1], (kind.__name__, name)
print("alive")
"""


def test_whole_numbers_are_numbers():
    """Interior(kappa=1) is Interior(kappa=1.0), down to compiled code: in a process of its own, which must survive."""
    done = subprocess.run([sys.executable, "-c", WHOLE, SCENE], capture_output=True, text=True)
    assert done.stdout == "alive\n", done.stderr[-2000:]


@pytest.mark.parametrize("name", scheme_classes())
def test_states_that_are_no_numbers_stay_as_they_are(name, scene):
    scheme = scheme_classes()[name]()
    for field in ("qpos", "qvel", "qfrc_applied"):
        d = kn.Data(scene)
        kept = lab.memory(scene, d, scheme)
        getattr(d, field)[0] = NAN
        before = d.qpos.copy(), d.qvel.copy()
        if name == "Main":
            continue  # as kn.step: a warning, and a reset
        with pytest.raises((kn.KnuckleError, lab.SolverError)):
            lab.step(scene, d, scheme, 3, kept)
        assert np.array_equal(d.qpos, before[0], equal_nan=True) and np.array_equal(d.qvel, before[1], equal_nan=True)


def test_wrong_things_in_wrong_places(scene):
    d = kn.Data(scene)
    for wrong in (
        lambda: lab.step(scene, d, lab.Lcp),
        lambda: lab.step(scene, d, None),
        lambda: lab.solve(1, lab.Lcp()),
        lambda: lab.solve(lab.random_problem(1), None),
        lambda: lab.solve(lab.random_problem(1), lab.Lcp),
        lambda: lab.World(scene, d, None),
        lambda: lab.transition(scene, None, lab.Lcp()),
        lambda: lab.from_impulses(None, np.zeros(3)),
        lambda: lab.solution_of(None, np.zeros(3), np.zeros(3)),
        lambda: lab.Convex().inverse(None, np.zeros(3)),
        lambda: lab.Materials({3: lab.Material()}),
        lambda: lab.compare(None, 3, "cart_wall"),
        lambda: lab.compare(None, lab.Main(), None),
        lambda: lab.compare(None, lab.Main(), []),
        lambda: lab.step(scene, d, lab.Lcp(), materials={"box": lab.Material()}),
        lambda: lab.step(scene, d, lab.Lcp(), hooks={"after_detect": 3}),
        lambda: lab.problem(scene, d, scheme=3),
        lambda: lab.rollout(scene, d, lab.Lcp(), 3, record=3),
        lambda: lab.compare(None, "Main()", "cart_wall"),
        lambda: lab.compare(3, lab.Main(), "cart_wall"),
        lambda: lab.optimize(None, None),
        lambda: lab.bilateral(scene, d, velocity=3),
        lambda: lab.Materials(3),
    ):
        with pytest.raises(TypeError, match="expected"):
            wrong()
    with pytest.raises((kn.KnuckleError, ValueError, TypeError)):
        lab.step(scene, d, lab.Lcp(), -1)
    with pytest.raises((kn.KnuckleError, ValueError), match="qvel_next"):
        lab.inverse(scene, d, lab.Interior(), np.zeros(5))
    with pytest.raises(lab.LabError, match="qvel_next: expected finite"):
        lab.inverse(scene, d, lab.Interior(), np.full(6, NAN))
    with pytest.raises(lab.LabError, match="hooks"):
        lab.step(scene, d, lab.Gauss050(), hooks={"after_detekt": print})
    with pytest.raises(lab.LabError, match="on_failure"):
        lab.step(scene, d, lab.Gauss050(), on_failure="ignore")
    with pytest.raises(lab.LabError, match="memory"):
        lab.step(scene, d, lab.Hybrid(), 1, lab.memory(scene, d, lab.Augmented()))
    with pytest.raises(kn.UnsupportedError, match="any impulse inside of its cone"):
        lab.inverse(scene, d, lab.Lcp(), np.zeros(6))
    assert not d.qvel.any() and d.time == 0


def test_problems_may_be_edited_and_are_read_again():
    p = lab.random_problem(2, 0)
    q = p.copy()
    q.mu = (0.5 * p.mu).tolist()
    assert lab.solve(q, lab.Lcp()).status == lab.Status.OK and isinstance(q.mu, np.ndarray)
    q.mu[:] = 0.0
    assert p.mu.any()
    q.w = None
    with pytest.raises(lab.LabError, match="w: expected"):
        lab.solve(q, lab.Lcp())


def test_steps_that_would_not_end_are_refused(scene, monkeypatch):
    assert phase.MOST_STATES == 20000
    monkeypatch.setattr(phase, "MOST_STATES", 1000)
    m = scene.copy()
    m.opt.timestep = 1e300
    d = kn.Data(m)
    before = d.qpos.copy()
    with pytest.raises(lab.SolverError, match="1000 states were not enough"):
        lab.step(m, d, lab.Hybrid(), 1, lab.memory(m, d, lab.Hybrid()))
    assert np.array_equal(d.qpos, before) and d.time == 0


@pytest.mark.parametrize("name", scheme_classes())
def test_a_model_of_nothing_is_stepped(name):
    m, scheme = kn.load("<mujoco/>"), scheme_classes()[name]()
    d = kn.Data(m)
    lab.step(m, d, scheme, 2, lab.memory(m, d, scheme))
    assert d.time == pytest.approx(2 * m.opt.timestep)


def test_the_inverse_of_no_numbers_is_none(scene):
    d = kn.Data(scene)
    d.qvel[0] = NAN
    for scheme in (lab.Interior(), lab.Convex(), lab.Compliant()):
        with pytest.raises(kn.KnuckleError, match="finite"):
            lab.inverse(scene, d, scheme, np.zeros(6))


def test_friction_of_zero_is_a_limit(scene):
    """μ = 0: the cone has no interior; normals alone push, under each scheme that solves problems."""
    p = lab.random_problem(4, 5)
    p = p.copy(mu=0 * p.mu, w=0 * p.w)
    for scheme in (lab.Gauss050(), lab.Interior(), lab.Lcp(), lab.Anitescu(), lab.Convex(), lab.Coulomb()):
        x = lab.solve(p, scheme)
        tangents = p.kinds == lab.Kind.TANGENT
        assert np.abs(x.impulse[tangents]).max() < 1e-4 * np.abs(x.impulse).max() and x.status == lab.Status.OK


def test_a_problem_without_rows_has_none():
    p = lab.Problem(M=np.eye(2), J_I=[], kinds=[], v=[0, 0], v_minus=[0, 1])
    assert p.dims.shape == (0,) and p.cones == [] and len(p.normals) == 0 and p.A.shape == (0, 0)
    x = lab.solve(p, lab.Lcp())
    assert lab.residuals(p, x).momentum == 0 and x.qvel_next.tolist() == [0, 1]


def test_missing_packages_are_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "clarabel", None)
    with pytest.raises(kn.KnuckleError, match=r'pip install "knuckle\[lab\]"'):
        lab.solve(lab.random_problem(2, 0), lab.Convex(solver="clarabel"))
    monkeypatch.setitem(sys.modules, "sympy", None)
    with pytest.raises(ModuleNotFoundError, match="pip install"):
        lab.lagrange(lab.experiments()["double_pendulum"].model())


@pytest.mark.parametrize("name", lab.experiments())
def test_a_model_of_another_kind_is_told_by_both_names(name):
    """Its start, and what is measured, are those of other joints: no IndexError from within."""
    for other in (kn.load('<mujoco model="stone"/>'), kn.load(SCENE.replace("<mujoco>", '<mujoco model="crate">'))):
        with pytest.raises(lab.LabError, match=f"which is that of {name} .*found '{other.model_name}'"):
            lab.compare(other, lab.Main(), name, h=0.01)


def test_a_model_of_the_same_kind_takes_part():
    m = kn.load(lab.experiments()["ball_drop"].xml.replace('mass="10"', 'mass="3"'))
    (run,) = lab.compare(m, lab.Hybrid(), "ball_drop", h=0.01).runs
    assert run.verdict == "pass"


def test_a_trace_is_written_whole_or_not_at_all(scene, tmp_path):
    trace = lab.rollout(scene, kn.Data(scene), lab.Lcp(), 2, record=("contact",))
    with pytest.raises(FileNotFoundError, match=r"there is no folder .*missing"):
        trace.save(tmp_path / "missing" / "t.npz")
    with pytest.raises(OSError, match="not a regular file"):
        trace.save(tmp_path)
    trace.save(tmp_path / "t")
    with np.load(tmp_path / "t.npz") as found:
        assert np.array_equal(found["qpos"], trace.qpos)
    assert [path.name for path in tmp_path.iterdir()] == ["t.npz"]


def test_a_trace_of_no_steps_has_its_start(scene, tmp_path):
    trace = lab.rollout(scene, kn.Data(scene), lab.Lcp(), 0, record=("contact", "energy"))
    assert len(trace) == 1 and trace.frame(0.0)["contact"]["pos"].shape == (0, 3)
    trace.save(tmp_path / "t.npz")
    with np.load(tmp_path / "t.npz") as found:
        assert found["contact_geom"].shape == (0, 2) and found["contact_count"].shape == (0,)


def test_steps_beyond_all_numbers_are_told(scene):
    """h² that no float holds: an error of the laboratory, and the state stays."""
    m = scene.copy()
    m.opt.timestep = 1e300
    for scheme in (lab.Compliant(), lab.Patch()):
        d = kn.Data(m)
        before = d.qpos.copy()
        with pytest.raises(lab.SolverError, match="STIFF"), np.errstate(all="ignore"):
            lab.step(m, d, scheme)
        assert np.array_equal(d.qpos, before)


@pytest.mark.parametrize(
    "scheme",
    [
        lab.Compliant(integrator="implicit", mu_static=1e20),
        lab.Compliant(integrator="implicit", stiction_speed=1e-20),
        lab.Hybrid(alpha=1e20),
        lab.Hybrid(alpha=1e300),
    ],
    ids=repr,
)
def test_parameters_beyond_all_measure_end_in_words(scheme, scene, monkeypatch):
    """No LinAlgError, no OverflowError, no state that is none."""
    monkeypatch.setattr(phase, "MOST_STATES", 1000)
    d = kn.Data(scene)
    d.qvel[:] = 0.3, 0.1, -0.2, 0.1, 0.2, 0.3
    with suppress(lab.SolverError), np.errstate(all="ignore"):
        lab.step(scene, d, scheme, 2, lab.memory(scene, d, scheme))
    assert np.isfinite(d.qpos).all() and np.isfinite(d.qvel).all()


def test_memories_of_another_model_are_told(scene):
    d, other = kn.Data(scene), scene.copy()
    with pytest.raises(lab.LabError, match=r"expected that of Hybrid\(\) on this model, .* on another model"):
        lab.step(other, kn.Data(other), lab.Hybrid(), 1, lab.memory(scene, d, lab.Hybrid()))


def test_no_more_threads_than_frames_are_made():
    assert np.array_equal(plan(threads=10**6).q, plan().q)


def test_a_world_without_dofs_has_empty_derivatives():
    m = kn.load("<mujoco/>")
    A, B = lab.transition(m, kn.Data(m), lab.Lcp())
    assert A.shape == (0, 0) and B.shape == (0, 0)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"gravity": [0, 0]}, "gravity: expected 3 rows, found 2"),
        ({"gravity": 3}, "gravity: expected rows of numbers and symbols, found 3"),
        ({"body_mass": [0, NAN, 1]}, "body_mass: expected rows of numbers"),
        ({"body_mass": [0, "m1", 1]}, "body_mass: expected rows of numbers"),
        ({"body_pos": [[0, 0]] * 3}, "body_pos: row 0: expected 3 numbers, found 2"),
    ],
)
def test_formulas_of_no_model_are_refused(given, words):
    pytest.importorskip("sympy")
    with pytest.raises(lab.LabError, match=words):
        lab.lagrange(lab.experiments()["double_pendulum"].model(), **given)


def test_what_is_found_can_be_kept_and_sent():
    """Schemes, problems, solutions, traces and comparisons go through pickle and copies."""
    p = lab.random_problem(3, 1, equalities=1)
    x = lab.solve(p, lab.Lcp())
    compared = lab.compare(None, [lab.Main(), lab.Hybrid()], "ball_drop", h=0.01)
    for again in (copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each))):
        assert np.array_equal(lab.solve(again(p), lab.Lcp()).impulse, again(x).impulse)
        found = again(compared)
        assert found.table() == compared.table() and found.experiment is compared.experiment
        assert np.array_equal(found.runs[0].trace.qpos, compared.runs[0].trace.qpos)
        assert all(again(kind()) == kind() for kind in scheme_classes().values())
        assert str(again(lab.SolverError("lost", x))) == "lost"


@pytest.mark.parametrize("name", [name for name in scheme_classes() if name != "Baumgarte"])
def test_two_threads_do_what_one_does(name, scene):
    """Each with a Data of its own: the same bits."""
    kind = scheme_classes()[name]
    scheme = kind(integrator="implicit") if issubclass(kind, lab.Compliant) else kind()
    worlds = [kn.Data(scene) for _ in range(3)]
    for d in worlds:
        d.qvel[:2] = 0.3, 0.1

    def go(d):
        lab.step(scene, d, scheme, 5, lab.memory(scene, d, scheme))

    threads = [threading.Thread(target=go, args=(d,)) for d in worlds[:2]]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    go(worlds[2])
    assert all(np.array_equal(d.qpos, worlds[2].qpos) and d.time == worlds[2].time for d in worlds)


CRATES = "".join(
    f'<body pos="{0.5 * (k % 5)} {0.5 * (k // 5)} .0999"><freejoint/><geom type="box" size=".1 .1 .1" mass="1"/></body>'
    for k in range(25)
)


@pytest.mark.parametrize(
    "scheme", [lab.Gauss050(), lab.Interior(), lab.Anitescu(), lab.Convex(), lab.Compliant()], ids=repr
)
def test_a_hundred_contacts_are_all_there(scheme):
    m = kn.load(f'<mujoco><worldbody><geom type="plane" size="5 5 .1"/>{CRATES}</worldbody></mujoco>')
    d = kn.Data(m)
    lab.step(m, d, scheme)
    assert d.ncon == 100 and (d.contact_efc_address >= 0).all()
    carried = d.qfrc_constraint.reshape(25, 6)[:, 2]
    assert carried == pytest.approx(carried[0]) and carried[0] > 0


DEEP = """<mujoco><worldbody><geom name="floor" type="plane" size="1 1 1"/><body pos="0 0 .05"><freejoint/>
  <geom name="ball" size=".1" mass="1"/></body></worldbody></mujoco>"""


@pytest.mark.parametrize(
    ("scheme", "speed"),
    [(lab.Gauss050(), "0.226"), (lab.Interior(), "0.226"), (lab.Lcp(), "25"), (lab.Anitescu(), "25")],
)
def test_a_deep_start_is_told_once_with_the_velocity_it_will_get(scheme, speed):
    """(−h e/T²) e^(−h/T) = 0.226 m/s with T = 20 ms and h = 2 ms, −e/h = 25 m/s without time constant."""
    m = kn.load(DEEP)
    d = kn.Data(m)
    with pytest.warns(kn.SimulationWarning, match=rf"contact floor–ball starts 50 mm deep; .* for {speed} m/s") as told:
        lab.step(m, d, scheme)
    assert len(told) == 1 and told[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        lab.step(m, d, scheme)
        lab.step(m, kn.Data(m), lab.Convex())  # its aims are not those of v_min


def test_equalities_that_say_the_same_are_told_once():
    m = lab.experiments()["four_bar"].model()
    d = kn.Data(m)
    with pytest.warns(kn.SimulationWarning, match="3 rows of equality have the rank 2: they share the impulse"):
        x = lab.forward(m, d, lab.Gauss050())
    assert x.rank == 2
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        lab.rollout(m, d, lab.Gauss050(), 2)
        lab.step(m, kn.Data(m), lab.Gauss050(equality="soft"))
        lab.compare(None, lab.Gauss050(), "four_bar", h=0.01)


def test_failures_have_their_bits():
    assert {each.name: each.value for each in lab.Status if each} == {
        "RAY": 1,
        "MAXITER": 2,
        "INFEASIBLE": 4,
        "ZENO": 8,
        "INCONSISTENT": 16,
        "STIFF": 32,
    }


HANGING = """<mujoco><worldbody><geom type="plane" size="5 5 .1"/><body pos="0 0 .3"><joint type="ball"/>
  <geom type="capsule" size=".05" fromto="0 0 0 0 0 -.28" mass="1"/></body></worldbody></mujoco>"""


def test_a_contact_that_nothing_moves_has_no_impulse():
    """Right below the joint that it would have to turn: A_nn = 0, so that softness · A_nn is no regularizer."""
    m = kn.load(HANGING)
    for scheme in (lab.Gauss050(), lab.Gauss050(equality="soft")):
        d = kn.Data(m)
        lab.step(m, d, scheme, 3)
        assert not d.efc_force.any() and np.abs(d.qvel).max() < 1e-12
        p = lab.problem(m, d)
        assert np.diag(p.A)[0] < 1e-20 and not lab.solve(p, scheme).impulse.any()
    assert not scheme.inverse(p, np.zeros(3)).impulse.any()


@pytest.mark.parametrize("scheme", [lab.Gauss050(), lab.Anitescu(), lab.Convex(), lab.Coulomb()], ids=repr)
@pytest.mark.parametrize("change", [{"mu": 1e300}, {"J_I": 1e300}, {"e": 1e300}, {"h": 1e300}, {"h": 1e-300}])
def test_problems_beyond_all_measure_end_in_words(scheme, change):
    """A solution of numbers, or a SolverError; never others of NumPy, never numbers that are none with status OK."""
    p = lab.random_problem(3, 1, equalities=1, limits=1, frictions=1)
    ((name, factor),) = change.items()
    p = p.copy(**{name: factor if name == "h" else getattr(p, name) * factor})
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        try:
            x = lab.solve(p, scheme)
        except lab.SolverError:
            return
        assert np.isfinite(x.qvel_next).all() and np.isfinite(x.impulse).all()
        lab.residuals(p, x)
