"""Contacts between a face of one box and the face of another that looks at it.

The polygon of the second face is clipped to the first. It is walked corner by corner: what is left of each side
between the limits of u forms a new polygon, whose sides are cut to the limits of v on the way. So nothing is stored.
"""

from knuckle.machine.kernel import absolute, kernel, where
from knuckle.math.mat3 import mat_column
from knuckle.math.vec3 import add3, add_scaled3, dot3, scale3, sub3
from knuckle.physics.collision.contact import put_contact

NO_TANGENT = (0.0, 0.0, 0.0)


@kernel
def face_contacts(m, d, g, other, axis, outward, margin):
    """Contacts of the face of box g across its axis with box `other`; `outward` is -1 where g is the second geom.

    Coordinates are (u, v, height) from the middle of the face, u and v along the two axes that follow.
    """
    frame = d.geom_xmat[g]
    normal = mat_column(frame, axis)
    across = sub3(d.geom_xpos[other], d.geom_xpos[g])
    if dot3(normal, across) <= 0.0:
        normal = scale3(normal, -1.0)
    after = 0 if axis == 2 else axis + 1
    last = 0 if after == 2 else after + 1
    size = m.geom_size[g]
    u = mat_column(frame, after)
    v = mat_column(frame, last)
    middle = add_scaled3(d.geom_xpos[g], normal, size[axis])

    # the face of the other box that looks at this one: its middle and half sides
    turned = d.geom_xmat[other]
    half = m.geom_size[other]
    x = seen(u, v, normal, scale3(mat_column(turned, 0), half[0]))
    y = seen(u, v, normal, scale3(mat_column(turned, 1), half[1]))
    z = seen(u, v, normal, scale3(mat_column(turned, 2), half[2]))
    slope_x = absolute(dot3(normal, mat_column(turned, 0)))
    slope_y = absolute(dot3(normal, mat_column(turned, 1)))
    slope_z = absolute(dot3(normal, mat_column(turned, 2)))
    if slope_x >= slope_y and slope_x >= slope_z:
        x, y, z = y, z, x
    elif slope_y >= slope_z:
        x, y, z = z, x, y
    centre = seen(u, v, normal, sub3(d.geom_xpos[other], middle))
    centre = add_scaled3(centre, z, where(z[2] > 0.0, -1.0, 1.0))

    limits = (size[after], size[last], margin)
    place = (u[0], u[1], u[2], v[0], v[1], v[2], normal[0], normal[1], normal[2])
    clip_polygon(d, centre, x, y, limits, middle, place, outward)


@kernel
def seen(u, v, normal, x):
    """The vector x in the coordinates of the face."""
    return (dot3(u, x), dot3(v, x), dot3(normal, x))


@kernel
def clip_polygon(d, centre, x, y, limits, middle, place, outward):
    """Contacts of the parallelogram with this centre and these half sides, cut to the limits."""
    a = add3(add3(centre, x), y)
    b = add3(sub3(centre, x), y)
    c = sub3(sub3(centre, x), y)
    e = sub3(add3(centre, x), y)
    walk = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    walk = clip_u(d, walk, a, b, limits, middle, place, outward)
    walk = clip_u(d, walk, b, c, limits, middle, place, outward)
    walk = clip_u(d, walk, c, e, limits, middle, place, outward)
    walk = clip_u(d, walk, e, a, limits, middle, place, outward)
    if walk[0] > 0.0:
        clip_v(d, (walk[4], walk[5], walk[6]), (walk[1], walk[2], walk[3]), limits, middle, place, outward)


@kernel
def clip_u(d, walk, a, b, limits, middle, place, outward):
    """Walk along what is left of side a b between the limits of u."""
    limit = limits[0]
    if absolute(a[0]) <= limit:
        walk = step(d, walk, a, limits, middle, place, outward)
    near = where(b[0] > a[0], -limit, limit)
    if passes(a[0], b[0], near):
        walk = step(d, walk, between(a, b, (near - a[0]) / (b[0] - a[0])), limits, middle, place, outward)
    if passes(a[0], b[0], -near):
        walk = step(d, walk, between(a, b, (-near - a[0]) / (b[0] - a[0])), limits, middle, place, outward)
    return walk


@kernel
def passes(a, b, limit):
    """Whether the way from a to b crosses the limit, whose own side is that of zero."""
    if limit > 0.0:
        return (a <= limit) != (b <= limit)
    return (a >= limit) != (b >= limit)


@kernel
def between(a, b, part):
    """a + part (b − a)."""
    return add_scaled3(a, sub3(b, a), part)


@kernel
def step(d, walk, point, limits, middle, place, outward):
    """Go to the next corner of the polygon; the walk is whether it began, its first corner and its last."""
    if walk[0] == 0.0:
        return (1.0, point[0], point[1], point[2], point[0], point[1], point[2])
    clip_v(d, (walk[4], walk[5], walk[6]), point, limits, middle, place, outward)
    return (1.0, walk[1], walk[2], walk[3], point[0], point[1], point[2])


@kernel
def clip_v(d, a, b, limits, middle, place, outward):
    """Contacts of the start and of the cuts of side a b at the limits of v."""
    limit = limits[1]
    if absolute(a[1]) <= limit:
        put_corner(d, a, limits, middle, place, outward)
    near = where(b[1] > a[1], -limit, limit)
    if passes(a[1], b[1], near):
        put_corner(d, between(a, b, (near - a[1]) / (b[1] - a[1])), limits, middle, place, outward)
    if passes(a[1], b[1], -near):
        put_corner(d, between(a, b, (-near - a[1]) / (b[1] - a[1])), limits, middle, place, outward)


@kernel
def put_corner(d, point, limits, middle, place, outward):
    """Contact at a corner of the clipped polygon, midway between it and the face."""
    height = point[2]
    if height <= limits[2]:
        normal = (place[6], place[7], place[8])
        pos = add_scaled3(middle, (place[0], place[1], place[2]), point[0])
        pos = add_scaled3(pos, (place[3], place[4], place[5]), point[1])
        pos = add_scaled3(pos, normal, 0.5 * height)
        put_contact(d, height, pos, scale3(normal, outward), NO_TANGENT)
