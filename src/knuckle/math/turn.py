"""Sine and cosine of angles that are mostly small."""

from knuckle.machine.kernel import absolute, any_lane, kernel
from knuckle.math.elementary import sincos
from knuckle.math.polynomials import cosine_polynomial, sine_polynomial

NEAR = 0.785  # just below π/4, where the polynomials end


@kernel
def sincos_of_turn(x):
    """(sin x, cos x), without a reduction of the argument where no world turns by more than π/4. [x in rad]"""
    if any_lane(absolute(x) > NEAR):
        return sincos(x)
    else:
        z = x * x
        return (x + x * z * sine_polynomial(z), 1.0 - z * (0.5 - z * cosine_polynomial(z)))
