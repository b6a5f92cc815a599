"""The force behind three successive positions, by the inverse of the interior-point model, and its derivatives.

    w = (q ⊖ q₋)/h,   w₊ = (q₊ ⊖ q)/h,   u = [M (w₊ − w) − Jᵀf] / h + c − passive forces

Differences reuse what does not change: q₊ only the contact solve, q₋ also velocities, q everything.
"""

from knuckle.kernel import kernel, maximum, minimum
from knuckle.math.exponential import exp
from knuckle.math.logarithm import log
from knuckle.physics.constraint.whiten import whiten
from knuckle.physics.inertia.crb import mul_M
from knuckle.physics.kinematics.position import differentiate_pos, integrate_pos
from knuckle.physics.lab.barrier import CONE, FRICTION, LIMIT, TANGENT, velocity_barrier
from knuckle.physics.lab.interior_blocks import solve_blocks
from knuckle.physics.pipeline import position, velocity
from knuckle.schema.enums import ConstraintType

LINEAR, EXPONENTIAL = 0, 1


@kernel
def lab_motion(m, d, q):
    """u of all frames but the outermost, and where there is room for them its derivatives, by q₋, q and q₊.

    Row i of a derivative is that by dof i. `stopped` is 1 where there are equalities, 2 where the arrays have room for
    fewer rows than `need`.
    """
    clear(m, q)
    while q.done < q.all - 2:
        enter(m, q, q.done)
        if not at_frame(m, d, q):
            return
        for i in range(m.nv):
            q.u[q.done * m.nv + i] = q.force[i]
        if q.parts > 0:
            by_after(m, d, q)
            by_before(m, d, q)
            if not by_now(m, d, q):
                return
        q.done = q.done + 1


@kernel
def enter(m, q, t):
    """The three positions around frame t."""
    for k in range(m.nq):
        q.before[k] = q.frames[t * m.nq + k]
        q.now[k] = q.frames[(t + 1) * m.nq + k]
        q.after[k] = q.frames[(t + 2) * m.nq + k]


@kernel
def at_frame(m, d, q):
    """The force of a frame; False where room is missing."""
    for k in range(m.nq):
        d.qpos[k] = q.now[k]
    if not prepare(m, d, q):
        return False
    at_velocity(m, d, q, q.before, q.now)
    solve_motion(m, d, q, q.now, q.after, q.force)
    return True


@kernel
def by_after(m, d, q):
    """∂u/∂q₊: velocities and contacts stay."""
    for i in range(m.nv):
        q.unit[i] = 1.0
        shift(m, q, q.after)
        solve_motion(m, d, q, q.now, q.moved, q.column)
        put_column(m, q, 2, i)
        q.unit[i] = 0.0


@kernel
def by_before(m, d, q):
    """∂u/∂q₋: contacts stay."""
    for i in range(m.nv):
        q.unit[i] = 1.0
        shift(m, q, q.before)
        at_velocity(m, d, q, q.moved, q.now)
        solve_motion(m, d, q, q.now, q.after, q.column)
        put_column(m, q, 0, i)
        q.unit[i] = 0.0


@kernel
def by_now(m, d, q):
    """∂u/∂q; False where room is missing."""
    for i in range(m.nv):
        q.unit[i] = 1.0
        shift(m, q, q.now)
        for k in range(m.nq):
            d.qpos[k] = q.moved[k]
        if not prepare(m, d, q):
            return False
        at_velocity(m, d, q, q.before, q.moved)
        solve_motion(m, d, q, q.moved, q.after, q.column)
        put_column(m, q, 1, i)
        q.unit[i] = 0.0
    return True


@kernel
def clear(m, q):
    """Nothing is known yet."""
    q.stopped = 0
    q.need = 0
    q.done = 0
    for k in range(q.all * m.nv):
        q.u[k] = 0.0
    for k in range(q.parts * 3 * m.nv * m.nv):
        q.by[k] = 0.0
    for i in range(m.nv):
        q.unit[i] = 0.0
        q.column[i] = 0.0
        q.force[i] = 0.0
        q.w_next[i] = 0.0
        q.pull[i] = 0.0
    for k in range(m.nq):
        q.moved[k] = 0.0
        q.before[k] = 0.0
        q.now[k] = 0.0
        q.after[k] = 0.0
    for r in range(q.n):
        q.kind[r] = LIMIT
        q.mu[r] = 1.0
        q.bound[r] = 0.0
        q.kappa[r] = q.barrier
        q.R[r] = 1.0
        q.b[r] = 0.0
        q.f[r] = 0.0


@kernel
def shift(m, q, source):
    """moved ← source ⊕ step · unit."""
    for k in range(m.nq):
        q.moved[k] = source[k]
    integrate_pos(m, q.moved, q.unit, q.step)


@kernel
def put_column(m, q, which, i):
    """Row i of a derivative of the present frame: (column − force) / step."""
    row = ((3 * q.done + which) * m.nv + i) * m.nv
    for k in range(m.nv):
        q.by[row + k] = (q.column[k] - q.force[k]) / q.step


@kernel
def prepare(m, d, q):
    """Rows, the factor of A = Y Yᵀ, and R(w) at the positions that are in d."""
    position(m, d)
    if d.overflow > 0.0:
        return False
    if d.ne > 0:
        q.stopped = 1
        return False
    if d.nefc > q.n:
        q.stopped = 2
        q.need = d.nefc
        return False
    whiten(m, d)
    if d.overflow > 0.0:
        return False
    describe(d, q)
    return True


@kernel
def describe(d, q):
    """Kinds, friction, bounds and R of the rows."""
    for r in range(d.nefc):
        kind = d.efc_type[r]
        q.kind[r] = LIMIT
        q.mu[r] = 1.0
        q.bound[r] = q.h * d.efc_frictionloss[r]
        w = d.efc_pos[r]
        if kind == ConstraintType.FRICTION_DOF or kind == ConstraintType.FRICTION_TENDON:
            q.kind[r] = FRICTION
            w = 0.0 * w
        elif kind == ConstraintType.CONTACT_ELLIPTIC:
            if r > 0 and d.efc_type[r - 1] == kind and d.efc_id[r - 1] == d.efc_id[r]:
                q.kind[r] = TANGENT
            else:
                q.kind[r] = CONE
        if q.kind[r] == TANGENT:
            q.R[r] = q.R[r - 1]
            q.mu[r] = d.contact_friction[d.efc_id[r], first_row(q, r)]
        else:
            q.R[r] = regularizer(q, w)


@kernel
def first_row(q, r):
    """Which friction of its contact a row is: 0 for the first after the normal."""
    k = 0
    while q.kind[r - 1 - k] == TANGENT:
        k += 1
    return k


@kernel
def regularizer(q, w):
    """R(w) by the linear or exponential law."""
    x = minimum(maximum(w / q.w_max, 0.0 * w), 1.0 + 0.0 * w)
    if q.law == LINEAR:
        return q.R_min + (q.R_max - q.R_min) * x
    return q.R_min * exp(x * log(q.R_max / q.R_min))


@kernel
def at_velocity(m, d, q, before, now):
    """All that depends on w = (now ⊖ before)/h."""
    differentiate_pos(m, d.qvel, q.h, before, now)
    velocity(m, d)


@kernel
def solve_motion(m, d, q, now, after, force):
    """Contact impulses of w₊ = (after ⊖ now)/h, and the force that is left."""
    differentiate_pos(m, q.w_next, q.h, now, after)
    rows = d.nefc
    for r in range(rows):
        q.b[r] = row_velocity(d, q, r)
    push(m, d, q, rows)
    solve_blocks(q, rows, q.R, q.b, q.f, 1.0)
    for i in range(m.nv):
        q.w_next[i] = q.w_next[i] - d.qvel[i]
    mul_M(m, d, force, q.w_next)
    for i in range(m.nv):
        force[i] = force[i] / q.h + d.qfrc_bias[i] - d.qfrc_passive[i]
    for r in range(rows):
        first = d.efc_J_rowadr[r]
        for a in range(first, first + d.efc_J_rownnz[r]):
            i = d.efc_J_colind[a]
            force[i] = force[i] - d.efc_J[a] * q.f[r] / q.h


@kernel
def row_velocity(d, q, r):
    """J_r w₊."""
    first = d.efc_J_rowadr[r]
    s = 0.0 * q.h
    for a in range(first, first + d.efc_J_rownnz[r]):
        s = s + d.efc_J[a] * q.w_next[d.efc_J_colind[a]]
    return s


@kernel
def push(m, d, q, rows):
    """b = v + A Nᵀ d_V'(v_n − v_min), from the velocities that are in b, with A = Y Yᵀ in factors."""
    for i in range(m.nv):
        q.pull[i] = 0.0
    for r in range(rows):
        if q.kind[r] == LIMIT or q.kind[r] == CONE:
            s = q.b[r] - smallest_velocity(d, q, r)
            _, slope, _ = velocity_barrier(s, q.kappa[r], q.slope, 1)
            first = d.efc_Y_rowadr[r]
            for a in range(first, first + d.efc_Y_rownnz[r]):
                i = d.efc_Y_colind[a]
                q.pull[i] = q.pull[i] + d.efc_Y[a] * slope
    for r in range(rows):
        first = d.efc_Y_rowadr[r]
        s = q.b[r]
        for a in range(first, first + d.efc_Y_rownnz[r]):
            s = s + d.efc_Y[a] * q.pull[d.efc_Y_colind[a]]
        q.b[r] = s


@kernel
def smallest_velocity(d, q, r):
    """v_min: −w/h apart, the critically damped one in violation, but never inward."""
    w = d.efc_pos[r]
    if w > 0.0 or q.T == 0.0:
        return -w / q.h
    v = d.efc_vel[r]
    x = q.h / q.T
    return maximum((v - x * v - x * w / q.T) * exp(-x), 0.0 * w)
