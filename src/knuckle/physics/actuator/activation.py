"""Activations: the internal states of actuators."""

from knuckle.kernel import any_lane, kernel, maximum, real_of, where
from knuckle.math.clamp import clamp
from knuckle.math.elementary import exp
from knuckle.math.quat import quat_of_vector, quat_to_vector
from knuckle.math.vec3 import norm3
from knuckle.physics.actuator.controller import inputs, integral_rate, state_of
from knuckle.physics.actuator.motor import motor_rates, next_motor_state
from knuckle.physics.actuator.muscle import muscle_rate
from knuckle.physics.actuator.setpoint import nearest_setpoint
from knuckle.schema.enums import ActivationState, DisableBit, DynType, GainType

LAST_GROUP = 30  # that can be switched off
SHORTEST = 1e-15  # [s] of time constants
HALF_TURN = 3.141592653589793


@kernel
def is_on(m, k):
    """Whether actuator k works: actuation is not off, nor is its group."""
    group = m.actuator_group[k]
    off = 0 <= group <= LAST_GROUP and (m.opt_disableactuator >> group) & 1 == 1
    return not off and not (m.opt_disableflags & DisableBit.ACTUATION)


@kernel
def activation_rates(m, d, k):
    """act_dot of actuator k, from its controls and activations w: u for an integrator, (u − w)/τ for a filter."""
    kind = m.actuator_dyntype[k]
    if kind == DynType.DCMOTOR:
        motor_rates(m, d, k)
    elif kind == DynType.PID:
        controller_rates(m, d, k)
    elif kind == DynType.USER:
        for a in range(m.actuator_actadr[k], m.actuator_actadr[k] + m.actuator_actnum[k]):
            d.act_dot[a] = d.user_rate[a] if m.hook_act_dyn != 0 else real_of(d.act[a], 0.0)
    else:
        for e in range(m.actuator_actnum[k]):
            d.act_dot[m.actuator_actadr[k] + e] = simple_rate(m, d, k, e)


@kernel
def simple_rate(m, d, k, e):
    """Rate of activation e of an integrator, filter or muscle."""
    u = d.control[m.actuator_ctrladr[k] + e]
    if m.actuator_dyntype[k] == DynType.INTEGRATOR:
        return u
    w = d.act[m.actuator_actadr[k] + e]
    if m.actuator_dyntype[k] == DynType.MUSCLE:
        return muscle_rate(u, w, m.actuator_dynprm[k])
    return (nearest_setpoint(m, k, u, w) - w) / time_constant(m, k)


@kernel
def controller_rates(m, d, k):
    """act_dot of a controller: of its setpoint, and of the integral of the error."""
    pos, _, _, _ = inputs(m, d, k, m.actuator_dynprm[k, 1])
    a = state_of(m, k, ActivationState.SLEW)
    if a >= 0:
        d.act_dot[a] = (pos - d.act[a]) / m.opt_timestep
    a = state_of(m, k, ActivationState.INTEGRAL)
    if a >= 0:
        l = d.actuator_length[m.actuator_outadr[k]]
        d.act_dot[a] = integral_rate(d.act[a], nearest_setpoint(m, k, pos, l) - l, m.actuator_dynprm[k, 0])


@kernel
def next_activation(m, d, k, a, rate):
    """Activation a of actuator k after a step: w + h ẇ, or w + τ (1 − exp(−h/τ)) ẇ for the exact filter; clamped.

    Where the actuator is off, it moves into its bounds and no further; bristles of a motor give way all the same.
    """
    h = m.opt_timestep
    w = d.act[a]
    kind = m.actuator_dyntype[k]
    w_dot = rate[a] if is_on(m, k) else real_of(w, 0.0)
    if kind == DynType.DCMOTOR:
        w = next_motor_state(m, d, k, a, w_dot)
    else:
        if kind == DynType.FILTEREXACT:
            tau = time_constant(m, k)
            h = tau * (1.0 - exp(-h / tau))
        w = w + h * w_dot
    if m.actuator_actlimited[k]:
        w = clamp(w, m.actuator_actrange[k, 0], m.actuator_actrange[k, 1])
    if kind == DynType.PID:
        return w
    return nearest_setpoint(m, k, w, d.actuator_length[m.actuator_outadr[k]])


@kernel
def next_orientation(m, d, k, rate):
    """The setpoint of an orientation after a step, a rotation vector no longer than half a turn."""
    a = m.actuator_actadr[k]
    w = (
        next_activation(m, d, k, a, rate),
        next_activation(m, d, k, a + 1, rate),
        next_activation(m, d, k, a + 2, rate),
    )
    far = norm3(w) > HALF_TURN
    if any_lane(far):
        return where(far, quat_to_vector(quat_of_vector(w)), w)
    return w


@kernel
def time_constant(m, k):
    """τ of a filter, which is never zero. [s]"""
    return maximum(m.actuator_dynprm[k, 0], SHORTEST)


@kernel
def advance_activations(m, d, rate):
    """Every activation after a step at these rates; as it is where actuation is disabled."""
    if m.opt_disableflags & DisableBit.ACTUATION:
        return
    for k in range(m.nactuator):
        if m.actuator_gaintype[k] == GainType.SO3 and m.actuator_actnum[k] > 0:
            a = m.actuator_actadr[k]
            w = next_orientation(m, d, k, rate)
            d.act[a] = w[0]
            d.act[a + 1] = w[1]
            d.act[a + 2] = w[2]
        else:
            for a in range(m.actuator_actadr[k], m.actuator_actadr[k] + m.actuator_actnum[k]):
                d.act[a] = next_activation(m, d, k, a, rate)
