"""Whether geoms that need a search can touch at all: a few steps towards their nearest points, in all worlds at once.

With v a difference of points of the two, and w that which lies farthest against v, all differences are beyond w along
v: the geoms are at least v · w / ‖v‖ apart. Where that is no proof, v goes to the point nearest to 0 on the way to w.
"""

from knuckle.kernel import absolute, any_lane, kernel, maximum, minimum, sqrt, where
from knuckle.math.mat3 import mat_mul_vec, mat_t_mul_vec
from knuckle.math.vec3 import add3, add_scaled3, dot3, neg3, scale3, sub3
from knuckle.physics.collision.broad.bounds import SLACK, box_centre, box_half
from knuckle.schema.enums import GeomType

ROUNDS = 4
SMOOTH_ROUNDS = 1  # where the search itself goes on in this way, for all worlds side by side
SMALL = 1e-30  # squared lengths below this count as this


@kernel
def may_touch(m, d, near, g1, g2, margin, rounds):
    """Of the worlds in which two convex geoms are near, those in which they are not shown to be farther apart."""
    between = sub3(box_centre(m, d, g2), box_centre(m, d, g1))
    v = between
    for _ in range(rounds):
        long = dot3(v, v) > SMALL  # else there is no direction to look along
        length = sqrt(maximum(dot3(v, v), SMALL))
        n = scale3(v, 1.0 / length)
        w = add3(between, sub3(farthest(m, d, g2, neg3(n)), farthest(m, d, g1, n)))
        apart = dot3(n, w)
        reach = margin + SLACK * (absolute(apart) + length + absolute(margin))
        near = near & (where(long, apart, reach) <= reach)
        if not any_lane(near):
            return near
        way = sub3(w, v)
        t = -dot3(v, way) / maximum(dot3(way, way), SMALL)
        v = add_scaled3(v, way, minimum(maximum(t, 0.0 * t), 1.0 + 0.0 * t))
    return near


@kernel
def farthest(m, d, g, n):
    """The point of a geom farthest along a unit vector, from the centre of the box around it; of a mesh, of its box."""
    R = d.geom_xmat[g]
    u = mat_t_mul_vec(R, n)
    size = m.geom_size[g]
    kind = m.geom_type[g]
    if kind == GeomType.SPHERE:
        return scale3(n, size[0])
    if kind == GeomType.CAPSULE:
        return mat_mul_vec(R, (size[0] * u[0], size[0] * u[1], size[0] * u[2] + towards(u[2], size[1])))
    if kind == GeomType.ELLIPSOID:
        x = (size[0] * u[0], size[1] * u[1], size[2] * u[2])
        k = 1.0 / sqrt(maximum(dot3(x, x), SMALL))
        return mat_mul_vec(R, (k * size[0] * x[0], k * size[1] * x[1], k * size[2] * x[2]))
    if kind == GeomType.CYLINDER:
        k = size[0] / sqrt(maximum(u[0] * u[0] + u[1] * u[1], SMALL))
        return mat_mul_vec(R, (k * u[0], k * u[1], towards(u[2], size[1])))
    half = box_half(m, g)
    return mat_mul_vec(R, (towards(u[0], half[0]), towards(u[1], half[1]), towards(u[2], half[2])))


@kernel
def towards(x, half):
    """±half, with the sign of x."""
    return where(x >= 0.0, half + 0.0 * x, -half + 0.0 * x)
