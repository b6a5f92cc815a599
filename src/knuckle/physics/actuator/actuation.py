"""Forces of actuators on the dofs."""

from knuckle.kernel import any_lane, call, kernel, real_of, stage, where
from knuckle.math.clamp import clamp
from knuckle.math.quat import quat_mul_conjugate, quat_of_vector, quat_to_vector, quat_unit
from knuckle.math.vec3 import norm3
from knuckle.physics.actuator.activation import activation_rates, is_on, next_activation, next_orientation
from knuckle.physics.actuator.controller import inputs, state_of
from knuckle.physics.actuator.motor import add_motor_friction, motor_torque
from knuckle.physics.actuator.muscle import muscle_bias, muscle_gain
from knuckle.physics.actuator.setpoint import nearest_setpoint
from knuckle.physics.actuator.turn import orientation
from knuckle.physics.force.spring import read4
from knuckle.physics.guard.divergence import has_bad, record_bad_control
from knuckle.physics.history.controls import read_delayed
from knuckle.schema.enums import (
    ActivationState,
    BiasType,
    ControlChart,
    ControlInput,
    DisableBit,
    DynType,
    GainType,
    TrnType,
)


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
            ask_user(m, d)
            generate(m, d)
            add_gravity_compensation(m, d)
            bound_joints(m, d)


@kernel
def rest(m, d):
    """No force and no change of activations."""
    for o in range(m.nout):
        d.actuator_force[o] = 0.0
        d.actuator_slope[o] = 0.0
        d.actuator_stretch[o] = 0.0
    for a in range(m.na):
        d.act_dot[a] = 0.0


@kernel
def read_controls(m, d):
    """control = ctrl, as it is or was before a delay, within its bounds; all zero in a world where one is bad."""
    clamped = not (m.opt_disableflags & DisableBit.CLAMPCTRL)
    for u in range(m.nu):
        d.control[u] = d.ctrl[u]
    if m.nhistory > 0:
        read_delayed(m, d)
    for u in range(m.nu):
        x = d.control[u]
        if clamped and m.actuator_ctrllimited[u]:
            x = clamp(x, m.actuator_ctrlrange[u, 0], m.actuator_ctrlrange[u, 1])
        d.control[u] = x
    bad = has_bad(d.control, m.nu)
    if any_lane(bad > 0.0):
        record_bad_control(m, d)
        for u in range(m.nu):
            d.control[u] = where(bad > 0.0, real_of(bad, 0.0), d.control[u])


@kernel
def ask_user(m, d):
    """Rates, gains and biases that functions of the user compute."""
    if m.hook_act_dyn != 0:
        call(m.hook_act_dyn, m, d, 0)
    if m.hook_act_gain != 0:
        call(m.hook_act_gain, m, d, 0)
    if m.hook_act_bias != 0:
        call(m.hook_act_bias, m, d, 0)


@kernel
def generate(m, d):
    """Force of every actuator, within the bounds of its tendon and its own, and its share of qfrc_actuator."""
    for k in range(m.nactuator):
        if m.actuator_dyntype[k] != DynType.NONE:
            activation_rates(m, d, k)
        store_forces(m, d, k)
    bound_tendons(m, d)
    for k in range(m.nactuator):
        bound_forces(m, d, k)
        if m.actuator_biastype[k] == BiasType.DCMOTOR and is_on(m, k):
            add_motor_friction(m, d, k)
    for o in range(m.nout):
        for a in range(m.trn_rowadr[o], m.trn_rowadr[o] + m.trn_rownnz[o]):
            i = m.trn_colind[a]
            d.qfrc_actuator[i] = d.qfrc_actuator[i] + d.actuator_moment[a] * d.actuator_force[o]


@kernel
def store_forces(m, d, k):
    """The forces of actuator k, zero where it is off, and their slopes by velocity and length."""
    o = m.actuator_outadr[k]
    if not is_on(m, k):
        for e in range(o, o + m.actuator_outnum[k]):
            d.actuator_force[e] = 0.0
            d.actuator_slope[e] = 0.0
            d.actuator_stretch[e] = 0.0
    elif m.actuator_gaintype[k] == GainType.SO3:
        store_torque(m, d, k)
    elif m.actuator_gaintype[k] == GainType.PID:
        store_controller_force(m, d, k)
    elif m.actuator_gaintype[k] == GainType.DCMOTOR:
        d.actuator_force[o], d.actuator_slope[o], d.actuator_stretch[o] = motor_torque(m, d, k)
    else:
        store_force(m, d, k, o)


@kernel
def store_force(m, d, k, o):
    """force = gain · input + bias, and its slopes by velocity and length."""
    u = drive(m, d, k)
    gain, gain_slope, gain_stretch = gain_of(m, d, k)
    bias, bias_slope, bias_stretch = bias_of(m, d, k)
    d.actuator_force[o] = gain * u + bias
    d.actuator_slope[o] = gain_slope * u + bias_slope
    d.actuator_stretch[o] = gain_stretch * u + bias_stretch


@kernel
def gain_of(m, d, k):
    """(gain, its slopes by velocity and length) of actuator k: g₀, g₀ + g₁ l + g₂ v, or that of a muscle."""
    o = m.actuator_outadr[k]
    kind = m.actuator_gaintype[k]
    l = d.actuator_length[o]
    if kind == GainType.MUSCLE:
        return muscle_gain(m, d, k, m.actuator_gainprm[k])
    if kind == GainType.AFFINE:
        slope, stretch = real_of(l, m.actuator_gainprm[k, 2]), real_of(l, m.actuator_gainprm[k, 1])
        return m.actuator_gainprm[k, 0] + stretch * l + slope * d.actuator_velocity[o], slope, stretch
    if kind == GainType.USER:
        gain = d.user_gain[k] if m.hook_act_gain != 0 else real_of(l, 1.0)
        return gain, real_of(l, 0.0), real_of(l, 0.0)
    return real_of(l, m.actuator_gainprm[k, 0]), real_of(l, 0.0), real_of(l, 0.0)


@kernel
def bias_of(m, d, k):
    """(bias, its slopes by velocity and length) of actuator k: 0, b₀ + b₁ l + b₂ v, or that of a muscle."""
    o = m.actuator_outadr[k]
    kind = m.actuator_biastype[k]
    l = d.actuator_length[o]
    if kind == BiasType.MUSCLE:
        force, stretch = muscle_bias(m, d, k, m.actuator_biasprm[k])
        return force, real_of(l, 0.0), stretch
    if kind == BiasType.AFFINE:
        slope, stretch = real_of(l, m.actuator_biasprm[k, 2]), real_of(l, m.actuator_biasprm[k, 1])
        return m.actuator_biasprm[k, 0] + stretch * l + slope * d.actuator_velocity[o], slope, stretch
    if kind == BiasType.USER and m.hook_act_bias != 0:
        return d.user_bias[k], real_of(l, 0.0), real_of(l, 0.0)
    return real_of(l, 0.0), real_of(l, 0.0), real_of(l, 0.0)


@kernel
def store_controller_force(m, d, k):
    """force = kp (u_pos − l) + kv (u_vel − v) + ki z + u_ff + b₀, z the integral of the error."""
    o = m.actuator_outadr[k]
    l = d.actuator_length[o]
    bias = m.actuator_biasprm[k]
    pos, vel, ff, _ = inputs(m, d, k, m.actuator_dynprm[k, 1])
    if m.actuator_ctrlspec[k] & ControlInput.POS:
        pos = nearest_setpoint(m, k, pos, l)
    force = bias[0] - bias[1] * (pos - l) - bias[2] * (vel - d.actuator_velocity[o]) + ff
    a = state_of(m, k, ActivationState.INTEGRAL)
    if a >= 0:
        z = d.act[a]
        if m.actuator_actearly[k]:
            z = next_activation(m, d, k, a, d.act_dot)
        force = force + m.actuator_gainprm[k, 0] * z
    d.actuator_force[o] = force
    d.actuator_slope[o] = real_of(l, bias[2])
    d.actuator_stretch[o] = real_of(l, bias[1])


@kernel
def store_torque(m, d, k):
    """torque = kp log(q⁻¹ q_target) + b₀ − kv ω, in the frame that is turned."""
    o = m.actuator_outadr[k]
    bias = m.actuator_biasprm[k]
    error = quat_to_vector(quat_mul_conjugate(orientation(m, d, k), target(m, d, k)))
    for e in range(3):
        d.actuator_slope[o + e] = bias[2]
        d.actuator_stretch[o + e] = bias[1]
    kp = m.actuator_gainprm[k, 0]
    d.actuator_force[o] = kp * error[0] + bias[0] + bias[2] * d.actuator_velocity[o]
    d.actuator_force[o + 1] = kp * error[1] + bias[0] + bias[2] * d.actuator_velocity[o + 1]
    d.actuator_force[o + 2] = kp * error[2] + bias[0] + bias[2] * d.actuator_velocity[o + 2]


@kernel
def target(m, d, k):
    """The orientation that actuator k is asked for, by a quaternion or a rotation vector."""
    c = m.actuator_ctrladr[k]
    if m.actuator_actnum[k] == 0:
        if m.actuator_ctrlspec[k] == ControlChart.QUAT:
            return quat_unit(read4(d.control, c))
        return quat_of_vector((d.control[c], d.control[c + 1], d.control[c + 2]))
    if m.actuator_actearly[k]:
        return quat_of_vector(next_orientation(m, d, k, d.act_dot))
    a = m.actuator_actadr[k]
    return quat_of_vector((d.act[a], d.act[a + 1], d.act[a + 2]))


@kernel
def bound_forces(m, d, k):
    """The force of actuator k within its bounds, where it has no slope. They hold where the actuator is off, too.

    Of a torque, the length is bounded.
    """
    if m.actuator_forcelimited[k]:
        o = m.actuator_outadr[k]
        low, high = m.actuator_forcerange[k, 0], m.actuator_forcerange[k, 1]
        if m.actuator_outnum[k] == 3:
            bound_torque(d, o, high)
        else:
            force = d.actuator_force[o]
            keep_slopes(d, o, (force > low) & (force < high))
            d.actuator_force[o] = clamp(force, low, high)


@kernel
def bound_torque(d, o, most):
    """The torque of outputs o to o + 2, no longer than `most`."""
    torque = (d.actuator_force[o], d.actuator_force[o + 1], d.actuator_force[o + 2])
    size = norm3(torque)
    beyond = size > most
    share = where(beyond, most / where(beyond, size, 1.0), real_of(size, 1.0))
    inside = size < most
    for e in range(o, o + 3):
        d.actuator_force[e] = share * d.actuator_force[e]
        keep_slopes(d, e, inside)


@kernel
def keep_slopes(d, o, inside):
    """The slopes of the force of output o inside its bounds; none at them."""
    none = real_of(d.actuator_slope[o], 0.0)
    d.actuator_slope[o] = where(inside, d.actuator_slope[o], none)
    d.actuator_stretch[o] = where(inside, d.actuator_stretch[o], none)


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
                    keep_slopes(d, o, inside)


@kernel
def drive(m, d, k):
    """What the gain of actuator k multiplies: its control, its last activation, or that at the end of the step."""
    a = m.actuator_actadr[k] + m.actuator_actnum[k] - 1
    if m.actuator_actnum[k] == 0:
        u = d.control[m.actuator_ctrladr[k]]
    elif m.actuator_actearly[k]:
        u = next_activation(m, d, k, a, d.act_dot)
    else:
        u = d.act[a]
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
