"""A hit of a ray: (x, normal), with x = −1 and no normal where there is none.

Rays are p + x v, x ≥ 0, in the frame of a shape; x counts in lengths of v.
"""

from knuckle.kernel import kernel, sqrt
from knuckle.math.vec3 import dot3

TINY = 1e-15  # squared length below which a direction is none, and rate below which a ray is parallel


@kernel
def no_hit():
    """Nothing was hit."""
    return (-1.0, (0.0, 0.0, 0.0))


@kernel
def nearer(x, best):
    """Whether a hit at x, where there is one, comes before the best one so far."""
    return x >= 0.0 and (best < 0.0 or x < best)


@kernel
def roots(a, b, c):
    """Both solutions of a x² + 2 b x + c = 0, the smaller first; (−1, −1) where there are none."""
    discriminant = b * b - a * c
    if a < TINY or not discriminant >= 0.0:
        return (-1.0, -1.0)
    root = sqrt(discriminant)
    return ((-b - root) / a, (-b + root) / a)


@kernel
def first_root(a, b, c):
    """The smallest x ≥ 0 with a x² + 2 b x + c = 0; −1 where there is none."""
    x, y = roots(a, b, c)
    if x >= 0.0:
        return x
    if y >= 0.0:
        return y
    return -1.0


@kernel
def passes_sphere(p, v, centre, radius):
    """Whether the ray meets the ball: it starts inside, or goes towards it and comes near enough."""
    away = (p[0] - centre[0], p[1] - centre[1], p[2] - centre[2])
    outside = dot3(away, away) - radius * radius
    towards = dot3(away, v)
    return outside <= 0.0 or (towards <= 0.0 and towards * towards >= dot3(v, v) * outside)
