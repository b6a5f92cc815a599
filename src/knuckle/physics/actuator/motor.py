"""DC motors: voltage drives current, current drives torque and heat; with cogging and friction of bristles.

    τ = K i,   te i̇ = (V − K v)/R(T) − i,   C Ṫ = R(T) i² − T/R_T,   R(T) = R (1 + α (T + T_a − T₀))
    ż = v − σ₀ |v| z / g(v),   g(v) = F_C + (F_S − F_C) exp(−(v/v_S)²),   friction −(σ₀ z + σ₁ ż)

Without a state for current, it follows at once; T is above ambient.
"""

from knuckle.kernel import absolute, all_lanes, any_lane, kernel, maximum, real_of, where
from knuckle.math.clamp import clamp
from knuckle.math.elementary import exp, sin
from knuckle.physics.actuator.controller import inputs, integral_rate, state_of
from knuckle.schema.enums import ActivationState, ControlInput

LEAST = 1e-15
SETPOINTS = int(ControlInput.POS | ControlInput.VEL | ControlInput.FF)  # what the controller follows


@kernel
def motor_rates(m, d, k):
    """act_dot of the states of motor k: setpoint, integral of the error, temperature, bristles, current."""
    o = m.actuator_outadr[k]
    dyn = m.actuator_dynprm[k]
    a = state_of(m, k, ActivationState.SLEW)
    pos, vel, ff, _ = inputs(m, d, k, dyn[7])
    if a >= 0:
        d.act_dot[a] = (first_input(m, k, pos, vel, ff) - d.act[a]) / m.opt_timestep
    a = state_of(m, k, ActivationState.INTEGRAL)
    if a >= 0:
        d.act_dot[a] = integral_rate(d.act[a], pos - d.actuator_length[o], dyn[8])
    a = state_of(m, k, ActivationState.TEMPERATURE)
    if a >= 0:
        i, _, _ = current_now(m, d, k)
        d.act_dot[a] = (resistance(m, d, k) * i * i - d.act[a] / dyn[2]) / dyn[3]
    a = state_of(m, k, ActivationState.BRISTLE)
    if a >= 0:
        d.act_dot[a] = d.actuator_velocity[o] - bristle_decay(m, d, k) * d.act[a]
    a = state_of(m, k, ActivationState.CURRENT)
    if a >= 0:
        d.act_dot[a], _, _ = current_rate(m, d, k)


@kernel
def first_input(m, k, pos, vel, ff):
    """The input whose rate is limited."""
    if m.actuator_ctrlspec[k] & ControlInput.POS:
        return pos
    if m.actuator_ctrlspec[k] & ControlInput.VEL:
        return vel
    return ff


@kernel
def next_motor_state(m, d, k, a, rate):
    """State a of motor k after a step: current and bristles exactly, the others by Euler, the integral in bounds."""
    h = m.opt_timestep
    dyn = m.actuator_dynprm[k]
    x = d.act[a]
    if a == state_of(m, k, ActivationState.CURRENT):
        return x + rate * lag(m, dyn[0])
    if a == state_of(m, k, ActivationState.BRISTLE):
        # of the velocity at the start of the step, whatever the integrator
        decay = bristle_decay(m, d, k)
        slow = decay * h < LEAST
        span = (1.0 - exp(-decay * h)) / where(slow, 1.0, decay)
        rate = d.actuator_velocity[m.actuator_outadr[k]] - decay * x
        return x + rate * where(slow, real_of(span, h), span)
    x = x + h * rate
    if a == state_of(m, k, ActivationState.INTEGRAL) and any_lane(dyn[8] > 0.0):
        x = clamp(x, -dyn[8], dyn[8])
    return x


@kernel
def lag(m, tau):
    """te (1 − exp(−h/te)): the time in which a first-order lag, at its present rate, does what it does in a step."""
    tau = maximum(tau, LEAST)
    return tau * (1.0 - exp(-m.opt_timestep / tau))


@kernel
def resistance(m, d, k):
    """R(T) of the winding, which is positive. [Ω]"""
    gain = m.actuator_gainprm[k]
    a = state_of(m, k, ActivationState.TEMPERATURE)
    if a < 0:
        return real_of(d.actuator_length[m.actuator_outadr[k]], gain[0])
    return maximum(gain[0] * (1.0 + gain[2] * (d.act[a] + m.actuator_dynprm[k, 4] - gain[3])), LEAST)


@kernel
def drive_voltage(m, d, k):
    """(V, its slopes by velocity and length): what the controller drives in its bounds, and the raw voltage. [V]"""
    o = m.actuator_outadr[k]
    gain = m.actuator_gainprm[k]
    K = gain[1]
    v = d.actuator_velocity[o]
    pos, vel, ff, voltage = inputs(m, d, k, m.actuator_dynprm[k, 7])
    if not (m.actuator_ctrlspec[k] & SETPOINTS) or all_lanes(K <= 0.0):
        return voltage, real_of(v, 0.0), real_of(v, 0.0)
    torque = gain[4] * (pos - d.actuator_length[o]) + gain[6] * (vel - v) + ff
    a = state_of(m, k, ActivationState.INTEGRAL)
    if a >= 0:
        torque = torque + gain[5] * d.act[a]
    V = gain[0] / K * torque + K * v
    slope = real_of(v, K - gain[0] / K * gain[6])
    stretch = real_of(v, -gain[0] / K * gain[4])
    if any_lane(gain[7] > 0.0):
        inside = absolute(V) < gain[7]
        slope = where(inside, slope, 0.0 * slope)
        stretch = where(inside, stretch, 0.0 * stretch)
        V = clamp(V, -gain[7], gain[7])
    return V + voltage, slope, stretch


@kernel
def steady_current(m, d, k):
    """(i, its slopes by velocity and length) at which current would rest: (V − K v)/R(T). [A]"""
    K = m.actuator_gainprm[k, 1]
    R = resistance(m, d, k)
    V, slope, stretch = drive_voltage(m, d, k)
    return (V - K * d.actuator_velocity[m.actuator_outadr[k]]) / R, (slope - K) / R, stretch / R


@kernel
def current_now(m, d, k):
    """(i, its slopes by velocity and length) of motor k. [A]"""
    a = state_of(m, k, ActivationState.CURRENT)
    if a < 0:
        return steady_current(m, d, k)
    return d.act[a], 0.0 * d.act[a], 0.0 * d.act[a]


@kernel
def current_rate(m, d, k):
    """(i̇, its slopes by velocity and length), within the bounds that the motor has. [A/s]"""
    steady, slope, stretch = steady_current(m, d, k)
    tau = maximum(m.actuator_dynprm[k, 0], LEAST)
    rate = (steady - d.act[state_of(m, k, ActivationState.CURRENT)]) / tau
    slope = slope / tau
    stretch = stretch / tau
    most = m.actuator_dynprm[k, 1]
    if any_lane(most > 0.0):
        inside = absolute(rate) < most
        slope = where(inside, slope, 0.0 * slope)
        stretch = where(inside, stretch, 0.0 * stretch)
        rate = clamp(rate, -most, most)
    return rate, slope, stretch


@kernel
def motor_torque(m, d, k):
    """(τ, its slopes by velocity and length) of motor k, of the current at the end of the step. [N m]"""
    K = m.actuator_gainprm[k, 1]
    a = state_of(m, k, ActivationState.CURRENT)
    if a < 0:
        i, slope, stretch = steady_current(m, d, k)
    else:
        rate, slope, stretch = current_rate(m, d, k)
        span = lag(m, m.actuator_dynprm[k, 0])
        i = d.act[a] + rate * span
        slope = slope * span
        stretch = stretch * span
    return K * i, K * slope, K * stretch


@kernel
def bristle_decay(m, d, k):
    """σ₀ |v| / g(v), the rate at which bristles give way. [1/s]"""
    v = d.actuator_velocity[m.actuator_outadr[k]]
    bias = m.actuator_biasprm[k]
    x = v / maximum(bias[5], LEAST)
    g = bias[3] + (bias[4] - bias[3]) * exp(-x * x)
    return m.actuator_dynprm[k, 5] * absolute(v) / maximum(g, LEAST)


@kernel
def add_motor_friction(m, d, k):
    """Cogging and the friction of bristles, which no bound of the motor's force holds back."""
    o = m.actuator_outadr[k]
    bias, dyn = m.actuator_biasprm[k], m.actuator_dynprm[k]
    force = d.actuator_force[o]
    if any_lane(bias[0] != 0.0):
        force = force + bias[0] * sin(bias[1] * d.actuator_length[o] + bias[2])
    a = state_of(m, k, ActivationState.BRISTLE)
    if a >= 0:
        force = force - (dyn[5] * d.act[a] + dyn[6] * d.act_dot[a])
        d.actuator_slope[o] = d.actuator_slope[o] - dyn[6]
    d.actuator_force[o] = force
