"""Polynomial coefficients of springs and dampers: one linear term and two of higher order."""

from knuckle.kernel import absolute, all_lanes, kernel


@kernel
def stiffness_at(linear, higher, x):
    """k(x) = a + b x + c x², so that the spring's force is −k(x) x."""
    return linear + x * (higher[0] + x * higher[1])


@kernel
def stiffness_slope(linear, higher, x):
    """d(k(x) x)/dx = a + 2b x + 3c x²."""
    return linear + x * (2.0 * higher[0] + 3.0 * x * higher[1])


@kernel
def damping_at(linear, higher, v):
    """b(v) = a + b |v| + c v², so that the damper's force is −b(v) v, odd in v."""
    speed = absolute(v)
    return linear + speed * (higher[0] + speed * higher[1])


@kernel
def damping_slope(linear, higher, v):
    """d(b(v) v)/dv = a + 2b |v| + 3c v²."""
    speed = absolute(v)
    return linear + speed * (2.0 * higher[0] + 3.0 * speed * higher[1])


@kernel
def is_zero(linear, higher):
    """True where a spring or damper has no coefficient at all."""
    return all_lanes((linear == 0.0) & (higher[0] == 0.0) & (higher[1] == 0.0))
