"""Version 0.5: the stabiliser, Gauss-Seidel against the minimum, its inverse, and the engine as a limit."""

import numpy as np
import pytest

import knuckle as kn
from knuckle import lab, models
from knuckle.lab.elimination import eliminate
from knuckle.lab.experiments.humanoid import standing
from knuckle.lab.reference import minimal_impulses
from knuckle.lab.schemes.gauss050 import impulse_of_contact, impulses_of_motion
from knuckle.lab.stabiliser import recommended

EXACT = {"sweeps": 3000, "tolerance": 1e-26}
ROWS = ("mu", "eta", "w", "restitution", "R_engine", "v_engine")
SLIDE = """
<mujoco><option timestep="0.002" cone="elliptic" tolerance="1e-15" iterations="200"/><worldbody>
  <geom name="floor" type="plane" size="5 5 .1" friction=".3" condim="3"/>
  <body pos="0 0 .0999"><freejoint/><geom type="box" size=".1 .1 .1" mass="1" friction=".3"/></body>
  <body pos="1 0 1"><joint axis="0 1 0" limited="true" range="-10 10" frictionloss=".1"/>
    <geom type="capsule" size=".02" fromto="0 0 0 .3 0 0"/></body>
</worldbody></mujoco>"""


def test_the_stabiliser_is_the_exact_decay():
    # ë + 2ωė + ω²e = 0 from e = −1 mm, ė = −1 m/s with T = 20 ms: the number of the text, and the solution in time
    assert recommended(-0.001, -1.0, 0.001, 0.02) == pytest.approx(-0.901, abs=5e-4)
    T, h, e, edot = 0.02, 0.004, -0.003, 0.2
    exact = lambda t: (e + (edot + e / T) * t) * np.exp(-t / T)  # noqa: E731
    assert recommended(e, edot, h, T) == pytest.approx((exact(h + 1e-6) - exact(h - 1e-6)) / 2e-6, rel=1e-7)
    assert recommended(e, edot, h, 0.0) == -e / h  # not the limit of the formula, which is zero
    assert abs(recommended(e, edot, h, 1e-5)) < 1e-9


@pytest.mark.parametrize(("x", "radius"), [(1.0, 0.632), (2.0, 0.5635), (10.0, 0.9955)])
def test_the_error_map_is_stable(x, radius):
    T = 1.0
    h = x * T
    columns = []
    for e, edot in ((1.0, 0.0), (0.0, 1.0)):
        after = recommended(e, edot, h, T)
        columns.append([e + h * after, after])
    S = np.array(columns).T
    assert np.linalg.det(S) == pytest.approx((1 - x) * np.exp(-x), rel=1e-9)
    assert np.trace(S) == pytest.approx(1 + (1 - x - x * x) * np.exp(-x), rel=1e-9)
    assert np.abs(np.linalg.eigvals(S)).max() == pytest.approx(radius, abs=5e-4 if x == 1 else 5e-5)


def test_the_error_map_is_best_near_two():
    """Stable for all x > 0; the spectral radius is least at x = 2."""

    def radius(x: float) -> float:
        det, trace = (1 - x) * np.exp(-x), 1 + (1 - x - x * x) * np.exp(-x)
        return np.abs(np.roots([1.0, -trace, det])).max()

    xs = np.linspace(0.01, 30, 3000)
    found = np.array([radius(x) for x in xs])
    assert found.max() < 1 and xs[found.argmin()] == pytest.approx(2.0, abs=0.01)
    assert radius(2.0) < min(radius(1.999), radius(2.001)) and radius(1.0) == pytest.approx(1 - np.exp(-1))


# share of the cost that is left after 1, 5, 10, 20, 50 sweeps, beside that of the minimum
LEFT = {
    "humanoid": (0.116, 0.0043, 0.0035, 0.0024, 0.0008),
    "stack_10": (0.785, 0.457, 0.292, 0.133, 0.021),
    "mass_ratio": (0.968, 0.789, 0.631, 0.450, 0.202),
}


def test_five_sweeps_are_enough_for_a_humanoid_and_not_for_a_stack():
    pytest.importorskip("clarabel")
    for name, told in LEFT.items():
        experiment = lab.experiments()["humanoid_drop" if name == "humanoid" else name]
        m = experiment.model()
        d = kn.Data(m)
        if name == "humanoid":
            d.qpos[:] = standing(m, 0.0)
        else:
            experiment.setup(m, d)
        scheme = lab.Gauss050(mindist=0.1)
        p = lab.problem(m, d, scheme=scheme)
        left, aim = scheme.reduced(p), scheme.aims(p)
        H, c = left.A + np.diag(scheme.regularizer(p, np.diag(left.A))), p.J_I @ left.v_hat - aim
        best = cost(minimal_impulses(p, H, c), H, c)
        sweeps = (1, 5, 10, 20, 50)
        found = [cost(lab.solve(p, lab.Gauss050(mindist=0.1, sweeps=k)).impulse, H, c) / best for k in sweeps]
        assert 1 - np.array(found) == pytest.approx(told, rel=0.02, abs=1e-4), name


def cost(f: np.ndarray, H: np.ndarray, c: np.ndarray) -> float:
    return float(0.5 * f @ H @ f + f @ c)


def test_equalities_are_eliminated_as_written():
    """M_E⁻¹ hard and soft, v̂ hard and soft, and M_E⁻¹J_Eᵀ = 0."""
    p = lab.random_problem(0, 3, equalities=3, limits=0)
    p = p.copy(J_I=np.eye(p.nv), kinds=[lab.Kind.LIMIT] * p.nv, **dict.fromkeys(ROWS, ()))  # so that J_I M⁻¹J_Iᵀ is M⁻¹
    M, J, target = np.linalg.inv(p.M), p.J_E, np.array([0.1, -0.2, 0.3])
    A = J @ M @ J.T
    hard = eliminate(p, target)
    M_E = M - M @ J.T @ np.linalg.solve(A, J @ M)
    push = p.M @ (p.v_minus - p.v)  # h (τ − c)
    v_hat = p.v + M_E @ push + M @ J.T @ np.linalg.solve(A, target - J @ p.v)
    assert np.abs(hard.A - M_E).max() < 1e-12 and np.abs(hard.A @ J.T).max() < 1e-12
    assert np.abs(hard.v_hat - v_hat).max() < 1e-12
    lam = 70.0
    soft = eliminate(p, target, lam)
    M_E = np.linalg.inv(p.M + lam * J.T @ J)
    v_hat = p.v + M_E @ push + lam * M_E @ J.T @ (target - J @ p.v)
    assert np.abs(soft.A - M_E).max() < 1e-11 and np.abs(soft.v_hat - v_hat).max() < 1e-11


def test_impulses_behind_a_motion_as_written():
    """0 where μ‖b_t‖ ≤ b_n, −b/R inside the cone, else f_n = (μ‖b_t‖ − b_n)/(r_n + μ²r_t) on its surface."""
    mu, r_n, r_t = 0.5, 0.2, 0.3
    R, friction = np.array([r_n, r_t, r_t]), np.array([mu, mu])
    assert not impulse_of_contact(np.array([1.0, 1.0, 1.0]), R, friction).any()
    b = np.array([-1.0, 0.1, 0.2])
    assert impulse_of_contact(b, R, friction) == pytest.approx(-b / R)
    b = np.array([0.3, 3.0, -4.0])
    f_n = (mu * 5 - 0.3) / (r_n + mu**2 * r_t)
    assert impulse_of_contact(b, R, friction) == pytest.approx([f_n, -mu * f_n * 0.6, mu * f_n * 0.8])
    p = lab.Problem(M=np.eye(2), J_I=np.eye(2), kinds=[1, 1], v=[0, 0], v_minus=[0, 0])
    assert impulses_of_motion(p, np.array([-1.0, 2.0]), np.full(2, 0.1)) == pytest.approx([10.0, 0.0])  # max(0, −b/r)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("projection", ["ray", "block"])
def test_sweeps_go_to_the_minimum(seed, projection):
    pytest.importorskip("clarabel")
    p = lab.random_problem(
        1 + 3 * seed, seed, equalities=seed % 3, limits=2, frictions=2, condim=(3, 4, 6, 1)[seed % 4]
    )
    scheme = lab.Gauss050(projection=projection, **EXACT)
    x = lab.solve(p, scheme)
    left, aim = scheme.reduced(p), scheme.aims(p)
    R = scheme.regularizer(p, np.diag(left.A))
    H, c = left.A + np.diag(R), p.J_I @ left.v_hat - aim
    best = minimal_impulses(p, H, c)
    # steps to the nearest point end where they gain nothing that rounding shows: the root of that in impulses
    close = 1e-10 if projection == "ray" else 1e-7
    assert np.abs(x.impulse - best).max() < close * max(1.0, np.abs(best).max())
    report = lab.residuals(p, x, R=R, v_ref=aim, v_equality=p.J_E @ x.qvel_next)
    assert report.natural_map < 1e-8 and report.cone < 1e-12 and report.momentum < 1e-10


def test_the_decoupled_projection_rests_elsewhere():
    p = lab.random_problem(6, 1)
    exact = lab.solve(p, lab.Gauss050(**EXACT))
    games = lab.solve(p, lab.Gauss050(projection="decoupled", sweeps=3000))
    assert lab.residuals(p, games).cone < 1e-12
    assert np.abs(games.impulse - exact.impulse).max() > 1e-3


@pytest.mark.parametrize("seed", range(8))
def test_the_inverse_undoes_the_solve(seed):
    p = lab.random_problem(1 + seed, seed, equalities=2, limits=2, frictions=2, condim=(3, 4, 6)[seed % 3])
    scheme = lab.Gauss050(equality="soft", lam=1e3, softness=0.1, **EXACT)
    x = lab.solve(p, scheme)
    found = scheme.inverse(p, x.qvel_next)
    assert np.abs(found.impulse - x.impulse).max() < 1e-8
    assert np.abs(found.equality_impulse - x.equality_impulse).max() < 1e-8
    assert np.abs(found.qfrc_inverse).max() * p.h < 1e-8


def test_hard_models_have_no_inverse():
    m = kn.load(SLIDE)
    d = kn.Data(m)
    with pytest.raises(kn.UnsupportedError, match="hard equalities"):
        lab.inverse(m, d, lab.Gauss050(), np.zeros(m.nv))
    with pytest.raises(kn.UnsupportedError, match="softness 0"):
        lab.inverse(m, d, lab.Gauss050(equality="soft", softness=0), np.zeros(m.nv))


def test_with_the_engines_rows_it_is_the_engine():
    """L1: R = efc_R and v_ref = efc_vel + h efc_aref give the velocity of kn.step."""
    m = kn.load(SLIDE)
    d = kn.Data(m)
    d.qvel[0], d.qvel[6] = 1.0, 0.5
    other = d.copy()
    scheme = lab.Gauss050(softness="engine", aim="engine", sweeps=20000, tolerance=1e-30)
    for _ in range(20):
        lab.step(m, d, scheme)
        kn.step(m, other)
        assert np.abs(d.qvel - other.qvel).max() < 1e-10
        d.qpos[:], d.qvel[:] = other.qpos, other.qvel


@pytest.mark.parametrize("projection", ["ray", "block", "decoupled"])
def test_compiled_steps_are_the_steps(projection):
    m = kn.load(models.path("humanoid"))
    d = kn.Data(m)
    kn.step(m, d, 300)
    other, scheme = d.copy(), lab.Gauss050(projection=projection)
    lab.step(m, d, scheme, 3)
    world = lab.World(m, other, scheme)
    for _ in range(3):
        scheme.step(world)
    assert d.nefc > 20
    # rounding of sums in another order, through three steps with contact
    assert np.abs(d.qvel - other.qvel).max() < 1e-9 and np.abs(d.qpos - other.qpos).max() < 1e-11


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"sweeps": 0}, "sweeps"),
        ({"imperrreduce": -1}, "imperrreduce"),
        ({"softness": float("nan")}, "softness"),
        ({"lam": 0}, "lam"),
        ({"projection": "rays"}, "did you mean 'ray'"),
        ({"integrator": "euler"}, "integrator"),
        ({"clamp": 1}, "clamp"),
        ({"mindist": "wide"}, "mindist"),
    ],
)
def test_bad_parameters_are_refused(change, word):
    with pytest.raises(lab.LabError, match=word):
        lab.Gauss050(**change)
