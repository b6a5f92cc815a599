"""Contacts between a face of one box and the face of another that looks at it: the second, clipped to the first."""

from knuckle.kernel import absolute, kernel, maximum, minimum, where
from knuckle.math.mat3 import mat_column
from knuckle.math.vec3 import add3, add_scaled3, dot3, scale3, sub3
from knuckle.physics.collision.primitive.box_clip import clip_polygon

SAME_POINT = 1e-14  # squared distance of corners that count as one, in half diagonals of the larger face


@kernel
def face_contacts(m, d, g, other, axis, outward, margin):
    """Contacts of the face of box g across its axis with box `other`; `outward` is -1 where g is the second geom.

    Coordinates are (u, v, height) from the middle of the face, u and v along the two axes that follow. A contact lies
    midway between a corner of the clipped polygon and the face.
    """
    frame = d.geom_xmat[g]
    normal = mat_column(frame, axis)
    away = outward * dot3(normal, sub3(d.geom_xpos[other], d.geom_xpos[g]))
    normal = scale3(normal, where(away < 0.0, -outward, outward))
    after = 0 if axis == 2 else axis + 1
    last = 0 if after == 2 else after + 1
    u = mat_column(frame, after)
    v = mat_column(frame, last)
    size = m.geom_size[g]
    middle = add_scaled3(d.geom_xpos[g], normal, size[axis])

    # half sides of the other box; z across the face that looks at this one
    turned = d.geom_xmat[other]
    half = m.geom_size[other]
    x = scale3(seen(u, v, normal, mat_column(turned, 0)), half[0])
    y = scale3(seen(u, v, normal, mat_column(turned, 1)), half[1])
    z = scale3(seen(u, v, normal, mat_column(turned, 2)), half[2])
    facing = steepest(
        dot3(normal, mat_column(turned, 0)), dot3(normal, mat_column(turned, 1)), dot3(normal, mat_column(turned, 2))
    )
    if facing == 0:
        x, y, z = y, z, x
    elif facing == 1:
        x, y, z = z, x, y
    centre = seen(u, v, normal, sub3(d.geom_xpos[other], middle))
    centre = add_scaled3(centre, z, where(z[2] > 0.0, -1.0, 1.0))

    larger = maximum(size[after] * size[after] + size[last] * size[last], dot3(x, x) + dot3(y, y))
    limits = (size[after], size[last], margin, SAME_POINT * larger)
    first = d.ncon
    clip_polygon(d, centre, x, y, limits, scale3(normal, outward), first)
    for c in range(first, minimum(d.ncon, d.maxcon)):
        point = d.contact_pos[c]
        offset = add3(scale3(u, point[0]), scale3(v, point[1]))
        d.contact_pos[c] = add_scaled3(add3(middle, offset), normal, 0.5 * point[2])


@kernel
def seen(u, v, normal, x):
    """The vector x in the coordinates of the face."""
    return (dot3(u, x), dot3(v, x), dot3(normal, x))


@kernel
def steepest(x, y, z):
    """Which of three components is largest in size; the first where several are."""
    if absolute(x) >= absolute(y) and absolute(x) >= absolute(z):
        return 0
    return 1 if absolute(y) >= absolute(z) else 2
