"""Depth of two overlapping convex cores, by van den Bergen's expanding polytope.

A polytope inside A − B that holds the origin grows: the triangle nearest to the origin gets a new corner, the farthest
of A − B along its normal, until that is no farther than the triangle. Its normal is then the way out.
"""

from knuckle.machine.kernel import as_written, sqrt, where
from knuckle.math.exact3 import cross3, dot3, scale3, sub3, unit3
from knuckle.physics.collision.corner import copy_corner, find_corner
from knuckle.physics.collision.epa_start import grow_simplex, surround_segment
from knuckle.physics.collision.simplex import FAR, plane_weights
from knuckle.physics.collision.support import has_corners

CORNERS = 64  # rows of ccd_w
FACES = 128  # rows of ccd_face
EDGES = 192  # rows of ccd_edge
EXACT = 1e-15  # tolerance where only a corner that was there before ends the search
SEEN = 1e-12  # a corner this high over a triangle sees it
SLIVER = 1e-24  # squared double area of a triangle without a normal


@as_written
def epa(m, d, a, b, ra, rb):
    """Outward normal and height (nx, ny, nz, h) of the nearest face of A − B; h = FAR where A − B is flat.

    The simplex becomes that face, with the weights of the point nearest to the origin.
    """
    flat = d.ccd_count < 4
    hand = 1.0
    if d.ccd_count == 2 and surround_segment(m, d, a, b, ra, rb):
        count = 5
        spindle_faces(d)
    else:
        count = grow_simplex(m, d, a, b, ra, rb)
        if count < 4:
            return (0.0, 0.0, 0.0, FAR)
        hand = first_faces(d)
        if flat and expand(d, 4, find_corner(m, d, a, b, ra, rb, 4, away_from_apex(d, hand)), hand):
            count = 5
    nearest = nearest_face(d)
    plane = d.ccd_plane[nearest]
    corners = d.ccd_face[nearest]
    faceted = has_corners(m, a) and has_corners(m, b) and ra + rb <= 0.0
    tolerance = where(faceted, EXACT, m.opt_ccd_tolerance)
    for _ in range(m.opt_ccd_iterations - 1):
        n = (plane[0], plane[1], plane[2])
        w = find_corner(m, d, a, b, ra, rb, count, n)
        if dot3(n, w) - plane[3] <= tolerance or (faceted and is_known(d, count)):
            break
        if count == CORNERS - 3 or not expand(d, count, w, hand):
            break
        count += 1
        nearest = nearest_face(d)
        plane = d.ccd_plane[nearest]
        corners = d.ccd_face[nearest]
    keep_face(d, corners)
    return plane


@as_written
def away_from_apex(d, hand):
    """Outward unit normal of the first three corners of the first tetrahedron."""
    return unit3(scale3(cross3(sub3(d.ccd_w[1], d.ccd_w[0]), sub3(d.ccd_w[2], d.ccd_w[0])), hand))


@as_written
def is_known(d, corner):
    """Whether the polytope has a corner of the same two vertices; all vertices of a prism count as the same."""
    i, j = d.ccd_corner[corner]
    for row in range(corner):
        if d.ccd_corner[row, 0] == i and d.ccd_corner[row, 1] == j:
            return True
    return False


@as_written
def keep_face(d, corners):
    """Make the simplex of those three corners."""
    i, j, k = corners[0], corners[1], corners[2]
    weights = plane_weights(d.ccd_w[i], d.ccd_w[j], d.ccd_w[k])
    # rows are copied to the end first: the corners may be any of the first three
    last = CORNERS - 3
    copy_corner(d, i, last)
    copy_corner(d, j, last + 1)
    copy_corner(d, k, last + 2)
    for row in range(3):
        copy_corner(d, last + row, row)
        d.ccd_weight[row] = weights[row]
    d.ccd_count = 3


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
def nearest_face(d):
    """The triangle whose plane is nearest to the origin."""
    best = 0
    least = FAR
    for f in range(d.ccd_nface):
        if d.ccd_plane[f, 3] < least:
            least = d.ccd_plane[f, 3]
            best = f
    return best


@as_written
def expand(d, corner, w, hand):
    """Replace the triangles that w sees by a fan from their horizon to w; False where there is no room for it."""
    d.ccd_nedge = 0
    f = 0
    while f < d.ccd_nface:
        plane = d.ccd_plane[f]
        if plane[0] * w[0] + plane[1] * w[1] + plane[2] * w[2] - plane[3] > SEEN:
            if d.ccd_nedge + 3 > EDGES:
                return False
            i, j, k = d.ccd_face[f][0], d.ccd_face[f][1], d.ccd_face[f][2]
            toggle_edge(d, i, j)
            toggle_edge(d, j, k)
            toggle_edge(d, k, i)
            d.ccd_nface -= 1
            d.ccd_face[f] = d.ccd_face[d.ccd_nface]
            d.ccd_plane[f] = d.ccd_plane[d.ccd_nface]
        else:
            f += 1
    if d.ccd_nedge == 0 or d.ccd_nface + d.ccd_nedge > FACES:
        return False
    for e in range(d.ccd_nedge):
        put_face(d, corner, d.ccd_edge[e][0], d.ccd_edge[e][1], hand)
    return True


@as_written
def toggle_edge(d, i, j):
    """Add an edge to the horizon, or take it out where its reverse is there: both its triangles are seen."""
    for e in range(d.ccd_nedge):
        edge = d.ccd_edge[e]
        if edge[0] == j and edge[1] == i:
            d.ccd_nedge -= 1
            d.ccd_edge[e] = d.ccd_edge[d.ccd_nedge]
            return
    d.ccd_edge[d.ccd_nedge] = (i, j)
    d.ccd_nedge += 1
