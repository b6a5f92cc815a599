"""Contacts of a plane and the convex hull of a mesh."""

from knuckle.kernel import as_written
from knuckle.math.exact3 import add3, add_scaled3, dot3, mat_mul_vec, mat_t_mul_vec, neg3, sub3
from knuckle.math.mat3 import mat_column
from knuckle.physics.collision.contact import put_contact
from knuckle.physics.collision.convex.hull import hull_corner, hull_index
from knuckle.physics.collision.convex.quadrilateral import choose_four
from knuckle.physics.collision.convex.scratch import has_room, need_polygon, polygon_rows


@as_written
def plane_mesh(m, d, g1, g2, margin):
    """Contacts at the deepest vertex and at corners of the polygon there that faces the plane most, at most four.

    Corners on the far side of the mesh's centre are left out.
    """
    n = mat_column(d.geom_xmat[g1], 2)
    mesh = m.geom_dataid[g2]
    R = d.geom_xmat[g2]
    center = d.geom_xpos[g2]
    height = dot3(n, sub3(center, d.geom_xpos[g1]))
    down = neg3(mat_t_mul_vec(R, n))
    deepest = hull_index(m, mesh, hull_corner(m, mesh, down, -1))
    count = put_ring(m, d, mesh, deepest, down)
    chosen = choose_four(d, 0, count, 1)
    for k in range(min(count, 4)):
        r = mat_mul_vec(R, d.ccd_poly[chosen[k]])
        above = dot3(n, r)
        dist = height + above
        if dist < margin and (k == 0 or above <= 0.0):
            put_contact(d, dist, add_scaled3(add3(center, r), n, -0.5 * dist), n, (0.0, 0.0, 0.0))


@as_written
def put_ring(m, d, mesh, v, down):
    """Write the corners of the polygon at vertex v that faces `down` most, from v on; returns how many they are.

    None where there is too little room, of which more is asked for.
    """
    if not has_room(d):
        return 0
    vert = m.mesh_vertadr[mesh]
    d.ccd_poly[0] = m.mesh_vert[vert + v]
    if m.mesh_polynum[mesh] == 0:
        return 1
    best = -1
    most = -2.0 + 0.0 * down[0]
    for k in range(m.mesh_polymapadr[vert + v], m.mesh_polymapadr[vert + v] + m.mesh_polymapnum[vert + v]):
        face = m.mesh_polyadr[mesh] + m.mesh_polymap[k]
        along = dot3(m.mesh_polynormal[face], down)
        if along > most:
            most = along
            best = face
    if best < 0:
        return 1
    adr, size = m.mesh_polyvertadr[best], m.mesh_polyvertnum[best]
    if size > polygon_rows(d):
        need_polygon(d, size)
        return 0
    start = 0
    for i in range(size):
        if m.mesh_polyvert[adr + i] == v:
            start = i
    for i in range(1, size):
        d.ccd_poly[i] = m.mesh_vert[vert + m.mesh_polyvert[adr + (start + i) % size]]
    return size
