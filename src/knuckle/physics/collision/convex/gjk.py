"""Distance of two convex cores, by the algorithm of Gilbert, Johnson and Keerthi.

The obstacle A − B holds the origin where the shapes overlap, and its distance from the origin is theirs. A simplex of
its corners approaches the origin: v is the simplex's nearest point, and the corner farthest along −v comes next.
"""

from knuckle.kernel import as_written, sqrt
from knuckle.math.exact3 import add_scaled3, cross3, dot3, scale3, sub3
from knuckle.physics.collision.convex.corner import copy_corner, find_corner
from knuckle.physics.collision.convex.simplex import (
    nearest_on_segment,
    nearest_on_tetrahedron,
    nearest_on_triangle,
    weighted,
)
from knuckle.physics.collision.convex.support import shape_center

OVERLAP = -1.0


@as_written
def gjk(m, d, a, b, ra, rb, cutoff):
    """Distance of the cores of a and b, or a lower bound where that is beyond `cutoff`, or -1 where they overlap.

    Cores nearer than the tolerance overlap too: the direction between them is lost in rounding.

    The simplex that holds the nearest points is left in the first ccd_count rows, its weights in ccd_weight.
    """
    d.ccd_hint[0] = -1
    d.ccd_hint[1] = -1
    d.ccd_count = 0
    v = sub3(shape_center(m, d, a), shape_center(m, d, b))
    if dot3(v, v) <= 0.0:
        v = (1.0, 0.0, 0.0)
    count = 0
    length = 0.0 * cutoff
    for turn in range(m.opt_ccd_iterations):
        squared = dot3(v, v)
        length = sqrt(squared)
        if length < m.opt_ccd_tolerance:
            return OVERLAP + 0.0 * length
        w = find_corner(m, d, a, b, ra, rb, count, scale3(v, -1.0 / length))
        lower = dot3(v, w) / length
        if lower > cutoff:
            return lower
        if turn > 0 and lower > 0.0 and squared - dot3(v, w) < 0.5 * m.opt_ccd_tolerance * m.opt_ccd_tolerance:
            return length
        d.ccd_count = count + 1
        v = nearest_to_origin(d)
        count = d.ccd_count
        if count == 4:
            return OVERLAP + 0.0 * length
        # rounding ends progress before the tolerance does
        if turn > 0 and dot3(v, v) >= squared:
            return length if lower > 0.0 else OVERLAP + 0.0 * length
    return sqrt(dot3(v, v))


@as_written
def nearest_to_origin(d):
    """The point of the simplex nearest to the origin; corners that do not carry it are dropped."""
    count = d.ccd_count
    p, q, r, s = d.ccd_w[0], d.ccd_w[1], d.ccd_w[2], d.ccd_w[3]
    k = (1.0, 0.0, 0.0, 0.0)
    if count == 1:
        q, r, s = p, p, p
    if count == 2:
        two = nearest_on_segment(p, q)
        k = (two[0], two[1], 0.0, 0.0)
        r, s = p, p
    if count == 3:
        three = nearest_on_triangle(p, q, r)
        k = (three[0], three[1], three[2], 0.0)
        s = p
    if count == 4:
        k = nearest_on_tetrahedron(p, q, r, s)
    kept = 0
    for i in range(count):
        if k[i] > 0.0:
            copy_corner(d, i, kept)
            d.ccd_weight[kept] = k[i]
            kept += 1
    d.ccd_count = kept
    if kept == 4:
        return weighted(p, q, r, s, k)
    return foot(d, kept)


@as_written
def foot(d, count):
    """The foot of the perpendicular from the origin on the point, line or plane of the first corners.

    Rounding in it decides which of two corners comes next that are equally far across an edge or a side. So it is taken
    from the published search: the normal at the second corner of a plane, the way from the newest corner of a line.
    """
    if count == 1:
        return d.ccd_w[0]
    p, q = d.ccd_w[0], d.ccd_w[1]
    if count == 2:
        along = sub3(p, q)
        return add_scaled3(q, along, -dot3(q, along) / dot3(along, along))
    n = cross3(sub3(d.ccd_w[2], q), sub3(p, q))
    return scale3(n, dot3(q, n) / dot3(n, n))


@as_written
def nearest_points(d):
    """The points of both cores that the weights of the simplex give."""
    p = (0.0, 0.0, 0.0)
    q = (0.0, 0.0, 0.0)
    for i in range(d.ccd_count):
        k = d.ccd_weight[i]
        x, y = d.ccd_a[i], d.ccd_b[i]
        p = (p[0] + k * x[0], p[1] + k * x[1], p[2] + k * x[2])
        q = (q[0] + k * y[0], q[1] + k * y[1], q[2] + k * y[2])
    return p, q
