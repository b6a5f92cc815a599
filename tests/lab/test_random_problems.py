"""Properties of solvers on random problems: laws of contact, frames, order, units, and limits in which they agree."""

import numpy as np
import pytest

import knuckle as kn
from knuckle import lab

GAUSS = lab.Gauss050(sweeps=3000, tolerance=1e-20)
SEEDS = 300


def kinds(seed: int) -> dict:
    return {"condim": (3, 3, 4, 6, 1)[seed % 5], "limits": seed % 3, "frictions": seed % 2, "equalities": seed % 4 % 3}


def reordered(p: lab.Problem, seed: int) -> tuple[lab.Problem, np.ndarray]:
    """The contacts in another order; where each row went."""
    starts = [c.start for c in p.cones]
    order = np.random.default_rng(seed).permutation(len(starts))
    rows = np.concatenate([np.arange(p.rows)[: starts[0]], *(np.arange(p.rows)[p.cones[k]] for k in order)])
    whole = np.concatenate([np.arange(p.ne), p.ne + rows])
    changed = {name: getattr(p, name)[rows] for name in ("J_I", "kinds", "mu", "eta", "w", "restitution")}
    return p.copy(R_engine=p.R_engine[whole], v_engine=p.v_engine[whole], **changed), rows


def turned(p: lab.Problem, seed: int) -> lab.Problem:
    """The same dofs in other coordinates, v → Q v: the world is turned."""
    Q = np.linalg.qr(np.random.default_rng(seed).normal(size=(p.nv, p.nv)))[0]
    M = Q @ p.M @ Q.T
    return p.copy(M=0.5 * (M + M.T), J_I=p.J_I @ Q.T, J_E=p.J_E @ Q.T, v=Q @ p.v, v_minus=Q @ p.v_minus)


def test_residuals_of_solvers_that_end_at_the_minimum():
    """300 problems of 1 to 20 contacts: natural map, cones, momentum and equalities to 1e-8."""
    worst = np.zeros(4)
    for seed in range(SEEDS):
        p = lab.random_problem(1 + seed % 20, seed, **kinds(seed))
        x = lab.solve(p, GAUSS)
        left = GAUSS.reduced(p)
        R, aim = GAUSS.regularizer(p, np.diag(left.A)), GAUSS.aims(p)
        report = lab.residuals(p, x, R=R, v_ref=aim, v_equality=left._target)
        worst = np.maximum(worst, [report.natural_map, report.cone, report.momentum, report.equality])
    assert (worst < 1e-8).all(), worst


@pytest.mark.parametrize("scheme", [GAUSS, lab.Interior(kappa=0.01)], ids=["Gauss050", "Interior"])
def test_neither_frames_nor_order_matter(scheme):
    for seed in range(40):
        p = lab.random_problem(2 + seed % 19, seed, **kinds(seed) | {"condim": (3, 4, 6)[seed % 3]})
        f = lab.solve(p, scheme).impulse
        size = 1e-8 * max(1.0, np.abs(f).max())
        assert np.abs(lab.solve(turned(p, seed), scheme).impulse - f).max() < size
        other, rows = reordered(p, seed)
        assert np.abs(lab.solve(other, scheme).impulse - f[rows]).max() < size


def scaled(p: lab.Problem, mass: float, length: float, time: float) -> lab.Problem:
    """The same problem in other units, translational dofs."""
    v = length / time
    return p.copy(
        M=mass * p.M,
        v=v * p.v,
        v_minus=v * p.v_minus,
        h=time * p.h,
        w=length * p.w,
        e=length * p.e,
        eta=mass * length / time**2 * p.eta,
        R_engine=p.R_engine / mass,
        v_engine=v * p.v_engine,
    )


def test_units_scale_impulses_and_absolute_numbers_do_not():
    mass, length, time = 3.0, 0.5, 2.0
    for seed in range(20):
        p = lab.random_problem(1 + seed, seed)
        q = scaled(p, mass, length, time)
        gauss = lab.Gauss050(sweeps=5000, tolerance=1e-26, imperrreduce=0.02)
        other = lab.Gauss050(sweeps=5000, tolerance=1e-26, imperrreduce=0.02 * time)
        f = mass * length / time * lab.solve(p, gauss).impulse
        assert np.abs(lab.solve(q, other).impulse - f).max() < 1e-8 * max(1.0, np.abs(f).max())
    # the published numbers of the interior-point model are dimensional
    p = lab.random_problem(5, 0)
    f = mass * length / time * lab.solve(p, lab.Interior()).impulse
    assert np.abs(lab.solve(scaled(p, mass, length, time), lab.Interior()).impulse - f).max() > 1e-2


def test_without_friction_softness_is_an_error_of_first_order():
    """L2: R → 0 goes to the rigid problem 0 ≤ f ⟂ v − v_min ≥ 0, linearly."""
    p, errors = lab.random_problem(6, 2, condim=1), []
    for softness in (1e-3, 1e-4, 1e-5):
        x = lab.solve(p, lab.Gauss050(sweeps=50000, tolerance=1e-30, softness=softness))
        aim = lab.Gauss050().aims(p)
        report = lab.residuals(p, x, vmin=aim)
        errors.append(max(report.penetration, report.complementarity * 1e-3))
    assert np.allclose(np.diff(np.log10(errors)), -1, atol=0.05)


def test_the_wide_cone_of_a_deep_start_is_told_not_hidden():
    """A start deep in the floor: v_min asks for the exact velocity of the stabiliser."""
    m = kn.load("""<mujoco><worldbody><geom type="plane" size="1 1 1"/><body pos="0 0 .05"><freejoint/>
      <geom size=".1" mass="1"/></body></worldbody></mujoco>""")
    d = kn.Data(m)
    x = lab.forward(m, d, lab.Gauss050(sweeps=200, softness=0))
    h, T, e = m.opt.timestep, 0.02, -0.05
    assert x.v_after[0] == pytest.approx(-h / T**2 * e * np.exp(-h / T), rel=1e-6)
