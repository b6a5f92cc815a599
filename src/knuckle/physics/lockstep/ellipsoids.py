"""Signed distance of two ellipsoids in single precision, where the corners of a simplex tell too little.

With half axes as columns of A and B, and c from the centre of the first to that of the second, both overlap along a
unit vector n by

    g(n) = ‖Aᵀ n‖ + ‖Bᵀ n‖ − n · c

The least of it is how deep they overlap; minus their distance where they are apart. Newton's method finds it in some
turns: with P = A Aᵀ, α = ‖Aᵀ n‖, p = P n / α, and Q, β, q of the other,

    ∇g = p + q − c,    ∇²g = (P − p pᵀ) / α + (Q − q qᵀ) / β,    on the sphere ∇²g − g
"""

from knuckle.kernel import absolute, any_lane, kernel, maximum, minimum, sqrt, where
from knuckle.math.mat3 import mat_column, mat_mul_vec
from knuckle.math.mat3_algebra import mat_add, mat_diagonal, mat_mul, mat_outer, mat_scale, mat_sub, mat_transpose
from knuckle.math.vec3 import add3, add_scaled3, cross3, dot3, neg3, norm3, scale3, sub3

TURNS = 20
ENOUGH = 1e-6  # of the sizes, of a slope at which the search ends
SHORTEST = 0.05  # of a step that is cut to a quarter wherever it does not lead down
TINY = 1e-30  # divisors are at least this
DEEP = -1e30  # where another vector might be better


@kernel
def ellipsoid_distance(on, between, axes_a, axes_b):
    """Signed distance of ellipsoids where `on` holds, the nearest point of the first from its centre, and n.

    `between` leads from the centre of the second to that of the first. DEEP where they overlap by a half axis or more.
    """
    c = neg3(between)
    P, Q = mat_mul(axes_a, mat_transpose(axes_a)), mat_mul(axes_b, mat_transpose(axes_b))
    length = norm3(c)
    n = where(length > TINY, scale3(c, 1.0 / maximum(length, TINY)), (1.0, 0.0, 0.0))
    n = best_axis(best_axis(n, axes_a, P, Q, c), axes_b, P, Q, c)
    value = overlap_along(n, P, Q, c)
    part = 0.0 * value + 1.0
    for _ in range(TURNS):
        step, slope, size = newton_step(n, P, Q, c)
        on = on & (slope > ENOUGH * size) & (part > SHORTEST)
        if not any_lane(on):
            break
        ahead = add_scaled3(n, step, part)
        ahead = scale3(ahead, 1.0 / maximum(norm3(ahead), TINY))
        there = overlap_along(ahead, P, Q, c)
        down = on & (there <= value)
        n, value = where(down, ahead, n), where(down, there, value)
        part = where(down, 1.0, 0.25 * part)
    x = mat_mul_vec(P, n)
    near = scale3(x, 1.0 / sqrt(maximum(dot3(n, x), TINY)))
    return where(value < minimum(shortest(axes_a), shortest(axes_b)), -value, DEEP), near, n


@kernel
def overlap_along(n, P, Q, c):
    """g(n)."""
    first, second = dot3(n, mat_mul_vec(P, n)), dot3(n, mat_mul_vec(Q, n))
    return sqrt(maximum(first, 0.0 * first)) + sqrt(maximum(second, 0.0 * second)) - dot3(n, c)


@kernel
def best_axis(n, axes, P, Q, c):
    """n, or that of the axes along which the overlap is less."""
    for k in range(3):
        axis = mat_column(axes, k)
        towards = where(dot3(axis, c) >= 0.0, 1.0, -1.0) / maximum(norm3(axis), TINY)
        axis = scale3(axis, towards)
        n = where(overlap_along(axis, P, Q, c) < overlap_along(n, P, Q, c), axis, n)
    return n


@kernel
def shortest(axes):
    """The shortest half axis."""
    x, y, z = mat_column(axes, 0), mat_column(axes, 1), mat_column(axes, 2)
    return sqrt(minimum(minimum(dot3(x, x), dot3(y, y)), dot3(z, z)))


@kernel
def newton_step(n, P, Q, c):
    """The step to the minimum along the sphere, or down the slope where there is none; the slope, the size of both."""
    x, y = mat_mul_vec(P, n), mat_mul_vec(Q, n)
    alpha, beta = sqrt(maximum(dot3(n, x), TINY)), sqrt(maximum(dot3(n, y), TINY))
    p, q = scale3(x, 1.0 / alpha), scale3(y, 1.0 / beta)
    gradient = sub3(add3(p, q), c)
    value = dot3(n, gradient)
    t = add_scaled3(gradient, n, -value)
    size = alpha + beta
    # n nᵀ is added, so that there is an inverse: all else is perpendicular to n
    bent = mat_add(bend(P, p, alpha), bend(Q, q, beta))
    T = mat_add(bent, mat_sub(mat_scale(mat_outer(n, n), size), mat_diagonal((value, value, value))))
    u, v, w = (T[0], T[1], T[2]), (T[3], T[4], T[5]), (T[6], T[7], T[8])
    det = dot3(u, cross3(v, w))
    solution = (dot3(t, cross3(v, w)), dot3(t, cross3(w, u)), dot3(t, cross3(u, v)))
    newton = scale3(solution, -1.0 / where(det > 0.0, det, 1.0))
    curved = bent[0] + bent[4] + bent[8] - 2.0 * value  # trace of ∇²g − g
    descent = scale3(t, -1.0 / maximum(absolute(curved) + 4.0 * absolute(value), TINY))
    return where((det > 0.0) & (curved > 0.0), newton, descent), norm3(t), size


@kernel
def bend(P, p, alpha):
    """(P − p pᵀ) / α."""
    return mat_scale(mat_sub(P, mat_outer(p, p)), 1.0 / alpha)
