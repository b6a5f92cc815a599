"""Times as sums of steps, and times that are the same.

In single precision a sum of many steps would drift: 0.3 ms in ten seconds of 2 ms. There a time that is a whole number
of steps is followed by the next multiple, and times are compared as roughly as they are rounded.
"""

from knuckle.kernel import absolute, kernel, precision, real_of, rint, where

SAME_TIME = 1e-15  # [s] below which a time is that of a sample
ROUNDING = 2.5e-7  # of a time in single precision: its last digits


@kernel
def later(time, step):
    """time + step. [s]"""
    if precision(time) == 64:
        return time + step
    count = rint(time / step)
    is_multiple = absolute(count * step - time) <= ROUNDING * absolute(time)
    return where(is_multiple, (count + 1.0) * step, time + step)


@kernel
def tolerance(time):
    """How far apart two times are that are the same. [s]"""
    if precision(time) == 64:
        return real_of(time, SAME_TIME)
    return 2.0 * ROUNDING * absolute(time) + SAME_TIME
