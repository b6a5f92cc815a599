"""Whole steps of convex contact on a world: the engine's own solver, with other regularizers and other aims.

    soft   R = softness · A_nn of each row or contact, aims ẋ_d = (1 − hB) J v − hK φ:  one solve
    hard   R → 0, aims −φ/h, 0 along friction: proximal steps, each a solve with R = ρ and a reference raised by ρ f_k,
           until ρ (f_{k+1} − f_k), which is what is left as a velocity, is below the tolerance

Rows are those of the model's cone: with pyramids an edge n + μd is a row, with elliptic cones normal and friction are.
"""

from knuckle.kernel import absolute, kernel, maximum
from knuckle.physics.constraint.whiten import whiten
from knuckle.physics.discrete.solve import constraint_solve
from knuckle.physics.guard.divergence import count_bad
from knuckle.physics.lab.advance import advance_state, begin_step
from knuckle.physics.lab.cone_newton import FAST, LEAST_SHARE
from knuckle.physics.lab.gauss_step import is_tangent
from knuckle.physics.pipeline import actuation, observe, smooth_acceleration
from knuckle.physics.sensor.stages import sensor_acc
from knuckle.physics.solver.product import dot
from knuckle.schema.enums import ConstraintType

BAD, LEFT = 2, 3  # why steps stopped: numbers are bad, or the proximal steps did not end
ROUNDS = 30
DAMPED, GAP, ENGINE = 0, 1, 2  # aims


@kernel
def lab_convex_step(m, d, q):
    """Steps until `nstep` are done, room is missing, or one cannot be solved; how many were done.

    The state of a step that is not done is as it was before.
    """
    q.done = 0
    q.stopped = 0
    for i in range(m.nv):
        q.qvel_next[i] = d.qvel[i]
    while q.done < q.nstep:
        if not observe(m, d):
            return
        actuation(m, d)
        smooth_acceleration(m, d)
        if not choose_regularizer(m, d, q.R, q.prox):
            return
        choose_aims(m, d, q)
        constraint_solve(m, d)
        if q.prox > 0.0:
            approach(m, d, q)
        if d.overflow > 0.0:
            return
        if count_bad(d.qacc, m.nv) > 0.0:
            q.stopped = BAD
        if q.stopped > 0:
            return
        if m.nsensor > 0:
            sensor_acc(m, d)
        for i in range(m.nv):
            q.qvel_next[i] = d.qvel[i] + m.opt_timestep * d.qacc[i]
        begin_step(m, d)
        advance_state(m, d, q.qvel_next, q.share)
        q.done = q.done + 1


@kernel
def choose_regularizer(m, d, R, prox):
    """efc_R, efc_D and contact_mu: ρ of the engine's estimate of A, or R of A itself; the engine's own where R < 0.

    False where room is missing.
    """
    if R < 0.0 and prox <= 0.0:
        return True
    if prox <= 0.0:
        whiten(m, d)
        if d.overflow > 0.0:
            return False
    r = 0
    while r < d.nefc:
        A = d.efc_diagA[r]
        if prox <= 0.0:
            a = d.efc_Y_rowadr[r]
            A = dot(d.efc_Y, a, d.efc_Y, a, d.efc_Y_rownnz[r])
        value = maximum(prox, R) * A
        n = 1
        if d.efc_type[r] == ConstraintType.CONTACT_ELLIPTIC:
            n = d.rows_left[r]
            c = d.efc_id[r]
            mu = d.contact_friction[c, 0]
            d.contact_mu[c] = mu
            for j in range(1, n):
                ratio = mu / d.contact_friction[c, j - 1]
                put(d, r + j, value * ratio * ratio)
        put(d, r, value)
        r += n
    return True


@kernel
def put(d, r, R):
    """R of a row, and its inverse."""
    R = maximum(R, 1e-15)
    d.efc_R[r] = R
    d.efc_D[r] = 1.0 / R


@kernel
def choose_aims(m, d, q):
    """efc_aref = (ẋ_d − J v) / h, unless the engine's own is wanted."""
    if q.ref != ENGINE:
        for r in range(d.nefc):
            d.efc_aref[r] = reference(m, d, q, r)


@kernel
def reference(m, d, q, r):
    """(ẋ_d − J v) / h of one row. [m/s²]"""
    h = m.opt_timestep
    v = d.efc_vel[r]
    kind = d.efc_type[r]
    w = d.efc_pos[r]
    if kind == ConstraintType.FRICTION_DOF or kind == ConstraintType.FRICTION_TENDON:
        w = 0.0 * h
    elif kind == ConstraintType.CONTACT_ELLIPTIC and r > 0 and is_tangent(d, r):
        w = 0.0 * h
    if q.ref == DAMPED:
        return -q.B * v - q.K * w
    return (-w / h - v) / h


@kernel
def approach(m, d, q):
    """Proximal steps until what is left is below the tolerance, as a velocity. [m/s]"""
    h = m.opt_timestep
    for r in range(d.nefc):
        d.fwd_force[r] = 0.0
    rounds = 0
    share = 1.0
    left = remainder(d, h)
    while left > q.tolerance and rounds < ROUNDS and not (d.overflow > 0.0):
        for r in range(d.nefc):
            d.fwd_force[r] = d.efc_force[r]
            d.efc_aref[r] = reference(m, d, q, r) + d.efc_R[r] * d.efc_force[r]
        for i in range(m.nv):
            d.qacc_warmstart[i] = d.qacc[i]
        constraint_solve(m, d)
        before = left
        left = remainder(d, h)
        rounds += 1
        if left > FAST * before and share > LEAST_SHARE:
            share = FAST * share
            for r in range(d.nefc):
                put(d, r, FAST * d.efc_R[r])
    if left > q.tolerance:
        q.stopped = LEFT


@kernel
def remainder(d, h):
    """The largest ρ |f_{k+1} − f_k|, as a velocity."""
    left = 0.0 * h
    for r in range(d.nefc):
        left = maximum(left, absolute(d.efc_force[r] - d.fwd_force[r]) * d.efc_R[r] * h)
    return left
