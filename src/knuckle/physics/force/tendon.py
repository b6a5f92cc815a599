"""Springs and dampers of tendons."""

from knuckle.kernel import kernel, real_of, where
from knuckle.physics.force.polynomial import damping_at, is_zero, stiffness_at
from knuckle.physics.inertia.reflected import tendon_damping
from knuckle.physics.sleep.runs import is_skipped


@kernel
def tendon_springs(m, d):
    """qfrc_spring += Jᵀ f, f = −k(x) x, x the length beyond the range in which the spring is at rest. [N, N m]"""
    for t in range(m.ntendon):
        if not is_zero(m.tendon_stiffness[t], m.tendon_stiffnesspoly[t]):
            x = stretch(m, d, t)
            add_along(m, d, t, -stiffness_at(m.tendon_stiffness[t], m.tendon_stiffnesspoly[t], x) * x, d.qfrc_spring)


@kernel
def tendon_dampers(m, d):
    """qfrc_damper += Jᵀ f, f = −b(v) v. [N, N m]"""
    for t in range(m.ntendon):
        b, higher = tendon_damping(m, t)
        if not is_zero(b, higher):
            v = d.ten_velocity[t]
            add_along(m, d, t, -damping_at(b, higher, v) * v, d.qfrc_damper)


@kernel
def stretch(m, d, t):
    """How far the length of tendon t is beyond the range in which its spring is at rest; negative below it. [m, rad]"""
    low, high = rest_range(m, d, t)
    l = d.ten_length[t]
    return where(l > high, l - high, where(l < low, l - low, real_of(l, 0.0)))


@kernel
def rest_range(m, d, t):
    """The range of lengths in which the spring of tendon t is at rest, which a yielding spring moves."""
    p = m.tendon_plasticadr[t]
    if p >= 0:
        return d.plastic[p], d.plastic[p + 1]
    else:
        like = d.ten_length[t]
        return real_of(like, m.tendon_lengthspring[t, 0]), real_of(like, m.tendon_lengthspring[t, 1])


@kernel
def add_along(m, d, t, force, result):
    """result += Jᵀ force, J the row of tendon t."""
    for a in range(m.ten_J_rowadr[t], m.ten_J_rowadr[t] + m.ten_J_rownnz[t]):
        i = m.ten_J_colind[a]
        if not is_skipped(m, d, i):
            result[i] = result[i] + d.ten_J[a] * force
