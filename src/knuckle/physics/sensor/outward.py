"""From a point to the nearest surface of a site: how high it is over it, and in which direction."""

from knuckle.kernel import absolute, kernel, maximum, sqrt
from knuckle.math.clamp import clamp
from knuckle.math.quat import quat_conjugate, quat_rotate
from knuckle.math.vec3 import norm3, scale3, sub3
from knuckle.physics.sensor.hull_distance import height_over_hull
from knuckle.schema.enums import GeomType

TINY = 1e-15
MOST_STEPS = 60


@kernel
def nearest_surface_direction(m, k, p):
    """(whether there is one, height of p over the surface, unit direction) for a point in the frame of site k. [m]

    None inside of boxes, whose faces the axes meet, nor where all directions are alike.
    """
    shape, size = m.site_type[k], m.site_size[k]
    if shape == GeomType.ELLIPSOID:
        return over_ellipsoid(size, p)
    elif shape == GeomType.MESH:
        mesh = m.site_dataid[k]
        turn = m.mesh_quat[mesh]
        height, away = height_over_hull(m, mesh, quat_rotate(quat_conjugate(turn), sub3(p, m.mesh_pos[mesh])))
        return (True, height, quat_rotate(turn, away))
    elif shape == GeomType.CYLINDER and is_in_cylinder(size, p):
        return in_cylinder(size, p)
    else:
        core = core_point(shape, size, p)
        away = sub3(p, core)
        n = norm3(away)
        if n < TINY:
            return (False, 0.0, p)
        radius = size[0] if shape == GeomType.SPHERE or shape == GeomType.CAPSULE else 0.0
        return (True, n - radius, scale3(away, 1.0 / n))


@kernel
def core_point(shape, size, p):
    """The nearest point of what a shape is without its radius: a point, a segment, the shape itself."""
    if shape == GeomType.SPHERE:
        return (0.0, 0.0, 0.0)
    elif shape == GeomType.CAPSULE:
        return (0.0, 0.0, clamp(p[2], -size[1], size[1]))
    elif shape == GeomType.CYLINDER:
        across = sqrt(p[0] * p[0] + p[1] * p[1])
        r = size[0] / across if across > size[0] else 1.0
        return (r * p[0], r * p[1], clamp(p[2], -size[1], size[1]))
    else:
        return (clamp(p[0], -size[0], size[0]), clamp(p[1], -size[1], size[1]), clamp(p[2], -size[2], size[2]))


@kernel
def is_in_cylinder(size, p):
    return p[0] * p[0] + p[1] * p[1] < size[0] * size[0] and absolute(p[2]) < size[1]


@kernel
def in_cylinder(size, p):
    """The nearer of the side and the ends of a cylinder, from inside."""
    across = sqrt(p[0] * p[0] + p[1] * p[1])
    end = absolute(p[2]) - size[1]
    side = across - size[0]
    if side > end and across > TINY:
        return (True, side, (p[0] / across, p[1] / across, 0.0))
    return (True, end, (0.0, 0.0, 1.0 if p[2] >= 0.0 else -1.0))


@kernel
def over_ellipsoid(size, p):
    """The nearest point x of an ellipsoid: xᵢ = aᵢ² pᵢ / (t + aᵢ²), Σ xᵢ² / aᵢ² = 1, by Newton's method from below."""
    q = (size[0] * absolute(p[0]), size[1] * absolute(p[1]), size[2] * absolute(p[2]))
    s = (size[0] * size[0], size[1] * size[1], size[2] * size[2])
    t = maximum(q[0] - s[0], maximum(q[1] - s[1], q[2] - s[2]))
    for _ in range(MOST_STEPS):
        r = (q[0] / (t + s[0]), q[1] / (t + s[1]), q[2] / (t + s[2]))
        excess = r[0] * r[0] + r[1] * r[1] + r[2] * r[2] - 1.0
        slope = r[0] * r[0] / (t + s[0]) + r[1] * r[1] / (t + s[1]) + r[2] * r[2] / (t + s[2])
        step = excess / (2.0 * slope)
        t = t + step
        if not step > TINY * absolute(t):
            break
    x = (s[0] * p[0] / (t + s[0]), s[1] * p[1] / (t + s[1]), s[2] * p[2] / (t + s[2]))
    gradient = (x[0] / s[0], x[1] / s[1], x[2] / s[2])
    n = norm3(gradient)
    distance = norm3(sub3(p, x))
    if not n > TINY:
        return (False, 0.0, p)
    return (True, distance if t >= 0.0 else -distance, scale3(gradient, 1.0 / n))
