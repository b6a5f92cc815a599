"""Yielding springs of joints and tendons: ideal elasto-plasticity.

A spring stretched beyond its threshold slips: its reference follows, so that the displacement stays at the threshold.
"""

from knuckle.kernel import kernel, maximum, minimum, real_of, stage, where
from knuckle.math.quat import quat_mul, quat_of_vector, quat_unit
from knuckle.math.vec3 import norm3, scale3
from knuckle.physics.force.spring import read4, rotation_from
from knuckle.schema.enums import DisableBit, JointType


@stage
def yield_springs(m, d):
    """plastic: the references of yielding springs after the positions have moved. [m, rad]"""
    if m.nplastic > 0 and not (m.opt_disableflags & DisableBit.SPRING):
        for j in range(m.njnt):
            if m.jnt_plasticadr[j] >= 0:
                if m.jnt_type[j] == JointType.BALL:
                    yield_ball(m, d, j)
                else:
                    yield_scalar(m, d, j)


@kernel
def yield_tendons(m, d, velocity, h):
    """plastic: the rest ranges of yielding springs of tendons, whose lengths go on at these velocities for a time h.

    A range moves as a whole, so that the length stays within the threshold of it; but of one that begins at zero, a
    slack cable, only the upper end moves when it is stretched.
    """
    if m.nplastic > 0 and not (m.opt_disableflags & DisableBit.SPRING):
        for t in range(m.ntendon):
            p = m.tendon_plasticadr[t]
            if p >= 0:
                l = d.ten_length[t] + h * along(m, d, t, velocity)
                low, high = d.plastic[p], d.plastic[p + 1]
                limit = m.tendon_springyield[t]
                up = maximum(l - limit - high, 0.0)
                down = minimum(l + limit - low, 0.0)
                slack = (low == 0.0) & (high > 0.0)
                d.plastic[p] = low + down + where(slack, 0.0, up)
                d.plastic[p + 1] = high + down + up


@kernel
def along(m, d, t, velocity):
    """The rate of the length of tendon t for these velocities. [m/s, rad/s]"""
    total = real_of(d.ten_length[t], 0.0)
    for a in range(m.ten_J_rowadr[t], m.ten_J_rowadr[t] + m.ten_J_rownnz[t]):
        total = total + d.ten_J[a] * velocity[m.ten_J_colind[a]]
    return total


@kernel
def yield_scalar(m, d, j):
    """reference ← q − clip(q − reference, ±threshold)."""
    p = m.jnt_plasticadr[j]
    limit = m.jnt_springyield[j]
    q = d.qpos[m.jnt_qposadr[j]]
    d.plastic[p] = minimum(maximum(d.plastic[p], q - limit), q + limit)


@kernel
def yield_ball(m, d, j):
    """reference ← reference · exp(x (1 − threshold/‖x‖)) where the rotation vector x to q exceeds the threshold."""
    p = m.jnt_plasticadr[j]
    limit = m.jnt_springyield[j]
    reference = read4(d.plastic, p)
    x = rotation_from(reference, read4(d.qpos, m.jnt_qposadr[j]))
    angle = norm3(x)
    slips = angle > limit
    share = where(slips, 1.0 - limit / where(slips, angle, 1.0), 0.0)
    moved = quat_unit(quat_mul(quat_unit(reference), quat_of_vector(scale3(x, share))))
    after = where(slips, moved, reference)
    d.plastic[p] = after[0]
    d.plastic[p + 1] = after[1]
    d.plastic[p + 2] = after[2]
    d.plastic[p + 3] = after[3]
