"""Numbers within bounds."""

from knuckle.kernel import kernel, real_of, where


@kernel
def clamp(x, low, high):
    """x, or the bound that it lies beyond; NaN stays NaN."""
    return where(x < low, real_of(x, low), where(x > high, real_of(x, high), x))
