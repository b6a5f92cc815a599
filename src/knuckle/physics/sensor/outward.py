"""From a point to the nearest surface of a site: how high it is over it, and in which direction."""

from knuckle.kernel import absolute, kernel, maximum, sqrt
from knuckle.math.clamp import clamp
from knuckle.math.quat import quat_conjugate, quat_rotate
from knuckle.math.vec3 import norm3, scale3, sub3
from knuckle.physics.sensor.ellipsoid_distance import height_over_ellipsoid
from knuckle.physics.sensor.hull_distance import height_over_hull
from knuckle.schema.enums import GeomType

TINY = 1e-15  # [m] a shorter distance has no direction


@kernel
def height_over_site(m, k, p):
    """(height over the surface, negative inside; unit direction of its ascent) of a point in the frame of site k. [m]

    Where all directions are alike, the height is that of any.
    """
    shape, size = m.site_type[k], m.site_size[k]
    if shape == GeomType.SPHERE:
        return over_core(p, (0.0, 0.0, 0.0), size[0])
    elif shape == GeomType.CAPSULE:
        return over_core(p, (0.0, 0.0, clamp(p[2], -size[1], size[1])), size[0])
    elif shape == GeomType.ELLIPSOID:
        return height_over_ellipsoid(size, p)
    elif shape == GeomType.CYLINDER:
        return over_cylinder(size, p)
    elif shape == GeomType.BOX:
        return over_box(size, p)
    else:
        mesh = m.site_dataid[k]
        turn = m.mesh_quat[mesh]
        height, away = height_over_hull(m, mesh, quat_rotate(quat_conjugate(turn), sub3(p, m.mesh_pos[mesh])))
        return (height, quat_rotate(turn, away))


@kernel
def over_core(p, core, radius):
    """Over a ball around the nearest point of the core of a shape."""
    away = sub3(p, core)
    n = norm3(away)
    return (n - radius, scale3(away, 1.0 / n) if n > TINY else (1.0, 0.0, 0.0))


@kernel
def over_cylinder(size, p):
    across = sqrt(p[0] * p[0] + p[1] * p[1])
    side, end = across - size[0], absolute(p[2]) - size[1]
    if side > 0.0 or end > 0.0:
        r = size[0] / across if side > 0.0 else 1.0
        return over_core(p, (r * p[0], r * p[1], clamp(p[2], -size[1], size[1])), 0.0)
    elif side <= end:
        return (end, (0.0, 0.0, 1.0 if p[2] >= 0.0 else -1.0))
    else:
        return (side, (p[0] / across, p[1] / across, 0.0) if across > TINY else (1.0, 0.0, 0.0))


@kernel
def over_box(size, p):
    h = (absolute(p[0]) - size[0], absolute(p[1]) - size[1], absolute(p[2]) - size[2])
    height = maximum(h[0], maximum(h[1], h[2]))
    if height > 0.0:
        core = (clamp(p[0], -size[0], size[0]), clamp(p[1], -size[1], size[1]), clamp(p[2], -size[2], size[2]))
        return over_core(p, core, 0.0)
    elif h[0] == height:
        return (height, (1.0 if p[0] >= 0.0 else -1.0, 0.0, 0.0))
    elif h[1] == height:
        return (height, (0.0, 1.0 if p[1] >= 0.0 else -1.0, 0.0))
    else:
        return (height, (0.0, 0.0, 1.0 if p[2] >= 0.0 else -1.0))
