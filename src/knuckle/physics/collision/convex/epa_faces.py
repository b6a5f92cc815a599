"""Triangles of an expanding polytope: their corners and planes, and which of them is nearest to the origin."""

from knuckle.kernel import as_written, sqrt, where
from knuckle.math.exact3 import cross3, dot3, scale3, sub3
from knuckle.physics.collision.convex.simplex import FAR

SEEN = 1e-12  # a corner this high over a triangle sees it
SLIVER = 1e-24  # squared double area of a triangle without a normal


@as_written
def first_faces(d):
    """The four triangles of the first tetrahedron; 1 where they go counterclockwise seen from outside, else -1.

    Which corner a triangle starts with is seen in contacts of cylinders: their edge goes through it.
    """
    p, q, r, s = d.ccd_w[0], d.ccd_w[1], d.ccd_w[2], d.ccd_w[3]
    hand = where(dot3(cross3(sub3(q, p), sub3(r, p)), sub3(s, p)) > 0.0, -1.0, 1.0)
    d.ccd_nface = 0
    put_face(d, 0, 1, 2, hand)
    put_face(d, 0, 3, 1, hand)
    put_face(d, 0, 2, 3, hand)
    put_face(d, 3, 2, 1, hand)
    return hand


@as_written
def spindle_faces(d):
    """The six triangles of three corners around a segment with its ends."""
    d.ccd_nface = 0
    put_face(d, 0, 3, 2, 1.0)
    put_face(d, 0, 4, 3, 1.0)
    put_face(d, 0, 2, 4, 1.0)
    put_face(d, 1, 2, 3, 1.0)
    put_face(d, 1, 3, 4, 1.0)
    put_face(d, 1, 4, 2, 1.0)


@as_written
def put_face(d, i, j, k, hand):
    """Append a triangle with its plane; one without area is so far that it is never the nearest and never seen.

    The normal is the direction of the foot of the perpendicular from the origin, unless the origin is in the plane.
    """
    q = d.ccd_w[j]
    n = cross3(sub3(d.ccd_w[k], q), sub3(d.ccd_w[i], q))
    area = dot3(n, n)
    f = d.ccd_nface
    d.ccd_face[f] = (i, j, k)
    if area > SLIVER * SLIVER:
        height = dot3(q, n) / area
        v = scale3(n, height)
        length = sqrt(dot3(v, v))
        if length < SEEN:
            d.ccd_plane[f] = plane_of(scale3(n, hand), sqrt(area), hand * height * sqrt(area))
        elif hand * height > 0.0:
            d.ccd_plane[f] = plane_of(v, length, length)
        else:
            d.ccd_plane[f] = plane_of(v, -length, -length)
    else:
        d.ccd_plane[f] = (0.0, 0.0, 0.0, FAR)
    d.ccd_nface = f + 1


@as_written
def plane_of(v, length, height):
    """The plane at a height along v / length."""
    return (v[0] / length, v[1] / length, v[2] / length, height)


@as_written
def nearest_face(d, best, first):
    """The triangle whose plane is nearest to the origin: the best of those before the first, or one from there on."""
    least = FAR
    if first > 0 and d.ccd_plane[best, 3] < least:
        least = d.ccd_plane[best, 3]
    for f in range(first, d.ccd_nface):
        if d.ccd_plane[f, 3] < least:
            least = d.ccd_plane[f, 3]
            best = f
    return best
