"""Version 0.5: the stabiliser, Gauss-Seidel against the minimum, its inverse, and the engine as a limit."""

import numpy as np
import pytest

import knuckle as kn
from knuckle import lab, models
from knuckle.lab.reference import minimal_impulses
from knuckle.lab.stabiliser import recommended

EXACT = {"sweeps": 3000, "tolerance": 1e-26}
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
    assert np.abs(np.linalg.eigvals(S)).max() == pytest.approx(radius, abs=5e-5 if x == 2 else 5e-4)


def test_the_error_map_is_best_near_two():
    """Stable for all x > 0; the spectral radius is least at x = 2."""

    def radius(x: float) -> float:
        det, trace = (1 - x) * np.exp(-x), 1 + (1 - x - x * x) * np.exp(-x)
        return np.abs(np.roots([1.0, -trace, det])).max()

    xs = np.linspace(0.01, 30, 3000)
    found = np.array([radius(x) for x in xs])
    assert found.max() < 1 and xs[found.argmin()] == pytest.approx(2.0, abs=0.02)


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
