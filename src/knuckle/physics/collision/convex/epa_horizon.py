"""The next corner of an expanding polytope: the triangles that it sees give way to a fan from their horizon.

Seen from outside, a fan has no triangle that shows its back. Where corners lie almost in one plane, rounding may leave
triangles in the way of such a fan, or take some that are not in its way: the hole grows until a fan fits.
"""

from knuckle.kernel import as_written, where
from knuckle.math.exact3 import cross3, dot3, sub3
from knuckle.physics.collision.convex.epa_faces import SEEN, nearest_face, put_face
from knuckle.physics.collision.convex.simplex import FAR


@as_written
def expand(d, corner, w, hand, height):
    """Replace the triangles that w sees by a fan from their horizon to w; returns the triangle that is nearest then.

    -1 where it sees none or no fan fits. `height` is that of the nearest triangle before; where that is negative, the
    origin is not quite inside, and what is front or back cannot be told by it.
    """
    least = where(height < 0.0, -FAR, -SEEN)
    nearest = take_seen(d, w)
    left = d.ccd_nface
    while d.ccd_nedge > 0 and left + d.ccd_nedge <= d.maxccd:
        for e in range(d.ccd_nedge):
            put_face(d, corner, d.ccd_edge[e][0], d.ccd_edge[e][1], hand)
        nearest = nearest_face(d, nearest, left)
        if d.ccd_plane[nearest, 3] >= least:
            return nearest
        d.ccd_nface = left
        take_obstacles(d, w, hand)
        if d.ccd_nface == left:
            return -1
        left = d.ccd_nface
        nearest = nearest_face(d, 0, 0)
    return -1


@as_written
def take_seen(d, w):
    """Take away every triangle that w sees; the horizon becomes their border. The nearest of those that are left."""
    d.ccd_nedge = 0
    nearest = 0
    least = FAR
    f = 0
    while f < d.ccd_nface:
        plane = d.ccd_plane[f]
        if plane[0] * w[0] + plane[1] * w[1] + plane[2] * w[2] - plane[3] > SEEN:
            take(d, f)
        else:
            if plane[3] < least:
                least = plane[3]
                nearest = f
            f += 1
    return nearest


@as_written
def take_obstacles(d, w, hand):
    """Take away the triangles behind the horizon where one from there to w would show its back."""
    e = 0
    while e < d.ccd_nedge:
        i, j = d.ccd_edge[e]
        f = -1
        if shows_back(d.ccd_w[i], d.ccd_w[j], w, hand):
            f = find_face(d, j, i)
        if f >= 0:
            take(d, f)
        else:
            e += 1


@as_written
def shows_back(p, q, w, hand):
    """Whether the origin, which is inside, lies above the plane of the triangle w p q."""
    n = cross3(sub3(w, q), sub3(p, q))
    height = hand * dot3(q, n)
    return height < 0.0 and height * height > SEEN * SEEN * dot3(n, n)


@as_written
def find_face(d, i, j):
    """The triangle that goes from corner i to corner j; -1 where there is none."""
    for f in range(d.ccd_nface):
        a, b, c = d.ccd_face[f]
        if (a == i and b == j) or (b == i and c == j) or (c == i and a == j):
            return f
    return -1


@as_written
def take(d, f):
    """Take triangle f away: the last one gets its place, and its edges join the horizon."""
    i, j, k = d.ccd_face[f]
    toggle_edge(d, i, j)
    toggle_edge(d, j, k)
    toggle_edge(d, k, i)
    d.ccd_nface -= 1
    d.ccd_face[f] = d.ccd_face[d.ccd_nface]
    d.ccd_plane[f] = d.ccd_plane[d.ccd_nface]


@as_written
def toggle_edge(d, i, j):
    """Add an edge to the horizon, or take it out where its reverse is there: both its triangles are taken away."""
    for e in range(d.ccd_nedge):
        edge = d.ccd_edge[e]
        if edge[0] == j and edge[1] == i:
            d.ccd_nedge -= 1
            d.ccd_edge[e] = d.ccd_edge[d.ccd_nedge]
            return
    d.ccd_edge[d.ccd_nedge] = (i, j)
    d.ccd_nedge += 1
