"""The best friction of a contact with up to three friction rows, for the normal force that it has.

The problem is that of solver/ball.py: minimize ½ yᵀAy + bᵀy where ‖y‖ ≤ f_n, y_j = f_j / μ_j, by Newton's method on
1/‖y‖ for the multiplier λ ≥ 0 of (A + λ) y = −b. With a size that is known all of it stays in registers, which is
several times as fast. A symmetric matrix is the tuple (A00, A10, A11, A20, A21, A22).
"""

from knuckle.kernel import kernel, maximum, sqrt
from knuckle.math.vec3 import dot3, scale3, sub3
from knuckle.physics.solver.ball import ACCURACY, ITERATIONS, SMALLEST
from knuckle.physics.solver.residual import entry

MOST_ROWS = 3


@kernel
def turn_friction(x, c, r, n):
    """The best n friction forces behind the normal in row r, from the slopes in cone_slope; what they gain.

    Friction rows that are not there count as 1 in A and 0 in b: they stay at no force.
    """
    radius = x.efc_force[r]
    if not (radius > 0.0):
        return 0.0 * radius
    one = 1.0 + 0.0 * radius
    none = 0.0 * radius
    A00, A10, A11, A20, A21, A22 = (entry(x, r + 1, r + 1), none, one, none, none, one)
    mu0, mu1, mu2 = (x.contact_friction[c, 0], one, one)
    f0, f1, f2 = (x.efc_force[r + 1], none, none)
    g0, g1, g2 = (x.cone_slope[1, 0], none, none)
    if n > 1:
        A10 = entry(x, r + 2, r + 1)
        A11 = entry(x, r + 2, r + 2)
        mu1, f1, g1 = (x.contact_friction[c, 1], x.efc_force[r + 2], x.cone_slope[2, 0])
    if n > 2:
        A20 = entry(x, r + 3, r + 1)
        A21 = entry(x, r + 3, r + 2)
        A22 = entry(x, r + 3, r + 3)
        mu2, f2, g2 = (x.contact_friction[c, 2], x.efc_force[r + 3], x.cone_slope[3, 0])
    start = (f0 / mu0, f1 / mu1, f2 / mu2)
    A = (mu0 * A00 * mu0, mu1 * A10 * mu0, mu1 * A11 * mu1, mu2 * A20 * mu0, mu2 * A21 * mu1, mu2 * A22 * mu2)
    # from the slope at the present friction to that at none
    b = sub3((mu0 * g0, mu1 * g1, mu2 * g2), mul_symmetric(A, start))
    y, multiplier = minimize_in_ball(A, b, radius)
    x.efc_force[r + 1] = mu0 * y[0]
    if n > 1:
        x.efc_force[r + 2] = mu1 * y[1]
    if n > 2:
        x.efc_force[r + 3] = mu2 * y[2]
    return gain_of_turn(A, multiplier, radius, start, y)


@kernel
def gain_of_turn(A, multiplier, radius, start, y):
    """½ Δᵀ(A + λ)Δ + ½ λ (r² − ‖start‖²), Δ = y − start, which does not drown where both lie on the bound."""
    change = sub3(y, start)
    inside = maximum(radius * radius - dot3(start, start), 0.0 * radius)
    bend = dot3(change, mul_symmetric(A, change)) + multiplier * dot3(change, change)
    return 0.5 * (bend + multiplier * inside)


@kernel
def mul_symmetric(A, x):
    """A x."""
    return (
        A[0] * x[0] + A[1] * x[1] + A[3] * x[2],
        A[1] * x[0] + A[2] * x[1] + A[4] * x[2],
        A[3] * x[0] + A[4] * x[1] + A[5] * x[2],
    )


@kernel
def minimize_in_ball(A, b, radius):
    """(y, λ) at the minimum."""
    multiplier = 0.0 * radius
    length = 0.0 * radius
    y = b
    for _ in range(ITERATIONS):
        L = factor_shifted(A, multiplier)
        y = solve_factored(L, b)
        square = dot3(y, y)
        length = sqrt(square)
        if not (length > radius * (1.0 + ACCURACY)):
            break
        bend = maximum(half_norm(L, y), SMALLEST)
        multiplier = multiplier + (length - radius) * square / (maximum(radius, SMALLEST) * bend)
    # on the sphere the cost is level to first order: an error of the multiplier then does not show in it
    if length > radius or multiplier > 0.0:
        y = scale3(y, radius / length)
    return y, multiplier


@kernel
def factor_shifted(A, shift):
    """(1/D0, L10, 1/D1, L20, L21, 1/D2) of A + shift = L D Lᵀ."""
    d0 = 1.0 / maximum(A[0] + shift, SMALLEST)
    l10 = A[1] * d0
    l20 = A[3] * d0
    d1 = 1.0 / maximum(A[2] + shift - l10 * A[1], SMALLEST)
    left = A[4] - l20 * A[1]
    l21 = left * d1
    d2 = 1.0 / maximum(A[5] + shift - l20 * A[3] - l21 * left, SMALLEST)
    return (d0, l10, d1, l20, l21, d2)


@kernel
def forward(L, x):
    """L⁻¹ x."""
    x1 = x[1] - L[1] * x[0]
    return (x[0], x1, x[2] - L[3] * x[0] - L[4] * x1)


@kernel
def solve_factored(L, b):
    """y with L D Lᵀ y = −b."""
    z = forward(L, b)
    y2 = -z[2] * L[5]
    y1 = -z[1] * L[2] - L[4] * y2
    return (-z[0] * L[0] - L[1] * y1 - L[3] * y2, y1, y2)


@kernel
def half_norm(L, y):
    """yᵀ (L D Lᵀ)⁻¹ y."""
    z = forward(L, y)
    return z[0] * z[0] * L[0] + z[1] * z[1] * L[2] + z[2] * z[2] * L[5]
