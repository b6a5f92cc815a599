"""Compliant contact: forces as functions of depth and velocity, one contact at a time.

    linear          f_n = max(0, k δ)
    voigt           f_n = max(0, k δ + c δ̇)
    hunt-crossley   f_n = max(0, k δᵖ (1 + d δ̇)),   p = 1 or 3/2
    friction        f_t = −μ(σ) f_n v_t / ‖v_t‖,    σ = ‖v_t‖ / v_s

δ = −w is the depth; nothing pushes at δ ≤ 0. `y` holds parameters and answers by rows, see lab/program.py.
"""

from knuckle.kernel import kernel, sqrt

LINEAR, VOIGT, HUNT_CROSSLEY = 0, 1, 2
COULOMB_LINEAR, STRIBECK = 0, 1


@kernel
def normal_force(law, power, k, c, dissipation, depth, rate):
    """(f_n, ∂f_n/∂δ, ∂f_n/∂δ̇) of a depth and its rate; `power` is 1 or 3/2. [N, N/m, N s/m]"""
    zero = 0.0 * depth
    if not (depth > 0.0):
        return (zero, zero, zero)
    if law == HUNT_CROSSLEY:
        root = 1.0 + zero if power == 1.0 else sqrt(depth)
        spring = k * depth * root
        factor = 1.0 + dissipation * rate
        force = (spring * factor, k * power * root * factor, spring * dissipation)
    elif law == VOIGT:
        force = (k * depth + c * rate, k + zero, c + zero)
    else:
        force = (k * depth, k + zero, zero)
    if not (force[0] > 0.0):
        return (zero, zero, zero)
    return force


@kernel
def smooth_step(x):
    """(S, S′) of S(x) = x³ (10 − 15x + 6x²), from 0 at 0 to 1 at 1, flat at both ends."""
    return (x * x * x * (10.0 + x * (6.0 * x - 15.0)), 30.0 * x * x * (1.0 - x) * (1.0 - x))


@kernel
def friction_ratio(friction, mu_s, mu_d, sigma):
    """(μ, dμ/dσ): friction over normal force at the speed σ, in units of the stiction speed."""
    zero = 0.0 * sigma
    if friction == COULOMB_LINEAR:
        return (mu_d * sigma, mu_d + zero) if sigma < 1.0 else (mu_d + zero, zero)
    if sigma < 1.0:
        rise = smooth_step(sigma)
        return (mu_s * rise[0], mu_s * rise[1])
    if sigma <= 3.0:
        fall = smooth_step(0.5 * (sigma - 1.0))
        return (mu_s - (mu_s - mu_d) * fall[0], -0.5 * (mu_s - mu_d) * fall[1])
    return (mu_d + zero, zero)


@kernel
def lab_compliant_rows(m, q):
    """Forces of the rows of a problem, and their slopes by the velocities of their contact and by the distance.

    slope[r] = (∂f_r/∂v_n, ∂f_r/∂v_1, ∂f_r/∂v_2, ∂f_r/∂w), where 1 and 2 are the tangents of the contact of row r.
    """
    r = 0
    while r < q.n:
        n = 1
        while r + n < q.n and q.tangent[r + n] > 0.0:
            n += 1
        normal = normal_force(q.law, q.power, q.k[r], q.c[r], q.dissipation[r], -q.w[r], -q.v[r])
        q.force[r] = normal[0]
        q.slope[r, 0] = -normal[2]
        q.slope[r, 1] = 0.0
        q.slope[r, 2] = 0.0
        q.slope[r, 3] = -normal[1]
        slip = 0.0
        for j in range(1, n):
            slip = slip + q.v[r + j] * q.v[r + j]
        slip = sqrt(slip)
        for j in range(1, n):
            put_friction(q, r, r + j, n, slip, normal)
        r += n


@kernel
def put_friction(q, r, t, n, slip, normal):
    """Force and slopes of the tangent t of the contact whose normal is row r.

    ∂f_t/∂v_t = −f_n (μ′ u uᵀ + (μ/‖v_t‖) (1 − u uᵀ)),   u = v_t / ‖v_t‖
    """
    speed = q.stiction[t]
    mu = friction_ratio(q.friction, q.mu_static[t], q.mu_dynamic[t], slip / speed)
    steep = mu[1] / speed
    share = mu[0] / slip if slip > 0.0 else steep
    q.force[t] = -share * q.v[t] * normal[0]
    q.slope[t, 0] = share * q.v[t] * normal[2]
    q.slope[t, 1] = 0.0
    q.slope[t, 2] = 0.0
    q.slope[t, 3] = share * q.v[t] * normal[1]
    for j in range(1, n):
        along = q.v[t] * q.v[r + j] / (slip * slip) if slip > 0.0 else 0.0
        across = 1.0 - along if r + j == t else -along
        q.slope[t, j] = -normal[0] * (steep * along + share * across)
