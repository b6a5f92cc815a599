"""Rays against shapes with flat sides, in the frame of the shape: plane, cylinder and box."""

from knuckle.kernel import absolute, kernel, maximum, minimum, where
from knuckle.math.vec3 import dot3, unit3
from knuckle.physics.ray.hit import TINY, first_root, nearer, no_hit


@kernel
def ray_plane(p, v, size):
    """z = 0 met from above, within the half widths where they are not 0."""
    if v[2] > -TINY:
        return no_hit()
    x = -p[2] / v[2]
    inside_x = size[0] <= 0.0 or absolute(p[0] + x * v[0]) <= size[0]
    inside_y = size[1] <= 0.0 or absolute(p[1] + x * v[1]) <= size[1]
    if x < 0.0 or not (inside_x and inside_y):
        return no_hit()
    return (x, (0.0, 0.0, 1.0))


@kernel
def ray_cylinder(p, v, size):
    """The nearest of both discs and, where |z| ≤ half length, the side."""
    radius, half = size[0], size[1]
    best, normal = no_hit()
    if dot3(v, v) < TINY:
        return (best, normal)
    if absolute(v[2]) > TINY:
        for side in range(-1, 2, 2):
            x = (side * half - p[2]) / v[2]
            at = (p[0] + x * v[0], p[1] + x * v[1])
            if nearer(x, best) and at[0] * at[0] + at[1] * at[1] <= radius * radius:
                best, normal = x, (0.0, 0.0, 1.0 * side)
    a = v[0] * v[0] + v[1] * v[1]
    b = v[0] * p[0] + v[1] * p[1]
    x = first_root(a, b, p[0] * p[0] + p[1] * p[1] - radius * radius)
    if nearer(x, best) and absolute(p[2] + x * v[2]) <= half:
        best, normal = x, unit3((p[0] + x * v[0], p[1] + x * v[1], 0.0))
    return (best, normal)


@kernel
def ray_box(p, v, size):
    """The nearest of the six sides."""
    best, normal = no_hit()
    if dot3(v, v) < TINY:
        return (best, normal)
    for axis in range(3):
        i, j = (axis + 1) % 3, (axis + 2) % 3
        if absolute(v[axis]) > TINY:
            for side in range(-1, 2, 2):
                x = (side * size[axis] - p[axis]) / v[axis]
                in_face = absolute(p[i] + x * v[i]) <= size[i] and absolute(p[j] + x * v[j]) <= size[j]
                if nearer(x, best) and in_face:
                    best, normal = x, axis_vector(axis, 1.0 * side)
    return (best, normal)


@kernel
def axis_vector(axis, length):
    """The vector of that length along an axis."""
    return (where(axis == 0, length, 0.0), where(axis == 1, length, 0.0), where(axis == 2, length, 0.0))


@kernel
def span_in_box(p, v, low, high):
    """(x0, x1): the part of the ray, x ≥ 0, that lies in the box from `low` to `high`; x0 > x1 where none does."""
    first, last = 0.0, 1e30
    for axis in range(3):
        if absolute(v[axis]) > TINY:
            a, b = (low[axis] - p[axis]) / v[axis], (high[axis] - p[axis]) / v[axis]
            first = maximum(first, minimum(a, b))
            last = minimum(last, maximum(a, b))
        elif p[axis] < low[axis] or p[axis] > high[axis]:
            last = -1.0
    return (first, last)
