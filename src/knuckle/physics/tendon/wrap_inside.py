"""The one point at which a path that has to go through a circle touches it from within."""

from knuckle.kernel import absolute, kernel, maximum, minimum, sqrt
from knuckle.math.elementary import asin, sincos

RIGHT_ANGLE = 1.5707963267948966
ITERATIONS = 60
ENOUGH = 1e-6  # [rad] the equation holds to this: the reference implementation's, whose moments depend on it
ONE_LINE = 4.5e-8  # [rad] an angle whose cosine is 1 but for roundings
TINY = 1e-15


@kernel
def touching_angle(A, B, G):
    """The angle about the centre from one end to the touching point. [rad]

    The path is shortest where both its parts meet the radius at the same angle β. With the ends at r/A and r/B, apart
    by the angle G about the centre, the law of sines gives

        f(β) = asin(A sin β) + asin(B sin β) − 2 β + G = 0,   f(0) = G > 0 > f(π/2)

    f falls and is concave, so Newton's steps from π/2 come down to the root and never pass it. Where both ends are on
    one line with the centre, the point is half way between them.
    """
    if G < ONE_LINE:
        return G * A / (A + B)
    beta = RIGHT_ANGLE + 0.0 * G
    s, c = sincos(beta)
    for _ in range(ITERATIONS):
        f = asin(A * s) + asin(B * s) - 2.0 * beta + G
        if absolute(f) < ENOUGH:
            break
        slope = A * c / cosine(A * s) + B * c / cosine(B * s) - 2.0
        beta = beta - f / minimum(slope, -TINY)
        s, c = sincos(beta)
    return beta - asin(A * s)


@kernel
def cosine(s):
    """√(1 − s²), the cosine for a sine, not zero."""
    return sqrt(maximum((1.0 - s) * (1.0 + s), TINY * TINY))
