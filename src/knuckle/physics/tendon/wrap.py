"""Wrapping: the shortest way from one point to another around a sphere or an endless cylinder, or through it.

All happens in the plane of the centre and both ends, or across the axis of the cylinder. With angles about the centre,
a straight line to the circle of radius r from a distance ρ touches it acos(r/ρ) ahead. So a path that turns by α about
the centre follows the circle for |α| − acos(r/ρ₀) − acos(r/ρ₁), if that is positive, and else not at all.
"""

from knuckle.kernel import absolute, kernel, maximum, sqrt, where
from knuckle.math.elementary import atan2, sincos
from knuckle.math.mat3 import mat_mul_vec, mat_t_mul_vec
from knuckle.math.vec3 import add3, add_scaled3, cross3, dot3, norm3, scale3, sub3, unit3
from knuckle.physics.tendon.wrap_inside import touching_angle
from knuckle.schema.enums import WrapType

NONE = -1.0  # the length along the surface, where the path does not touch it
ORIGIN = (0.0, 0.0, 0.0)
PARALLEL = 1e-15  # ends whose cross product is smaller are on one line with the centre


@kernel
def wrap(m, d, w, x, y):
    """(length along the surface, first point, last point) of the path from x to y at the geom of object w.

    The length is negative where the path is straight.
    """
    g = m.wrap_objid[w]
    r = m.geom_size[g, 0]
    centre = d.geom_xpos[g]
    R = d.geom_xmat[g]
    p = mat_t_mul_vec(R, sub3(x, centre))
    q = mat_t_mul_vec(R, sub3(y, centre))
    e, f = plane_of(m.wrap_type[w], p, q)
    start = (dot3(p, e), dot3(p, f))
    stop = (dot3(q, e), dot3(q, f))
    if norm2(start) < r or norm2(stop) < r or r < PARALLEL:
        return NONE, ORIGIN, ORIGIN
    s = side_site(m, w)
    side = (0.0, 0.0)
    inside = False
    if s >= 0:
        z = mat_t_mul_vec(R, sub3(d.site_xpos[s], centre))
        side = (dot3(z, e), dot3(z, f))
        inside = norm3(z) < r
    if inside:
        turn, begin, arc = through_circle(start, stop, r)
    else:
        turn, begin, arc = around_circle(start, stop, side, s >= 0, r)
    if arc < 0.0:
        return NONE, ORIGIN, ORIGIN
    one = on_circle(e, f, r, begin)
    other = on_circle(e, f, r, begin + turn * arc)
    if m.wrap_type[w] == WrapType.CYLINDER:
        return along_axis(R, centre, p, q, start, stop, one, other, r * arc)
    return r * arc, add3(centre, mat_mul_vec(R, one)), add3(centre, mat_mul_vec(R, other))


@kernel
def side_site(m, w):
    """The site that tells on which side the path goes around the geom of object w; −1 where it may choose."""
    s = int(m.wrap_prm[w])
    return s if s < m.nsite else -1


@kernel
def plane_of(kind, p, q):
    """Two axes of the plane in which the path to and from ends p and q turns, in the frame of the geom.

    Where both ends of a path around a sphere are on one line with its centre, any plane through them will do.
    """
    if kind == WrapType.CYLINDER:
        return (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)
    e = unit3(p)
    normal = cross3(p, q)
    if norm3(normal) < PARALLEL:
        normal = cross3(p, least_axis(p))
    return e, cross3(unit3(normal), e)


@kernel
def least_axis(p):
    """The coordinate axis that a vector is least along."""
    x, y, z = absolute(p[0]), absolute(p[1]), absolute(p[2])
    if x <= y and x <= z:
        return (1.0, 0.0, 0.0)
    elif y <= z:
        return (0.0, 1.0, 0.0)
    else:
        return (0.0, 0.0, 1.0)


@kernel
def around_circle(start, stop, side, has_side, r):
    """(direction, angle of the first point, angle to the last one), negative where the path is straight.

    The path turns about the centre as the polyline through the side does: angle from start to side, plus from side to
    stop. Without a side it turns by the smaller angle.
    """
    alpha = angle_between(start, side) + angle_between(side, stop) if has_side else angle_between(start, stop)
    turn = where(alpha < 0.0, -1.0, 1.0)
    ahead = touching(start, r)
    arc = absolute(alpha) - ahead - touching(stop, r)
    return turn, atan2(start[1], start[0]) + turn * ahead, arc


@kernel
def through_circle(start, stop, r):
    """The same for a path that has to go through the circle: straight, or touching it from within at one point.

    That is measured from the end from which the path turns counter-clockwise: the search for it ends before rounding.
    """
    alpha = angle_between(start, stop)
    turn = where(alpha < 0.0, -1.0, 1.0)
    if absolute(alpha) - touching(start, r) - touching(stop, r) >= 0.0:
        return turn, 0.0, NONE
    first, last = (start, stop) if alpha >= 0.0 else (stop, start)
    ahead = touching_angle(r / norm2(first), r / norm2(last), absolute(alpha))
    return turn, atan2(first[1], first[0]) + ahead, 0.0


@kernel
def touching(p, r):
    """acos(r/ρ): the angle about the centre from a point to where a line from it touches the circle. [rad]"""
    n = norm2(p)
    return atan2(sqrt(maximum((n - r) * (n + r), 0.0)), r)


@kernel
def angle_between(p, q):
    """The angle from one vector of the plane to another, in (−π, π]. [rad]"""
    return atan2(p[0] * q[1] - p[1] * q[0], p[0] * q[0] + p[1] * q[1])


@kernel
def norm2(p):
    """‖p‖ in the plane."""
    return sqrt(p[0] * p[0] + p[1] * p[1])


@kernel
def on_circle(e, f, r, angle):
    """The point of the circle at an angle from axis e, in the frame of the geom."""
    s, c = sincos(angle)
    return add_scaled3(scale3(e, r * c), f, r * s)


@kernel
def along_axis(R, centre, p, q, start, stop, one, other, arc):
    """A path around a cylinder rises along its axis at a constant slope, as it does on the surface when unrolled."""
    before = distance2(start, one)
    after = distance2(stop, other)
    slope = (q[2] - p[2]) / maximum(before + arc + after, PARALLEL)
    low = (one[0], one[1], p[2] + slope * before)
    high = (other[0], other[1], q[2] - slope * after)
    rise = high[2] - low[2]
    return sqrt(arc * arc + rise * rise), add3(centre, mat_mul_vec(R, low)), add3(centre, mat_mul_vec(R, high))


@kernel
def distance2(p, q):
    """Distance of two points across the axis."""
    x, y = p[0] - q[0], p[1] - q[1]
    return sqrt(x * x + y * y)
