"""The farthest point of a geom or site along a direction."""

from knuckle.kernel import kernel, sqrt
from knuckle.math.mat3 import mat_mul_vec, mat_t_mul_vec
from knuckle.math.quat import quat_conjugate, quat_rotate
from knuckle.math.vec3 import add3, dot3, norm3, scale3
from knuckle.physics.collision.convex.hull import hull_size, hull_vertex
from knuckle.schema.enums import GeomType

FLAT = 1e-15  # components of a unit vector across the axis of a cylinder below which it has no side


@kernel
def geom_point(m, d, g, u):
    """The farthest point of geom g along the unit vector u, world frame."""
    R = d.geom_xmat[g]
    w = mat_t_mul_vec(R, u)
    if m.geom_type[g] == GeomType.MESH:
        return add3(d.geom_xpos[g], mat_mul_vec(R, hull_point(m, m.geom_dataid[g], w)))
    else:
        return add3(d.geom_xpos[g], mat_mul_vec(R, shape_point(m.geom_type[g], m.geom_size[g], w)))


@kernel
def site_point(m, d, k, u):
    """The farthest point of site k along the unit vector u, world frame; its mesh is as in the mesh's file."""
    R = d.site_xmat[k]
    w = mat_t_mul_vec(R, u)
    if m.site_type[k] == GeomType.MESH:
        mesh = m.site_dataid[k]
        p = hull_point(m, mesh, quat_rotate(quat_conjugate(m.mesh_quat[mesh]), w))
        return add3(d.site_xpos[k], mat_mul_vec(R, add3(m.mesh_pos[mesh], quat_rotate(m.mesh_quat[mesh], p))))
    else:
        return add3(d.site_xpos[k], mat_mul_vec(R, shape_point(m.site_type[k], m.site_size[k], w)))


@kernel
def shape_point(shape, size, u):
    """The farthest point of a shape along u, in its frame."""
    up = 1.0 if u[2] >= 0.0 else -1.0
    if shape == GeomType.SPHERE:
        return scale3(u, size[0])
    elif shape == GeomType.CAPSULE:
        return (size[0] * u[0], size[0] * u[1], size[0] * u[2] + up * size[1])
    elif shape == GeomType.ELLIPSOID:
        v = (size[0] * u[0], size[1] * u[1], size[2] * u[2])
        n = norm3(v)
        return (size[0] * v[0] / n, size[1] * v[1] / n, size[2] * v[2] / n)
    elif shape == GeomType.CYLINDER:
        across = sqrt(u[0] * u[0] + u[1] * u[1])
        r = size[0] / across if across > FLAT else 0.0
        return (r * u[0], r * u[1], up * size[1])
    else:
        x = size[0] if u[0] >= 0.0 else -size[0]
        return (x, size[1] if u[1] >= 0.0 else -size[1], up * size[2])


@kernel
def hull_point(m, mesh, u):
    """The vertex of a mesh's convex hull that is farthest along u."""
    farthest = 0
    most = dot3(u, hull_vertex(m, mesh, 0))
    for v in range(1, hull_size(m, mesh)):
        reach = dot3(u, hull_vertex(m, mesh, v))
        if reach > most:
            farthest, most = v, reach
    return hull_vertex(m, mesh, farthest)
