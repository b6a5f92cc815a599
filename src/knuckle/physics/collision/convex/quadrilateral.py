"""Four corners of a convex polygon that span a large area."""

from knuckle.kernel import as_written, sqrt
from knuckle.math.exact3 import cross3, dot3, sub3


@as_written
def area(d, source, h, i, j, k):
    """Double area of the quadrilateral of four corners: ‖(j − h) × (k − i)‖."""
    n = cross3(
        sub3(d.ccd_poly[source + j], d.ccd_poly[source + h]), sub3(d.ccd_poly[source + k], d.ccd_poly[source + i])
    )
    return sqrt(dot3(n, n))


@as_written
def after(i, count):
    """The next corner around."""
    return (i + 1) % count


@as_written
def choose_four(d, source, count, firsts):
    """Four corners in order: the last moves on while that gives more area than ever, after each step the two before it.

    The first corner stands at each of the `firsts` first ones in turn. Where it stands on the second, that is pushed
    on only when it leaves, so one corner may be taken twice: a triangle that beat every quadrilateral met before.
    """
    i, j, k = 1, 2, 3
    best = (0, i, j, k)
    if count <= 4:
        return best
    most = area(d, source, 0, i, j, k)
    for h in range(firsts):
        while area(d, source, h, i, j, after(k, count)) > most:
            k = after(k, count)
            most = area(d, source, h, i, j, k)
            while area(d, source, h, i, after(j, count), k) > most:
                j = after(j, count)
                most = area(d, source, h, i, j, k)
            while area(d, source, h, after(i, count), j, k) > most:
                i = after(i, count)
                most = area(d, source, h, i, j, k)
            best = (h, i, j, k)
        if i == h:
            i = after(i, count)
            if j == i:
                j = after(j, count)
                if k == j:
                    k = after(k, count)
    return best
