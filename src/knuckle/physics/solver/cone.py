"""The cost of an elliptic contact.

With x = (x_n, x_1, …) the accelerations of the contact's rows minus their aim, μ_j the friction coefficients and μ that
of the regularized cone,

    N = μ x_n,  T = ‖(μ_j x_j)‖

    N ≥ μ T           satisfied   s = 0
    μ N + T ≤ 0       quadratic   s = ½ Σ D_j x_j²
    else              on the cone s = ½ D_m (N − μ T)²,  D_m = D_n / (μ² (1 + μ²))
"""

from knuckle.kernel import kernel, sqrt
from knuckle.schema.enums import ConstraintState


@kernel
def cone_weight(D, mu):
    """D_m, the weight of the cost on the cone."""
    return D / (mu * mu * (1.0 + mu * mu))


@kernel
def zone(N, T, mu):
    """Which part of the cost a point is in (ConstraintState)."""
    if N >= mu * T:
        return ConstraintState.SATISFIED
    if mu * N + T <= 0.0:
        return ConstraintState.QUADRATIC
    return ConstraintState.CONE


@kernel
def scaled_tangent(d, c, k, n):
    """T = ‖(μ_j x_j)‖ of the contact c whose n rows by islands start at k."""
    square = 0.0
    for j in range(1, n):
        u = d.contact_friction[c, j - 1] * d.row_jar[k + j]
        square = square + u * u
    return sqrt(square)


@kernel
def cone_state(d, c, k, n):
    return zone(d.contact_mu[c] * d.row_jar[k], scaled_tangent(d, c, k, n), d.contact_mu[c])


@kernel
def update_cone(d, c, k, n, state):
    """s of a contact; its force and state."""
    cost = 0.0
    for j in range(n):
        d.row_state[k + j] = state
        d.row_force[k + j] = 0.0
    if state == ConstraintState.QUADRATIC:
        for j in range(n):
            f = -d.row_D[k + j] * d.row_jar[k + j]
            d.row_force[k + j] = f
            cost = cost - 0.5 * f * d.row_jar[k + j]
    elif state == ConstraintState.CONE:
        cost = push_from_cone(d, c, k, n)
    return cost


@kernel
def push_from_cone(d, c, k, n):
    """s and force on the cone:

    w = N − μT,  g = ∂w/∂x,  f = −D_m w g
    """
    mu = d.contact_mu[c]
    T = scaled_tangent(d, c, k, n)
    w = mu * d.row_jar[k] - mu * T
    weight = cone_weight(d.row_D[k], mu)
    for j in range(n):
        d.row_force[k + j] = -weight * w * slope(d, c, k, j, mu, T)
    return 0.5 * weight * w * w


@kernel
def bend_cone(d, c, k, n):
    """contact_H on the cone:

        H = D_m (g gᵀ + w ∂g/∂x),   w ∂g_i/∂x_j = b (μ_i² δ_ij − g_i g_j / μ²) / D_m,   b = −D_m w μ / T

    where the second part is along the tangents only.
    """
    mu = d.contact_mu[c]
    T = scaled_tangent(d, c, k, n)
    weight = cone_weight(d.row_D[k], mu)
    bend = -weight * (mu * d.row_jar[k] - mu * T) * mu / T
    both = weight - bend / (mu * mu)
    for j in range(n):
        d.cone_slope[j, 0] = slope(d, c, k, j, mu, T)
    for i in range(n):
        for j in range(n):
            scale = weight if i == 0 or j == 0 else both
            d.contact_H[c, n * i + j] = scale * d.cone_slope[i, 0] * d.cone_slope[j, 0]
    for i in range(1, n):
        friction = d.contact_friction[c, i - 1]
        d.contact_H[c, (n + 1) * i] = d.contact_H[c, (n + 1) * i] + bend * friction * friction


@kernel
def slope(d, c, k, j, mu, T):
    """∂w/∂x_j: μ along the normal, −μ μ_j² x_j / T along the others."""
    if j == 0:
        return mu
    friction = d.contact_friction[c, j - 1]
    return -mu * friction * friction * d.row_jar[k + j] / T
