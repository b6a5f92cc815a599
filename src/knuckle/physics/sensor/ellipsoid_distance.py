"""The distance of a point from an ellipsoid."""

from knuckle.kernel import absolute, kernel, maximum, minimum, sqrt
from knuckle.math.vec3 import dot3, norm3, scale3, sub3

STEP = 1e-16  # relative to what is looked for: a smaller one ends the search
MOST_STEPS = 60


@kernel
def height_over_ellipsoid(a, p):
    """(height, unit direction of its ascent) of a point over an ellipsoid of half axes a; negative inside. [m]"""
    r = nearest_on_ball(a, (absolute(p[0]), absolute(p[1]), absolute(p[2])))
    r = (r[0] if p[0] >= 0.0 else -r[0], r[1] if p[1] >= 0.0 else -r[1], r[2] if p[2] >= 0.0 else -r[2])
    across = (r[0] / a[0], r[1] / a[1], r[2] / a[2])
    away = scale3(across, 1.0 / norm3(across))
    return (dot3(away, sub3(p, (a[0] * r[0], a[1] * r[1], a[2] * r[2]))), away)


@kernel
def nearest_on_ball(a, p):
    """The nearest point of an ellipsoid to p, with each component divided by the half axis; none of p is negative.

        rᵢ = aᵢ pᵢ / (w + aᵢ² - b²),   Σ rᵢ² = 1

    b is the shortest half axis; w, which is b² on the surface, is found from below by Newton's method. No w > 0 fulfils
    this in the middle of the plane across that axis: there w is 0, and the component along it is what the others leave.
    """
    b = minimum(a[0], minimum(a[1], a[2]))
    gap = ((a[0] - b) * (a[0] + b), (a[1] - b) * (a[1] + b), (a[2] - b) * (a[2] + b))
    q = (a[0] * p[0], a[1] * p[1], a[2] * p[2])
    w = maximum(q[0] - gap[0], maximum(q[1] - gap[1], q[2] - gap[2]))
    r, excess = ratios(q, w, gap)
    for _ in range(MOST_STEPS):
        slope = r[0] * ratio(r[0], w + gap[0]) + r[1] * ratio(r[1], w + gap[1]) + r[2] * ratio(r[2], w + gap[2])
        step = 0.5 * ratio(excess, slope)
        if not step > STEP * w:
            break
        w = w + step
        r, excess = ratios(q, w, gap)
    rest = sqrt(-excess) if w <= 0.0 and excess < 0.0 else 0.0
    if a[0] == b:
        return (r[0] + rest, r[1], r[2])
    elif a[1] == b:
        return (r[0], r[1] + rest, r[2])
    else:
        return (r[0], r[1], r[2] + rest)


@kernel
def ratios(q, w, gap):
    """The components of the nearest point for w, and by how much their squares exceed 1."""
    r = (ratio(q[0], w + gap[0]), ratio(q[1], w + gap[1]), ratio(q[2], w + gap[2]))
    return (r, dot3(r, r) - 1.0)


@kernel
def ratio(x, y):
    """x / y, or 0 where y is not positive."""
    return x / y if y > 0.0 else 0.0
