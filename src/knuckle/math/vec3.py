"""Vectors of three reals, as tuples."""

from knuckle.kernel import kernel, sqrt, where

TINY = 1e-15  # vectors shorter than this have no direction


@kernel
def add3(a, b):
    """a + b."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


@kernel
def sub3(a, b):
    """a − b."""
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


@kernel
def scale3(a, s):
    """s a."""
    return (a[0] * s, a[1] * s, a[2] * s)


@kernel
def add_scaled3(a, b, s):
    """a + s b."""
    return (a[0] + b[0] * s, a[1] + b[1] * s, a[2] + b[2] * s)


@kernel
def neg3(a):
    """−a."""
    return (-a[0], -a[1], -a[2])


@kernel
def dot3(a, b):
    """a · b."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@kernel
def cross3(a, b):
    """a × b."""
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


@kernel
def norm3(a):
    """‖a‖."""
    return sqrt(dot3(a, a))


@kernel
def unit3(a):
    """a / ‖a‖; (1, 0, 0) where ‖a‖ < 1e-15."""
    n = norm3(a)
    short = n < TINY
    return where(short, (1.0, 0.0, 0.0), scale3(a, 1.0 / where(short, 1.0, n)))
