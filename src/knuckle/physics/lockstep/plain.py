"""The cost of rows whose force keeps within bounds: equalities, dry friction, limits, edges of pyramids.

With x the row's acceleration minus its aim and R = 1/D,

    f = −D x within [low, high],   s = −f (x + ½ R f),   ∂s/∂x = −f,   ∂²s/∂x² = D where f is not at a bound

Rows that only push have the bounds 0 and ∞, dry friction ±η, and equalities none.
"""

from knuckle.kernel import kernel, maximum, minimum, where

UNBOUNDED = float("inf")


@kernel
def bounded_force(D, x, low, high):
    """The force of a row within its bounds."""
    return minimum(maximum(-D * x, low), high)


@kernel
def push(D, x):
    """The force of a row that only pushes."""
    return maximum(-D * x, 0.0 * x)


@kernel
def cost_of(f, x, R):
    """s at x, where the force is f."""
    return -f * (x + 0.5 * R * f)


@kernel
def gain_of(f0, f1, x, step, R):
    """s(x − step) − s(x), where the forces are f0 and f1. Nothing cancels in a row that stays within its bounds.

    s₀ − s₁ = ½ (f₀ + f₁)(Δ + R (f₁ − f₀)) + ½ (f₁ − f₀)(x₀ + x₁)
    """
    change = f1 - f0
    return 0.5 * ((f0 + f1) * (step + R * change) + change * (2.0 * x - step))


@kernel
def bounded_curvature(D, f, low, high):
    """D where the force is not at a bound."""
    return where((f > low) & (f < high), D, 0.0)


@kernel
def push_curvature(D, f):
    """D where a row that only pushes does."""
    return where(f > 0.0, D, 0.0)
