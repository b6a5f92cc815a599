"""The invertible model of 2011: inverse and forward undo each other, and its published numbers."""

import numpy as np
import pytest
from scipy.optimize import brentq

import knuckle as kn
from knuckle import lab, models
from knuckle.lab.bench import PUBLISHED, recorded_problems, with_contacts
from knuckle.lab.experiments.humanoid import torques_found
from knuckle.lab.reference import minimal_impulses
from knuckle.lab.schemes.interior import LAWS
from knuckle.physics.lab import interior_blocks

G = 9.81


def ball(mass: float, w: float, v: float = 0.0, h: float = 0.01, gravity: float = G, mu: float | None = 1.0):
    """A ball at a distance from a floor, as a problem: normal and two tangents, or the normal alone."""
    kinds = [lab.Kind.LIMIT] if mu is None else [lab.Kind.CONE, lab.Kind.TANGENT, lab.Kind.TANGENT]
    n = len(kinds)
    start = np.zeros(n)
    start[0] = v
    push = np.zeros(n)
    push[0] = -h * gravity
    return lab.Problem(
        M=mass * np.eye(n),
        J_I=np.eye(n),
        kinds=kinds,
        v=start,
        v_minus=start + push,
        h=h,
        mu=[0.0] + [mu or 0.0] * (n - 1),
        w=[w] + [0.0] * (n - 1),
    )


@pytest.mark.parametrize("kappa", [0.1, 1e-2, 1e-3])
def test_inverse_and_forward_undo_each_other(kappa):
    """f to 1e-8 relative, c to 1e-9, for 1 to 20 contacts of all dimensions, limits and dry friction."""
    for seed in range(20):
        options = {"condim": (3, 1, 4, 6)[seed % 4], "limits": seed % 3, "frictions": seed % 2, "equalities": seed % 2}
        p = lab.random_problem(1 + seed, seed, **options)
        scheme = lab.Interior(kappa=kappa, law=("linear", "exp", "smooth")[seed % 3])
        x = lab.solve(p, scheme)
        assert x.status == lab.Status.OK
        y = scheme.inverse(p, x.qvel_next)
        assert np.abs(y.impulse - x.impulse).max() < 1e-8 * np.abs(x.impulse).max()
        assert np.abs(y.qfrc_inverse).max() * p.h < 1e-9
        # and the other way round; barriers that are left behind are κ⁻¹ times as steep
        wanted = x.qvel_next + 0.1 * kappa * np.random.default_rng(seed).normal(size=p.nv)
        force = scheme.inverse(p, wanted).qfrc_inverse
        pushed = p.copy(v_minus=p.v_minus + p.h * np.linalg.solve(p.M, force))
        assert np.abs(lab.solve(pushed, scheme).qvel_next - wanted).max() < 1e-8


def test_the_published_inverse_agrees_with_the_blocks():
    p = lab.random_problem(8, 3)
    wanted = lab.solve(p, lab.Interior()).qvel_next
    found = [lab.Interior(method=method).inverse(p, wanted) for method in ("blocks", "dense")]
    assert np.abs(found[0].impulse - found[1].impulse).max() < 1e-10 and found[1].niter > 3


def test_as_kappa_falls_it_goes_to_the_cone_program():
    """L9: with the same R, and v_n ≥ v_min."""
    pytest.importorskip("clarabel")
    p, errors = lab.random_problem(3, 5), []
    for kappa in (1e-2, 1e-3, 1e-4):
        scheme = lab.Interior(kappa=kappa)
        left = scheme.reduced(p)
        values = scheme.values(p, left)
        n, c = p.normals, p.J_I @ left.v_hat
        best = minimal_impulses(p, left.A + np.diag(values["R"]), c, (left.A[n], values["vmin"][n] - c[n]))
        errors.append(np.abs(lab.solve(p, scheme).impulse - best).max())
    assert errors[2] < 0.02 and errors[0] > 2 * errors[1] > 4 * errors[2]


@pytest.mark.parametrize(("mass", "gap"), [(10, 0.504e-3), (1, 31.5e-3), (70, 0.044e-3)])
def test_a_ball_rests_at_the_published_gap(mass, gap):
    """R(w) f² = 3κ + A κ h f / w with f = m g h: there a ball at rest stays at rest."""
    s, h = lab.Interior(elastic="auto"), 0.01  # the heaviest is slower than where the barrier becomes elastic
    f = mass * G * h
    left = lambda w: (s.R_min + (s.R_max - s.R_min) * w / s.w_max) * f**2 - 3 * s.kappa - s.kappa * h * f / (mass * w)  # noqa: E731
    assert brentq(left, 1e-7, 0.1) == pytest.approx(gap, abs=5e-5 if gap > 0.01 else 5e-7)
    speeds = [lab.solve(ball(mass, w, h=h), s).qvel_next[0] for w in (0.97 * gap, gap, 1.03 * gap)]
    assert speeds[0] > speeds[1] > speeds[2] and speeds[0] > 0 > speeds[2]


def test_light_balls_find_no_rest():
    """Below m = √(3κ/R_max)/(g h), 5.58 kg at 1 ms, the floor throws a ball out of the margin."""
    s, h = lab.Interior(), 0.001
    smallest = np.sqrt(3 * s.kappa / s.R_max) / (G * h)
    assert smallest == pytest.approx(5.58, abs=0.005)
    speed = lambda mass: lab.solve(ball(mass, s.w_max, h=h), s).qvel_next[0]  # noqa: E731
    assert speed(0.99 * smallest) > 0 > speed(1.01 * smallest)


def test_a_contact_enters_with_a_jump():
    """√(3κ/(A + R_max)), but for the barrier of velocities, which is weak that far away."""
    s = lab.Interior(kappa=1e-3)
    f = lab.solve(ball(1.0, s.w_max, gravity=0.0, h=1e-4), s).impulse[0]
    assert f == pytest.approx(np.sqrt(3 * s.kappa / (1.0 + s.R_max)), rel=1e-4)


def stop(s: lab.Interior, h: float) -> float:
    """Where a ball of 1 kg that enters at 1 m/s stops, without gravity."""
    w, v = s.w_max, -1.0
    while v < -1e-3 and w > 1e-6:
        v = lab.solve(ball(1.0, w, v, h, 0.0, None), s).qvel_next[0]
        w += h * v
    return w


@pytest.mark.parametrize(("h", "w"), [(1e-2, 0.0), (1e-3, 36.7e-3), (1e-4, 90.5e-3), (1e-5, 99.0e-3)])
def test_with_absolute_numbers_there_is_no_limit_of_small_steps(h, w):
    """As h falls, w_max exp(−h v₀ R_max / (A w_max)): 99.005 mm at 10 µs (a prototype had told 99.1)."""
    s = lab.Interior(kappa=1e-9)
    found = stop(s, h)
    assert found == pytest.approx(w, abs=0.05e-3)
    if h < 1e-3:
        assert found == pytest.approx(s.w_max * np.exp(-h * s.R_max / s.w_max), abs=0.1e-3)


def drop(mass: float, w: float, h: float, steps: int) -> np.ndarray:
    """Heights of a ball that is let go."""
    m = kn.load(f"""<mujoco><option timestep="{h}"/><worldbody><geom type="plane" size="5 5 .1"/><body pos="0 0 .1">
      <joint type="slide" axis="0 0 1"/><geom size=".1" mass="{mass}"/></body></worldbody></mujoco>""")
    d = kn.Data(m)
    d.qpos[0] = w
    return lab.rollout(m, d, lab.Interior(), steps, record=()).qpos[:, 0]


def test_a_heavy_ball_comes_to_its_rest_and_a_light_one_rings_about_it():
    """0.504 mm at 10 kg; 31.5 mm at 1 kg: oscillates about that. Steps of 10 ms."""
    assert drop(10.0, 0.01, 0.01, 60)[-20:] == pytest.approx(0.504e-3, abs=1e-5)
    light = drop(1.0, 0.04, 0.01, 200)
    assert light[50:].mean() == pytest.approx(31.5e-3, abs=1.5e-3) and np.ptp(light[100:]) > 1e-3


def test_the_impulse_of_a_landing_is_spread_over_many_steps():
    """Braking begins at the edge of the margin, 100 mm away; a rigid model ends one step at the floor, and stops."""
    m = kn.load("""<mujoco><option timestep="1e-3"/><worldbody><geom type="plane" size="5 5 .1"/><body pos="0 0 .1">
      <joint type="slide" axis="0 0 1"/><geom size=".1" mass="10"/></body></worldbody></mujoco>""")
    counts = []
    for scheme in (lab.Interior(), lab.Lcp(mindist=0.1)):
        d = kn.Data(m)
        d.qpos[0] = 0.15
        path = lab.rollout(m, d, scheme, 400, record=("contact",))
        pushes = np.array([each["impulse"][:, 0].sum() for each in path.contact])
        counts.append(int((pushes > 2 * 10 * G * 1e-3).sum()))
        assert path.qpos.min() > -1e-12
    assert counts[0] > 20 and counts[1] == 2


def test_steps_that_were_recorded_have_the_contacts_that_are_timed():
    """A humanoid that falls and lies has more than 20 within 100 mm; of these so many are kept."""
    recorded = recorded_problems()
    assert max(len(p.cones) for p in recorded) > 20
    assert [len(with_contacts(recorded, n).cones) for n in PUBLISHED] == [2, 5, 10, 20]


def test_a_light_ball_hops_at_the_edge_of_the_margin_for_ever():
    """1 kg at 1 ms, for 6 s: it never rests, and never gets far below w_max."""
    path = drop(1.0, 0.099, 0.001, 6000)
    late = path[3000:]
    assert np.ptp(late) > 1e-3 and late.min() > 0.05 and (np.diff(np.sign(late - 0.1)) != 0).sum() > 20


def test_newton_steps_of_the_forward_solve():
    """With continuation 11 to 20 at κ = 0.1 and 27 to 41 at 1e-3, where its stop is no tighter than rounding."""
    few = [lab.solve(lab.random_problem(n, n), lab.Interior()).niter for n in range(1, 21)]
    more = [lab.solve(lab.random_problem(n, n), lab.Interior(kappa=1e-3)).niter for n in range(1, 21)]
    assert 10 < np.median(few) < 18 and max(few) < 30
    assert 25 < np.median(more) < 50 and max(more) < 100


def test_without_continuation_weak_barriers_stall():
    """10 to 20 contacts that begin at their own κ: at 1e-3 some take hundreds of steps, at 1e-4 some never end."""

    def steps(kappa: float, **first: float) -> list[int]:
        found, scheme = [], lab.Interior(kappa=kappa)
        for n in range(10, 21):
            p = lab.random_problem(n, n)
            left = scheme.reduced(p)
            found.append(int(scheme._forward(scheme.values(p, left), p.J_I @ left.v_hat, **first)[0]["niter"]))
        return found

    assert max(steps(1e-3, smoother=1e-3)) > 60 and max(steps(1e-4, smoother=1e-4)) == lab.Interior().iterations
    assert max(steps(1e-3)) < 60 and max(steps(1e-4)) < 100


def test_each_contact_of_the_inverse_takes_a_few_steps(monkeypatch):
    """Newton in log s from the nearer of two ends: 3 to 5 steps; a prototype took 6 to 10."""
    problems = [lab.random_problem(1, seed) for seed in range(12)]
    wanted = [lab.solve(p, lab.Interior()).qvel_next for p in problems]
    counts: list[int] = []
    move = interior_blocks.moved
    monkeypatch.setattr(interior_blocks, "moved", lambda *given: counts.append(1) or move(*given))
    monkeypatch.setenv("KNUCKLE_MACHINE", "python")
    steps = []
    for p, v in zip(problems, wanted, strict=True):
        counts.clear()
        lab.Interior().inverse(p, v)
        steps.append(len(counts) + 1)
    assert min(steps) >= 2 and max(steps) <= 6


def barriers(p: lab.Problem, f: np.ndarray, kappa: float) -> np.ndarray:
    """∇d_F as written, for limits, contacts of three rows and dry friction."""
    out = np.zeros(p.rows)
    single, dry = p.kinds == lab.Kind.LIMIT, p.kinds == lab.Kind.FRICTION
    out[single] = -kappa / f[single]
    out[dry] = 2 * kappa * f[dry] / ((p.h * p.eta[dry]) ** 2 - f[dry] ** 2)
    for c in p.cones:
        n, t, mu = f[c][0], f[c][1:], p.mu[c][1]
        room = mu**2 * n**2 - t @ t
        out[c] = np.concatenate([[-kappa * (2 * mu**2 * n / room + 1 / n)], 2 * kappa * t / room])
    return out


def elastic(s: np.ndarray, kappa: float, q: float) -> np.ndarray:
    """d_V' as written: −κ/s, below s₀ = κ/q the slope 2a₀s + a₁ of the parabola."""
    return np.where(s >= kappa / q, -kappa / np.maximum(s, 1e-300), q**2 / kappa * s - 2 * q)


@pytest.mark.parametrize("seed", range(4))
def test_the_solution_is_where_the_gradient_ends(seed):
    """Rf + v + ∇d_F(f) + A Nᵀ d_V'(v_n − v_min) = 0, forward and inverse; dry friction has −κ log((hη)² − f²)."""
    p, s = lab.random_problem(4 + seed, seed, limits=2, frictions=2), lab.Interior()
    values = s.values(p, s.reduced(p))
    x = lab.solve(p, s)
    for y in (x, s.inverse(p, x.qvel_next)):
        f, v, n = y.impulse, p.J_I @ y.qvel_next, p.normals
        push = np.zeros(p.rows)
        push[n] = elastic(v[n] - values["vmin"][n], s.kappa, s.q)
        gradient = values["R"] * f + v + barriers(p, f, s.kappa) + p.A @ push
        assert np.abs(gradient).max() < 1e-8 * np.abs(v).max()


def test_the_inverse_of_a_limit_is_a_root():
    """f = (−b + √(b² + 4rκ))/(2r)."""
    s, p = lab.Interior(), ball(1.0, 0.03, -0.5, mu=None)
    v = np.array([-0.2])
    values = s.values(p, s.reduced(p))
    r, b = values["R"][0], v[0] + p.A[0, 0] * elastic(v - values["vmin"], s.kappa, s.q)[0]
    assert s.inverse(p, v).impulse[0] == pytest.approx((-b + np.sqrt(b * b + 4 * r * s.kappa)) / (2 * r), rel=1e-12)


def test_regularizers_fall_as_told():
    """R from R_min at the surface to R_max at w_max: linear, exponential; smooth has a weight 1/R that vanishes."""
    x = np.array([-0.5, 0.0, 0.25, 0.5, 1.0, 2.0])
    inside = np.clip(x, 0, 1)
    assert LAWS["linear"](x, 0.01, 100.0) == pytest.approx(0.01 + 99.99 * inside)
    assert LAWS["exp"](x, 0.01, 100.0) == pytest.approx(0.01 * 1e4**inside)
    smooth = LAWS["smooth"](x, 0.01, 100.0)
    assert smooth[:2] == pytest.approx(0.01) and 1 / smooth[-1] <= 1e-12 and (np.diff(smooth[1:5]) > 0).all()
    weight = lambda x: 1 / LAWS["smooth"](np.array([x]), 0.01, 100.0)[0]  # noqa: E731
    for end in (0.0, 1.0):  # value, slope and curvature meet those outside
        near, e = weight(end), 1e-4
        inner = e if end == 0 else -e
        assert abs(weight(end + inner) - near) < 0.1 * e**2 * weight(0.0)  # a third power
        assert weight(end - inner) == pytest.approx(near, abs=1e-12)


def test_scalings_are_in_the_units_of_the_contact():
    """ "model": R/m_e, κ m_e (gh)², q m_e g h with m_e = 1/A_nn; "per_second": R/h, κh."""
    p = ball(4.0, 0.05, h=0.002)
    plain, model, second = (lab.Interior(scaling=each) for each in ("absolute", "model", "per_second"))
    R, kappa, q = plain.weights(p, np.diag(p.A))
    push = 4 * G * 0.002  # m_e g h
    for scheme, wanted in ((model, (R / 4, kappa * push**2 / 4, q * push)), (second, (R / 0.002, kappa * 0.002, q))):
        assert np.allclose(scheme.weights(p, np.diag(p.A)), wanted, rtol=1e-12)


def test_restitution_multiplies_what_was_solved():
    p = ball(1.0, 0.001, -1.0)
    plain, bouncing = (lab.solve(p, lab.Interior(restitution=e)).impulse for e in (0.0, 0.5))
    assert bouncing == pytest.approx(1.5 * plain)


def test_contacts_push_without_being_closed():
    """Inside of the margin f_n > 0 goes with v_n > v_min: complementarity is not enforced, and told."""
    p = ball(10.0, 0.02, -0.5)
    x = lab.solve(p, lab.Interior())
    assert x.impulse[0] > 0.1 and x.v_after[0] > -0.02 / p.h + 0.1
    assert lab.residuals(p, x).complementarity > 1.0


def test_the_work_of_an_impulse_is_that_along_the_mean_velocity():
    """Gain of kinetic energy = fᵀ½(v + c) = fᵀv − ½fᵀAf, where c is the velocity without the impulse."""
    p = lab.random_problem(5, 2)
    x = lab.solve(p, lab.Interior())
    f, v, c = x.impulse, x.v_after, p.J_I @ p.v_minus
    gain = lab.residuals(p, x).energy
    assert gain == pytest.approx(f @ (0.5 * (v + c)), rel=1e-10)
    assert f @ v - gain == pytest.approx(0.5 * f @ p.A @ f, rel=1e-10)


def test_harder_contact_leaves_fewer_digits_of_what_was_applied():
    """Feet pushed apart, u by the inverse: as κ falls the error grows, from 1e-12 to 1e-10 N m."""
    m = lab.experiments()["feet_apart"].model()
    m.opt.timestep = 0.01
    worst = []
    for kappa in (0.1, 1e-3, 1e-5):
        found = torques_found(m, lab.Interior(kappa=kappa, R_max=1.0, R_min=1e-4), lab.Materials())
        worst.append(np.abs(found[1] - found[0]).max())
    assert worst[0] < worst[1] < worst[2] < 1e-6


def test_per_second_there_is_one():
    """R = ρ/h: the stop converges to ρ(w) = ρ_max exp(−v₀ (ρ_max − ρ_min) / (A w_max)), 36.8 mm."""
    s = lab.Interior(scaling="per_second", kappa=1e-5, R_max=0.1, R_min=1e-5)
    rho = s.R_max * np.exp(-1.0 * (s.R_max - s.R_min) / (1.0 * s.w_max))
    exact = (rho - s.R_min) / (s.R_max - s.R_min) * s.w_max
    assert exact == pytest.approx(36.8e-3, abs=5e-5)
    assert stop(s, 2e-4) == pytest.approx(exact, abs=0.5e-3)


def test_no_step_penetrates_with_the_log_barrier():
    for h in (1e-3, 1e-2, 0.1):
        w, v = 0.05, -3.0
        for _ in range(50):
            x = lab.solve(ball(1.0, w, v, h), lab.Interior(elastic="auto"))
            v = x.qvel_next[0]
            w += h * v
            assert w > 0


def test_forces_that_move_nothing_are_found():
    """Feet of a humanoid pushed apart on the floor: the inverse finds what was applied."""
    m = kn.load(models.path("humanoid"))
    m.opt.timestep = 0.01
    d = kn.Data(m)
    d.qpos[2] -= 0.02
    d.qfrc_applied[6:] = 20.0 * np.sin(np.arange(m.nv - 6))
    scheme = lab.Interior()
    x = lab.forward(m, d, scheme)
    assert (x.impulse > 0).sum() > 4
    applied = d.qfrc_applied.copy()
    d.qfrc_applied[:] = 0
    found = lab.inverse(m, d, scheme, x.qvel_next).qfrc_inverse
    assert np.abs(found - applied).max() < 1e-7


def test_impulses_are_smooth_in_the_state():
    """Central differences converge with the square of their step."""
    s = lab.Interior()
    f = lambda w, v: lab.solve(ball(1.0, w, v), s).impulse[0]  # noqa: E731
    for dw, dv in ((1.0, 0.0), (0.0, 20.0)):
        near = lambda e, dw=dw, dv=dv: f(0.03 + e * dw, -0.5 + e * dv)  # noqa: E731
        slopes = [(near(e) - near(-e)) / (2 * e) for e in (4e-4, 2e-4, 1e-4)]
        assert (slopes[0] - slopes[1]) / (slopes[1] - slopes[2]) == pytest.approx(4, abs=0.1)


def test_what_has_no_inverse_says_why():
    assert "restitution" in lab.Interior(restitution=0.5).why_not_invertible
    assert not lab.Interior(equality="hard").invertible


@pytest.mark.parametrize(
    "change",
    [{"kappa": 0}, {"q": -1}, {"R_min": 0}, {"R_max": 1e-3}, {"w_max": 0}, {"restitution": 2}, {"law": "cubic"}],
)
def test_bad_parameters_are_refused(change):
    with pytest.raises(lab.LabError, match=f"Interior: {next(iter(change))}"):
        lab.Interior(**change)
