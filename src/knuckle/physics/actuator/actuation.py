"""Forces of actuators on the dofs."""

from knuckle.kernel import any_lane, kernel, real_of, stage, where
from knuckle.math.clamp import clamp
from knuckle.physics.actuator.activation import activation_rate, is_on, nearest_setpoint, next_activation
from knuckle.physics.actuator.transmission import moment_dof, moment_size
from knuckle.physics.guard.divergence import count_bad, record_bad_control
from knuckle.schema.enums import BiasType, DisableBit, DynType, GainType, TrnType


@stage
def actuation(m, d):
    """act_dot, actuator_force and qfrc_actuator = Σ moment · force, within the bounds of the joints. [N, N m]

    Gravity compensation that a joint hands to its actuators is added before the bounds; it is lost where there are
    none, or where actuation is off.
    """
    for i in range(m.nv):
        d.qfrc_actuator[i] = 0.0
    if m.nactuator > 0:
        if m.opt_disableflags & DisableBit.ACTUATION:
            rest(m, d)
        else:
            read_controls(m, d)
            generate(m, d)
            add_gravity_compensation(m, d)
            bound_joints(m, d)


@kernel
def rest(m, d):
    """No force and no change of activations."""
    for k in range(m.nactuator):
        d.actuator_force[m.actuator_outadr[k]] = 0.0
        d.actuator_slope[m.actuator_outadr[k]] = 0.0
    for a in range(m.na):
        d.act_dot[a] = 0.0


@kernel
def read_controls(m, d):
    """control = ctrl within its bounds; all zero in a world where one of them is bad."""
    clamped = not (m.opt_disableflags & DisableBit.CLAMPCTRL)
    for u in range(m.nu):
        x = d.ctrl[u]
        if clamped and m.actuator_ctrllimited[u]:
            x = clamp(x, m.actuator_ctrlrange[u, 0], m.actuator_ctrlrange[u, 1])
        d.control[u] = x
    bad = count_bad(d.control, m.nu)
    if any_lane(bad > 0.0):
        record_bad_control(m, d)
        for u in range(m.nu):
            d.control[u] = where(bad > 0.0, real_of(bad, 0.0), d.control[u])


@kernel
def generate(m, d):
    """Force of every actuator, within the bounds of its tendon and its own, and its share of qfrc_actuator."""
    for k in range(m.nactuator):
        if m.actuator_dyntype[k] != DynType.NONE:
            d.act_dot[m.actuator_actadr[k]] = activation_rate(m, d, k)
        store_force(m, d, k, m.actuator_outadr[k])
    bound_tendons(m, d)
    a = 0
    for k in range(m.nactuator):
        o = m.actuator_outadr[k]
        n = moment_size(m, k)
        bound_force(m, d, k, o)
        for e in range(n):
            i = moment_dof(m, k, e)
            d.qfrc_actuator[i] = d.qfrc_actuator[i] + d.actuator_moment[a + e] * d.actuator_force[o]
        a = a + n


@kernel
def store_force(m, d, k, o):
    """The force of actuator k before all bounds, and its slope by velocity."""
    force, slope, _ = force_law(m, d, k, o)
    d.actuator_force[o] = force
    d.actuator_slope[o] = slope


@kernel
def force_law(m, d, k, o):
    """force = gain · input + bias, zero where the actuator is off, and its slopes by velocity and by length."""
    u = drive(m, d, k)
    l = d.actuator_length[o]
    v = d.actuator_velocity[o]
    force = m.actuator_gainprm[k, 0] * u
    by_velocity = real_of(u, 0.0)
    by_length = real_of(u, 0.0)
    if m.actuator_gaintype[k] == GainType.AFFINE:
        force = (m.actuator_gainprm[k, 0] + m.actuator_gainprm[k, 1] * l + m.actuator_gainprm[k, 2] * v) * u
        by_velocity = m.actuator_gainprm[k, 2] * u
        by_length = m.actuator_gainprm[k, 1] * u
    if m.actuator_biastype[k] == BiasType.AFFINE:
        force = force + m.actuator_biasprm[k, 0] + m.actuator_biasprm[k, 1] * l + m.actuator_biasprm[k, 2] * v
        by_velocity = by_velocity + m.actuator_biasprm[k, 2]
        by_length = by_length + m.actuator_biasprm[k, 1]
    if not is_on(m, k):
        force = real_of(u, 0.0)
        by_velocity = real_of(u, 0.0)
        by_length = real_of(u, 0.0)
    return force, by_velocity, by_length


@kernel
def bound_force(m, d, k, o):
    """The force of actuator k within its bounds, where it has no slope. They hold where the actuator is off, too."""
    if m.actuator_forcelimited[k]:
        low, high = m.actuator_forcerange[k, 0], m.actuator_forcerange[k, 1]
        force = d.actuator_force[o]
        slope = d.actuator_slope[o]
        d.actuator_slope[o] = where((force > low) & (force < high), slope, real_of(slope, 0.0))
        d.actuator_force[o] = clamp(force, low, high)


@kernel
def bound_tendons(m, d):
    """Forces of the actuators of a tendon, scaled so that their sum is within the bounds of the tendon.

    At the bounds they have no slope.
    """
    for t in range(m.ntendon):
        if m.tendon_actfrclimited[t]:
            total = real_of(d.ten_length[t], 0.0)
            for k in range(m.nactuator):
                if m.actuator_trntype[k] == TrnType.TENDON and m.actuator_trnid[k, 0] == t:
                    total = total + d.actuator_force[m.actuator_outadr[k]]
            bounded = clamp(total, m.tendon_actfrcrange[t, 0], m.tendon_actfrcrange[t, 1])
            beyond = bounded != total
            inside = (total > m.tendon_actfrcrange[t, 0]) & (total < m.tendon_actfrcrange[t, 1])
            share = where(beyond, bounded / where(beyond, total, 1.0), 1.0)
            for k in range(m.nactuator):
                if m.actuator_trntype[k] == TrnType.TENDON and m.actuator_trnid[k, 0] == t:
                    o = m.actuator_outadr[k]
                    d.actuator_force[o] = share * d.actuator_force[o]
                    d.actuator_slope[o] = where(inside, d.actuator_slope[o], 0.0 * total)


@kernel
def drive(m, d, k):
    """What the gain of actuator k multiplies: its control, its activation, or that at the end of the step."""
    if m.actuator_dyntype[k] == DynType.NONE:
        u = d.control[m.actuator_ctrladr[k]]
    elif m.actuator_actearly[k]:
        u = next_activation(m, d, k, d.act_dot)
    else:
        u = d.act[m.actuator_actadr[k]]
    return nearest_setpoint(m, k, u, d.actuator_length[m.actuator_outadr[k]])


@kernel
def add_gravity_compensation(m, d):
    """qfrc_actuator += qfrc_gravcomp on joints that hand it to their actuators."""
    if m.ngravcomp > 0:
        for i in range(m.nv):
            if m.jnt_actgravcomp[m.dof_jntid[i]]:
                d.qfrc_actuator[i] = d.qfrc_actuator[i] + d.qfrc_gravcomp[i]


@kernel
def bound_joints(m, d):
    """qfrc_actuator within the bounds of its joint."""
    for j in range(m.njnt):
        if m.jnt_actfrclimited[j]:
            i = m.jnt_dofadr[j]
            d.qfrc_actuator[i] = clamp(d.qfrc_actuator[i], m.jnt_actfrcrange[j, 0], m.jnt_actfrcrange[j, 1])
