"""Which points of a geom or site go farthest: corners with a radius around them, or a point for each direction."""

from knuckle.kernel import kernel, sqrt
from knuckle.math.mat3 import mat_mul_vec, mat_t_mul_vec
from knuckle.math.quat import quat_rotate
from knuckle.math.vec3 import add3, norm3
from knuckle.physics.collision.convex.hull import hull_size, hull_vertex
from knuckle.schema.enums import GeomType, ObjType

FLAT = 1e-15  # components across the axis of a cylinder below which a direction has no side


@kernel
def corner_count(m, kind, k):
    """Number of corners of an object; 0 for ellipsoids and cylinders, which have none."""
    shape = object_shape(m, kind, k)
    if shape == GeomType.SPHERE:
        return 1
    elif shape == GeomType.CAPSULE:
        return 2
    elif shape == GeomType.BOX:
        return 8
    elif shape == GeomType.MESH:
        return hull_size(m, object_mesh(m, kind, k))
    else:
        return 0


@kernel
def corner(m, kind, k, i):
    """Corner i of an object in its frame: of its hull, or the centre of a rounded end."""
    shape, size = object_shape(m, kind, k), object_size(m, kind, k)
    if shape == GeomType.SPHERE:
        return (0.0, 0.0, 0.0)
    elif shape == GeomType.CAPSULE:
        return (0.0, 0.0, size[1] if i == 0 else -size[1])
    elif shape == GeomType.BOX:
        x, y = size[0] if i % 2 == 0 else -size[0], size[1] if i // 2 % 2 == 0 else -size[1]
        return (x, y, size[2] if i // 4 == 0 else -size[2])
    else:
        return hull_vertex(m, object_mesh(m, kind, k), i)


@kernel
def object_radius(m, kind, k):
    """The radius around corners. [m]"""
    shape = object_shape(m, kind, k)
    return object_size(m, kind, k)[0] if shape == GeomType.SPHERE or shape == GeomType.CAPSULE else 0.0


@kernel
def farthest_point(m, d, kind, k, u):
    """The point of an ellipsoid or cylinder that is farthest along u, world frame."""
    size = object_size(m, kind, k)
    w = mat_t_mul_vec(d.site_xmat[k] if kind == ObjType.SITE else d.geom_xmat[k], u)
    if object_shape(m, kind, k) == GeomType.ELLIPSOID:
        v = (size[0] * w[0], size[1] * w[1], size[2] * w[2])
        n = norm3(v)
        p = (size[0] * v[0] / n, size[1] * v[1] / n, size[2] * v[2] / n)
    else:
        across = sqrt(w[0] * w[0] + w[1] * w[1])
        r = size[0] / across if across > FLAT else 0.0
        p = (r * w[0], r * w[1], size[1] if w[2] >= 0.0 else -size[1])
    return object_point(m, d, kind, k, p)


@kernel
def object_point(m, d, kind, k, p):
    """A point of the frame of an object's shape, in the world frame; the mesh of a site is as in the mesh's file."""
    if kind == ObjType.GEOM:
        return add3(d.geom_xpos[k], mat_mul_vec(d.geom_xmat[k], p))
    elif m.site_type[k] == GeomType.MESH:
        mesh = m.site_dataid[k]
        q = add3(m.mesh_pos[mesh], quat_rotate(m.mesh_quat[mesh], p))
        return add3(d.site_xpos[k], mat_mul_vec(d.site_xmat[k], q))
    else:
        return add3(d.site_xpos[k], mat_mul_vec(d.site_xmat[k], p))


@kernel
def object_shape(m, kind, k):
    return m.site_type[k] if kind == ObjType.SITE else m.geom_type[k]


@kernel
def object_size(m, kind, k):
    return m.site_size[k] if kind == ObjType.SITE else m.geom_size[k]


@kernel
def object_mesh(m, kind, k):
    return m.site_dataid[k] if kind == ObjType.SITE else m.geom_dataid[k]
