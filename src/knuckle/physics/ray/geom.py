"""Rays against one geom of any shape, in the world frame."""

from knuckle.kernel import kernel
from knuckle.math.mat3 import mat_mul_vec, mat_t_mul_vec
from knuckle.math.vec3 import sub3
from knuckle.physics.ray.flat import ray_box, ray_cylinder, ray_plane
from knuckle.physics.ray.height_field import ray_height_field
from knuckle.physics.ray.hit import no_hit
from knuckle.physics.ray.mesh import ray_mesh
from knuckle.physics.ray.round import ray_capsule, ray_ellipsoid, ray_sphere
from knuckle.schema.enums import GeomType


@kernel
def ray_geom(m, d, g, point, vector):
    """The nearest surface of geom g along the ray: (x, outward normal)."""
    R = d.geom_xmat[g]
    p, v = mat_t_mul_vec(R, sub3(point, d.geom_xpos[g])), mat_t_mul_vec(R, vector)
    x, normal = ray_shape(m, g, p, v)
    return (x, mat_mul_vec(R, normal))


@kernel
def ray_shape(m, g, p, v):
    """The nearest surface of geom g along the ray p + x v of its own frame."""
    shape = m.geom_type[g]
    if shape == GeomType.MESH:
        return ray_mesh(m, g, p, v)
    elif shape == GeomType.HFIELD:
        return ray_height_field(m, g, p, v)
    else:
        return ray_primitive(shape, m.geom_size[g], p, v)


@kernel
def ray_primitive(shape, size, p, v):
    """The nearest surface of a shape of that size along the ray p + x v of its frame; none of other shapes."""
    if shape == GeomType.PLANE:
        return ray_plane(p, v, size)
    elif shape == GeomType.SPHERE:
        return ray_sphere(p, v, size)
    elif shape == GeomType.CAPSULE:
        return ray_capsule(p, v, size)
    elif shape == GeomType.ELLIPSOID:
        return ray_ellipsoid(p, v, size)
    elif shape == GeomType.CYLINDER:
        return ray_cylinder(p, v, size)
    elif shape == GeomType.BOX:
        return ray_box(p, v, size)
    else:
        return no_hit()
