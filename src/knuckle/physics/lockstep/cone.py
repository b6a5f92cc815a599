"""The cost of the contacts in one slot, with elliptic cones: the laws of `solver/cone`, in all worlds at once.

Rows that a contact does not have are at rest, x = 0. One without friction has one row, which only pushes.
"""

from knuckle.kernel import kernel, maximum, sqrt, where
from knuckle.physics.lockstep.places import row_of_slot
from knuckle.physics.lockstep.plain import cost_of, gain_of, push, push_curvature
from knuckle.physics.solver.cone import cone_weight, scaled_tangent, slope


@kernel
def cone_zone(N, T, mu):
    """(above, below): whether a point is where the contact gives no force, or where all its rows push freely."""
    above = N >= mu * T
    below = where(above, 1.0, mu * N + T) <= 0.0
    return above, below


@kernel
def choose(zone, satisfied, quadratic, cone):
    """What holds in the part of the cost that a point is in."""
    above, below = zone
    return where(above, satisfied, where(below, quadratic, cone))


@kernel
def cone_cost(d, c):
    """s at row_jar; row_force."""
    r = row_of_slot(d, c)
    x = d.row_jar[r]
    mu = d.contact_mu[c]
    alone = d.slot_dims[c] == 1.0
    T = scaled_tangent(d, c, r, d.slot_dim)
    N = mu * x
    zone = cone_zone(N, T, mu)
    weight = cone_weight(d.row_D[r], mu)
    w = N - mu * T
    level = 0.0 * x
    for k in range(d.slot_dim):
        f = -d.row_D[r + k] * d.row_jar[r + k]
        level = level - 0.5 * f * d.row_jar[r + k]
        d.row_force[r + k] = choose(zone, 0.0, f, -weight * w * slope(d, c, r, k, mu, T))
    own = push(d.row_D[r], x)
    d.row_force[r] = where(alone, own, d.row_force[r])
    return where(alone, cost_of(own, x, d.efc_R[r]), choose(zone, 0.0, level, 0.5 * weight * w * w))


@kernel
def cone_slopes(d, c, alpha):
    """The cost along the direction, and its first and second derivative."""
    n0, n1, uu, uv, vv, rate, curve, level = d.cone_line[c]
    r = row_of_slot(d, c)
    mu = d.contact_mu[c]
    N = n0 + alpha * n1
    T = sqrt(maximum(uu + alpha * (2.0 * uv + alpha * vv), 0.0 * uu))
    zone = cone_zone(N, T, mu)
    weight = cone_weight(d.row_D[r], mu)
    t1 = (uv + alpha * vv) / T
    t2 = maximum(vv - t1 * t1, 0.0 * vv) / T
    w = N - mu * T
    w1 = n1 - mu * t1
    value = choose(zone, 0.0, 0.5 * level + alpha * (rate + 0.5 * alpha * curve), 0.5 * weight * w * w)
    first = choose(zone, 0.0, rate + alpha * curve, weight * w * w1)
    second = choose(zone, 0.0, curve, weight * (w1 * w1 - w * mu * t2))
    alone = d.slot_dims[c] == 1.0
    v = d.row_jv[r]
    x = d.row_jar[r] + alpha * v
    f = push(d.row_D[r], x)
    return (
        where(alone, cost_of(f, x, d.efc_R[r]), value),
        where(alone, -f * v, first),
        where(alone, push_curvature(d.row_D[r], f) * v * v, second),
    )


@kernel
def cone_gain(d, c, alpha):
    """What a step of length α has gained; row_jar is that after it, cone_line that before it.

    On the cone, with w = N − μT, that is ½ D_m (w₀ − w₁)(w₀ + w₁).
    """
    n0, n1, uu, uv, vv, rate, curve, level = d.cone_line[c]
    r = row_of_slot(d, c)
    mu = d.contact_mu[c]
    change = alpha * (2.0 * uv + alpha * vv)
    before = sqrt(uu)
    after = sqrt(maximum(uu + change, 0.0 * uu))
    was = cone_zone(n0, before, mu)
    now = cone_zone(n0 + alpha * n1, after, mu)
    weight = 0.5 * cone_weight(d.row_D[r], mu)
    w0 = n0 - mu * before
    w1 = n0 + alpha * n1 - mu * after
    rise = alpha * (rate + 0.5 * alpha * curve)
    on_cone = weight * (mu * change / (before + after) - alpha * n1) * (w0 + w1)
    crossed = choose(was, 0.0, 0.5 * level, weight * w0 * w0) - choose(now, 0.0, 0.5 * level + rise, weight * w1 * w1)
    from_cone = choose(now, crossed, crossed, on_cone)
    gain = choose(was, choose(now, 0.0, crossed, crossed), choose(now, crossed, -rise, crossed), from_cone)
    x = d.row_jar[r]
    step = alpha * d.row_jv[r]
    own = gain_of(push(d.row_D[r], x - step), push(d.row_D[r], x), x, step, d.efc_R[r])
    return where(d.slot_dims[c] == 1.0, own, gain)


@kernel
def bend_cone(d, c):
    """contact_H: the Hessian of s by the contact's rows, D or D_m (g gᵀ + w ∂g/∂x) with g = ∂w/∂x."""
    r = row_of_slot(d, c)
    x = d.row_jar[r]
    mu = d.contact_mu[c]
    alone = d.slot_dims[c] == 1.0
    T = scaled_tangent(d, c, r, d.slot_dim)
    zone = cone_zone(mu * x, T, mu)
    weight = cone_weight(d.row_D[r], mu)
    bend = -weight * (mu * x - mu * T) * mu / T
    for i in range(d.slot_dim):
        gi = slope(d, c, r, i, mu, T)
        ti = slope(d, c, r, i, 1.0, T)
        for k in range(i + 1):
            curved = weight * gi * slope(d, c, r, k, mu, T)
            if k > 0:
                curved = curved - bend * ti * slope(d, c, r, k, 1.0, T)
            if i == k:
                if i > 0:
                    friction = d.contact_friction[c, i - 1]
                    curved = curved + bend * friction * friction
                d.contact_H[c, 7 * i] = choose(zone, 0.0, d.row_D[r + i], curved)
            else:
                d.contact_H[c, 6 * i + k] = choose(zone, 0.0, 0.0, curved)
    own = push_curvature(d.row_D[r], push(d.row_D[r], x))
    d.contact_H[c, 0] = where(alone, own, d.contact_H[c, 0])
