"""Straight edges of capsules, cylinders, boxes and hulls, at the vertices where two shapes meet.

An edge is a tuple of six reals, its two ends in the world frame. The edge of a capsule or a cylinder is the line of its
side through the deepest point.
"""

from knuckle.kernel import absolute, as_written, sqrt, where
from knuckle.math.exact3 import add3, add_scaled3, dot3, mat_mul_vec, mat_t_mul_vec, scale3, sub3
from knuckle.math.mat3 import mat_column
from knuckle.physics.collision.convex.support import box_vertex
from knuckle.schema.enums import GeomType


@as_written
def segment(p, q):
    """The edge from p to q."""
    return (p[0], p[1], p[2], q[0], q[1], q[2])


@as_written
def slope(edge, n):
    """|e · n| for the direction e of an edge: the sine of its angle with the plane of normal n; 2 without length."""
    e = (edge[3] - edge[0], edge[4] - edge[1], edge[5] - edge[2])
    length = sqrt(dot3(e, e))
    return absolute(dot3(e, n)) / length if length > 0.0 else 2.0 + 0.0 * length


@as_written
def edge_choices(m, s, vertices):
    """Number of edges to look at for `edge_choice`."""
    kind = m.geom_type[s]
    if kind == GeomType.CAPSULE or kind == GeomType.CYLINDER:
        return 1
    if kind != GeomType.BOX and kind != GeomType.MESH:
        return 0
    if vertices[0] > 1:
        return 1 if vertices[0] == 2 else 0
    if kind == GeomType.BOX:
        return 3
    mesh = m.geom_dataid[s]
    return m.mesh_polymapnum[m.mesh_vertadr[mesh] + vertices[1]] if m.mesh_polynum[mesh] > 0 else 0


@as_written
def edge_choice(m, d, s, slot, vertices, k, n):
    """Edge number k at those vertices, for a face of normal n."""
    kind = m.geom_type[s]
    if kind == GeomType.CAPSULE:
        return capsule_edge(m, d, s, capsule_point(d, slot), scale3(n, d.ccd_inflation))
    if kind == GeomType.CYLINDER:
        return cylinder_edge(m, d, s, slot)
    i, j = vertices[1], vertices[1]
    if vertices[0] > 1:
        j = vertices[2]
    elif kind == GeomType.BOX:
        j = i ^ (1 << k)
    else:
        j = corner_before(m, m.geom_dataid[s], i, k)
    return segment(shape_vertex(m, d, s, i), shape_vertex(m, d, s, j))


@as_written
def shape_vertex(m, d, s, v):
    """Vertex v of a box or a mesh, world frame."""
    R = d.geom_xmat[s]
    if m.geom_type[s] == GeomType.BOX:
        return add3(d.geom_xpos[s], mat_mul_vec(R, box_vertex(m.geom_size[s], v)))
    return add3(d.geom_xpos[s], mat_mul_vec(R, m.mesh_vert[m.mesh_vertadr[m.geom_dataid[s]] + v]))


@as_written
def corner_before(m, mesh, v, k):
    """The corner before vertex v in polygon number k of those that meet there."""
    face = m.mesh_polyadr[mesh] + m.mesh_polymap[m.mesh_polymapadr[m.mesh_vertadr[mesh] + v] + k]
    adr, count = m.mesh_polyvertadr[face], m.mesh_polyvertnum[face]
    for i in range(count):
        if m.mesh_polyvert[adr + i] == v:
            return m.mesh_polyvert[adr + (i + count - 1) % count]
    return v


@as_written
def capsule_point(d, slot):
    """A point of the line of a capsule's side: the deepest one of the inflated capsule."""
    p = d.ccd_from if slot == 0 else d.ccd_to
    outward = d.ccd_inflation if slot == 0 else -d.ccd_inflation
    return add_scaled3(p, d.ccd_normal, outward)


@as_written
def capsule_edge(m, d, s, p, shift):
    """The line of a capsule's side through p, moved by `shift`."""
    axis = mat_column(d.geom_xmat[s], 2)
    along = dot3(axis, sub3(p, d.geom_xpos[s]))
    half = m.geom_size[s, 1]
    p = add3(p, shift)
    return segment(add_scaled3(p, axis, -half - along), add_scaled3(p, axis, half - along))


@as_written
def cylinder_edge(m, d, s, slot):
    """The line of a cylinder's side from the first corner of the simplex to the other disc."""
    p = d.ccd_a[0] if slot == 0 else d.ccd_b[0]
    u = mat_t_mul_vec(d.geom_xmat[s], sub3(p, d.geom_xpos[s]))
    across = sqrt(u[0] * u[0] + u[1] * u[1])
    r = where(across > 0.0, m.geom_size[s, 0] / where(across > 0.0, across, 1.0), 0.0)
    half = where(u[2] >= 0.0, m.geom_size[s, 1], -m.geom_size[s, 1])
    axis = mat_column(d.geom_xmat[s], 2)
    p = add3(d.geom_xpos[s], mat_mul_vec(d.geom_xmat[s], (r * u[0], r * u[1], half)))
    return segment(p, add_scaled3(p, axis, -2.0 * half))
