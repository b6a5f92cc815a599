"""Four corners of a convex polygon that span a large area."""

from knuckle.machine.kernel import as_written
from knuckle.math.exact3 import cross3, dot3, sub3


@as_written
def area_squared(d, source, h, i, j, k):
    """Squared double area of the quadrilateral of four corners: ‖(j − h) × (k − i)‖²."""
    n = cross3(
        sub3(d.ccd_poly[source + j], d.ccd_poly[source + h]), sub3(d.ccd_poly[source + k], d.ccd_poly[source + i])
    )
    return dot3(n, n)


@as_written
def larger(d, source, i, j, k, area):
    """Whether the quadrilateral of the first corner and those three is larger than `area`."""
    return area_squared(d, source, 0, i, j, k) > area


@as_written
def choose_four(d, source, count):
    """Four corners in order: from the first four, each but the first moves on while that enlarges the area."""
    i, j, k = 1, 2, 3
    if count <= 4:
        return (0, i, j, k)
    area = area_squared(d, source, 0, i, j, k)
    moving = True
    while moving:
        moving = False
        while k + 1 < count and larger(d, source, i, j, k + 1, area):
            k += 1
            area = area_squared(d, source, 0, i, j, k)
            moving = True
        while j + 1 < k and larger(d, source, i, j + 1, k, area):
            j += 1
            area = area_squared(d, source, 0, i, j, k)
            moving = True
        while i + 1 < j and larger(d, source, i + 1, j, k, area):
            i += 1
            area = area_squared(d, source, 0, i, j, k)
            moving = True
    return (0, i, j, k)
