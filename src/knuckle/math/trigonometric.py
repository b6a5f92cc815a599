"""Sine, cosine and tangent."""

from knuckle.kernel import kernel, where
from knuckle.math.polynomials import cosine_polynomial, sine_polynomial
from knuckle.math.range_reduction import reduce_range


@kernel
def sincos(x):
    """(sin x, cos x) from one range reduction. [x in rad]

    sin(r + low) ≈ r + r³·S(r²) + low·(1 - r²/2)
    cos(r + low) ≈ 1 - r²/2 + r⁴·C(r²) - r·low
    """
    q, r, low = reduce_range(x)
    z = r * r
    half = 0.5 * z
    near_one = 1.0 - half
    s = r + (r * z * sine_polynomial(z) + low * near_one)
    c = near_one + (((1.0 - near_one) - half) + (z * z * cosine_polynomial(z) - r * low))

    # each quarter turn maps (s, c) to (c, -s)
    odd = (q == 1.0) | (q == 3.0)
    sine, cosine = where(odd, (c, s), (s, c))
    sine = where(q >= 2.0, -sine, sine)
    cosine = where((q == 1.0) | (q == 2.0), -cosine, cosine)
    return where(x == 0.0, x, sine), cosine


@kernel
def sin(x):
    """sin x. [x in rad]"""
    sine, _ = sincos(x)
    return sine


@kernel
def cos(x):
    """cos x. [x in rad]"""
    _, cosine = sincos(x)
    return cosine


@kernel
def tan(x):
    """tan x = sin x / cos x. [x in rad]"""
    sine, cosine = sincos(x)
    return sine / cosine
