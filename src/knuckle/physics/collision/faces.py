"""Flat faces of boxes, cylinders and hulls: which one looks in a direction, its normal and its corners.

Corners go counterclockwise as seen from outside. A cylinder's disc counts as a polygon of 16 corners.
"""

from knuckle.machine.kernel import absolute, kernel, where
from knuckle.math.mat3 import mat_column, mat_mul_vec, mat_t_mul_vec
from knuckle.math.vec3 import add3, dot3, neg3
from knuckle.physics.collision.hull import hull_corner, hull_index
from knuckle.schema.enums import GeomType

CYLINDER = int(GeomType.CYLINDER)
BOX = int(GeomType.BOX)
MESH = int(GeomType.MESH)
NONE = -1
DISC = 16

# corners of the faces -x +x -y +y -z +z of a box; bits 1, 2, 4 say which coordinates are positive
BOX_CORNERS = (0, 4, 6, 2, 5, 1, 3, 7, 0, 1, 5, 4, 6, 7, 3, 2, 1, 0, 2, 3, 4, 5, 7, 6)

# cosine and sine of the angles 22.5°, 45° … 360°
R0, R1, R2 = 0.9238795325112867, 0.7071067811865476, 0.3826834323650898
DISC_COS = (R0, R1, R2, 0.0, -R2, -R1, -R0, -1.0, -R0, -R1, -R2, 0.0, R2, R1, R0, 1.0)
DISC_SIN = (R2, R1, R0, 1.0, R0, R1, R2, 0.0, -R2, -R1, -R0, -1.0, -R0, -R1, -R2, 0.0)


@kernel
def face_toward(m, d, s, slot, direction):
    """The face of shape s whose normal is nearest to `direction`; -1 where the shape has none."""
    if s < 0:
        return NONE
    u = mat_t_mul_vec(d.geom_xmat[s], direction)
    kind = m.geom_type[s]
    if kind == BOX:
        x, y, z = absolute(u[0]), absolute(u[1]), absolute(u[2])
        if x >= y and x >= z:
            return 1 if u[0] > 0.0 else 0
        if y >= z:
            return 3 if u[1] > 0.0 else 2
        return 5 if u[2] > 0.0 else 4
    if kind == CYLINDER:
        return 1 if u[2] > 0.0 else 0
    if kind == MESH:
        return polygon_toward(m, d, m.geom_dataid[s], slot, u)
    return NONE


@kernel
def polygon_toward(m, d, mesh, slot, u):
    """The polygon nearest to u of those that meet at the hull's farthest vertex along u; -1 where there is none."""
    if m.mesh_polynum[mesh] == 0:
        return NONE
    corner = hull_corner(m, mesh, u, d.ccd_hint[slot])
    d.ccd_hint[slot] = corner
    v = m.mesh_vertadr[mesh] + hull_index(m, mesh, corner)
    best = NONE
    most = -2.0 + 0.0 * u[0]
    for k in range(m.mesh_polymapadr[v], m.mesh_polymapadr[v] + m.mesh_polymapnum[v]):
        along = dot3(m.mesh_polynormal[m.mesh_polyadr[mesh] + m.mesh_polymap[k]], u)
        if along > most:
            most = along
            best = m.mesh_polymap[k]
    return best


@kernel
def face_normal(m, d, s, face):
    """Outward unit normal of a face, world frame."""
    R = d.geom_xmat[s]
    kind = m.geom_type[s]
    if kind == MESH:
        return mat_mul_vec(R, m.mesh_polynormal[m.mesh_polyadr[m.geom_dataid[s]] + face])
    n = mat_column(R, 2 if kind == CYLINDER else face // 2)
    return n if face % 2 == 1 else neg3(n)


@kernel
def face_size(m, s, face):
    """Number of corners of a face."""
    kind = m.geom_type[s]
    if kind == MESH:
        return m.mesh_polyvertnum[m.mesh_polyadr[m.geom_dataid[s]] + face]
    return DISC if kind == CYLINDER else 4


@kernel
def face_corner(m, d, s, face, i):
    """Corner i of a face, world frame."""
    kind = m.geom_type[s]
    size = m.geom_size[s]
    p = (0.0, 0.0, 0.0)
    if kind == BOX:
        bits = BOX_CORNERS[4 * face + i]
        p = (
            where(bits & 1 != 0, size[0], -size[0]),
            where(bits & 2 != 0, size[1], -size[1]),
            where(bits & 4 != 0, size[2], -size[2]),
        )
    elif kind == CYLINDER:
        side = where(face == 1, 1.0, -1.0)
        p = (size[0] * DISC_COS[i], side * size[0] * DISC_SIN[i], side * size[1])
    else:
        mesh = m.geom_dataid[s]
        corner = m.mesh_polyvertadr[m.mesh_polyadr[mesh] + face] + i
        v = m.mesh_vert[m.mesh_vertadr[mesh] + m.mesh_polyvert[corner]]
        return add3(d.geom_xpos[s], mat_mul_vec(d.geom_xmat[s], v))
    return add3(d.geom_xpos[s], mat_mul_vec(d.geom_xmat[s], p))
