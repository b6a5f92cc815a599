"""Inertia of tendons: what resists changes of their length."""

from knuckle.kernel import any_lane, kernel, real_of, where
from knuckle.math.spatial import linear
from knuckle.math.vec3 import dot3, norm3, scale3, sub3, unit3
from knuckle.physics.inertia.reflected import tendon_armature
from knuckle.physics.kinematics.points import drift_at, velocity_at
from knuckle.physics.sleep.runs import is_skipped
from knuckle.schema.enums import TendonType, WrapType

SHORTEST = 1e-15  # [m] a segment whose direction can turn


@kernel
def add_tendon_inertia(m, d):
    """M += armature Jᵀ J of each tendon, where M has entries: dofs of different branches stay uncoupled."""
    for t in range(m.ntendon):
        armature = tendon_armature(m, t)
        if any_lane(armature != 0.0):
            first = m.ten_J_rowadr[t]
            for a in range(first, first + m.ten_J_rownnz[t]):
                if not is_skipped(m, d, m.ten_J_colind[a]):
                    add_inertia_row(m, d, m.ten_J_colind[a], armature * d.ten_J[a], first, a)


@kernel
def add_inertia_row(m, d, i, share, first, last):
    """Row i of M += share · J, for the entries of J from the first to that of dof i itself."""
    e = m.M_rowadr[i]
    end = e + m.M_rownnz[i]
    for a in range(first, last + 1):
        k = m.ten_J_colind[a]
        while e < end and m.M_colind[e] < k:
            e += 1
        if e < end and m.M_colind[e] == k:
            d.M[e] = d.M[e] + share * d.ten_J[a]


@kernel
def mul_tendon_inertia(m, d, vector, result):
    """result += what tendons add to M, times a vector."""
    for t in range(m.ntendon):
        armature = tendon_armature(m, t)
        if any_lane(armature != 0.0):
            first = m.ten_J_rowadr[t]
            for a in range(first, first + m.ten_J_rownnz[t]):
                mul_inertia_row(m, d, m.ten_J_colind[a], armature * d.ten_J[a], first, a, vector, result)


@kernel
def mul_inertia_row(m, d, i, share, first, last, vector, result):
    """The part of row i, and by symmetry of column i, in that product."""
    e = m.M_rowadr[i]
    end = e + m.M_rownnz[i]
    for a in range(first, last + 1):
        k = m.ten_J_colind[a]
        while e < end and m.M_colind[e] < k:
            e += 1
        if e < end and m.M_colind[e] == k:
            entry = share * d.ten_J[a]
            result[i] = result[i] + entry * vector[k]
            if k < i:
                result[k] = result[k] + entry * vector[i]


@kernel
def add_tendon_bias(m, d, everywhere, result):
    """result += armature Jᵀ J̇ q̇ of each spatial tendon: the Jacobian of a fixed one is constant. [N, N m]

    On dofs that are in no run only where it is asked for everywhere.
    """
    for t in range(m.ntendon):
        armature = tendon_armature(m, t)
        if m.tendon_type[t] == TendonType.SPATIAL and any_lane(armature != 0.0):
            force = armature * path_drift(m, d, t)
            for a in range(m.ten_J_rowadr[t], m.ten_J_rowadr[t] + m.ten_J_rownnz[t]):
                i = m.ten_J_colind[a]
                if everywhere or not is_skipped(m, d, i):
                    result[i] = result[i] + d.ten_J[a] * force


@kernel
def path_drift(m, d, t):
    """J̇ q̇: the second rate of the length of a path over sites where no dof accelerates. [m/s²]"""
    total = real_of(d.ten_length[t], 0.0)
    divisor = 1.0
    for w in range(m.tendon_adr[t], m.tendon_adr[t] + m.tendon_num[t] - 1):
        if m.wrap_type[w] == WrapType.PULLEY:
            divisor = m.wrap_prm[w]
        elif m.wrap_type[w] == WrapType.SITE and m.wrap_type[w + 1] == WrapType.SITE:
            total = total + segment_drift(m, d, m.wrap_objid[w], m.wrap_objid[w + 1]) / divisor
    return total


@kernel
def segment_drift(m, d, s, e):
    """d/dt (u · w) = u̇ · w + u · ẇ of the segment between two sites, w the relative velocity of its ends."""
    b, c = m.site_bodyid[s], m.site_bodyid[e]
    x, y = d.site_xpos[s], d.site_xpos[e]
    if b == c:
        return real_of(x[0], 0.0)
    across = sub3(y, x)
    length = norm3(across)
    short = length < SHORTEST
    u = unit3(across)
    w = sub3(linear(velocity_at(m, d, c, y)), linear(velocity_at(m, d, b, x)))
    turn = sub3(w, scale3(u, dot3(u, w)))
    drift = sub3(linear(drift_at(m, d, c, y)), linear(drift_at(m, d, b, x)))
    return where(short, 0.0, dot3(turn, w) / where(short, 1.0, length) + dot3(u, drift))
