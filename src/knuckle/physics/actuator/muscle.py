"""Muscles: force by length and velocity, and activation that follows excitation.

Lengths are counted in L₀, such that the range of lengths of the actuator is the operating range of the muscle:
L = r₀ + (l − l₀)/L₀ with L₀ = (l₁ − l₀)/(r₁ − r₀); velocities in L₀ vmax. The parameters, of gain and bias alike, are
the range r₀ r₁, peak force, scale, lmin, lmax, vmax, fpmax, fvmax.
"""

from knuckle.kernel import all_lanes, kernel, maximum, real_of, where
from knuckle.math.clamp import clamp

LEAST = 1e-15


@kernel
def muscle_gain(m, d, k, prm):
    """(gain, its slopes by velocity and length) of the muscle k: −F₀ F_L(L) F_V(V). [N]"""
    o = m.actuator_outadr[k]
    scale, L = normalized_length(m, d, o, prm)
    speed = maximum(scale * prm[6], LEAST)
    V = d.actuator_velocity[o] / speed
    peak = -peak_force(m, o, prm)
    by_length, stretch = active_length(L, prm[4], prm[5])
    by_velocity, slope = active_velocity(V, prm[8])
    rate = peak * by_length * slope / speed
    return peak * by_length * by_velocity, rate, peak * stretch * by_velocity / maximum(scale, LEAST)


@kernel
def muscle_bias(m, d, k, prm):
    """(bias, its slope by length): −F₀ F_P(L), the force of a muscle that is stretched. [N]

    F_P grows with the square of the stretch up to the middle between 1 and lmax, and linearly from there on.
    """
    o = m.actuator_outadr[k]
    scale, L = normalized_length(m, d, o, prm)
    half = maximum(0.5 * (prm[5] - 1.0), LEAST)
    x = (L - 1.0) / half
    zero = real_of(x, 0.0)
    force = where(x <= 0.0, zero, where(x <= 1.0, 0.5 * x * x, x - 0.5))
    slope = where(x <= 0.0, zero, where(x <= 1.0, x, zero + 1.0))
    peak = -peak_force(m, o, prm) * prm[7]
    return peak * force, peak * slope / (half * maximum(scale, LEAST))


@kernel
def normalized_length(m, d, o, prm):
    """(L₀, L) of output o."""
    low, high = m.actuator_lengthrange[o, 0], m.actuator_lengthrange[o, 1]
    scale = (high - low) / maximum(prm[1] - prm[0], LEAST)
    return scale, prm[0] + (d.actuator_length[o] - low) / maximum(scale, LEAST)


@kernel
def peak_force(m, o, prm):
    """F₀: given, or scale / actuator_acc0 where it is negative. [N]"""
    return where(prm[2] >= 0.0, prm[2], prm[3] / maximum(m.actuator_acc0[o], LEAST))


@kernel
def active_length(L, least, most):
    """(F_L, its slope): 1 at L = 1, 0 at lmin and lmax, in four parabolas of equal widths on either side."""
    a = 0.5 * (least + 1.0)
    b = 0.5 * (1.0 + most)
    up = maximum(a - least, LEAST)
    down = maximum(b - 1.0, LEAST)
    rising = (L - least) / up
    below = (1.0 - L) / maximum(1.0 - a, LEAST)
    above = (L - 1.0) / down
    falling = (most - L) / maximum(most - b, LEAST)
    left = where(L <= a, 0.5 * rising * rising, 1.0 - 0.5 * below * below)
    right = where(L <= b, 1.0 - 0.5 * above * above, 0.5 * falling * falling)
    slope = where(L <= 1.0, where(L <= a, rising, below) / up, -where(L <= b, above, falling) / down)
    outside = (L < least) | (L > most)
    zero = real_of(L, 0.0)
    return where(outside, zero, where(L <= 1.0, left, right)), where(outside, zero, slope)


@kernel
def active_velocity(V, most):
    """(F_V, its slope): 0 while shortening at V ≤ −1, 1 at rest, fvmax from V = fvmax − 1 on."""
    y = most - 1.0
    zero = real_of(V, 0.0)
    width = maximum(y, LEAST)
    force = where(V <= 0.0, (V + 1.0) * (V + 1.0), most - (y - V) * (y - V) / width)
    slope = where(V <= 0.0, 2.0 * (V + 1.0), 2.0 * (y - V) / width)
    fast = (V > y) & (V > 0.0)
    force = where(fast, zero + most, force)
    slope = where(fast | (V <= -1.0), zero, slope)
    return where(V <= -1.0, zero, force), slope


@kernel
def muscle_rate(u, w, prm):
    """(u − w)/τ, the rate of activation w at excitation u. [1/s]

    τ is t₀ (½ + 1½w) while it rises and t₁/(½ + 1½w) while it falls; between both it turns over within a width, where
    one is given, by a quintic.
    """
    excitation = clamp(u, 0.0, 1.0)
    factor = 0.5 + 1.5 * clamp(w, 0.0, 1.0)
    rise = prm[0] * factor
    fall = prm[1] / factor
    gap = excitation - w
    if all_lanes(prm[2] < LEAST):
        tau = where(gap > 0.0, rise, fall)
    else:
        x = clamp(gap / prm[2] + 0.5, 0.0, 1.0)
        tau = fall + (rise - fall) * (x * x * x * (x * (6.0 * x - 15.0) + 10.0))
    return gap / maximum(tau, LEAST)
