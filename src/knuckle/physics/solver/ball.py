"""A quadratic cost inside a ball: minimize ½ yᵀAy + bᵀy where ‖y‖ ≤ r, for up to five dimensions.

The multiplier λ ≥ 0 of the bound makes (A + λ) y = −b. Where the free minimum lies outside, λ is found by Newton's
method on 1/‖y‖ = 1/r, which is nearly linear in λ.
"""

from knuckle.kernel import kernel, maximum, sqrt

ITERATIONS = 20
ACCURACY = 1e-12
SMALLEST = 1e-15


@kernel
def minimize_in_ball(d, n, r):
    """ball_y: the minimum for the n × n matrix ball_A and the vector ball_b; the multiplier of the bound."""
    multiplier = 0.0 * r
    length = 0.0 * r
    for _ in range(ITERATIONS):
        factor_ball(d, n, multiplier)
        square = 0.0 * r
        for i in range(n):
            d.ball_y[i, 0] = -d.ball_b[i, 0]
        forward_ball(d, n)
        backward_ball(d, n)
        for i in range(n):
            square = square + d.ball_y[i, 0] * d.ball_y[i, 0]
        length = sqrt(square)
        if not (length > r * (1.0 + ACCURACY)):
            break
        multiplier = multiplier + (length - r) / maximum(r, SMALLEST) * square / maximum(half_norm(d, n), SMALLEST)
    # on the sphere the cost is level to first order: an error of the multiplier then does not show in it
    if length > r or multiplier > 0.0:
        for i in range(n):
            d.ball_y[i, 0] = d.ball_y[i, 0] * (r / length)
    return multiplier


@kernel
def factor_ball(d, n, shift):
    """ball_L: the lower factor of A + shift."""
    for i in range(n):
        for j in range(i + 1):
            sum = d.ball_A[i, j]
            if i == j:
                sum = sum + shift
            for k in range(j):
                sum = sum - d.ball_L[i, k] * d.ball_L[j, k]
            if i == j:
                d.ball_L[i, i] = sqrt(maximum(sum, SMALLEST))
            else:
                d.ball_L[i, j] = sum / d.ball_L[j, j]


@kernel
def forward_ball(d, n):
    """ball_y ← L⁻¹ ball_y."""
    for i in range(n):
        sum = d.ball_y[i, 0]
        for k in range(i):
            sum = sum - d.ball_L[i, k] * d.ball_y[k, 0]
        d.ball_y[i, 0] = sum / d.ball_L[i, i]


@kernel
def backward_ball(d, n):
    """ball_y ← L⁻ᵀ ball_y."""
    for back in range(n):
        i = n - 1 - back
        sum = d.ball_y[i, 0]
        for k in range(i + 1, n):
            sum = sum - d.ball_L[k, i] * d.ball_y[k, 0]
        d.ball_y[i, 0] = sum / d.ball_L[i, i]


@kernel
def half_norm(d, n):
    """yᵀ (A + λ)⁻¹ y, as the square of L⁻¹ y."""
    total = 0.0 * d.ball_b[0, 0]
    for i in range(n):
        sum = d.ball_y[i, 0]
        for k in range(i):
            sum = sum - d.ball_L[i, k] * d.ball_z[k, 0]
        d.ball_z[i, 0] = sum / d.ball_L[i, i]
        total = total + d.ball_z[i, 0] * d.ball_z[i, 0]
    return total
