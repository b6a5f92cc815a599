"""Cube root and the length of a pair."""

import math

from knuckle.kernel import absolute, floor, kernel, precision, real_of, scale2, sqrt, where
from knuckle.math.logarithm import mantissa_exponent
from knuckle.math.polynomials import cube_root_polynomial

INFINITY = math.inf


@kernel
def cbrt(x):
    """∛x, of either sign.

    A third of the digits, t, has an exact cube; what is missing is d = (m - t³) / (3t² + 3td + d²), where the d on
    the right comes from Halley's step.
    """
    one = real_of(x, 1.0)
    a = absolute(x)
    m, e = mantissa_exponent(where((a > 0.0) & (a < INFINITY), a, one))
    low = m < 1.0
    m, e = where(low, (2.0 * m, e - 1.0), (m, e))
    third = floor((e + 0.5) * (1.0 / 3.0))
    odd = e - 3.0 * third
    t = cube_root_polynomial(m)
    t = where(odd == 0.0, t, where(odd == 1.0, t * 1.2599210498948732, t * 1.5874010519681996))
    m = where(odd == 0.0, m, where(odd == 1.0, 2.0 * m, 4.0 * m))

    cube = t * t * t
    better = t + t * (m - cube) / (2.0 * cube + m)
    if precision(x) == 64:
        t = (better + 1.5 * 2.0**36) - 1.5 * 2.0**36
    else:
        t = (better + 1.5 * 2.0**17) - 1.5 * 2.0**17
    d = better - t
    root = t + (m - t * t * t) / (3.0 * t * (t + d) + d * d)
    root = scale2(root, third)
    root = where(x < 0.0, -root, root)
    return where((a > 0.0) & (a < INFINITY), root, x)


@kernel
def hypot(x, y):
    """√(x² + y²) without overflow or underflow on the way; infinite where either is."""
    a = absolute(x)
    b = absolute(y)
    long = where(a > b, a, b)
    one = real_of(a + b, 1.0)
    if precision(one) == 64:
        down, up, large, small = 2.0**-600, 2.0**600, 2.0**500, 2.0**-500
    else:
        down, up, large, small = 2.0**-80, 2.0**80, 2.0**60, 2.0**-50
    scale, back = where(
        long > large,
        (down * one, up * one),
        where(long < small, (up * one, down * one), (one, one)),
    )
    a = a * scale
    b = b * scale
    length = sqrt(a * a + b * b) * back
    return where((absolute(x) == INFINITY) | (absolute(y) == INFINITY), real_of(one, INFINITY), length)
