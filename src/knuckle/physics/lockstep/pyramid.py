"""The cost of the contacts in one slot, with friction in a pyramid: its edges are rows x_n ± μ_j x_j that only push."""

from knuckle.kernel import kernel
from knuckle.physics.lockstep.places import row_of_slot
from knuckle.physics.lockstep.plain import cost_of, gain_of, push, push_curvature


@kernel
def pyramid_cost(d, c):
    """s at row_jar; row_force along the axes of the contact's frame."""
    r = row_of_slot(d, c)
    x = d.row_jar[r]
    total = push(d.row_D[r], x)
    cost = cost_of(total, x, d.efc_R[r])
    for k in range(1, d.slot_dim):
        D, R = d.row_D[r + k], d.efc_R[r + k]
        mu = d.contact_friction[c, k - 1]
        slide = mu * d.row_jar[r + k]
        f = push(D, x + slide)
        g = push(D, x - slide)
        cost = cost + (cost_of(f, x + slide, R) + cost_of(g, x - slide, R))
        total = total + (f + g)
        d.row_force[r + k] = mu * (f - g)
    d.row_force[r] = total
    return cost


@kernel
def pyramid_gain(d, c, alpha):
    """What a step of length α has gained; row_jar is that after it."""
    r = row_of_slot(d, c)
    x = d.row_jar[r]
    step = alpha * d.row_jv[r]
    D = d.row_D[r]
    gain = gain_of(push(D, x - step), push(D, x), x, step, d.efc_R[r])
    for k in range(1, d.slot_dim):
        D, R = d.row_D[r + k], d.efc_R[r + k]
        mu = d.contact_friction[c, k - 1]
        slide = mu * d.row_jar[r + k]
        turn = mu * (alpha * d.row_jv[r + k])
        p, u = x + slide, step + turn
        q, v = x - slide, step - turn
        gain = gain + (gain_of(push(D, p - u), push(D, p), p, u, R) + gain_of(push(D, q - v), push(D, q), q, v, R))
    return gain


@kernel
def pyramid_slopes(d, c, alpha):
    """The cost along the direction, and its first and second derivative."""
    r = row_of_slot(d, c)
    v = d.row_jv[r]
    x = d.row_jar[r] + alpha * v
    D = d.row_D[r]
    f = push(D, x)
    value = cost_of(f, x, d.efc_R[r])
    first = -f * v
    second = push_curvature(D, f) * v * v
    for k in range(1, d.slot_dim):
        D, R = d.row_D[r + k], d.efc_R[r + k]
        mu = d.contact_friction[c, k - 1]
        slide = mu * (d.row_jar[r + k] + alpha * d.row_jv[r + k])
        turn = mu * d.row_jv[r + k]
        p, u = x + slide, v + turn
        q, w = x - slide, v - turn
        f = push(D, p)
        g = push(D, q)
        value = value + (cost_of(f, p, R) + cost_of(g, q, R))
        first = first - (f * u + g * w)
        second = second + (push_curvature(D, f) * u * u + push_curvature(D, g) * w * w)
    return value, first, second


@kernel
def bend_pyramid(d, c):
    """contact_H: the Hessian of s by the axes of the contact's frame, its lower triangle."""
    r = row_of_slot(d, c)
    x = d.row_jar[r]
    total = push_curvature(d.row_D[r], push(d.row_D[r], x))
    for k in range(1, d.slot_dim):
        D = d.row_D[r + k]
        mu = d.contact_friction[c, k - 1]
        slide = mu * d.row_jar[r + k]
        f = push_curvature(D, push(D, x + slide))
        g = push_curvature(D, push(D, x - slide))
        total = total + (f + g)
        d.contact_H[c, 6 * k] = mu * (f - g)
        d.contact_H[c, 7 * k] = mu * mu * (f + g)
        for l in range(1, k):
            d.contact_H[c, 6 * k + l] = 0.0 * mu
    d.contact_H[c, 0] = total
