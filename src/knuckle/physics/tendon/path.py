"""Paths of spatial tendons: points, lengths and Jacobians, segment by segment.

A point lies in `wrap_xpos` as two to a row; `wrap_obj` says what it is on: a geom by its number, SITE or PULLEY.
"""

from knuckle.kernel import kernel
from knuckle.math.spatial import angular, linear
from knuckle.math.vec3 import add3, cross3, dot3, norm3, sub3, unit3
from knuckle.physics.kinematics.chain import last_dof
from knuckle.physics.tendon.wrap import wrap
from knuckle.schema.enums import WrapType

SITE, PULLEY = -1, -2


@kernel
def through_sites(m, d, t):
    """The length of tendon t, a path over sites and pulleys."""
    begin(m, d, t)
    divisor = 1.0
    for w in range(m.tendon_adr[t], m.tendon_adr[t] + m.tendon_num[t] - 1):
        if m.wrap_type[w] == WrapType.PULLEY:
            divisor = m.wrap_prm[w]
        elif m.wrap_type[w + 1] == WrapType.SITE:
            between_sites(m, d, t, m.wrap_objid[w], m.wrap_objid[w + 1], divisor)


@kernel
def around_geoms(m, d, t, points):
    """The length of tendon t, a path that may go around geoms, and its points from number `points` on.

    Returns the next free number.
    """
    begin(m, d, t)
    divisor = 1.0
    end = m.tendon_adr[t] + m.tendon_num[t]
    for w in range(m.tendon_adr[t], end):
        if m.wrap_type[w] >= WrapType.SPHERE:
            points = around_geom(m, d, t, w, points, divisor)
        else:
            put_object(m, d, w, points)
            points = points + 1
            if m.wrap_type[w] == WrapType.PULLEY:
                divisor = m.wrap_prm[w]
            elif w + 1 < end and m.wrap_type[w + 1] == WrapType.SITE:
                between_sites(m, d, t, m.wrap_objid[w], m.wrap_objid[w + 1], divisor)
    return points


@kernel
def put_object(m, d, w, k):
    """Point k of all paths is object w, a site or a pulley."""
    if m.wrap_type[w] == WrapType.PULLEY:
        put_point(d, k, PULLEY, (0.0, 0.0, 0.0))
    else:
        put_point(d, k, SITE, d.site_xpos[m.wrap_objid[w]])


@kernel
def around_geom(m, d, t, w, points, divisor):
    """The part of a path between two sites with the geom of object w between them; returns the next free point."""
    g = m.wrap_objid[w]
    first, last = m.wrap_objid[w - 1], m.wrap_objid[w + 1]
    arc, one, other = wrap(m, d, w, d.site_xpos[first], d.site_xpos[last])
    if arc < 0.0:
        between_sites(m, d, t, first, last, divisor)
        return points
    b = m.geom_bodyid[g]
    put_point(d, points, g, one)
    put_point(d, points + 1, g, other)
    segment(m, d, t, m.site_bodyid[first], d.site_xpos[first], b, one, divisor)
    segment(m, d, t, b, other, m.site_bodyid[last], d.site_xpos[last], divisor)
    d.ten_length[t] = d.ten_length[t] + arc / divisor
    return points + 2


@kernel
def begin(m, d, t):
    """No length, and nothing that changes it."""
    d.ten_length[t] = 0.0
    for a in range(m.ten_J_rowadr[t], m.ten_J_rowadr[t] + m.ten_J_rownnz[t]):
        d.ten_J[a] = 0.0


@kernel
def between_sites(m, d, t, s, e, divisor):
    """A straight segment from site s to site e."""
    segment(m, d, t, m.site_bodyid[s], d.site_xpos[s], m.site_bodyid[e], d.site_xpos[e], divisor)


@kernel
def segment(m, d, t, b, x, c, y, divisor):
    """A straight segment from point x on body b to point y on body c: its length, and u · (ẏ − ẋ) by each dof.

    Dofs that move both bodies do not change its length.
    """
    d.ten_length[t] = d.ten_length[t] + norm3(sub3(y, x)) / divisor
    u = unit3(sub3(y, x))
    i = last_dof(m, b)
    k = last_dof(m, c)
    a = m.ten_J_rowadr[t] + m.ten_J_rownnz[t] - 1
    while i != k:
        if i > k:
            a = column_of(m, a, i)
            d.ten_J[a] = d.ten_J[a] - dot3(u, point_velocity(m, d, i, b, x)) / divisor
            i = m.dof_parentid[i]
        else:
            a = column_of(m, a, k)
            d.ten_J[a] = d.ten_J[a] + dot3(u, point_velocity(m, d, k, c, y)) / divisor
            k = m.dof_parentid[k]


@kernel
def column_of(m, a, i):
    """The entry of the row that belongs to dof i, at a or before."""
    while m.ten_J_colind[a] != i:
        a = a - 1
    return a


@kernel
def point_velocity(m, d, i, b, x):
    """Velocity of a point of body b for a unit velocity of dof i."""
    arm = sub3(x, d.subtree_com[m.body_rootid[b]])
    return add3(linear(d.cdof[i]), cross3(angular(d.cdof[i]), arm))


@kernel
def put_point(d, k, kind, x):
    """Point k of all paths: what it is on, and where it is."""
    d.wrap_obj[k // 2, k % 2] = kind
    first = 3 * (k % 2)
    d.wrap_xpos[k // 2, first] = x[0]
    d.wrap_xpos[k // 2, first + 1] = x[1]
    d.wrap_xpos[k // 2, first + 2] = x[2]
