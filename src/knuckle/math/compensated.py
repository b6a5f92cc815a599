"""Sums and splits whose rounding error is kept: the pieces of arithmetic in twice the precision.

They are exact as long as additions stay in the order written; a product and a sum may fuse into one rounding.
"""

from knuckle.kernel import kernel, precision


@kernel
def two_sum(a, b):
    """(s, e) with s = a + b rounded and s + e = a + b exactly."""
    s = a + b
    c = s - a
    return s, (a - (s - c)) + (b - c)


@kernel
def fast_two_sum(a, b):
    """(s, e) with s = a + b rounded and s + e = a + b exactly, for |a| ≥ |b| or a = 0."""
    s = a + b
    return s, (a - s) + b


@kernel
def split(x):
    """(h, low) with h + low = x exactly, each of half the digits, so that products of halves are exact.

    The scaled copy is exact before x is added to it, so fusing that line changes nothing.
    """
    if precision(x) == 64:
        c = x * 134217728.0 + x
    else:
        c = x * 4096.0 + x
    h = c - (c - x)
    return h, x - h
