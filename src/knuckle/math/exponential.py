"""Exponential functions."""

from knuckle.kernel import absolute, floor, kernel, precision, real_of, rint, scale2, where
from knuckle.math.compensated import fast_two_sum
from knuckle.math.polynomials import exponential_polynomial


@kernel
def _within(x, bound):
    """x kept in [-bound, bound]; NaN becomes -bound, so that its exponent is an integer all the same."""
    edge = where(x > 0.0, bound, -bound)
    return where(absolute(x) < bound, x, edge)


@kernel
def powers_of_two(x):
    """(k, r, low): x = k·ln 2 + r + low with k integral, |r| ≤ ½ ln 2 and low below the last digit of r."""
    k = rint(x * 1.4426950408889634)
    if precision(x) == 64:
        r, low = fast_two_sum(x - k * 0.6931471805598903, k * -5.497923018708371e-14)
    else:
        r, low = fast_two_sum(x - k * 0.693145751953125, k * -1.428606765330187e-06)
    return k, r, low


@kernel
def scale_widely(x, k):
    """x·2ᵏ for |k| up to twice the range of exponents, rounded once where the result is subnormal."""
    half = floor(k * 0.5)
    return scale2(scale2(x, half), k - half)


@kernel
def exp_of_parts(k, r, low):
    """exp(k·ln 2 + r + low) = 2ᵏ·(1 + r + r²·E(r) + low), underflowing gradually."""
    return scale_widely(1.0 + (r + (r * r * exponential_polynomial(r) + low)), k)


@kernel
def exp(x):
    """eˣ = 2ᵏ·eʳ, underflowing gradually."""
    if precision(x) == 64:
        inside = _within(x, real_of(x, 750.0))
    else:
        inside = _within(x, real_of(x, 110.0))
    k, r, low = powers_of_two(inside)
    return where(x != x, x, exp_of_parts(k, r, low))


@kernel
def expm1(x):
    """eˣ - 1 = 2ᵏ·((1 - 2⁻ᵏ) + (eʳ - 1)), without the cancellation near zero."""
    if precision(x) == 64:
        inside = _within(x, real_of(x, 750.0))
        inside = where(inside < -40.0, real_of(x, -40.0), inside)
    else:
        inside = _within(x, real_of(x, 110.0))
        inside = where(inside < -20.0, real_of(x, -20.0), inside)
    k, r, low = powers_of_two(inside)
    one = real_of(x, 1.0)
    # 2⁻ᵏ, or zero where it no longer counts
    lost = where(k < 100.0, scale2(one, where(k < 100.0, -k, one)), one - one)
    shift = one - lost
    total, error = fast_two_sum(shift, r)
    error = error + ((one - shift) - lost)
    y = scale_widely(total + (error + (r * r * exponential_polynomial(r) + low)), k)
    return where((x != x) | (x == 0.0), x, y)


@kernel
def tanh(x):
    """tanh x = e / (e + 2) = 1 - 2 / (e + 2) with e = exp(2|x|) - 1; each form where it is the accurate one."""
    a = absolute(x)
    flat = a > 0.8
    e = expm1(2.0 * a)
    y = where(flat, real_of(x, -2.0), e) / (e + 2.0)
    y = where(flat, 1.0 + y, y)
    y = where(x < 0.0, -y, y)
    return where(x == 0.0, x, y)
