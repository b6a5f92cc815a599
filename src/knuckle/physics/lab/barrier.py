"""Barriers of the invertible model: of impulses inside their cones, and of velocities along normals.

d_F = −κ [log(f_n² − Σ(f_j/μ_j)²) + log f_n]  of a contact,  −κ log f  of a limit,  −κ log((hη)² − f²)  of dry friction
d_V(s) = −κ log s,  and below s₀ = κ/q a parabola with the same value, slope and curvature there: it is elastic
"""

from knuckle.kernel import absolute, kernel, maximum, sqrt
from knuckle.math.logarithm import log

FRICTION, LIMIT, CONE, TANGENT = 0.0, 1.0, 2.0, 3.0  # knuckle.lab.Kind
FAR = 1e300


@kernel
def velocity_barrier(s, kappa, slope, elastic):
    """(value, first, second derivative) of d_V at the distance s from the smallest velocity. [J, N s, kg]"""
    if elastic != 0 and s * slope < kappa:
        a0 = slope * slope / (2.0 * kappa)
        a2 = 1.5 * kappa - kappa * log(kappa / slope)
        return (a0 * s - 2.0 * slope) * s + a2, 2.0 * a0 * s - 2.0 * slope, 2.0 * a0
    if not (s > 0.0):
        return FAR, 0.0 * s, 0.0 * s
    return -kappa * log(s), -kappa / s, kappa / (s * s)


@kernel
def cone_room(q, r, n):
    """S = f_n² − Σ(f_j/μ_j)² of the contact whose rows start at r."""
    S = q.f[r] * q.f[r]
    for j in range(r + 1, r + n):
        y = q.f[j] / q.mu[j]
        S = S - y * y
    return S


@kernel
def rows_of(q, r, rows):
    """How many of the rows the contact has whose normal is row r; 1 for a row on its own."""
    k = r + 1
    while k < rows and q.kind[k] == TANGENT:
        k += 1
    return k - r


@kernel
def impulse_barrier(q, scale):
    """d_F of all rows, with κ of each row times `scale`."""
    total = 0.0 * scale
    r = 0
    while r < q.n:
        n = rows_of(q, r, q.n)
        kappa = scale * q.kappa[r]
        if q.kind[r] == FRICTION:
            room = q.bound[r] * q.bound[r] - q.f[r] * q.f[r]
            total = total + (-kappa * log(room) if room > 0.0 else FAR)
        elif n == 1:
            total = total + (-kappa * log(q.f[r]) if q.f[r] > 0.0 else FAR)
        else:
            S = cone_room(q, r, n)
            total = total + (-kappa * (log(S) + log(q.f[r])) if S > 0.0 and q.f[r] > 0.0 else FAR)
        r += n
    return total


@kernel
def add_impulse_barrier(q, scale):
    """Add slope and curvature of d_F to g and H."""
    r = 0
    while r < q.n:
        n = rows_of(q, r, q.n)
        kappa = scale * q.kappa[r]
        f = q.f[r]
        d = r * q.n + r
        if q.kind[r] == FRICTION:
            room = q.bound[r] * q.bound[r] - f * f
            q.g[r] = q.g[r] + 2.0 * kappa * f / room
            q.H[d] = q.H[d] + 2.0 * kappa / room + 4.0 * kappa * f * f / (room * room)
        else:
            q.g[r] = q.g[r] - kappa / f
            q.H[d] = q.H[d] + kappa / (f * f)
            if n > 1:
                add_cone(q, r, n, kappa)
        r += n


@kernel
def add_cone(q, r, n, kappa):
    """Of −κ log S: slope −κ ∇S/S, curvature κ (∇S ∇Sᵀ/S² − ∇²S/S)."""
    S = cone_room(q, r, n)
    for i in range(r, r + n):
        gi = slope_of_room(q, r, i)
        q.g[i] = q.g[i] - kappa * gi / S
        bend = 2.0 if i == r else -2.0 / (q.mu[i] * q.mu[i])
        q.H[i * q.n + i] = q.H[i * q.n + i] - kappa * bend / S
        for j in range(r, i + 1):
            q.H[i * q.n + j] = q.H[i * q.n + j] + kappa * gi * slope_of_room(q, r, j) / (S * S)


@kernel
def slope_of_room(q, r, i):
    """∂S/∂f_i."""
    return 2.0 * q.f[i] if i == r else -2.0 * q.f[i] / (q.mu[i] * q.mu[i])


@kernel
def largest_step(q):
    """How far f may go along `step` before the first barrier; no more than 1e30."""
    t = 1e30
    r = 0
    while r < q.n:
        n = rows_of(q, r, q.n)
        p = q.step[r]
        if q.kind[r] == FRICTION:
            if p != 0.0:
                t = min(t, (q.bound[r] - q.f[r] * (1.0 if p > 0.0 else -1.0)) / absolute(p))
        else:
            if p < 0.0:
                t = min(t, -q.f[r] / p)
            if n > 1:
                t = min(t, step_in_cone(q, r, n))
        r += n
    return t


@kernel
def step_in_cone(q, r, n):
    """The smallest positive root of S(f + t p) = a t² + 2 b t + S."""
    S = cone_room(q, r, n)
    a = q.step[r] * q.step[r]
    b = q.f[r] * q.step[r]
    for j in range(r + 1, r + n):
        mu2 = q.mu[j] * q.mu[j]
        a = a - q.step[j] * q.step[j] / mu2
        b = b - q.f[j] * q.step[j] / mu2
    disc = b * b - a * S
    if disc < 0.0:
        return 1e30
    down = -b + sqrt(maximum(disc, 0.0))
    return S / down if down > 0.0 else 1e30
