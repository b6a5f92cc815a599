"""Arcsine, arccosine and arctangent."""

from knuckle.kernel import absolute, any_lane, kernel, precision, real_of, sqrt, where
from knuckle.math.compensated import fast_two_sum
from knuckle.math.polynomials import arcsine_polynomial, arctangent_polynomial


@kernel
def _half_pi(x):
    """π/2 as a real and the part that it leaves out."""
    if precision(x) == 64:
        high, low = real_of(x, 1.5707963267948966), real_of(x, 6.123233995736766e-17)
    else:
        high, low = real_of(x, 1.5707963705062866), real_of(x, -4.371138828673793e-08)
    return high, low


@kernel
def _from_base(base, low, angle, rest):
    """base + low + angle + rest, rounded once; |base| ≥ |angle| or base = 0."""
    total, error = fast_two_sum(base, angle)
    return total + (error + (rest + low))


@kernel
def _arcsine_parts(x):
    """(central, t, rest): t + rest is asin|x| where |x| ≤ ½ (central), else asin √((1 - |x|)/2)."""
    a = absolute(x)
    central = a <= 0.5
    z = where(central, a * a, (1.0 - a) * 0.5)
    t = where(central, a, sqrt(z))
    return central, t, t * z * arcsine_polynomial(z)


@kernel
def asin(x):
    """asin x; outside ½ by asin a = π/2 - 2 asin √((1 - a)/2). [rad]"""
    central, t, rest = _arcsine_parts(x)
    high, low = _half_pi(x)
    zero = real_of(x, 0.0)
    high, low = where(central, (zero, zero), (high, low))
    t, rest = where(central, (t, rest), (-2.0 * t, -2.0 * rest))
    y = _from_base(high, low, t, rest)
    y = where(x < 0.0, -y, y)
    return where(x == 0.0, x, y)


@kernel
def acos(x):
    """acos x = π/2 - asin x; 2 asin √((1 - x)/2) above ½, π minus the same of -x below -½. [rad]"""
    central, t, rest = _arcsine_parts(x)
    high, low = _half_pi(x)
    zero = real_of(x, 0.0)
    negative = x < 0.0
    turns = where(central, zero + 1.0, where(negative, zero + 2.0, zero))
    size = where(central, zero + 1.0, zero + 2.0)
    sign = where(central == negative, size, -size)
    return _from_base(turns * high, turns * low, sign * t, sign * rest)


@kernel
def atan(x):
    """atan x; above 1 by atan x = π/2 - atan(1/x). [rad]"""
    a = absolute(x)
    steep = a > 1.0
    high, low = _half_pi(x)
    one = real_of(x, 1.0)
    high, low = where(steep, (high, low), (one - one, one - one))
    t = where(steep, -one, a) / where(steep, a, one)
    z = t * t
    y = _from_base(high, low, t, t * z * arctangent_polynomial(z))
    y = where(x < 0.0, -y, y)
    return where(x == 0.0, x, y)


@kernel
def atan2(y, x):
    """The angle of the point (x, y), in (-π, π]; signed zeros count as the sides of the negative axis. [rad]

    With t the smaller over the larger magnitude, ±atan t is measured from the nearest half axis: 0, π/2 or π.
    """
    left = x < 0.0
    below = y < 0.0
    if any_lane((x == 0.0) | (y == 0.0)):
        left = left | _is_negative_zero(x)
        below = below | _is_negative_zero(y)
    a = absolute(x)
    b = absolute(y)
    steep = b > a
    short, long = where(steep, (a, b), (b, a))
    one = real_of(short + long, 1.0)
    zero = one - one
    diagonal = (short == long) & (long > 0.0)
    t = where(diagonal, one, short / where(long > 0.0, long, one))
    t = where(steep == left, t, -t)
    turns = where(steep, one, where(left, one + one, zero))
    high, low = _half_pi(t)
    z = t * t
    angle = _from_base(turns * high, turns * low, t, t * z * arctangent_polynomial(z))
    angle = where(below, -angle, angle)
    return where((x != x) | (y != y), x + y, angle)


@kernel
def _is_negative_zero(x):
    """Whether x is -0, seen from its reciprocal; the root of a signed zero is itself."""
    return 1.0 / sqrt(where(x == 0.0, x, real_of(x, 1.0))) < 0.0
