"""The one point at which a path that has to go through a circle touches it from within."""

from knuckle.kernel import absolute, kernel, maximum, minimum, sqrt
from knuckle.math.elementary import asin

ITERATIONS = 60
ENOUGH = 1e-15  # change of the sine at which the search ends


@kernel
def touching_angle(A, B, G):
    """The angle about the centre from one end to the touching point. [rad]

    The path is shortest where both its parts meet the radius at the same angle β. With z = sin β and the ends at r/A
    and r/B, apart by the angle G about the centre, the law of sines gives

        f(z) = asin(A z) + asin(B z) − 2 asin(z) + G = 0,   f(0) = G > 0 > f(1)

    Newton's steps, halved intervals where they lead out.
    """
    low = 0.0 * G
    high = 1.0 + low
    z = 0.5 + low
    for _ in range(ITERATIONS):
        f = asin(A * z) + asin(B * z) - 2.0 * asin(z) + G
        if f > 0.0:
            low = z
        else:
            high = z
        slope = A / cosine(A * z) + B / cosine(B * z) - 2.0 / cosine(z)
        step = z - f / minimum(slope, -ENOUGH)
        former = z
        z = step if low < step < high else 0.5 * (low + high)
        if absolute(z - former) < ENOUGH:
            break
    return asin(z) - asin(A * z)


@kernel
def cosine(s):
    """√(1 − s²), the cosine for a sine, not zero."""
    return sqrt(maximum((1.0 - s) * (1.0 + s), ENOUGH * ENOUGH))
