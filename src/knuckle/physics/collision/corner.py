"""Corners of the configuration space obstacle A − B: pairs of support points, in the rows ccd_a, ccd_b and ccd_w."""

from knuckle.machine.kernel import kernel
from knuckle.math.vec3 import add_scaled3, neg3, sub3, unit3
from knuckle.physics.collision.support import core_support


@kernel
def find_corner(m, d, a, b, ra, rb, row, direction):
    """The point of A − B farthest along `direction`, which becomes that row; ra and rb are radii around both cores."""
    p = core_support(m, d, a, 0, direction)
    q = core_support(m, d, b, 1, neg3(direction))
    if ra + rb > 0.0:
        n = unit3(direction)
        p = add_scaled3(p, n, ra)
        q = add_scaled3(q, n, -rb)
    d.ccd_a[row] = p
    d.ccd_b[row] = q
    d.ccd_w[row] = sub3(p, q)
    d.ccd_corner[row] = (d.ccd_hint[0], d.ccd_hint[1])
    return d.ccd_w[row]


@kernel
def copy_corner(d, source, row):
    """Corner `source` in place of that row."""
    d.ccd_a[row] = d.ccd_a[source]
    d.ccd_b[row] = d.ccd_b[source]
    d.ccd_w[row] = d.ccd_w[source]
    d.ccd_corner[row] = d.ccd_corner[source]
