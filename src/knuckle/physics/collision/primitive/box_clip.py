"""A parallelogram cut to the rectangle |u| ≤ U, |v| ≤ V, corner by corner.

It is walked along its sides. What is left of them between the limits of u forms a new polygon, whose sides are cut to
the limits of v on the way; so no polygon is stored. `walk` is whether the new polygon began, its first corner and its
latest. `limits` are U, V, the largest height, and the squared distance of corners that count as one.
"""

from knuckle.kernel import absolute, kernel, minimum, where
from knuckle.math.vec3 import add3, add_scaled3, dot3, sub3
from knuckle.physics.collision.contact import put_contact

NO_TANGENT = (0.0, 0.0, 0.0)


@kernel
def clip_polygon(d, centre, x, y, limits, normal, first):
    """Contacts, from index `first` on, at the corners of the cut parallelogram with half sides x and y.

    Their positions are (u, v, height).
    """
    a = add3(add3(centre, x), y)
    b = add3(sub3(centre, x), y)
    c = sub3(sub3(centre, x), y)
    e = sub3(add3(centre, x), y)
    walk = (0.0, a[0], a[1], a[2], a[0], a[1], a[2])
    walk = clip_u(d, walk, a, b, limits, normal, first)
    walk = clip_u(d, walk, b, c, limits, normal, first)
    walk = clip_u(d, walk, c, e, limits, normal, first)
    walk = clip_u(d, walk, e, a, limits, normal, first)
    if walk[0] > 0.0:
        clip_v(d, (walk[4], walk[5], walk[6]), (walk[1], walk[2], walk[3]), limits, normal, first)


@kernel
def clip_u(d, walk, a, b, limits, normal, first):
    """Walk along what is left of side a b between the limits of u."""
    near = where(b[0] > a[0], -limits[0], limits[0])
    if absolute(a[0]) <= limits[0]:
        walk = step(d, walk, a, limits, normal, first)
    if passes(a[0], b[0], near):
        walk = step(d, walk, between(a, b, (near - a[0]) / (b[0] - a[0])), limits, normal, first)
    if passes(a[0], b[0], -near):
        walk = step(d, walk, between(a, b, (-near - a[0]) / (b[0] - a[0])), limits, normal, first)
    return walk


@kernel
def step(d, walk, point, limits, normal, first):
    """Go to the next corner of the polygon that is left between the limits of u."""
    if walk[0] == 0.0:
        return (1.0, point[0], point[1], point[2], point[0], point[1], point[2])
    clip_v(d, (walk[4], walk[5], walk[6]), point, limits, normal, first)
    return (1.0, walk[1], walk[2], walk[3], point[0], point[1], point[2])


@kernel
def clip_v(d, a, b, limits, normal, first):
    """Contacts at the start of side a b and where it passes the limits of v."""
    near = where(b[1] > a[1], -limits[1], limits[1])
    if absolute(a[1]) <= limits[1]:
        put_corner(d, a, limits, normal, first)
    if passes(a[1], b[1], near):
        put_corner(d, between(a, b, (near - a[1]) / (b[1] - a[1])), limits, normal, first)
    if passes(a[1], b[1], -near):
        put_corner(d, between(a, b, (-near - a[1]) / (b[1] - a[1])), limits, normal, first)


@kernel
def passes(a, b, limit):
    """Whether the limit lies strictly between a and b."""
    return (a - limit) * (b - limit) < 0.0


@kernel
def between(a, b, part):
    """a + part (b − a)."""
    return add_scaled3(a, sub3(b, a), part)


@kernel
def put_corner(d, point, limits, normal, first):
    """Contact at a corner, unless it is too high or there is one already."""
    new = point[2] <= limits[2]
    for c in range(first, minimum(d.ncon, d.maxcon)):
        apart = sub3(d.contact_pos[c], point)
        if dot3(apart, apart) < limits[3]:
            new = False
    if new:
        put_contact(d, point[2], point, normal, NO_TANGENT)
