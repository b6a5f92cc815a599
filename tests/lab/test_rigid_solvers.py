"""Solvers of rigid contact on random problems: laws, frames, order, units, references, failures and bad input."""

import re

import numpy as np
import pytest
from scipy.optimize import nnls

import knuckle as kn
from knuckle import lab
from knuckle.lab.complementarity import lemke
from knuckle.lab.convex_solver import rows_of
from knuckle.lab.residuals import minimal_velocities
from knuckle.lab.schemes.anitescu import faceted_rows

SCHEMES = (lab.Lcp(), lab.Lcp(edges=8), lab.Anitescu(), lab.Anitescu("cone"), lab.Convex(), lab.Coulomb())


def mixed(seed: int, near: float = 1.0, contacts: int | None = None) -> lab.Problem:
    """1 to 20 contacts of all dimensions, limits, dry friction and equalities; `near` scales distances."""
    count = 1 + seed % 20 if contacts is None else contacts
    more = {"condim": (3, 3, 4, 6, 1)[seed % 5], "equalities": seed % 3, "limits": seed % 2, "frictions": seed % 4 % 3}
    p = lab.random_problem(count, seed, **more)
    return p.copy(w=near * p.w)


@pytest.mark.sweep
def test_complementarity_holds_on_random_problems():
    """300 problems, as they are and with all contacts at work: 0 ≤ z ⟂ w ≥ 0 to 1e-10, and what follows from it."""
    worst = np.zeros(6)
    for seed in range(300):
        p = mixed(seed, near=(1.0, 0.0)[seed % 2])
        x = lab.solve(p, lab.Lcp(edges=(4, 8)[seed // 2 % 2]))
        r = lab.residuals(p, x)
        unit = 1e-2  # complementarity is told in units of m (g h)²
        numbers = [x.residual, r.cone, r.penetration, unit * r.complementarity, r.equality, r.momentum]
        worst = np.maximum(worst, numbers)
        assert x.status == lab.Status.OK
    assert (worst < [1e-10, *[1e-8] * 5]).all(), worst


@pytest.mark.parametrize(
    ("scheme", "seeds"),
    [
        pytest.param(lab.Anitescu("cone"), 300, marks=pytest.mark.sweep),
        (lab.Convex(R="engine", ref="engine"), 60),
    ],
    ids=["Anitescu", "engine"],
)
def test_convex_problems_are_solved_to_the_minimum(scheme, seeds):
    """300 problems: the natural map of each scheme's own problem to 1e-8."""
    worst = 0.0
    for seed in range(seeds):
        p = mixed(seed)
        x = lab.solve(p, scheme)
        assert x.status == lab.Status.OK
        R, aim = np.zeros(p.rows), None
        if isinstance(scheme, lab.Convex):
            rows = rows_of(p)
            R[rows.kept[rows.kept >= p.ne] - p.ne] = scheme.regularizer(p, rows)[rows.kept >= p.ne]
            aim = scheme.aims(p)
            equality = p.J_E @ x.qvel_next - aim[: p.ne] + scheme.regularizer(p, rows)[: p.ne] * x.equality_impulse
            worst, aim = max(worst, np.abs(equality).max(initial=0.0)), aim[p.ne :]
        r = lab.residuals(p, x, R=R, v_ref=aim)
        worst = max(worst, r.natural_map, r.cone, r.momentum, r.equality if aim is None else 0.0)
    assert worst < 1e-8


@pytest.mark.sweep
def test_coulombs_law_holds_at_the_fixed_point():
    """100 problems: cones, distances, complementarity, the direction of friction, and sliding only at full friction."""
    worst = np.zeros(5)
    for seed in range(100):
        p = mixed(seed, near=(1.0, 0.0)[seed % 3 == 0])
        x = lab.solve(p, lab.Coulomb())
        assert x.status == lab.Status.OK
        r = lab.residuals(p, x)
        slack = 0.0
        for c in p.cones:
            f, v, mu = x.impulse[c], (p.J_I @ x.qvel_next)[c], p.mu[c]
            slack = max(slack, (f[0] - np.linalg.norm(f[1:] / mu[1:])) * np.linalg.norm(mu[1:] * v[1:]))
        worst = np.maximum(worst, [r.cone, r.penetration, 1e-2 * r.complementarity, slack, r.equality])
    assert (worst < 1e-8).all(), worst


def test_the_reference_solver_agrees():
    """Clarabel, polished by Newton's method: velocities to 1e-9, costs to 1e-12."""
    pytest.importorskip("clarabel")
    for seed in range(8):
        p = mixed(seed, near=0.1)
        for make in (lab.Anitescu, lambda solver: lab.Anitescu("cone", solver=solver), lab.Convex):
            ours, theirs = (make(solver=name) for name in ("newton", "clarabel"))
            assert np.abs(lab.solve(p, ours).qvel_next - lab.solve(p, theirs).qvel_next).max() < 1e-9
            if ours.__class__ is lab.Convex or ours.edges == "cone":
                assert cost(p, ours) == pytest.approx(cost(p, theirs), abs=1e-11)


@pytest.mark.parametrize("edges", [4, 8])
def test_the_primal_and_the_dual_of_the_relaxation_agree(edges):
    """min ½‖v' − v⁻‖²_M subject to φ/h + (n + μd_i)v' ≥ 0, by the least distance to a polyhedron: v' to 1e-8."""
    for seed in range(6):
        p = lab.random_problem(1 + seed, seed)
        p = p.copy(w=0.1 * p.w)
        rows, _ = faceted_rows(p, edges)
        assert len(rows.J) == edges * (1 + seed)
        L = np.linalg.cholesky(p.M)
        G = np.linalg.solve(L, rows.J.T).T
        bound = np.repeat(-p.w[p.kinds == lab.Kind.CONE] / p.h, edges) - rows.J @ p.v_minus
        u, _ = nnls(np.concatenate([G.T, bound[None]]), np.append(np.zeros(p.nv), 1.0))
        left = np.concatenate([G.T, bound[None]]) @ u - np.append(np.zeros(p.nv), 1.0)
        primal = p.v_minus + np.linalg.solve(L.T, -left[:-1] / left[-1])
        assert np.abs(lab.solve(p, lab.Anitescu(edges)).qvel_next - primal).max() < 1e-8


def cost(p: lab.Problem, scheme: lab.Scheme) -> float:
    """½fᵀ(A + R)f + fᵀ(J v_minus − aim) of a scheme's own problem at its own solution."""
    x, rows = lab.solve(p, scheme), rows_of(p)
    f = np.concatenate([x.equality_impulse, x.impulse])[rows.kept]
    aims = scheme.aims(p) if isinstance(scheme, lab.Convex) else np.concatenate([-p.e / p.h, minimal_velocities(p)])
    push = rows.J.T @ f
    soft = 0.5 * f @ (scheme.regularizer(p, rows) * f)
    return float(0.5 * push @ np.linalg.solve(p.M, push) + soft + f @ (rows.J @ p.v_minus - aims[rows.kept]))


def test_sweeps_and_pivots_find_the_same_motion():
    for seed in range(10):
        p = mixed(seed, contacts=1 + seed % 4)
        sweeps, pivots = lab.solve(p, lab.Lcp(solver="pgs", iterations=10**5)), lab.solve(p, lab.Lcp())
        assert sweeps.status == lab.Status.OK and np.abs(sweeps.qvel_next - pivots.qvel_next).max() < 1e-7


def test_the_matrix_of_contact_is_copositive():
    """zᵀMz ≥ 0 for z ≥ 0, so that Lemke's method ends at a solution or at a ray."""
    rng = np.random.default_rng(0)
    for seed in range(10):
        M = lab.Lcp().form(mixed(seed))[0].M
        z = rng.exponential(size=(50, len(M))) * (rng.random((50, len(M))) < 0.5)
        assert np.einsum("ki,ij,kj->k", z, M, z).min() > -1e-12


def test_a_ray_and_too_few_pivots_are_told():
    z, end, _, violation = lemke(np.array([[0.0, 1.0], [-1.0, 0.0]]), np.array([1.0, -1.0]))
    assert end == 1 and violation > 0.1  # w₂ = −z₁ − 1 is never positive
    M = np.diag([1.0, 2.0, 3.0])
    z, end, pivots, violation = lemke(M, -np.ones(3))
    assert end == 0 and z == pytest.approx([1, 1 / 2, 1 / 3]) and pivots == 4 and violation < 1e-15
    assert lemke(M, -np.ones(3), iterations=2)[1] == 2
    assert lemke(M, np.ones(3))[:3][1:] == (0, 0) and lemke(np.zeros((0, 0)), np.zeros(0))[1] == 0


SQUEEZE = """
<mujoco><worldbody>
  <geom type="plane" size="1 1 .1"/><geom name="roof" type="plane" size="1 1 .1" pos="0 0 .15" euler="180 0 0"/>
  <body pos="0 0 .075"><freejoint/><geom name="ball" size=".1" mass="1"/></body>
</worldbody></mujoco>"""


@pytest.mark.filterwarnings("ignore:contact 0–ball starts 25 mm deep:knuckle.SimulationWarning")
def test_failures_do_not_move_the_state():
    """A ball between floor and roof that are nearer than its diameter: no velocity keeps both distances."""
    m = kn.load(SQUEEZE)
    d = kn.Data(m)
    hard = (lab.Anitescu("cone"), lab.Anitescu(), lab.Interior(elastic="never"))
    for scheme, status in ((lab.Lcp(), "RAY"), *((each, "INFEASIBLE") for each in hard)):
        words = rf"^{re.escape(repr(scheme))}, step 0, t = 0 s: <Status.{status}"
        with pytest.raises(lab.SolverError, match=words) as caught:
            lab.step(m, d, scheme)
        assert d.time == 0.0 and d.qpos[2] == 0.075 and not d.qvel.any()
        assert not np.isnan(caught.value.solution.qvel_next).any()
    few = lab.Lcp(solver="pgs", iterations=1)
    with pytest.raises(lab.SolverError, match="MAXITER"):
        lab.step(m, d, few)
    m = kn.load(SQUEEZE.replace(".15", ".35"))
    d = kn.Data(m)
    d.qvel[0] = 1.0
    other = d.copy()
    lab.step(m, d, few, on_failure="fallback")
    lab.step(m, other, lab.Coulomb())
    assert np.array_equal(d.qvel, other.qvel)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: lab.Lcp(edges=5), "edges: expected an even number"),
        (lambda: lab.Lcp(edges=0), "edges"),
        (lambda: lab.Lcp(edges=4.0), "edges"),
        (lambda: lab.Lcp(solver="lemk"), "lemke"),
        (lambda: lab.Lcp(level="force"), "level"),
        (lambda: lab.Lcp(imperrreduce=-1.0), "imperrreduce"),
        (lambda: lab.Lcp(mindist=float("nan")), "mindist"),
        (lambda: lab.Lcp(iterations=0), "iterations"),
        (lambda: lab.Anitescu("round"), "edges"),
        (lambda: lab.Anitescu(solver="osqp"), "solver"),
        (lambda: lab.Convex(R=-1.0), "R"),
        (lambda: lab.Convex(R="enginee"), "R"),
        (lambda: lab.Convex(B=float("inf")), "B"),
        (lambda: lab.Convex(ref="gaps"), "gap"),
        (lambda: lab.Coulomb(inner="lcp"), "inner"),
        (lambda: lab.Coulomb(iterations=0), "iterations"),
        (lambda: lab.Coulomb(accelerate=1), "accelerate"),
        (lambda: lab.Coulomb(integrator="euler"), "integrator"),
        (lambda: lab.solve(mixed(1), lab.Lcp(edges=2)), "planar"),
    ],
)
def test_bad_input_is_refused(make, words):
    with pytest.raises(lab.LabError, match=words):
        make()


def test_hard_contact_has_no_inverse():
    m = kn.load(SQUEEZE)
    for scheme in (lab.Lcp(), lab.Anitescu(), lab.Coulomb(), lab.Convex(R=0.0)):
        with pytest.raises(kn.UnsupportedError, match="impulse"):
            lab.inverse(m, kn.Data(m), scheme, np.zeros(6))


@pytest.mark.parametrize("scheme", SCHEMES, ids=repr)
def test_no_rows_no_friction_and_no_dofs(scheme):
    p = lab.random_problem(0, 3)
    assert np.array_equal(lab.solve(p, scheme).qvel_next, p.v_minus)
    flat = lab.random_problem(3, 3)
    slick = lab.solve(flat.copy(mu=np.zeros(9)), scheme)
    single = flat.copy(
        **{name: getattr(flat, name)[::3] for name in ("J_I", "w", "mu", "eta", "restitution")},
        kinds=[lab.Kind.LIMIT] * 3,
        R_engine=[],
        v_engine=[],
    )
    assert np.abs(slick.qvel_next - lab.solve(single, scheme).qvel_next).max() < 1e-9 and not slick.impulse[1::3].any()
    m = kn.load('<mujoco><worldbody><geom size="1"/></worldbody></mujoco>')
    d = kn.Data(m)
    lab.step(m, d, scheme, 3)
    assert d.time == pytest.approx(0.006)
