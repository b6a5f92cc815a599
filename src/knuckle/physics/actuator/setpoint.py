"""Setpoints on a circle.

A servo on a ball joint, or on the turn of one site against another, has a length that repeats with every turn. Of its
setpoints, which differ by whole turns, the one nearest to the length counts.
"""

from knuckle.kernel import all_lanes, kernel, rint, sqrt, where
from knuckle.schema.enums import BiasType, GainType, JointType, TrnType

TURN = 6.283185307179586


@kernel
def nearest_setpoint(m, k, u, x):
    """Of the setpoints that are the same as u, the one nearest to x."""
    if on_circle(m, k):
        o = m.actuator_outadr[k]
        first = 3 if m.actuator_trntype[k] == TrnType.SITE else 0
        square = m.actuator_gear[o, first] * m.actuator_gear[o, first]
        square = square + m.actuator_gear[o, first + 1] * m.actuator_gear[o, first + 1]
        square = square + m.actuator_gear[o, first + 2] * m.actuator_gear[o, first + 2]
        period = TURN * sqrt(square)
        counts = tracks_position(m, k) & (period > 0.0)
        period = where(counts, period, 1.0)
        return where(counts, u - period * rint((u - x) / period), u)
    return u


@kernel
def on_circle(m, k):
    """Whether the length of actuator k is an angle that repeats."""
    kind = m.actuator_trntype[k]
    if kind == TrnType.JOINT or kind == TrnType.JOINTINPARENT:
        return m.jnt_type[m.actuator_trnid[k, 0]] == JointType.BALL
    if kind == TrnType.SITE and m.actuator_trnid[k, 1] >= 0:
        g = m.actuator_gear[m.actuator_outadr[k]]
        return all_lanes((g[0] == 0.0) & (g[1] == 0.0) & (g[2] == 0.0))
    return False


@kernel
def tracks_position(m, k):
    """Whether actuator k is a servo: a fixed gain times the setpoint less the length, and more; or a controller."""
    gain = m.actuator_gaintype[k]
    fixed = (gain == GainType.FIXED) & (m.actuator_biastype[k] == BiasType.AFFINE)
    return (gain == GainType.PID) | (fixed & (m.actuator_biasprm[k, 1] == -m.actuator_gainprm[k, 0]))
