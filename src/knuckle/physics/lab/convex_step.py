"""Whole steps of convex contact on a world: the engine's own Newton steps, with other regularizers and other aims.

    soft   R = softness · A_nn of each row or contact, aims ẋ_d = (1 − hB) J v − hK φ:  one solve
    hard   R → 0, aims −φ/h, 0 along friction: proximal steps from R = ρ on (hard_contact.py)

Rows are those of the model's cone: with pyramids an edge n + μd is a row, with elliptic cones normal and friction are.
"""

from knuckle.kernel import kernel, maximum
from knuckle.physics.constraint.whiten import whiten
from knuckle.physics.discrete.solve import constraint_solve
from knuckle.physics.lab.gauss_step import is_tangent
from knuckle.physics.lab.hard_contact import solve_hard
from knuckle.physics.lab.whole_step import begin_steps, end_step, smooth_part
from knuckle.physics.solver.product import dot
from knuckle.schema.enums import ConstraintType

LEFT = 3  # why steps stopped: the proximal steps did not end
DAMPED, GAP, ENGINE = 0, 1, 2  # aims


@kernel
def lab_convex_step(m, d, q):
    """Steps until `nstep` are done, room is missing, or one cannot be solved; how many were done.

    The state of a step that is not done is as it was before.
    """
    begin_steps(m, d, q)
    while q.done < q.nstep:
        if not smooth_part(m, d):
            return
        if not choose_regularizer(m, d, q.R, q.prox):
            return
        choose_aims(m, d, q)
        if q.prox <= 0.0:
            constraint_solve(m, d)
        elif not solve_hard(m, d, q.tolerance):
            q.stopped = LEFT
        if d.overflow > 0.0:
            return
        if q.stopped > 0 or not end_step(m, d, q, q.share):
            return


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
