"""Rays against sphere, capsule and ellipsoid, in the frame of the shape."""

from knuckle.kernel import absolute, kernel, where
from knuckle.math.vec3 import add_scaled3, dot3, unit3
from knuckle.physics.ray.hit import TINY, first_root, nearer, no_hit, roots


@kernel
def ray_sphere(p, v, size):
    """‖p + x v‖ = radius."""
    x = first_root(dot3(v, v), dot3(p, v), dot3(p, p) - size[0] * size[0])
    if x < 0.0:
        return no_hit()
    return (x, unit3(add_scaled3(p, v, x)))


@kernel
def ray_ellipsoid(p, v, size):
    """Σ (p + x v)ᵢ² / sizeᵢ² = 1."""
    s = (1.0 / (size[0] * size[0]), 1.0 / (size[1] * size[1]), 1.0 / (size[2] * size[2]))
    sv = (s[0] * v[0], s[1] * v[1], s[2] * v[2])
    sp = (s[0] * p[0], s[1] * p[1], s[2] * p[2])
    x = first_root(dot3(v, sv), dot3(p, sv), dot3(p, sp) - 1.0)
    if x < 0.0:
        return no_hit()
    return (x, unit3(add_scaled3(sp, sv, x)))


@kernel
def ray_capsule(p, v, size):
    """The nearest of the side, where |z| ≤ half length, and the outer halves of both caps."""
    radius, half = size[0], size[1]
    best, normal = no_hit()
    if dot3(v, v) < TINY:
        return (best, normal)
    a = v[0] * v[0] + v[1] * v[1]
    b = v[0] * p[0] + v[1] * p[1]
    c = p[0] * p[0] + p[1] * p[1] - radius * radius
    x = first_root(a, b, c)
    if x >= 0.0 and absolute(p[2] + x * v[2]) <= half:
        best, normal = x, unit3((p[0] + x * v[0], p[1] + x * v[1], 0.0))
    for side in range(-1, 2, 2):
        centre = (p[0], p[1], p[2] - side * half)
        both = roots(dot3(v, v), dot3(v, centre), dot3(centre, centre) - radius * radius)
        for k in range(2):
            x = where(k == 0, both[0], both[1])
            if nearer(x, best) and side * (centre[2] + x * v[2]) >= 0.0:
                best, normal = x, unit3(add_scaled3(centre, v, x))
    return (best, normal)
