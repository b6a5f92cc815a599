"""Contacts of height fields: every triangle of the surface is the top of a prism that reaches down to the base.

The search takes place in the frame of the field. There the sides of prisms are upright without rounding, and of the two
ends of an upright edge, which lie equally far across a side, the upper one is found.
"""

from knuckle.kernel import as_written, maximum
from knuckle.math.exact3 import add3, dot3, mat_mul, mat_mul_vec, mat_t_mul_vec, neg3, scale3, sub3
from knuckle.math.mat3_algebra import mat_transpose
from knuckle.physics.collision.contact import put_contact
from knuckle.physics.collision.convex.contacts import find_distance
from knuckle.physics.collision.convex.support import core_radius, core_support
from knuckle.physics.geometry.height_field import cell_of, grid_point

PRISM = -1
MOST_CONTACTS = 50  # of one pair


@as_written
def hfield_convex(m, d, g1, g2, margin):
    """Contacts of geom g2 with the prisms of height field g1, one for each, row of cells by row."""
    pos, mat = d.geom_xpos[g2], d.geom_xmat[g2]
    R = d.geom_xmat[g1]
    d.geom_xpos[g2] = mat_t_mul_vec(R, sub3(pos, d.geom_xpos[g1]))
    d.geom_xmat[g2] = mat_mul(mat_transpose(R), mat)
    prism_contacts(m, d, g1, g2, margin)
    d.geom_xpos[g2] = pos
    d.geom_xmat[g2] = mat


@as_written
def prism_contacts(m, d, g1, g2, margin):
    """The same, where geom g2 has its pose in the frame of g1."""
    field = m.geom_dataid[g1]
    size = m.hfield_size[field]
    nrow, ncol = m.hfield_nrow[field], m.hfield_ncol[field]
    left, right = extent(m, d, g2, (1.0, 0.0, 0.0), margin)
    front, back = extent(m, d, g2, (0.0, 1.0, 0.0), margin)
    bottom, top = extent(m, d, g2, (0.0, 0.0, 1.0), margin)
    apart_x, apart_y = left > size[0] or right < -size[0], front > size[1] or back < -size[1]
    if apart_x or apart_y or bottom > size[2] or top < -size[3]:
        return
    first = d.ncon
    for row in range(cell_of(front, size[1], nrow), cell_of(back, size[1], nrow) + 1):
        for column in range(cell_of(left, size[0], ncol), cell_of(right, size[0], ncol) + 1):
            for half in range(2):
                if d.ncon < first + MOST_CONTACTS and put_prism(m, d, field, row, column, half) >= bottom:
                    prism_contact(m, d, g1, g2, margin)


@as_written
def prism_contact(m, d, g1, g2, margin):
    """The one contact of the prism with geom g2, back in the world frame: parallel sides add none."""
    find_distance(m, d, PRISM, g2, margin, margin)
    if d.ccd_dist < margin:
        R = d.geom_xmat[g1]
        middle = scale3(add3(d.ccd_from, d.ccd_to), 0.5)
        pos = add3(d.geom_xpos[g1], mat_mul_vec(R, middle))
        put_contact(d, d.ccd_dist, pos, mat_mul_vec(R, d.ccd_normal), (0.0, 0.0, 0.0))


@as_written
def extent(m, d, g, axis, margin):
    """(least, most) coordinate along an axis of geom g with the margin around it."""
    reach = core_radius(m, g) + margin
    d.ccd_hint[1] = -1
    least = dot3(axis, core_support(m, d, g, 1, neg3(axis)))
    most = dot3(axis, core_support(m, d, g, 1, axis))
    return (least - reach, most + reach)


@as_written
def put_prism(m, d, field, row, column, half):
    """Place the prism of a triangle of a cell, that on its last row or on its first; returns the height of its top."""
    base = -m.hfield_size[field, 3]
    a, c = grid_point(m, field, row, column), grid_point(m, field, row + 1, column + 1)
    if half == 0:
        b = grid_point(m, field, row + 1, column)
        put_corner(d, 0, b, base)
        put_corner(d, 1, a, base)
        put_corner(d, 2, c, base)
    else:
        b = grid_point(m, field, row, column + 1)
        put_corner(d, 0, a, base)
        put_corner(d, 1, c, base)
        put_corner(d, 2, b, base)
    return maximum(a[2], maximum(b[2], c[2]))


@as_written
def put_corner(d, k, point, base):
    """Place corner k of the bottom and of the top of the prism, below and at a point of the surface."""
    d.prism[k] = (point[0], point[1], base)
    d.prism[k + 3] = point
