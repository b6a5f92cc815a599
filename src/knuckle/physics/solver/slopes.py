"""The cost along a search direction v, its slope and its curvature: φ, φ′ and φ″ of

    φ(α) = ½ (a + αv − a_s)ᵀ M (a + αv − a_s) + s(x + α Jv)

which is convex, and quadratic between the points where rows change their state.
"""

from knuckle.kernel import kernel, maximum, sqrt
from knuckle.physics.solver.cone import cone_weight, zone
from knuckle.schema.enums import ConstraintState, ConstraintType


@kernel
def prepare_cones(d, first, last):
    """cone_line: what the cost of each elliptic contact is along the direction.

    (N, Ṅ, U·U, U·V, V·V, Σ D x ẋ, Σ D ẋ², Σ D x²) with U = (μ_j x_j) and V = (μ_j ẋ_j).
    """
    if d.ncone == 0:
        return
    k = first
    while k < last:
        r = d.map_iefc2efc[k]
        if d.efc_type[r] == ConstraintType.CONTACT_ELLIPTIC:
            prepare_cone(d, d.efc_id[r], k, d.rows_left[r])
            k += d.rows_left[r]
        else:
            k += 1


@kernel
def prepare_cone(d, c, k, n):
    x = d.row_jar[k]
    v = d.row_jv[k]
    uu = 0.0 * x
    uv = 0.0 * x
    vv = 0.0 * x
    slope = d.row_D[k] * x * v
    curve = d.row_D[k] * v * v
    level = d.row_D[k] * x * x
    for j in range(1, n):
        friction = d.contact_friction[c, j - 1]
        xj = d.row_jar[k + j]
        vj = d.row_jv[k + j]
        uu = uu + friction * friction * xj * xj
        uv = uv + friction * friction * xj * vj
        vv = vv + friction * friction * vj * vj
        slope = slope + d.row_D[k + j] * xj * vj
        curve = curve + d.row_D[k + j] * vj * vj
        level = level + d.row_D[k + j] * xj * xj
    mu = d.contact_mu[c]
    d.cone_line[c] = (mu * x, mu * v, uu, uv, vv, slope, curve, level)


@kernel
def cone_slopes(d, c, k, alpha):
    """An elliptic contact's cost along the direction, and its first and second derivative."""
    n0, n1, uu, uv, vv, slope, curve, level = d.cone_line[c]
    mu = d.contact_mu[c]
    N = n0 + alpha * n1
    T = sqrt(maximum(uu + alpha * (2.0 * uv + alpha * vv), 0.0 * uu))
    state = zone(N, T, mu)
    if state == ConstraintState.SATISFIED:
        return 0.0 * N, 0.0 * N, 0.0 * N
    if state == ConstraintState.QUADRATIC:
        return 0.5 * level + alpha * (slope + 0.5 * alpha * curve), slope + alpha * curve, curve
    # on the cone: w = N − μT
    weight = cone_weight(d.row_D[k], mu)
    t1 = (uv + alpha * vv) / T
    t2 = maximum(vv - t1 * t1, 0.0 * vv) / T
    w = N - mu * T
    w1 = n1 - mu * t1
    return 0.5 * weight * w * w, weight * w * w1, weight * (w1 * w1 - w * mu * t2)


@kernel
def friction_slopes(d, k, alpha):
    """The cost of dry friction along the direction, and its first and second derivative."""
    r = d.map_iefc2efc[k]
    v = d.row_jv[k]
    x = d.row_jar[k] + alpha * v
    eta = d.efc_frictionloss[r]
    knee = eta * d.efc_R[r]
    if x <= -knee:
        return -eta * (x + 0.5 * knee), -eta * v, 0.0 * v
    if x >= knee:
        return eta * (x - 0.5 * knee), eta * v, 0.0 * v
    return 0.5 * d.row_D[k] * x * x, d.row_D[k] * x * v, d.row_D[k] * v * v


@kernel
def pushing_slopes(d, first, last, alpha):
    """The cost of rows that only push, along the direction, and its first and second derivative."""
    zero = 0.0 * alpha
    one = 0.0 * alpha
    two = 0.0 * alpha
    for k in range(first, last):
        v = d.row_jv[k]
        x = d.row_jar[k] + alpha * v
        weight = d.row_D[k] if x < 0.0 else 0.0 * v
        zero = zero + 0.5 * weight * x * x
        one = one + weight * x * v
        two = two + weight * v * v
    return zero, one, two


@kernel
def mixed_slopes(d, first, last, alpha):
    """The same for limits and contacts, of which some are elliptic."""
    zero = 0.0 * alpha
    one = 0.0 * alpha
    two = 0.0 * alpha
    k = first
    while k < last:
        r = d.map_iefc2efc[k]
        if d.efc_type[r] == ConstraintType.CONTACT_ELLIPTIC:
            a, b, c = cone_slopes(d, d.efc_id[r], k, alpha)
            k += d.rows_left[r]
        else:
            a, b, c = pushing_slopes(d, k, k + 1, alpha)
            k += 1
        zero = zero + a
        one = one + b
        two = two + c
    return zero, one, two


@kernel
def slopes(d, s, alpha, one, two):
    """φ(α) but for a constant, φ′(α) and φ″(α), where `one` + α `two` is the slope of what is quadratic everywhere."""
    friction = d.island_iefcadr[s] + d.island_ne[s]
    pushing = friction + d.island_nf[s]
    last = d.island_iefcadr[s] + d.island_nefc[s]
    value = alpha * (one + 0.5 * alpha * two)
    first = one + alpha * two
    second = two
    for k in range(friction, pushing):
        a, b, c = friction_slopes(d, k, alpha)
        value = value + a
        first = first + b
        second = second + c
    if d.ncone > 0:
        a, b, c = mixed_slopes(d, pushing, last, alpha)
    else:
        a, b, c = pushing_slopes(d, pushing, last, alpha)
    return value + a, first + b, second + c
