"""Controllers: what their inputs ask for, the rate of their setpoint limited, and the integral of their error."""

from knuckle.kernel import all_lanes, kernel, real_of, where
from knuckle.math.clamp import clamp
from knuckle.physics.actuator.setpoint import nearest_setpoint
from knuckle.schema.enums import ActivationState, ControlInput, GainType


@kernel
def state_of(m, k, kind):
    """The activation of actuator k that is a state of this kind; −1 for none."""
    states = m.actuator_actspec[k]
    if not (states & kind):
        return -1
    place = m.actuator_actadr[k]
    below = states & (kind - 1)
    while below > 0:
        place += below & 1
        below >>= 1
    return place


@kernel
def inputs(m, d, k, slew):
    """(position, velocity, feedforward, voltage) that the controls of actuator k ask for; what is no input is zero.

    The first of the first three moves no faster than `slew`, where the actuator has a state for it.
    """
    c = m.actuator_ctrladr[k]
    given = m.actuator_ctrlspec[k]
    zero = real_of(d.actuator_length[m.actuator_outadr[k]], 0.0)
    pos, vel, ff, voltage = zero, zero, zero, zero
    if given & ControlInput.POS:
        pos = slewed(m, d, k, d.control[c], slew)
        c += 1
    if given & ControlInput.VEL:
        vel = d.control[c]
        if not (given & ControlInput.POS):
            vel = slewed(m, d, k, vel, slew)
        c += 1
    if given & ControlInput.FF:
        ff = d.control[c]
        if not (given & (ControlInput.POS | ControlInput.VEL)):
            ff = slewed(m, d, k, ff, slew)
        c += 1
    if given & ControlInput.VOLTAGE:
        voltage = d.control[c]
    return pos, vel, ff, voltage


@kernel
def slewed(m, d, k, u, slew):
    """The setpoint at the end of the step: on its way from the one before to u, no faster than `slew`."""
    a = state_of(m, k, ActivationState.SLEW)
    if a < 0:
        return u
    s = d.act[a]
    if m.actuator_gaintype[k] == GainType.PID:
        u = nearest_setpoint(m, k, u, s)
    return s + clamp(u - s, -slew * m.opt_timestep, slew * m.opt_timestep)


@kernel
def integral_rate(z, error, most):
    """The rate of the integral z: the error, unless that drives it further beyond ±most; most = 0 is no bound."""
    if all_lanes(most <= 0.0):
        return error
    stopped = ((z >= most) & (error > 0.0)) | ((z <= -most) & (error < 0.0))
    return where(stopped, real_of(z, 0.0), error)
