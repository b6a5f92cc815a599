"""Contacts of two boxes, by the axis that separates them most."""

from knuckle.kernel import absolute, kernel
from knuckle.math.mat3 import mat_column, mat_t_mul_vec
from knuckle.math.mat3_algebra import mat_mul, mat_transpose
from knuckle.math.vec3 import cross3, dot3, scale3, sub3, unit3
from knuckle.physics.collision.primitive.box_axis import best_edges, best_face
from knuckle.physics.collision.primitive.box_edge import edge_contact
from knuckle.physics.collision.primitive.box_face import face_contacts

SAME_DIRECTION = 0.99  # cosine beyond which the normal of two edges is hardly another one than that of a face
CLEARLY_BETTER = 0.95  # such a normal must cut the depth to this share, or the face's distance must be this share


@kernel
def box_box(m, d, g1, g2, margin):
    """At most eight contacts: the clipped face of one box against a face of the other, or one between two edges."""
    frame1 = d.geom_xmat[g1]
    frame2 = d.geom_xmat[g2]
    across = sub3(d.geom_xpos[g2], d.geom_xpos[g1])
    R = mat_mul(mat_transpose(frame1), frame2)
    p = mat_t_mul_vec(frame1, across)
    size1 = m.geom_size[g1]
    size2 = m.geom_size[g2]

    face_gap, face = best_face(R, p, mat_t_mul_vec(frame2, across), size1, size2, margin)
    if face_gap > margin:
        return
    edge_gap, edges = best_edges(R, p, size1, size2)
    if edge_gap > margin:
        return

    normal = mat_column(frame1, face) if face < 3 else mat_column(frame2, face - 3)
    if edge_gap > face_gap:
        i = edges // 3
        j = edges - 3 * i
        turned = unit3(cross3(mat_column(frame1, i), mat_column(frame2, j)))
        alike = absolute(dot3(turned, normal)) > SAME_DIRECTION
        if not alike or clearly_larger(edge_gap, face_gap):
            if dot3(turned, across) < 0.0:
                turned = scale3(turned, -1.0)
            edge_contact(m, d, g1, g2, i, j, turned, edge_gap)
            return
    if face < 3:
        face_contacts(m, d, g1, g2, face, 1.0, margin)
    else:
        face_contacts(m, d, g2, g1, face - 3, -1.0, margin)


@kernel
def clearly_larger(gap, other):
    """Whether a gap is larger by 5 %: the depth is that much smaller, or the distance that much larger."""
    return gap > CLEARLY_BETTER * other if gap < 0.0 else CLEARLY_BETTER * gap > other
