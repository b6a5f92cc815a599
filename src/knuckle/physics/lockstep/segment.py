"""Distance of points and segments from ellipsoids in single precision, where corners of a simplex tell too little.

With half axes s, the point y of an ellipsoid nearest to x outside of it has yᵢ = sᵢ² xᵢ wᵢ, with wᵢ = 1 / (sᵢ² + λ),
where λ > 0 is such that y is on the surface: ψ(λ)² = Σ (sᵢ xᵢ wᵢ)² = 1. On a segment c + t h the nearest point has
Σ xᵢ hᵢ wᵢ = 0, which is t for a given λ. So there is one unknown; 1/ψ is nearly a straight line, and Newton's method
on it takes a few turns.
"""

from knuckle.kernel import absolute, any_lane, kernel, maximum, minimum, sqrt, where
from knuckle.math.mat3 import mat_mul_vec, mat_t_mul_vec
from knuckle.math.vec3 import add_scaled3, dot3, norm3, scale3
from knuckle.physics.collision.convex.gjk import OVERLAP
from knuckle.physics.collision.convex.simplex import FAR

TURNS = 20
ENOUGH = 1e-6  # relative change of λ at which the search ends
TINY = 1e-30  # divisors are at least this


@kernel
def segment_distance(on, between, half, axes):
    """Distance of segments ± half from ellipsoids, where `on` holds, and what `smooth_distance` tells beside it.

    `between` leads from the centre of the ellipsoid to that of the segment, `axes` are its half axes as columns.
    """
    squares = (column_square(axes, 0), column_square(axes, 1), column_square(axes, 2))
    inverse = (1.0 / squares[0], 1.0 / squares[1], 1.0 / squares[2])
    c, h = mat_t_mul_vec(axes, between), mat_t_mul_vec(axes, half)  # times the half axes
    x, w, t = nearest_at(c, h, squares, inverse, 0.0 * between[0])
    outside = dot3(times3(x, w), times3(x, w)) > 1.0
    going = on & outside
    near = 0.0 * t  # λ, and what it lies between
    low, high = near, near + FAR
    for _ in range(TURNS):
        psi, step = newton_step(x, w, h, t, inverse, near)
        low, high = where(psi > 1.0, near, low), where(psi > 1.0, high, near)
        straight = near + step
        # where the segment comes to its end 1/ψ has a corner
        ahead = where((straight >= low) & (straight <= high), straight, 0.5 * (low + high))
        near = where(going, ahead, near)
        x, w, t = nearest_at(c, h, squares, inverse, near)
        going = going & (absolute(step) > ENOUGH * near)
        if not any_lane(going):
            break
    way = scale3(mat_mul_vec(axes, times3(times3(x, w), inverse)), -near)
    return where(outside, norm3(way), OVERLAP), scale3(half, t), way


@kernel
def column_square(axes, k):
    """The square of a half axis."""
    return axes[k] * axes[k] + axes[k + 3] * axes[k + 3] + axes[k + 6] * axes[k + 6]


@kernel
def times3(a, b):
    """(a₀ b₀, a₁ b₁, a₂ b₂)."""
    return (a[0] * b[0], a[1] * b[1], a[2] * b[2])


@kernel
def nearest_at(c, h, squares, inverse, near):
    """s x, w and t for a given λ."""
    w = (1.0 / (squares[0] + near), 1.0 / (squares[1] + near), 1.0 / (squares[2] + near))
    k = times3(times3(h, w), inverse)
    t = -dot3(c, k) / maximum(dot3(h, k), TINY)
    t = minimum(maximum(t, -1.0), 1.0)
    return add_scaled3(c, h, t), w, t


@kernel
def newton_step(x, w, h, t, inverse, near):
    """ψ, and the change of λ that makes it 1 where 1/ψ is straight."""
    y = times3(x, w)
    psi = sqrt(dot3(y, y))
    slope = dot3(times3(y, w), y)
    k = times3(times3(h, w), inverse)
    moved = dot3(k, y)
    slope = slope + where(absolute(t) < 1.0, near * moved * moved / maximum(dot3(h, k), TINY), 0.0)
    return psi, psi * psi * (psi - 1.0) / maximum(slope, TINY)
