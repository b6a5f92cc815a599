"""Straight edges of capsules, cylinders, boxes and hulls: the one that lies flattest on a face.

An edge is a tuple of six reals, its two ends in the world frame. The edge of a capsule or a cylinder is the line of its
side that looks in a given direction.
"""

from knuckle.machine.kernel import absolute, kernel, sqrt, where
from knuckle.math.mat3 import mat_column, mat_mul_vec, mat_t_mul_vec
from knuckle.math.vec3 import add3, add_scaled3, dot3, sub3
from knuckle.physics.collision.hull import hull_corner, hull_index
from knuckle.physics.collision.support import box_support
from knuckle.schema.enums import GeomType

CAPSULE = int(GeomType.CAPSULE)
CYLINDER = int(GeomType.CYLINDER)
BOX = int(GeomType.BOX)
MESH = int(GeomType.MESH)


@kernel
def segment(p, q):
    """The edge from p to q."""
    return (p[0], p[1], p[2], q[0], q[1], q[2])


@kernel
def slope(edge, n):
    """|e · n| for the direction e of an edge: the sine of its angle with the plane of normal n; 2 without length."""
    e = (edge[3] - edge[0], edge[4] - edge[1], edge[5] - edge[2])
    length = sqrt(dot3(e, e))
    return absolute(dot3(e, n)) / length if length > 0.0 else 2.0 + 0.0 * length


@kernel
def flattest_edge(m, d, s, slot, direction, n):
    """The edge at the farthest point of shape s along `direction` that makes the least angle with the plane of n.

    A shape without edges gives one of no length.
    """
    p = (0.0, 0.0, 0.0)
    if s >= 0:
        kind = m.geom_type[s]
        if kind == CAPSULE:
            axis = mat_column(d.geom_xmat[s], 2)
            p = add_scaled3(d.geom_xpos[s], direction, m.geom_size[s, 0])
            return segment(add_scaled3(p, axis, -m.geom_size[s, 1]), add_scaled3(p, axis, m.geom_size[s, 1]))
        if kind == CYLINDER:
            return cylinder_edge(m, d, s, direction)
        if kind == BOX:
            return box_edge(m, d, s, direction, n)
        if kind == MESH:
            return hull_edge(m, d, s, slot, direction, n)
    return segment(p, p)


@kernel
def cylinder_edge(m, d, s, direction):
    """The line of a cylinder's side that looks in a direction."""
    R = d.geom_xmat[s]
    u = mat_t_mul_vec(R, direction)
    across = sqrt(u[0] * u[0] + u[1] * u[1])
    r = where(across > 0.0, m.geom_size[s, 0] / where(across > 0.0, across, 1.0), 0.0)
    p = add3(d.geom_xpos[s], mat_mul_vec(R, (r * u[0], r * u[1], 0.0)))
    axis = mat_column(R, 2)
    return segment(add_scaled3(p, axis, -m.geom_size[s, 1]), add_scaled3(p, axis, m.geom_size[s, 1]))


@kernel
def box_edge(m, d, s, direction, n):
    """The flattest of three edges at the corner of a box."""
    R = d.geom_xmat[s]
    size = m.geom_size[s]
    corner = box_support(size, mat_t_mul_vec(R, direction))
    v = mat_t_mul_vec(R, n)
    x, y, z = absolute(v[0]), absolute(v[1]), absolute(v[2])
    other = (corner[0], corner[1], -corner[2])
    if x <= y and x <= z:
        other = (-corner[0], corner[1], corner[2])
    elif y <= z:
        other = (corner[0], -corner[1], corner[2])
    center = d.geom_xpos[s]
    return segment(add3(center, mat_mul_vec(R, corner)), add3(center, mat_mul_vec(R, other)))


@kernel
def hull_edge(m, d, s, slot, direction, n):
    """The flattest of the polygons' edges that leave the farthest vertex of a hull."""
    mesh = m.geom_dataid[s]
    R = d.geom_xmat[s]
    vert, poly = m.mesh_vertadr[mesh], m.mesh_polyadr[mesh]
    corner = hull_index(m, mesh, hull_corner(m, mesh, mat_t_mul_vec(R, direction), d.ccd_hint[slot]))
    p = m.mesh_vert[vert + corner]
    v = mat_t_mul_vec(R, n)
    best = corner
    least = 2.0 + 0.0 * v[0]
    first = m.mesh_polymapadr[vert + corner]
    for k in range(first, first + m.mesh_polymapnum[vert + corner]):
        # each edge leaves the vertex in just one of its polygons
        face = poly + m.mesh_polymap[k]
        adr, count = m.mesh_polyvertadr[face], m.mesh_polyvertnum[face]
        for i in range(count):
            if m.mesh_polyvert[adr + i] == corner:
                other = m.mesh_polyvert[adr + (i + 1) % count]
                e = sub3(m.mesh_vert[vert + other], p)
                rise = absolute(dot3(e, v)) / sqrt(dot3(e, e) + 0.0 * v[0])
                if rise < least:
                    least = rise
                    best = other
    center = d.geom_xpos[s]
    q = m.mesh_vert[vert + best]
    return segment(add3(center, mat_mul_vec(R, p)), add3(center, mat_mul_vec(R, q)))
