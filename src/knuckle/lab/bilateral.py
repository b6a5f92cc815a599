"""Bilateral constraints in continuous time, with Baumgarte's stabilization.

    h(q) = 0:      λ = −(H M⁻¹Hᵀ)⁺ (H M⁻¹τ + Ḣq̇ + 2α Hq̇ + α² h)            H = ∂h/∂q: the rows of equality
    g(q, q̇, t) = 0:  λ = −(G M⁻¹Gᵀ)⁺ (G M⁻¹τ + g_q q̇ + g_t + α g)            G = ∂g/∂q̇

τ stands for all smooth forces, bias included. Redundant rows share the multiplier of least norm.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from knuckle.data.data import Data
from knuckle.functions.queries import declared_queries
from knuckle.lab.elimination import CUTOFF
from knuckle.lab.faults import LabError, check_choice, check_real, check_state
from knuckle.lab.problem import Problem
from knuckle.lab.scheme import Scheme
from knuckle.lab.world import World
from knuckle.memory.arguments import shown
from knuckle.model.model import Model
from knuckle.schema.enums import EqType

FINE = 1e-6  # of finite differences along the motion
POLYNOMIAL = (int(EqType.JOINT),)  # linear ones have constant rows
KNOWN = (int(EqType.CONNECT), int(EqType.WELD))  # whose Ḣq̇ the engine computes

_integrate = declared_queries()["integrate_pos"]
Velocity = Callable[[np.ndarray, np.ndarray, float], Any]


def bilateral(
    m: Model, d: Data, alpha: float = 0.0, velocity: Velocity | None = None, *, form: str = "dual"
) -> tuple[np.ndarray, np.ndarray]:
    """(λ, q̈): forces of bilateral constraints and the acceleration under them, contacts and limits left out.

    Constraints are the model's equalities and, with `velocity`, those of a function g(qpos, qvel, t) that is to stay
    zero, such as a prescribed joint velocity; λ has the rows of the equalities first. Errors e of positions decay by
    ë + 2αė + α²e = 0, those of velocities by ġ + αg = 0. `form="primal"` solves Gauss' principle instead of the dual.
    """
    check_real("bilateral", "alpha", alpha, 0)
    check_choice("bilateral", "form", form, ("dual", "primal"))
    world = World(m, d, Scheme())
    check_state("bilateral", d)
    return multipliers(world, world.problem(), alpha, velocity, form)


def multipliers(
    world: World, p: Problem, alpha: float, velocity: Velocity | None = None, form: str = "dual"
) -> tuple[np.ndarray, np.ndarray]:
    """(λ, q̈) at a state that was observed."""
    free = (p.v_minus - p.v) / p.h
    J, drift = p.J_E, row_drift(world, p) + 2 * alpha * (p.J_E @ p.v) + alpha * alpha * p.e
    if velocity is not None:
        G, more = velocity_rows(world, velocity, alpha)
        J, drift = np.concatenate([J, G]), np.concatenate([drift, more])
    if not len(J):
        return np.zeros(0), free
    return (dual if form == "dual" else primal)(p.M, J, free, drift)


def dual(M: np.ndarray, J: np.ndarray, free: np.ndarray, drift: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """min ½λᵀJM⁻¹Jᵀλ + λᵀ(J q̈_free + drift), the multiplier of least norm."""
    response = np.linalg.solve(M, J.T)
    lam = -np.linalg.pinv(J @ response, rcond=CUTOFF, hermitian=True) @ (J @ free + drift)
    return lam, free + response @ lam


def primal(M: np.ndarray, J: np.ndarray, free: np.ndarray, drift: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Gauss: min ½(a − a_free)ᵀM(a − a_free) subject to J a = −drift, in the coordinates L of M = L Lᵀ."""
    L = np.linalg.cholesky(M)
    white = np.linalg.solve(L, J.T).T  # J L⁻ᵀ
    x = np.linalg.pinv(white, rcond=np.sqrt(CUTOFF)) @ (-drift - J @ free)
    a = free + np.linalg.solve(L.T, x)
    lam = np.linalg.pinv(J.T, rcond=np.sqrt(CUTOFF)) @ (M @ (a - free))
    return lam, a


def row_drift(world: World, p: Problem) -> np.ndarray:
    """Ḣq̇ of the rows of equality: the engine's own where it has it, else by differences along the motion."""
    m, d, ne = world.m, world.d, p.ne
    if not ne or not p.v.any():
        return np.zeros(ne)
    K, B, impedance = d.efc_KBIP[:ne, 0], d.efc_KBIP[:ne, 1], d.efc_KBIP[:ne, 2]
    known = -(d.efc_aref[:ne] + B * d.efc_vel[:ne] + K * impedance * (d.efc_pos[:ne] - d.efc_margin[:ne]))
    rows = d.efc_id[:ne]
    others = ~np.isin(m.eq_type[rows], KNOWN)
    known[others] = 0.0
    curved = others & ~(np.isin(m.eq_type[rows], POLYNOMIAL) & ~m.eq_data[rows, 2:5].any(1))
    if curved.any():
        known[curved] = _differences(world, p)[curved]
    return known


def _differences(world: World, p: Problem) -> np.ndarray:
    """(H(q ⊕ εq̇) − H(q ⊕ −εq̇)) q̇ / 2ε."""
    rates = []
    for sign in (1.0, -1.0):
        other = world.d.copy()
        other.qpos[:] = _integrate(world.m, world.d.qpos, p.v, sign * FINE)
        rates.append(World(world.m, other, world.scheme).problem().J_E @ p.v)
    return (rates[0] - rates[1]) / (2 * FINE)


def velocity_rows(world: World, velocity: Velocity, alpha: float) -> tuple[np.ndarray, np.ndarray]:
    """(G, g_q q̇ + g_t + αg) of a constraint on velocities, by central differences."""
    if not callable(velocity):
        raise TypeError(f"bilateral: velocity: expected a function of (q, v, t), found {shown(velocity)}")
    m, q, v, t = world.m, world.d.qpos.copy(), world.d.qvel.copy(), world.d.time

    def g(qpos: np.ndarray, qvel: np.ndarray, time: float) -> np.ndarray:
        found = velocity(qpos, qvel, time)
        try:
            values = np.atleast_1d(np.asarray(found, dtype=float))
        except (TypeError, ValueError):
            values = np.full(1, np.nan)
        if values.ndim != 1 or not np.isfinite(values).all():
            raise LabError(f"bilateral: velocity: expected one row of finite numbers, found {shown(found)}")
        return values

    G = np.array([(g(q, v + e, t) - g(q, v - e, t)) / (2 * FINE) for e in FINE * np.eye(m.nv)]).T
    ahead = g(_integrate(m, q, v, FINE), v, t + FINE)
    behind = g(_integrate(m, q, v, -FINE), v, t - FINE)
    return G, (ahead - behind) / (2 * FINE) + alpha * g(q, v, t)
