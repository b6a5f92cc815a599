"""Support mapping: the point of a convex shape that lies farthest in a direction.

A shape is a number: a geom, or -1 for the prism in Data. Spheres and capsules are a core, a point or a segment, and a
radius around it; every other shape is its own core.
"""

from knuckle.kernel import as_written, sqrt, where
from knuckle.math.exact3 import add3, dot3, mat_mul_vec, mat_t_mul_vec, scale3
from knuckle.physics.collision.convex.hull import hull_corner, hull_vertex
from knuckle.schema.enums import GeomType

PRISM_CORNERS = 6


@as_written
def core_radius(m, s):
    """The radius around the core of a shape; 0 where the shape is its own core."""
    if s >= 0 and (m.geom_type[s] == GeomType.SPHERE or m.geom_type[s] == GeomType.CAPSULE):
        return m.geom_size[s, 0]
    return 0.0


@as_written
def has_corners(m, s):
    """Whether a shape is a polytope: a prism, a box or the hull of a mesh."""
    return s < 0 or m.geom_type[s] >= GeomType.BOX


@as_written
def shape_center(m, d, s):
    """A point inside the shape."""
    if s >= 0:
        return d.geom_xpos[s]
    total = (0.0, 0.0, 0.0)
    for k in range(PRISM_CORNERS):
        total = add3(total, d.prism[k])
    return scale3(total, 1.0 / PRISM_CORNERS)


@as_written
def core_support(m, d, s, slot, direction):
    """The point of the core of shape s farthest along `direction`, world frame.

    `slot` is 0 or 1, for the first or second shape of a pair: ccd_hint there becomes the vertex of a box or a hull.
    """
    if s < 0:
        return prism_support(d, direction)
    R = d.geom_xmat[s]
    u = mat_t_mul_vec(R, direction)
    p = (0.0, 0.0, 0.0)
    kind = m.geom_type[s]
    if kind == GeomType.CAPSULE:
        p = (0.0, 0.0, where(u[2] >= 0.0, m.geom_size[s, 1], -m.geom_size[s, 1]))
    elif kind == GeomType.ELLIPSOID:
        p = ellipsoid_support(m.geom_size[s], u)
    elif kind == GeomType.CYLINDER:
        p = cylinder_support(m.geom_size[s], u)
    elif kind == GeomType.BOX:
        d.ccd_hint[slot] = box_corner(u)
        p = box_vertex(m.geom_size[s], d.ccd_hint[slot])
    elif kind != GeomType.SPHERE:
        corner = hull_corner(m, m.geom_dataid[s], u, d.ccd_hint[slot])
        d.ccd_hint[slot] = corner
        p = hull_vertex(m, m.geom_dataid[s], corner)
    return add3(d.geom_xpos[s], mat_mul_vec(R, p))


@as_written
def box_corner(u):
    """The corner of a box farthest along u: bits 1, 2, 4 say which of its coordinates are positive."""
    return (1 if u[0] >= 0.0 else 0) + (2 if u[1] >= 0.0 else 0) + (4 if u[2] >= 0.0 else 0)


@as_written
def box_vertex(size, corner):
    """That corner, frame of the box."""
    return (
        where(corner & 1 != 0, size[0], -size[0]),
        where(corner & 2 != 0, size[1], -size[1]),
        where(corner & 4 != 0, size[2], -size[2]),
    )


@as_written
def cylinder_support(size, u):
    """The point of a cylinder's rim farthest along u; the middle of the disc where u is the axis."""
    across = sqrt(u[0] * u[0] + u[1] * u[1])
    r = where(across > 0.0, size[0] / where(across > 0.0, across, 1.0), 0.0)
    return (r * u[0], r * u[1], where(u[2] >= 0.0, size[1], -size[1]))


@as_written
def ellipsoid_support(size, u):
    """S² u / ‖S u‖ for the half axes S."""
    v = (size[0] * u[0], size[1] * u[1], size[2] * u[2])
    n = sqrt(dot3(v, v))
    k = where(n > 0.0, 1.0 / where(n > 0.0, n, 1.0), 0.0)
    return (k * size[0] * v[0], k * size[1] * v[1], k * size[2] * v[2])


@as_written
def prism_support(d, direction):
    """The corner of the prism in Data farthest along `direction`, of its top where that is level or upward."""
    first = 3 if direction[2] >= 0.0 else 0
    best = first
    most = dot3(d.prism[first], direction)
    for k in range(first + 1, first + 3):
        along = dot3(d.prism[k], direction)
        if along > most:
            most = along
            best = k
    return d.prism[best]
