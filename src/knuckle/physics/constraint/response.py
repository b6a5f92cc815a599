"""Response: the spring and damper with which a constraint row answers its violation."""

from knuckle.kernel import all_lanes, kernel, maximum, minimum, sqrt, where
from knuckle.physics.constraint.impedance import SOFTEST_LEFT, bounded, impedance
from knuckle.schema.enums import DisableBit, Integrator

TINY = 1e-15  # smallest denominator
TIME_CONSTANT = 0.02  # stands in where the two numbers of solref are of different formats
DAMPING_RATIO = 1.0


@kernel
def response(m, solref, solimp, r):
    """(k, b, d, d′): stiffness, damping, impedance and its slope at the violation r. [1/s², 1/s, -, 1/m]"""
    d, slope = impedance(solimp, r)
    k, b = spring_damper(m, solref, solimp)
    return (k, b, d, slope)


@kernel
def pushing_response(m, solref, solimp, r):
    """The same for rows that only push.

    Where the response is implicit and its spring is stiffer than a step can resolve, h² k d > 1, it would rebound: the
    flag refsafe makes that 1, at the same damping ratio. A spring that is given as a stiffness stays as it is.
    """
    k, b, d, slope = response(m, solref, solimp, r)
    k, b = resolved(m, solref, k, b, d)
    return (k, b, d, slope)


@kernel
def resolved(m, solref, k, b, d):
    """(k, b) of a row that only pushes, as a step can resolve them.

    The damper of a step makes a row harder, by 1 + h b + h² k d, and none is harder than d_max: there b is smaller, for
    else the row would be damped by more than it is hard.
    """
    if m.opt_integrator == Integrator.DISCRETE and not (m.opt_disableflags & DisableBit.REFSAFE):
        h = m.opt_timestep
        timed = (solref[0] > 0.0) | (solref[1] > 0.0)
        stiff = timed & (h * h * k * d > 1.0)
        softer = 1.0 / (h * h * d)
        hardest = maximum((1.0 - d) / (d * SOFTEST_LEFT) - 2.0, 0.0) / h
        b = where(stiff, minimum(b * sqrt(softer / maximum(k, TINY)), hardest), b)
        k = where(stiff, softer, k)
    return k, b


@kernel
def spring_damper(m, solref, solimp):
    """(k, b) of solref, which is (time constant, damping ratio) or, where not positive, (−stiffness, −damping).

        b = 2 / (d_w tc),  k = 1 / (d_w² tc² ζ²)      or      b = damping / d_w,  k = stiffness / d_w²

    d_w is the largest impedance. Time constants below two steps are raised to that, unless the flag refsafe is off or
    the response is implicit.
    """
    dw = bounded(solimp[1])
    mixed = (solref[0] > 0.0) != (solref[1] > 0.0)
    time = where(mixed, TIME_CONSTANT, solref[0])
    ratio = where(mixed, DAMPING_RATIO, solref[1])
    timed = time > 0.0
    safe = not (m.opt_disableflags & DisableBit.REFSAFE) and m.opt_integrator != Integrator.DISCRETE
    tc = maximum(time, 2.0 * m.opt_timestep) if safe else time
    root = dw * tc * ratio
    k, b = 1.0 / maximum(root * root, TINY), 2.0 / maximum(dw * tc, TINY)
    if all_lanes(timed):
        return (k, b)
    return where(timed, (k, b), (-time / maximum(dw * dw, TINY), -ratio / maximum(dw, TINY)))


@kernel
def friction_reference(solref, solreffriction):
    """The pair that holds along friction: its own where both numbers are of one format, not both zero, else solref."""
    given = (solreffriction[0] != 0.0) | (solreffriction[1] != 0.0)
    alike = (solreffriction[0] > 0.0) == (solreffriction[1] > 0.0)
    return where(given & alike, solreffriction, solref)
