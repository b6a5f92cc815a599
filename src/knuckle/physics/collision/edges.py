"""Straight edges of capsules, cylinders, boxes and hulls, at the vertices where two shapes meet.

An edge is a tuple of six reals, its two ends in the world frame. The edge of a capsule or a cylinder is the line of its
side through the deepest point.
"""

from knuckle.machine.kernel import absolute, kernel, sqrt
from knuckle.math.mat3 import mat_column, mat_mul_vec
from knuckle.math.vec3 import add3, add_scaled3, dot3, sub3
from knuckle.physics.collision.support import box_vertex
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
def edge_choices(m, s, vertices):
    """Number of edges to look at for `edge_choice`."""
    kind = m.geom_type[s]
    if kind == CAPSULE or kind == CYLINDER:
        return 1
    if kind != BOX and kind != MESH:
        return 0
    if vertices[0] > 1:
        return vertices[0] * (vertices[0] - 1) // 2
    if kind == BOX:
        return 3
    mesh = m.geom_dataid[s]
    return m.mesh_polymapnum[m.mesh_vertadr[mesh] + vertices[1]] if m.mesh_polynum[mesh] > 0 else 0


@kernel
def edge_choice(m, d, s, slot, vertices, k):
    """Edge number k at those vertices."""
    kind = m.geom_type[s]
    if kind == CAPSULE or kind == CYLINDER:
        return side_edge(m, d, s, d.ccd_from if slot == 0 else d.ccd_to)
    i, j = vertices[1], vertices[1]
    if vertices[0] > 1:
        i = vertices[1 + k // 2]
        j = vertices[2 + (k + 1) // 2]
    elif kind == BOX:
        j = i ^ (1 << k)
    else:
        j = next_corner(m, m.geom_dataid[s], i, k)
    return segment(shape_vertex(m, d, s, i), shape_vertex(m, d, s, j))


@kernel
def shape_vertex(m, d, s, v):
    """Vertex v of a box or a mesh, world frame."""
    R = d.geom_xmat[s]
    if m.geom_type[s] == BOX:
        return add3(d.geom_xpos[s], mat_mul_vec(R, box_vertex(m.geom_size[s], v)))
    return add3(d.geom_xpos[s], mat_mul_vec(R, m.mesh_vert[m.mesh_vertadr[m.geom_dataid[s]] + v]))


@kernel
def next_corner(m, mesh, v, k):
    """The corner after vertex v in polygon number k of those that meet there."""
    face = m.mesh_polyadr[mesh] + m.mesh_polymap[m.mesh_polymapadr[m.mesh_vertadr[mesh] + v] + k]
    adr, count = m.mesh_polyvertadr[face], m.mesh_polyvertnum[face]
    for i in range(count):
        if m.mesh_polyvert[adr + i] == v:
            return m.mesh_polyvert[adr + (i + 1) % count]
    return v


@kernel
def side_edge(m, d, s, touch):
    """The line of the side of a capsule or a cylinder through its deepest point."""
    axis = mat_column(d.geom_xmat[s], 2)
    along = dot3(axis, sub3(touch, d.geom_xpos[s]))
    half = m.geom_size[s, 1]
    return segment(add_scaled3(touch, axis, -half - along), add_scaled3(touch, axis, half - along))
