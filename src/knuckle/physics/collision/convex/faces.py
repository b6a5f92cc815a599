"""Flat faces of boxes, cylinders and hulls: their normals and corners.

Corners go counterclockwise as seen from outside. A cylinder's disc counts as a polygon of 16 corners.
"""

from knuckle.kernel import as_written, where
from knuckle.math.exact3 import add3, mat_mul_vec, neg3
from knuckle.math.mat3 import mat_column
from knuckle.physics.collision.convex.support import box_vertex
from knuckle.schema.enums import GeomType

DISC = 16

# corners of the faces -x +x -y +y -z +z of a box
BOX_CORNERS = (0, 4, 6, 2, 5, 1, 3, 7, 0, 1, 5, 4, 6, 7, 3, 2, 1, 0, 2, 3, 4, 5, 7, 6)

# cosine and sine of the angles 22.5°, 45° … 360°, to the 15 digits of the reference: which corners of a disc are kept
# where many quadrilaterals have the same area is decided by the last of them
C1, C2, S2, S1 = 0.923879532511287, 0.707106781186547, 0.707106781186548, 0.38268343236509
DISC_COS = (C1, C2, S1, 0.0, -S1, -S2, -C1, -1.0, -C1, -C2, -S1, 0.0, S1, S2, C1, 1.0)
DISC_SIN = (S1, S2, C1, 1.0, C1, C2, S1, 0.0, -S1, -S2, -C1, -1.0, -C1, -C2, -S1, 0.0)


@as_written
def face_normal(m, d, s, face):
    """Outward unit normal of a face, world frame."""
    R = d.geom_xmat[s]
    kind = m.geom_type[s]
    if kind == GeomType.MESH:
        return mat_mul_vec(R, m.mesh_polynormal[m.mesh_polyadr[m.geom_dataid[s]] + face])
    n = mat_column(R, 2 if kind == GeomType.CYLINDER else face // 2)
    return n if face % 2 == 1 else neg3(n)


@as_written
def face_size(m, s, face):
    """Number of corners of a face."""
    kind = m.geom_type[s]
    if kind == GeomType.MESH:
        return m.mesh_polyvertnum[m.mesh_polyadr[m.geom_dataid[s]] + face]
    return DISC if kind == GeomType.CYLINDER else 4


@as_written
def face_corner(m, d, s, face, i):
    """Corner i of a face, world frame."""
    kind = m.geom_type[s]
    size = m.geom_size[s]
    p = (0.0, 0.0, 0.0)
    if kind == GeomType.BOX:
        p = box_vertex(size, BOX_CORNERS[4 * face + i])
    elif kind == GeomType.CYLINDER:
        side = where(face == 1, 1.0, -1.0)
        p = (size[0] * DISC_COS[i], side * size[0] * DISC_SIN[i], side * size[1])
    else:
        mesh = m.geom_dataid[s]
        corner = m.mesh_polyvertadr[m.mesh_polyadr[mesh] + face] + i
        v = m.mesh_vert[m.mesh_vertadr[mesh] + m.mesh_polyvert[corner]]
        return add3(d.geom_xpos[s], mat_mul_vec(d.geom_xmat[s], v))
    return add3(d.geom_xpos[s], mat_mul_vec(d.geom_xmat[s], p))
