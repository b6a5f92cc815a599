"""How deep a point is inside of a shape, by formulas that are quick and exact on the surface."""

from knuckle.kernel import absolute, kernel, maximum, minimum
from knuckle.math.vec3 import norm3
from knuckle.schema.enums import GeomType


@kernel
def depth_in_shape(shape, size, p):
    """Depth of a point of the shape's frame, zero or less outside; meshes and height fields are not felt. [m]"""
    if shape == GeomType.PLANE:
        return -p[2]
    elif shape == GeomType.SPHERE:
        return size[0] - norm3(p)
    elif shape == GeomType.CAPSULE:
        beyond = maximum(absolute(p[2]) - size[1], 0.0)
        return size[0] - norm3((p[0], p[1], beyond))
    elif shape == GeomType.ELLIPSOID:
        return depth_in_ellipsoid(size, p)
    elif shape == GeomType.CYLINDER:
        return minimum(size[0] - norm3((p[0], p[1], 0.0)), size[1] - absolute(p[2]))
    elif shape == GeomType.BOX:
        return depth_in_box(size, p)
    else:
        return 0.0


@kernel
def depth_in_ellipsoid(size, p):
    """k (1 − k) / ‖p / size²‖ with k = ‖p / size‖: exact to first order at the surface."""
    k = norm3((p[0] / size[0], p[1] / size[1], p[2] / size[2]))
    slope = norm3((p[0] / (size[0] * size[0]), p[1] / (size[1] * size[1]), p[2] / (size[2] * size[2])))
    if slope <= 0.0:
        return minimum(size[0], minimum(size[1], size[2]))
    return k * (1.0 - k) / slope


@kernel
def depth_in_box(size, p):
    """min (aᵢ² / sizeᵢ) · ‖sizeᵢ / aᵢ‖ with aᵢ = sizeᵢ − |pᵢ|: the distance near a face, more where faces are alike."""
    a = (size[0] - absolute(p[0]), size[1] - absolute(p[1]), size[2] - absolute(p[2]))
    least = minimum(a[0], minimum(a[1], a[2]))
    if least <= 0.0:
        return least
    r = (size[0] / a[0], size[1] / a[1], size[2] / a[2])
    return minimum(a[0] / r[0], minimum(a[1] / r[1], a[2] / r[2])) * norm3(r)
