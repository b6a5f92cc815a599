"""Sine and cosine of angles that are mostly small."""

from knuckle.kernel import absolute, any_lane, kernel, where
from knuckle.math.elementary import sincos
from knuckle.math.polynomials import cosine_polynomial, sine_polynomial

NEAR = 0.785  # just below π/4, where the polynomials end


@kernel
def sincos_of_turn(x):
    """(sin x, cos x); the argument is reduced only where a world turns by more than π/4. [x in rad]"""
    far = absolute(x) > NEAR
    z = x * x
    near = (x + x * z * sine_polynomial(z), 1.0 - z * (0.5 - z * cosine_polynomial(z)))
    if any_lane(far):
        return where(far, sincos(x), near)
    return near
