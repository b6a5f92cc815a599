"""Whether a point is inside of a site."""

from knuckle.kernel import absolute, kernel, minimum
from knuckle.math.mat3 import mat_t_mul_vec
from knuckle.math.quat import quat_conjugate, quat_rotate
from knuckle.math.vec3 import dot3, norm3, sub3
from knuckle.schema.enums import GeomType


@kernel
def inside_site(m, d, k, point):
    """Whether a world point is inside of site k: within its shape, the surface left out, or its convex hull."""
    p = mat_t_mul_vec(d.site_xmat[k], sub3(point, d.site_xpos[k]))
    size = m.site_size[k]
    shape = m.site_type[k]
    if shape == GeomType.SPHERE:
        return norm3(p) < size[0]
    elif shape == GeomType.CAPSULE:
        beyond = absolute(p[2]) - minimum(absolute(p[2]), size[1])
        return norm3((p[0], p[1], beyond)) < size[0]
    elif shape == GeomType.ELLIPSOID:
        return norm3((p[0] / size[0], p[1] / size[1], p[2] / size[2])) < 1.0
    elif shape == GeomType.CYLINDER:
        return absolute(p[2]) < size[1] and norm3((p[0], p[1], 0.0)) < size[0]
    elif shape == GeomType.BOX:
        return absolute(p[0]) < size[0] and absolute(p[1]) < size[1] and absolute(p[2]) < size[2]
    elif shape == GeomType.MESH:
        return inside_hull(m, m.site_dataid[k], p)
    else:
        return False


@kernel
def inside_hull(m, mesh, p):
    """Whether a point, in the frame of the mesh's file, lies on the inner side of all faces of its convex hull."""
    p = quat_rotate(quat_conjugate(m.mesh_quat[mesh]), sub3(p, m.mesh_pos[mesh]))
    first = m.mesh_polyadr[mesh]
    for f in range(first, first + m.mesh_polynum[mesh]):
        corner = m.mesh_vert[m.mesh_vertadr[mesh] + m.mesh_polyvert[m.mesh_polyvertadr[f]]]
        if dot3(m.mesh_polynormal[f], sub3(p, corner)) > 0.0:
            return False
    return True
