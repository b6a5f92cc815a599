"""Slope and curvature of the cost along a search direction v: φ′ and φ″ of

    φ(α) = ½ (a + αv − a_s)ᵀ M (a + αv − a_s) + s(x + α Jv)

which is convex, and quadratic between the points where rows change their state.
"""

from knuckle.machine.kernel import kernel, maximum, sqrt
from knuckle.physics.solve.cone import cone_weight, zone
from knuckle.schema.enums import Cone, ConstraintState, ConstraintType

SATISFIED = int(ConstraintState.SATISFIED)
QUADRATIC = int(ConstraintState.QUADRATIC)
CONTACT_ELLIPTIC = int(ConstraintType.CONTACT_ELLIPTIC)
ELLIPTIC = int(Cone.ELLIPTIC)


@kernel
def prepare_cones(m, d, first, last):
    """cone_line: what the cost of each elliptic contact is along the direction.

    (N, Ṅ, U·U, U·V, V·V, Σ D x ẋ, Σ D ẋ², Σ D x²) with U = (μ_j x_j) and V = (μ_j ẋ_j).
    """
    if m.opt_cone != ELLIPTIC:
        return
    k = first
    while k < last:
        r = d.map_iefc2efc[k]
        if d.efc_type[r] == CONTACT_ELLIPTIC:
            prepare_cone(d, d.efc_id[r], k)
            k += d.contact_dim[d.efc_id[r]]
        else:
            k += 1


@kernel
def prepare_cone(d, c, k):
    x = d.row_jar[k]
    v = d.row_jv[k]
    uu = 0.0 * x
    uv = 0.0 * x
    vv = 0.0 * x
    slope = d.row_D[k] * x * v
    curve = d.row_D[k] * v * v
    level = d.row_D[k] * x * x
    for j in range(1, d.contact_dim[c]):
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
    """First and second derivative of an elliptic contact's cost along the direction."""
    n0, n1, uu, uv, vv, slope, curve, _ = d.cone_line[c]
    mu = d.contact_mu[c]
    N = n0 + alpha * n1
    T = sqrt(maximum(uu + alpha * (2.0 * uv + alpha * vv), 0.0 * uu))
    state = zone(N, T, mu)
    if state == SATISFIED:
        return 0.0 * N, 0.0 * N
    if state == QUADRATIC:
        return slope + alpha * curve, curve
    # on the cone: w = N − μT
    weight = cone_weight(d.row_D[k], mu)
    t1 = (uv + alpha * vv) / T
    t2 = maximum(vv - t1 * t1, 0.0 * vv) / T
    w = N - mu * T
    w1 = n1 - mu * t1
    return weight * w * w1, weight * (w1 * w1 - w * mu * t2)


@kernel
def friction_slopes(d, k, alpha):
    """First and second derivative of the cost of dry friction along the direction."""
    r = d.map_iefc2efc[k]
    v = d.row_jv[k]
    x = d.row_jar[k] + alpha * v
    eta = d.efc_frictionloss[r]
    knee = eta * d.efc_R[r]
    if x <= -knee:
        return -eta * v, 0.0 * v
    if x >= knee:
        return eta * v, 0.0 * v
    return d.row_D[k] * x * v, d.row_D[k] * v * v


@kernel
def pushing_slopes(d, first, last, alpha):
    """First and second derivative of the cost of rows that only push, along the direction."""
    one = 0.0 * alpha
    two = 0.0 * alpha
    for k in range(first, last):
        v = d.row_jv[k]
        x = d.row_jar[k] + alpha * v
        weight = d.row_D[k] if x < 0.0 else 0.0 * v
        one = one + weight * x * v
        two = two + weight * v * v
    return one, two


@kernel
def mixed_slopes(d, first, last, alpha):
    """The same for limits and contacts, of which some are elliptic."""
    one = 0.0 * alpha
    two = 0.0 * alpha
    k = first
    while k < last:
        r = d.map_iefc2efc[k]
        if d.efc_type[r] == CONTACT_ELLIPTIC:
            c = d.efc_id[r]
            a, b = cone_slopes(d, c, k, alpha)
            k += d.contact_dim[c]
        else:
            a, b = pushing_slopes(d, k, k + 1, alpha)
            k += 1
        one = one + a
        two = two + b
    return one, two


@kernel
def slopes(m, d, s, alpha, one, two):
    """φ′(α) and φ″(α), where `one` + α `two` is the part that is quadratic everywhere."""
    friction = d.island_iefcadr[s] + d.island_ne[s]
    pushing = friction + d.island_nf[s]
    last = d.island_iefcadr[s] + d.island_nefc[s]
    first = one + alpha * two
    second = two
    for k in range(friction, pushing):
        a, b = friction_slopes(d, k, alpha)
        first = first + a
        second = second + b
    if m.opt_cone == ELLIPTIC:
        a, b = mixed_slopes(d, pushing, last, alpha)
    else:
        a, b = pushing_slopes(d, pushing, last, alpha)
    return first + a, second + b
