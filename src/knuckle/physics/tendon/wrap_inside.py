"""The one point at which a path that has to go through a circle touches it from within."""

from math import pi

from knuckle.kernel import absolute, kernel, maximum, minimum, sqrt
from knuckle.math.elementary import asin, sincos

ITERATIONS = 60
HALF_PI = 0.5 * pi
SMALL = 1e-15  # what slopes and cosines are kept away from zero by
# a step of Newton's after which the angle is known to rounding: errors are squared in each; and one by halves
LAST, LAST_HALF = 1e-9, 1e-16


@kernel
def touching_angle(A, B, G):
    """The angle about the centre from one end to the touching point. [rad]

    The path is shortest where both its parts meet the radius at the same angle β. With the ends at r/A and r/B, apart
    by the angle G about the centre, the law of sines gives

        f(β) = asin(A sin β) + asin(B sin β) − 2 β + G = 0,   f(0) = G > 0 > f(π/2)

    Newton's steps from 0 on, halved intervals where they lead out.
    """
    low = 0.0 * G
    high = HALF_PI + low
    beta = minimum(G / maximum(2.0 - A - B, SMALL), high)
    for _ in range(ITERATIONS):
        s, c = sincos(beta)
        f = asin(A * s) + asin(B * s) - 2.0 * beta + G
        if f > 0.0:
            low = beta
        else:
            high = beta
        slope = c * (A / cosine(A * s) + B / cosine(B * s)) - 2.0
        step = beta - f / minimum(slope, -SMALL)
        former = beta
        is_inside = low <= step <= high
        beta = step if is_inside else 0.5 * (low + high)
        if absolute(beta - former) < (LAST if is_inside else LAST_HALF):
            break
    return beta - asin(A * sincos(beta)[0])


@kernel
def cosine(s):
    """√(1 − s²), the cosine for a sine, not zero."""
    return sqrt(maximum((1.0 - s) * (1.0 + s), SMALL * SMALL))
