"""Impedance: how hard a constraint is, between 0 (absent) and 1 (rigid), as a function of its violation."""

from knuckle.kernel import absolute, all_lanes, kernel, maximum, minimum, where
from knuckle.math.elementary import pow

SOFTEST = 1e-4
HARDEST = 0.9999
SOFTEST_LEFT = (1.0 - HARDEST) / HARDEST  # (1 − d) / d of the hardest row
TINY = 1e-15  # a narrower transition is none


@kernel
def impedance(solimp, r):
    """(d, d′): the impedance at the violation r and its slope by r.

        d = d₀ + y(|r| / width) (d_w − d₀),   solimp = (d₀, d_w, width, midpoint, power)

    y rises from 0 at 0 to 1 at 1 and is flat beyond.
    """
    d0 = bounded(solimp[0])
    dw = bounded(solimp[1])
    width = maximum(solimp[2], 0.0)
    flat = (d0 == dw) | (width <= TINY)
    if all_lanes(flat):
        return (0.5 * (d0 + dw), 0.0)
    x = absolute(r) / width
    beyond = x >= 1.0
    if all_lanes(beyond):
        return (dw, 0.0)
    none = x == 0.0
    if all_lanes(none):
        return (d0, 0.0)
    y, slope = transition(x, bounded(solimp[3]), maximum(solimp[4], 1.0))
    inside = d0 + y * (dw - d0)
    steep = where(r < 0.0, -slope, slope) * (dw - d0) / width
    return (
        where(flat, 0.5 * (d0 + dw), where(beyond, dw, where(none, d0, inside))),
        where(flat | beyond | none, 0.0, steep),
    )


@kernel
def transition(x, midpoint, power):
    """(y, y′) at 0 < x < 1: two powers that meet, with equal slopes, at y(midpoint) = midpoint.

    y = x (x/midpoint)^(p−1) below it, and the same seen from the other end above.
    """
    below = x <= midpoint
    t = where(below, x, 1.0 - x)
    ratio = t / where(below, midpoint, 1.0 - midpoint)
    slope = ratio if all_lanes(power == 2.0) else where(power == 2.0, ratio, pow(ratio, power - 1.0))
    return (where(below, t * slope, 1.0 - t * slope), power * slope)


@kernel
def bounded(share):
    """A share that leaves the constraint neither rigid nor absent."""
    return minimum(maximum(share, SOFTEST), HARDEST)
