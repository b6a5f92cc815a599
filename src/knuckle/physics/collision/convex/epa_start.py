"""The tetrahedron that an expanding polytope starts from: a simplex that holds the origin, grown to four corners."""

from knuckle.kernel import absolute, as_written
from knuckle.math.exact3 import add_scaled3, cross3, dot3, neg3, scale3, sub3, unit3
from knuckle.physics.collision.convex.corner import find_corner

FLAT = 1e-12  # a corner this near to the simplex does not raise its dimension
SINE = 0.86602540378  # of 120°, to the digits of the reference: of two mirrored corners they decide which is farther


@as_written
def grow_simplex(m, d, a, b, ra, rb):
    """Corners of the simplex after it grew as far as the shapes allow: 4 unless A − B is flat."""
    count = d.ccd_count
    if count == 1:
        count = grow_point(m, d, a, b, ra, rb)
    if count == 2:
        count = grow_segment(m, d, a, b, ra, rb)
    if count == 3:
        count = grow_triangle(m, d, a, b, ra, rb)
    return count


@as_written
def axis(k):
    """Unit axis k; for k from 3 to 5 the opposite of axis k − 3."""
    if k == 0:
        return (1.0, 0.0, 0.0)
    elif k == 1:
        return (0.0, 1.0, 0.0)
    elif k == 2:
        return (0.0, 0.0, 1.0)
    elif k == 3:
        return (-1.0, 0.0, 0.0)
    elif k == 4:
        return (0.0, -1.0, 0.0)
    else:
        return (0.0, 0.0, -1.0)


@as_written
def grow_point(m, d, a, b, ra, rb):
    """2 where a corner apart from the first was found, else 1."""
    for k in range(6):
        e = sub3(find_corner(m, d, a, b, ra, rb, 1, axis(k)), d.ccd_w[0])
        if dot3(e, e) > FLAT * FLAT:
            return 2
    return 1


@as_written
def grow_segment(m, d, a, b, ra, rb):
    """3 where a corner off the line was found, else 2."""
    along = sub3(d.ccd_w[1], d.ccd_w[0])
    size = dot3(along, along)
    for k in range(6):
        across = cross3(along, axis(k))
        if dot3(across, across) > 0.1 * size:
            e = sub3(find_corner(m, d, a, b, ra, rb, 2, unit3(across)), d.ccd_w[0])
            off = cross3(along, e)
            if dot3(off, off) > FLAT * FLAT * size:
                return 3
    return 2


@as_written
def grow_triangle(m, d, a, b, ra, rb):
    """4 where a corner off the plane was found, else 3."""
    n = cross3(sub3(d.ccd_w[1], d.ccd_w[0]), sub3(d.ccd_w[2], d.ccd_w[0]))
    least = FLAT * FLAT * dot3(n, n)
    height = dot3(n, sub3(find_corner(m, d, a, b, ra, rb, 3, unit3(n)), d.ccd_w[0]))
    if height * absolute(height) > least:
        return 4
    height = dot3(n, sub3(find_corner(m, d, a, b, ra, rb, 3, unit3(neg3(n))), d.ccd_w[0]))
    if height * height > least:
        return 4
    return 3


@as_written
def surround_segment(m, d, a, b, ra, rb):
    """Whether rows 2 to 4 now hold corners 120° apart around the segment of rows 0 and 1, which they enclose.

    The first lies across the segment and the axis along which that is shortest.
    """
    along = sub3(d.ccd_w[1], d.ccd_w[0])
    u = unit3(along)
    p = unit3(cross3(axis(shortest(along)), along))
    q = turned(p, u)
    find_corner(m, d, a, b, ra, rb, 2, p)
    find_corner(m, d, a, b, ra, rb, 3, unit3(q))
    find_corner(m, d, a, b, ra, rb, 4, unit3(turned(q, u)))
    least = FLAT * dot3(along, along)
    return capacity(d, along, 2, 3) > least and capacity(d, along, 3, 4) > least and capacity(d, along, 4, 2) > least


@as_written
def shortest(x):
    """The first axis along which x is shortest."""
    a, b, c = absolute(x[0]), absolute(x[1]), absolute(x[2])
    if a <= b and a <= c:
        return 0
    return 1 if b <= c else 2


@as_written
def turned(x, u):
    """x, orthogonal to u, turned around it by 120°."""
    return add_scaled3(scale3(x, -0.5), cross3(u, x), SINE)


@as_written
def capacity(d, along, i, j):
    """Volume that corners i and j span with the segment."""
    return dot3(along, cross3(sub3(d.ccd_w[i], d.ccd_w[0]), sub3(d.ccd_w[j], d.ccd_w[0])))
