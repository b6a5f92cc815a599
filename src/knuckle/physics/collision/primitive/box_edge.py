"""Contact between an edge of one box and an edge of another."""

from knuckle.kernel import absolute, kernel, maximum, minimum, where
from knuckle.math.mat3 import mat_column
from knuckle.math.vec3 import add3, add_scaled3, cross3, dot3, scale3, sub3
from knuckle.physics.collision.contact import put_contact

NO_TANGENT = (0.0, 0.0, 0.0)
PARALLEL = 1e-15  # squared sine below which the nearest points of two lines are not unique


@kernel
def edge_contact(m, d, g1, g2, i, j, normal, gap):
    """Contact midway between the nearest points of the edges along axes i and j that face each other.

    The normal is that of both edges, from the first box to the second.
    """
    a = mat_column(d.geom_xmat[g1], i)
    b = mat_column(d.geom_xmat[g2], j)
    p = edge_middle(m, d, g1, i, normal, 1.0)
    q = edge_middle(m, d, g2, j, normal, -1.0)
    h1 = m.geom_size[g1, i]
    h2 = m.geom_size[g2, j]

    # as for the axes of two capsules
    w = sub3(q, p)
    c = dot3(a, b)
    n = cross3(a, b)
    sine2 = dot3(n, n)
    s = 0.0 * c
    if sine2 > PARALLEL:
        s = minimum(maximum(dot3(cross3(w, b), n) / sine2, -h1), h1)
    t = c * s - dot3(b, w)
    if absolute(t) > h2:
        t = minimum(maximum(t, -h2), h2)
        s = minimum(maximum(dot3(a, w) + c * t, -h1), h1)
    middle = scale3(add3(add_scaled3(p, a, s), add_scaled3(q, b, t)), 0.5)
    put_contact(d, gap, middle, normal, NO_TANGENT)


@kernel
def edge_middle(m, d, g, axis, normal, way):
    """Middle of the edge of box g along that axis which lies farthest along the normal, or against it for -1."""
    frame = d.geom_xmat[g]
    size = m.geom_size[g]
    middle = d.geom_xpos[g]
    for k in range(3):
        if k != axis:
            side = mat_column(frame, k)
            middle = add_scaled3(middle, side, where(way * dot3(normal, side) > 0.0, size[k], -size[k]))
    return middle
