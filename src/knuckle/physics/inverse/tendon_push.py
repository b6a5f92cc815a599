"""Forces of spatial tendons on the bodies along their paths."""

from knuckle.kernel import kernel, real_of
from knuckle.math.spatial import add_scaled6, join6
from knuckle.math.vec3 import add3, cross3, scale3, sub3, unit3
from knuckle.physics.force.polynomial import damping_at, stiffness_at
from knuckle.physics.force.tendon import stretch
from knuckle.physics.inertia.reflected import tendon_armature, tendon_damping
from knuckle.physics.inertia.tendon import path_drift
from knuckle.schema.enums import ConstraintType, DisableBit, EqType, TendonType, TrnType, WrapType


@kernel
def push_tendons(m, d):
    """cfrc_ext += the pull of every spatial tendon at the ends of its straight segments."""
    for t in range(m.ntendon):
        if m.tendon_type[t] == TendonType.SPATIAL:
            force = passive_force(m, d, t) + driven_force(m, d, t) + constraint_force(m, d, t) - inertial_force(m, d, t)
            push_path(m, d, t, force)


@kernel
def passive_force(m, d, t):
    """The force of spring and damper along tendon t. [N]"""
    f = real_of(d.ten_length[t], 0.0)
    if not (m.opt_disableflags & DisableBit.SPRING):
        x = stretch(m, d, t)
        f = f - stiffness_at(m.tendon_stiffness[t], m.tendon_stiffnesspoly[t], x) * x
    if not (m.opt_disableflags & DisableBit.DAMPER):
        b, higher = tendon_damping(m, t)
        v = d.ten_velocity[t]
        f = f - damping_at(b, higher, v) * v
    return f


@kernel
def driven_force(m, d, t):
    """The force of actuators along tendon t. [N]"""
    f = real_of(d.ten_length[t], 0.0)
    if not (m.opt_disableflags & DisableBit.ACTUATION):
        for k in range(m.nactuator):
            if m.actuator_trntype[k] == TrnType.TENDON and m.actuator_trnid[k, 0] == t:
                o = m.actuator_outadr[k]
                f = f + m.actuator_gear[o, 0] * d.actuator_force[o]
    return f


@kernel
def constraint_force(m, d, t):
    """The force of limits, dry friction and equalities along tendon t. [N]"""
    f = real_of(d.ten_length[t], 0.0)
    for r in range(d.ne + d.nf + d.nl):
        kind = d.efc_type[r]
        if kind == ConstraintType.EQUALITY:
            f = f + equality_share(m, d, d.efc_id[r], t) * d.efc_force[r]
        elif kind == ConstraintType.FRICTION_TENDON and d.efc_id[r] == t:
            f = f + d.efc_force[r]
        elif kind == ConstraintType.LIMIT_TENDON and d.efc_id[r] == t:
            lower = d.efc_pos[r] == d.ten_length[t] - m.tendon_range[t, 0]
            f = f + d.efc_force[r] if lower else f - d.efc_force[r]
    return f


@kernel
def equality_share(m, d, e, t):
    """The derivative of the residual of equality e by the length of tendon t."""
    none = real_of(d.ten_length[t], 0.0)
    if m.eq_type[e] != EqType.TENDON:
        return none
    if m.eq_obj1id[e] == t:
        return none + 1.0
    if m.eq_obj2id[e] == t:
        a = m.eq_data[e]
        x = d.ten_length[t] - m.tendon_length0[t]
        return none - (a[1] + x * (2.0 * a[2] + x * (3.0 * a[3] + x * 4.0 * a[4])))
    return none


@kernel
def inertial_force(m, d, t):
    """armature · d²l/dt² of tendon t. [N]"""
    armature = tendon_armature(m, t)
    f = real_of(d.ten_length[t], 0.0)
    if armature != 0.0:
        f = path_drift(m, d, t)
        for a in range(m.ten_J_rowadr[t], m.ten_J_rowadr[t] + m.ten_J_rownnz[t]):
            f = f + d.ten_J[a] * d.qacc[m.ten_J_colind[a]]
    return armature * f


@kernel
def push_path(m, d, t, force):
    """A force along tendon t pulls both ends of each straight segment together, or pushes them apart."""
    k = d.ten_wrapadr[t]
    end = k + d.ten_wrapnum[t]
    divisor = 1.0
    b = -1
    x = (0.0, 0.0, 0.0)
    for w in range(m.tendon_adr[t], m.tendon_adr[t] + m.tendon_num[t]):
        if m.wrap_type[w] == WrapType.PULLEY:
            divisor = m.wrap_prm[w]
            b = -1
            k += 1
        elif m.wrap_type[w] == WrapType.SITE:
            s = m.wrap_objid[w]
            push_ends(m, d, b, x, m.site_bodyid[s], d.site_xpos[s], force / divisor)
            b = m.site_bodyid[s]
            x = d.site_xpos[s]
            k += 1
        elif k + 1 < end and d.wrap_obj[k // 2, k % 2] >= 0:
            g = m.geom_bodyid[m.wrap_objid[w]]
            push_ends(m, d, b, x, g, path_point(d, k), force / divisor)
            b = g
            x = path_point(d, k + 1)
            k += 2


@kernel
def path_point(d, k):
    """Point k of all paths, world frame."""
    first = 3 * (k % 2)
    return (d.wrap_xpos[k // 2, first], d.wrap_xpos[k // 2, first + 1], d.wrap_xpos[k // 2, first + 2])


@kernel
def push_ends(m, d, b, x, c, y, force):
    """A force on body c at y, away from x on body b, and the opposite there; none where no segment has begun."""
    if b >= 0:
        f = scale3(unit3(sub3(y, x)), force)
        push(m, d, c, (0.0, 0.0, 0.0), f, y, 1.0)
        push(m, d, b, (0.0, 0.0, 0.0), f, x, -1.0)


@kernel
def push(m, d, b, torque, force, point, sign):
    """Add a world-frame torque and a force at a world point, or their opposites, to body b; the world takes any."""
    if b == 0:
        return
    arm = sub3(point, d.subtree_com[m.body_rootid[b]])
    f = join6(add3(torque, cross3(arm, force)), force)
    d.cfrc_ext[b] = add_scaled6(d.cfrc_ext[b], f, sign)
