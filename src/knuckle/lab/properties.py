"""Properties that a solver should have on any problem: laws, inverses, frames, the order of contacts, units."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import numpy as np

from knuckle.lab.convex_solver import rows_of
from knuckle.lab.problem import Problem
from knuckle.lab.random_problems import random_problem
from knuckle.lab.residuals import residuals
from knuckle.lab.scheme import Scheme
from knuckle.lab.schemes.anitescu import Anitescu
from knuckle.lab.schemes.convex import Convex
from knuckle.lab.schemes.coulomb import Coulomb
from knuckle.lab.schemes.gauss050 import Gauss050
from knuckle.lab.schemes.interior import Interior
from knuckle.lab.schemes.lcp import Lcp
from knuckle.lab.solution import Solution
from knuckle.lab.stepping import solve

BOUND = 1e-8
UNITS = (3.0, 0.5, 2.0)  # of mass, length and time in which the same problem is told again
SOFT = Gauss050(equality="soft", lam=1e3, softness=0.1, sweeps=3000, tolerance=1e-24)
HARD = Gauss050(sweeps=3000, tolerance=1e-24)
SOLVERS: tuple[Scheme, ...] = (HARD, SOFT, Interior(), Lcp(), Anitescu(), Anitescu("cone"), Convex(), Coulomb())


@dataclass(frozen=True)
class Property:
    """What should hold, and how far a scheme is from it on one problem; None where that has no meaning."""

    name: str
    words: str
    error: Callable[[Problem, Solution, Scheme, int], float | None]


def turned(p: Problem, seed: int) -> Problem:
    """The same dofs in other coordinates, v → Q v: the world is turned."""
    Q = np.linalg.qr(np.random.default_rng(seed).normal(size=(p.nv, p.nv)))[0]
    M = Q @ p.M @ Q.T
    return p.copy(M=0.5 * (M + M.T), J_I=p.J_I @ Q.T, J_E=p.J_E @ Q.T, v=Q @ p.v, v_minus=Q @ p.v_minus)


def reordered(p: Problem, seed: int) -> tuple[Problem, np.ndarray]:
    """The contacts in another order; where each row went."""
    if not p.cones:
        return p, np.arange(p.rows)
    order = np.random.default_rng(seed).permutation(len(p.cones))
    rows = np.concatenate([np.arange(p.cones[0].start), *(np.arange(p.rows)[p.cones[k]] for k in order)])
    whole = np.concatenate([np.arange(p.ne), p.ne + rows])
    changed = {name: getattr(p, name)[rows] for name in ("J_I", "kinds", "mu", "eta", "w", "restitution")}
    return p.copy(R_engine=p.R_engine[whole], v_engine=p.v_engine[whole], **changed), rows


def in_units(p: Problem, mass: float, length: float, time: float) -> Problem:
    """The same problem in other units, translational dofs."""
    v = length / time
    changed = {"M": mass * p.M, "v": v * p.v, "v_minus": v * p.v_minus, "h": time * p.h, "w": length * p.w}
    changed |= {"R_engine": p.R_engine / mass, "v_engine": v * p.v_engine}
    return p.copy(e=length * p.e, eta=mass * length / time**2 * p.eta, **changed)


def scheme_in_units(scheme: Scheme, mass: float, time: float) -> Scheme:
    """The scheme with its parameters in other units; those of Interior have none that fit."""
    if isinstance(scheme, Convex):
        return replace(scheme, B=scheme.B / time, K=scheme.K / time**2)
    if isinstance(scheme, Gauss050):
        lam = None if scheme.lam is None else mass * scheme.lam
        reduce = {name: time * getattr(scheme, name) for name in ("imperrreduce", "eqerrreduce")}
        return replace(scheme, lam=lam, **reduce)
    return scheme


def size(x: Solution) -> float:
    """What errors of impulses are told in."""
    return max(1.0, float(np.abs(x.impulse).max(initial=0.0)))


def law_error(p: Problem, x: Solution, scheme: Scheme, seed: int) -> float | None:
    """The largest residual of the scheme's own problem."""
    if isinstance(scheme, Interior):
        return None  # has no complementarity: its barriers are not zero
    if isinstance(scheme, Lcp | Coulomb):
        r = residuals(p, x)
        return max(r.cone, r.penetration, 1e-2 * r.complementarity, r.equality, r.momentum)
    if isinstance(scheme, Gauss050):
        left = scheme.reduced(p)
        R = scheme.regularizer(p, np.diag(left.A))
        r = residuals(p, x, R=R, v_ref=scheme.aims(p), v_equality=p.J_E @ x.qvel_next if scheme.lam else left._target)
        return max(r.cone, r.natural_map, r.momentum, r.equality)
    if scheme == Anitescu():
        return None  # facets are no cone; its velocity is checked against the reference solver
    R = np.zeros(p.rows)
    aim: np.ndarray | None = None
    if isinstance(scheme, Convex):
        rows = rows_of(p)
        kept = rows.kept >= p.ne
        R[rows.kept[kept] - p.ne] = scheme.regularizer(p, rows)[kept]
        aim = scheme.aims(p)[p.ne :]
    r = residuals(p, x, R=R, v_ref=aim, v_equality=p.J_E @ x.qvel_next if aim is not None else None)
    return max(r.cone, r.natural_map, r.momentum, r.equality)


def inverse_error(p: Problem, x: Solution, scheme: Scheme, seed: int) -> float | None:
    """Impulses and force that the inverse finds behind the motion that was solved for; that force should be none."""
    if not scheme.invertible:
        return None
    y = scheme.inverse(p, x.qvel_next)
    assert y.qfrc_inverse is not None
    return max(
        float(np.abs(y.impulse - x.impulse).max(initial=0.0)) / size(x), float(np.abs(y.qfrc_inverse).max()) * p.h
    )


def forward_error(p: Problem, x: Solution, scheme: Scheme, seed: int) -> float | None:
    """The velocity that follows from the force that the inverse finds for another motion nearby."""
    if not scheme.invertible:
        return None
    wanted = x.qvel_next + 0.01 * np.random.default_rng(seed).normal(size=p.nv)
    force = scheme.inverse(p, wanted).qfrc_inverse
    assert force is not None
    pushed = p.copy(v_minus=p.v_minus + p.h * np.linalg.solve(p.M, force))
    return float(np.abs(solve(pushed, scheme).qvel_next - wanted).max())


def frame_error(p: Problem, x: Solution, scheme: Scheme, seed: int) -> float | None:
    """Impulses in a world that is turned."""
    return float(np.abs(solve(turned(p, seed), scheme).impulse - x.impulse).max(initial=0.0)) / size(x)


def order_error(p: Problem, x: Solution, scheme: Scheme, seed: int) -> float | None:
    """Impulses with contacts in another order."""
    other, rows = reordered(p, seed)
    return float(np.abs(solve(other, scheme).impulse - x.impulse[rows]).max(initial=0.0)) / size(x)


def unit_error(p: Problem, x: Solution, scheme: Scheme, seed: int) -> float | None:
    """Impulses in other units."""
    mass, length, time = UNITS
    found = solve(in_units(p, mass, length, time), scheme_in_units(scheme, mass, time)).impulse
    return float(np.abs(found / (mass * length / time) - x.impulse).max(initial=0.0)) / size(x)


PROPERTIES = (
    Property("laws", "residuals of the scheme's own problem", law_error),
    Property("inverse∘forward", "impulses and force behind the motion", inverse_error),
    Property("forward∘inverse", "the motion that follows from the force", forward_error),
    Property("frames", "the same impulses in a turned world", frame_error),
    Property("order", "the same impulses in another order of contacts", order_error),
    Property("units", "impulses scale as mass · length / time", unit_error),
)


def problem_of_seed(seed: int, scheme: Scheme) -> Problem:
    """1 to 20 contacts of all dimensions, limits, dry friction and equalities."""
    more = {"condim": (3, 3, 4, 6, 1)[seed % 5], "limits": seed % 3, "frictions": seed % 2, "equalities": seed % 4 % 3}
    if not isinstance(scheme, Gauss050 | Interior | Convex) and seed % 20 > 9:
        more["condim"] = 3  # so that A has full rank, and impulses of models without R are unique
    return random_problem(
        1 + seed % 20, seed, nv=33 if isinstance(scheme, Gauss050 | Interior | Convex) else 72, **more
    )


def worst(scheme: Scheme, seeds: Iterable[int], wanted: Iterable[Property] = PROPERTIES) -> dict[str, float]:
    """The largest error of each property over random problems; nothing of those that have no meaning."""
    found: dict[str, float] = {}
    for seed in seeds:
        p = problem_of_seed(seed, scheme)
        x = solve(p, scheme)
        for each in wanted:
            error = each.error(p, x, scheme, seed)
            if error is not None:
                found[each.name] = max(found.get(each.name, 0.0), error)
    return found
