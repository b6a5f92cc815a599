"""Activations: the internal states of actuators, and setpoints on a circle.

A servo on a ball joint has a length that repeats with every turn. Of its setpoints, which differ by whole turns, the
one nearest to the length counts.
"""

from knuckle.kernel import kernel, maximum, rint, sqrt
from knuckle.math.clamp import clamp
from knuckle.math.elementary import exp
from knuckle.schema.enums import BiasType, DisableBit, DynType, GainType, JointType

LAST_GROUP = 30  # that can be switched off
SHORTEST = 1e-15  # [s] of time constants
TURN = 6.283185307179586


@kernel
def is_on(m, k):
    """Whether actuator k works: actuation is not off, nor is its group."""
    group = m.actuator_group[k]
    off = 0 <= group <= LAST_GROUP and (m.opt_disableactuator >> group) & 1 == 1
    return not off and not (m.opt_disableflags & DisableBit.ACTUATION)


@kernel
def activation_rate(m, d, k):
    """Rate of the activation w of actuator k at the control u: u for an integrator, (u − w)/τ for a filter."""
    u = d.control[m.actuator_ctrladr[k]]
    if m.actuator_dyntype[k] == DynType.INTEGRATOR:
        return u
    w = d.act[m.actuator_actadr[k]]
    return (nearest_setpoint(m, k, u, w) - w) / time_constant(m, k)


@kernel
def next_activation(m, d, k, rate):
    """Activation of actuator k after a step: w + h ẇ, or w + τ (1 − exp(−h/τ)) ẇ for the exact filter; clamped.

    Where the actuator is off, it moves into its bounds and no further.
    """
    a = m.actuator_actadr[k]
    h = m.opt_timestep
    w = d.act[a]
    if m.actuator_dyntype[k] == DynType.FILTEREXACT:
        tau = time_constant(m, k)
        h = tau * (1.0 - exp(-h / tau))
    if is_on(m, k):
        w = w + h * rate[a]
    if m.actuator_actlimited[k]:
        w = clamp(w, m.actuator_actrange[k, 0], m.actuator_actrange[k, 1])
    return nearest_setpoint(m, k, w, d.actuator_length[m.actuator_outadr[k]])


@kernel
def time_constant(m, k):
    """τ of a filter, which is never zero. [s]"""
    return maximum(m.actuator_dynprm[k, 0], SHORTEST)


@kernel
def nearest_setpoint(m, k, u, x):
    """Of the setpoints that are the same as u, the one nearest to x."""
    if m.jnt_type[m.actuator_trnid[k, 0]] == JointType.BALL and tracks_position(m, k):
        o = m.actuator_outadr[k]
        g = m.actuator_gear[o]
        period = TURN * sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2])
        if period > 0.0:
            return u - period * rint((u - x) / period)
    return u


@kernel
def tracks_position(m, k):
    """Whether actuator k is a servo: a fixed gain times the setpoint less the length, and more bias."""
    fixed = m.actuator_gaintype[k] == GainType.FIXED and m.actuator_biastype[k] == BiasType.AFFINE
    return fixed and m.actuator_biasprm[k, 1] == -m.actuator_gainprm[k, 0]


@kernel
def advance_activations(m, d, rate):
    """Every activation after a step at these rates."""
    for k in range(m.nactuator):
        if m.actuator_dyntype[k] != DynType.NONE:
            d.act[m.actuator_actadr[k]] = next_activation(m, d, k, rate)
