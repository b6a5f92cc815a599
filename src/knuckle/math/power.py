"""Powers and roots."""

import math

from knuckle.kernel import absolute, any_lane, floor, kernel, precision, real_of, sqrt, where
from knuckle.math.compensated import fast_two_sum, split, two_sum
from knuckle.math.exponential import exp_of_parts, powers_of_two
from knuckle.math.logarithm import mantissa_exponent
from knuckle.math.polynomials import logarithm_tail_polynomial

INFINITY = math.inf
NAN = math.nan


@kernel
def _atanh_argument(m):
    """(h, low): h + low = (m - 1) / (m + 1) in one and a half times the precision; h has half the digits."""
    f = m - 1.0
    h, _ = split(f / (2.0 + f))
    f_high, f_low = split(f)
    remainder = ((f - 2.0 * h) - h * f_high) - h * f_low
    return h, remainder / (2.0 + f)


@kernel
def _atanh_slope(h, low):
    """(u, v): u + v = 2 atanh s / s for s = h + low, with u of half the digits.

    2 atanh s / s = 2 + ⅔z + z²·T(z) with z = s². Only the term ⅔z needs more than one precision.
    """
    z_high = h * h
    z_low = low * (h + h + low)
    z = z_high + z_low
    tail = z * z * logarithm_tail_polynomial(z)
    if precision(h) == 64:
        head = (z + 1.5 * 2.0**22) - 1.5 * 2.0**22
        exact = head * 0.6666666716337204
        rest = ((z_high - head) + z_low) * 0.6666666716337204 + (z * -4.967053731282552e-09 + tail)
        u = ((2.0 + exact) + 1.5 * 2.0**27) - 1.5 * 2.0**27
    else:
        head = (z + 1.5 * 2.0**6) - 1.5 * 2.0**6
        exact = head * 0.666748046875
        rest = ((z_high - head) + z_low) * 0.666748046875 + (z * -8.138021075865254e-05 + tail)
        u = ((2.0 + exact) + 1.5 * 2.0**13) - 1.5 * 2.0**13
    return u, (exact - (u - 2.0)) + rest


@kernel
def _precise_log(x):
    """(y, low): y + low = log x for finite x > 0, with ten more bits than one real has."""
    m, e = mantissa_exponent(x)
    h, low = _atanh_argument(m)
    u, v = _atanh_slope(h, low)
    rest = h * v + low * (u + v)
    if precision(x) == 64:
        y, error = two_sum(e * 0.6931471805598903, h * u)
        rest = rest + e * 5.497923018708371e-14
    else:
        y, error = two_sum(e * 0.693145751953125, h * u)
        rest = rest + e * 1.428606765330187e-06
    return fast_two_sum(y, error + rest)


@kernel
def _positive_power(a, y):
    """aʸ = exp(y·log a) for finite a > 0 and any y but NaN."""
    # beyond this every power but that of 1 has over- or underflowed
    y = where(absolute(y) < 1.0e20, y, where(y > 0.0, real_of(y, 1.0e20), real_of(y, -1.0e20)))
    high, low = _precise_log(a)
    h, t = split(high)
    y_high, y_low = split(y)
    exponent, rest = fast_two_sum(y_high * h, y * (t + low) + y_low * h)
    if precision(a) == 64:
        bound = real_of(a, 750.0)
    else:
        bound = real_of(a, 110.0)
    edge = where(exponent > 0.0, bound, -bound)
    exponent, rest = where(absolute(exponent) < bound, (exponent, rest), (edge, bound - bound))
    k, r, low = powers_of_two(exponent)
    r, low = two_sum(r, low + rest)
    return exp_of_parts(k, r, low)


@kernel
def pow(x, y):
    """xʸ, with C99's special values: NaN where x < 0 and y is no integer, 1 where y = 0 or x = 1."""
    one = real_of(x * y, 1.0)
    zero = one - one
    a = absolute(x)
    inside = (a > 0.0) & (a < INFINITY)
    known = y == y
    power = _positive_power(one * where(inside, a, one), one * where(known, y, one))

    # zero and infinity go to zero or infinity
    grows = (a > 1.0) == (y > 0.0)
    power = where(inside, power, where(grows, real_of(one, INFINITY), zero))

    # a negative base takes integral powers only, and its sign from the odd ones
    integral = floor(y) == y
    half = 0.5 * y
    odd = integral & (floor(half) != half)
    power = where((x < 0.0) & odd, -power, power)
    if any_lane(x == 0.0):
        # the root of a signed zero is itself
        signed = sqrt(where(x == 0.0, x, one))
        power = where((x == 0.0) & odd, where(y > 0.0, signed, 1.0 / signed), power)
    undefined = ((x < 0.0) & inside & (floor(y) != y)) | (x != x) | (y != y)
    power = where(undefined, real_of(one, NAN), power)
    return where((y == 0.0) | (x == 1.0), one, power)
