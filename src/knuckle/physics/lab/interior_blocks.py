"""The inverse of the interior-point model: each contact by itself, by one monotone scalar equation.

    min ½fᵀRf + fᵀb + d_F(f)

With S = f_n² − Σ(f_j/μ_j)² friction follows, f_j = −b_j μ_j² S / (r_j μ_j² S + 2κ), and f_n = √(S + Σ(f_j/μ_j)²); what
is left is  r_n f_n + b_n − 2κ f_n/S − κ/f_n = 0,  which rises with S.
"""

from knuckle.kernel import absolute, kernel, sqrt
from knuckle.physics.lab.barrier import CONE, FRICTION, rows_of

ITERATIONS = 60
ACCURACY = 1e-14


@kernel
def solve_blocks(q, rows, R, b, f, scale):
    """f: the minimum for so many rows, with κ of each row times `scale`."""
    r = 0
    while r < rows:
        n = rows_of(q, r, rows)
        kappa = scale * q.kappa[r]
        if q.kind[r] == FRICTION:
            f[r] = dry_impulse(R[r], b[r], kappa, q.bound[r])
        elif q.kind[r] == CONE and n > 1:
            solve_contact(q, R, b, f, r, n, kappa)
        else:
            f[r] = pushing_impulse(R[r], b[r], kappa)
        r += n


@kernel
def pushing_impulse(r, b, kappa):
    """The positive root of r f + b − κ/f = 0, without cancellation."""
    root = sqrt(b * b + 4.0 * r * kappa)
    return (root - b) / (2.0 * r) if b < 0.0 else 2.0 * kappa / (b + root)


@kernel
def dry_impulse(r, b, kappa, bound):
    """The root of r f + b + 2κ f / (bound² − f²) = 0 inside the bounds, by bracketed Newton; 0 where there are none."""
    if not (bound > 0.0):
        return 0.0 * b
    low = -bound
    high = bound
    f = 0.0 * b
    for _ in range(ITERATIONS):
        room = bound * bound - f * f
        value = r * f + b + 2.0 * kappa * f / room
        if value > 0.0:
            high = f
        else:
            low = f
        move = -value / (r + 2.0 * kappa / room + 4.0 * kappa * f * f / (room * room))
        if absolute(move) <= ACCURACY * bound:
            break
        f = f + move
        if not (f > low and f < high):
            f = 0.5 * (low + high)
    return f


@kernel
def solve_contact(q, R, b, f, r, n, kappa):
    """Newton on log S, kept between bounds; then the impulses."""
    S = first_guess(q, R, b, r, n, kappa)
    low = 0.0 * S
    high = -1.0 + 0.0 * S  # unknown
    for _ in range(ITERATIONS):
        square = S
        bend = 1.0 + 0.0 * S
        for j in range(r + 1, r + n):
            inverse = 1.0 / (R[j] * q.mu[j] * q.mu[j] * S + 2.0 * kappa)
            y = b[j] * q.mu[j] * S * inverse
            square = square + y * y
            bend = bend + 4.0 * kappa * y * b[j] * q.mu[j] * inverse * inverse
        fn = sqrt(square)
        # fn' = bend / (2 fn)
        over = 1.0 / S
        share = kappa / square
        value = fn * (R[r] - 2.0 * kappa * over - share) + b[r]
        slope = bend * (R[r] - 2.0 * kappa * over + share) / (2.0 * fn) + 2.0 * kappa * fn * over * over
        if value > 0.0:
            high = S
        else:
            low = S
        move = -value / (slope * S)
        if absolute(move) <= ACCURACY or high == low:
            break
        S = moved(S, move, low, high)
    put_contact(q, R, b, f, r, n, kappa, S)


@kernel
def moved(S, move, low, high):
    """S e^move, nearly, for a move of less than one; the middle of the bounds where that leaves them."""
    if move > 1.0:
        move = 1.0
    if move < -1.0:
        move = -1.0
    new = S * (2.0 + move) / (2.0 - move)
    if new <= low or (high > 0.0 and new >= high):
        if low > 0.0 and high > 0.0:
            return sqrt(low * high)
        return S * (0.1 if move < 0.0 else 10.0)
    return new


@kernel
def first_guess(q, R, b, r, n, kappa):
    """S from one of two ends: f_n² where there is no friction, r_n f + b_n − 3κ/f = 0; or on the cone, where it slides.

    There Σ(f_j/μ_j)² = f_n² makes 2κ/S = B/f_n − T with B = ‖(μ_j b_j)‖ and T = r_j μ_j².
    """
    f = pushing_impulse(R[r], b[r], 3.0 * kappa)
    square = 0.0 * f
    weighted = 0.0 * f
    for j in range(r + 1, r + n):
        u = q.mu[j] * b[j]
        square = square + u * u
        weighted = weighted + R[j] * q.mu[j] * q.mu[j] * u * u
    if square > 0.0:
        B = sqrt(square)
        T = weighted / square
        if B > T * f:
            slides = pushing_impulse(R[r] + T, b[r] - B, kappa)
            left = B - T * slides
            if 2.0 * kappa < left * slides:
                return 2.0 * kappa * slides / left
    return f * f


@kernel
def put_contact(q, R, b, f, r, n, kappa, S):
    """Impulses of the contact for its S."""
    square = S
    for j in range(r + 1, r + n):
        mu2 = q.mu[j] * q.mu[j]
        f[j] = -b[j] * mu2 * S / (R[j] * mu2 * S + 2.0 * kappa)
        square = square + f[j] * f[j] / mu2
    f[r] = sqrt(square)
