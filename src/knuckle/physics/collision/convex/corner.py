"""Corners of the configuration space obstacle A − B: pairs of support points, in the rows ccd_a, ccd_b and ccd_w."""

from knuckle.kernel import as_written
from knuckle.math.exact3 import add_scaled3, neg3, sub3
from knuckle.physics.collision.convex.support import core_support


@as_written
def find_corner(m, d, a, b, ra, rb, row, direction):
    """The point of A − B farthest along a unit vector, which becomes that row; ra and rb are radii around the cores."""
    p = core_support(m, d, a, 0, direction)
    q = core_support(m, d, b, 1, neg3(direction))
    if ra + rb > 0.0:
        p = add_scaled3(p, direction, ra)
        q = add_scaled3(q, direction, -rb)
    d.ccd_a[row] = p
    d.ccd_b[row] = q
    d.ccd_w[row] = sub3(p, q)
    d.ccd_corner[row] = (d.ccd_hint[0], d.ccd_hint[1])
    return d.ccd_w[row]


@as_written
def copy_corner(d, source, row):
    """Corner `source` in place of that row."""
    d.ccd_a[row] = d.ccd_a[source]
    d.ccd_b[row] = d.ccd_b[source]
    d.ccd_w[row] = d.ccd_w[source]
    d.ccd_corner[row] = d.ccd_corner[source]
