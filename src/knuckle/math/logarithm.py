"""Logarithms."""

import math

from knuckle.kernel import exponent2, kernel, precision, real_of, scale2, where
from knuckle.math.compensated import two_sum
from knuckle.math.polynomials import logarithm_polynomial

INFINITY = math.inf
NAN = math.nan
SQRT2 = math.sqrt(2.0)


@kernel
def mantissa_exponent(x):
    """(m, e): x = m·2ᵉ with √½ < m ≤ √2, for any finite x > 0, subnormal ones too."""
    # one factor lifts subnormals, the other keeps the exponent of the largest within the range of scale2
    if precision(x) == 64:
        scaled, e = where(x < 1.0e-300, (x * 2.0**54, real_of(x, -54.0)), (x * 0.5, real_of(x, 1.0)))
    else:
        scaled, e = where(x < 1.0e-30, (x * 2.0**25, real_of(x, -25.0)), (x * 0.5, real_of(x, 1.0)))
    k = exponent2(scaled)
    m = scale2(scaled, -k)
    return where(m > SQRT2, (0.5 * m, k + e + 1.0), (m, k + e))


@kernel
def _log_plus(u, low):
    """log u + low, for finite u > 0.

    With u = 2ᵉ(1 + f) and s = f / (2 + f): log u = e·ln 2 + 2 atanh s, and 2s = f - s·f.
    """
    m, e = mantissa_exponent(u)
    f = m - 1.0
    s = f / (2.0 + f)
    z = s * s
    rest = s * (f - z * logarithm_polynomial(z)) - low
    if precision(u) == 64:
        y = e * 0.6931471805598903 + (f - (rest - e * 5.497923018708371e-14))
    else:
        y = e * 0.693145751953125 + (f - (rest - e * 1.428606765330187e-06))
    return y


@kernel
def _with_special_values(x, y):
    """y, but -∞ at x = 0, ∞ at ∞, NaN below zero and at NaN."""
    edge = where(x == 0.0, real_of(x, -INFINITY), where(x > 0.0, x, real_of(x, NAN)))
    return where((x > 0.0) & (x < INFINITY), y, edge)


@kernel
def log(x):
    """ln x; -∞ at zero, NaN below."""
    inside = where((x > 0.0) & (x < INFINITY), x, real_of(x, 1.0))
    return _with_special_values(x, _log_plus(inside, real_of(x, 0.0)))


@kernel
def log1p(x):
    """ln(1 + x), accurate near zero; -∞ at -1, NaN below."""
    inside = where((x > -1.0) & (x < INFINITY), x, real_of(x, 0.0))
    u, low = two_sum(real_of(x, 1.0), inside)
    y = _with_special_values(1.0 + x, _log_plus(u, low / u))
    return where(x == 0.0, x, y)
