"""Bounce of a contact that is a spring and a damper: a = −K r − B v while the surfaces press on each other.

The force never pulls, so the surfaces part when K r + B v = 0, before the spring is relaxed. With ω = √K and the
damping ratio ζ = B / 2ω the speeds after and before have the ratio

    e = exp(−ζ (π − 2 asin ζ) / √(1 − ζ²))   ζ < 1,      e = exp(−2 ζ acosh ζ / √(ζ² − 1))   ζ > 1,      e⁻² at ζ = 1
"""

from math import acosh, asin, exp, pi, sqrt

PHASES = 16  # places within a step at which a contact may begin
MOST_STEPS = 100_000  # of one contact
LARGEST_RATIO = 1e4  # of damping, for which e is about 1e-9


def angle(damping_ratio: float) -> float:
    """Duration of the contact times ω."""
    z = damping_ratio
    if abs(z - 1.0) < 1e-9:
        return 2.0
    return (pi - 2.0 * asin(z)) / sqrt(1.0 - z * z) if z < 1.0 else 2.0 * acosh(z) / sqrt(z * z - 1.0)


def restitution_of(damping_ratio: float) -> float:
    """Speed after the contact over the speed before it."""
    return exp(-damping_ratio * angle(damping_ratio))


def damping_ratio_for(restitution: float) -> float:
    """The damping ratio that gives a restitution; it falls as the ratio grows, so bisection finds it."""
    low, high = 0.0, LARGEST_RATIO
    while high - low > 1e-15 * high:
        middle = 0.5 * (low + high)
        if middle in (low, high):
            break
        low, high = (middle, high) if restitution_of(middle) > restitution else (low, middle)
    return 0.5 * (low + high)


def stepped_restitution(K: float, B: float, timestep: float) -> float:
    """Restitution in steps of finite length, v⁺ = v + h a, r⁺ = r + h v⁺, in the mean over where a contact begins."""
    return sum(_bounce(K, B, timestep, (i + 0.5) / PHASES) for i in range(PHASES)) / PHASES


def _bounce(K: float, B: float, h: float, phase: float) -> float:
    """The speed after a contact that begins at speed 1, this share of a step too late."""
    r, v = -phase * h, -1.0
    for _ in range(MOST_STEPS):
        push = -K * r - B * v
        if r >= 0.0 or (v > 0.0 and push <= 0.0):
            return max(v, 0.0)
        v += h * max(push, 0.0)
        r += h * v
    return max(v, 0.0)
