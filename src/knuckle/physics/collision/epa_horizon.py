"""The next corner of an expanding polytope: the triangles that it sees give way to a fan from their horizon.

The polytope stays one closed surface: what is taken away is always one piece and leaves one piece. On an exact polytope
the triangles that a point sees are such a piece. Corners that lie almost in one plane tell otherwise by rounding.
Triangles that are taken away stay behind those that are left, until new ones take their rows.
"""

from knuckle.machine.kernel import as_written
from knuckle.physics.collision.epa_faces import SEEN, put_face
from knuckle.physics.collision.simplex import FAR


@as_written
def expand(d, corner, w, hand, nearest):
    """Replace the triangles that w sees by a fan from their horizon to w; False where that cannot be told or held.

    `nearest` are the corners of the triangle that w was looked for from.
    """
    total = d.ccd_nface
    take_seen(d, w)
    if d.ccd_nedge == 0:
        return False
    if not horizon_is_ring(d):
        d.ccd_nface = total
        if not (take_piece(d, w, nearest) and leave_piece(d, w) and horizon_is_ring(d)):
            return False
    if d.ccd_nface + d.ccd_nedge > d.maxccd:
        return False
    for e in range(d.ccd_nedge):
        put_face(d, corner, d.ccd_edge[e][0], d.ccd_edge[e][1], hand)
    return True


@as_written
def sees(d, f, w):
    """Whether w lies above the plane of triangle f."""
    return height_over(d, f, w) > SEEN


@as_written
def height_over(d, f, w):
    """Height of w over the plane of triangle f."""
    plane = d.ccd_plane[f]
    return plane[0] * w[0] + plane[1] * w[1] + plane[2] * w[2] - plane[3]


@as_written
def take_seen(d, w):
    """Take away every triangle that w sees."""
    d.ccd_nedge = 0
    f = 0
    while f < d.ccd_nface:
        if sees(d, f, w):
            take(d, f)
        else:
            f += 1


@as_written
def take(d, f):
    """Take triangle f away: it changes places with the last one, and its edges join the horizon."""
    i, j, k = d.ccd_face[f]
    toggle_edge(d, i, j)
    toggle_edge(d, j, k)
    toggle_edge(d, k, i)
    d.ccd_nface -= 1
    swap_faces(d, f, d.ccd_nface)


@as_written
def swap_faces(d, f, g):
    """Let two triangles change places."""
    corners, plane = d.ccd_face[f], d.ccd_plane[f]
    d.ccd_face[f] = d.ccd_face[g]
    d.ccd_plane[f] = d.ccd_plane[g]
    d.ccd_face[g] = corners
    d.ccd_plane[g] = plane


@as_written
def toggle_edge(d, i, j):
    """Add an edge to the horizon, or take it out where its reverse is there: both its triangles are taken away."""
    e = find_edge(d, j, i)
    if e >= 0:
        d.ccd_nedge -= 1
        d.ccd_edge[e] = d.ccd_edge[d.ccd_nedge]
    else:
        d.ccd_edge[d.ccd_nedge] = (i, j)
        d.ccd_nedge += 1


@as_written
def find_edge(d, i, j):
    """The row of an edge of the horizon; -1 where it is not there."""
    for e in range(d.ccd_nedge):
        edge = d.ccd_edge[e]
        if edge[0] == i and edge[1] == j:
            return e
    return -1


@as_written
def horizon_is_ring(d):
    """Whether the edges of the horizon form a single ring."""
    start, end = d.ccd_edge[0]
    for _ in range(1, d.ccd_nedge):
        if end == start:
            return False
        following = -1
        for e in range(d.ccd_nedge):
            if d.ccd_edge[e][0] == end:
                following = e
        if following < 0:
            return False
        end = d.ccd_edge[following][1]
    return end == start


@as_written
def take_piece(d, w, nearest):
    """Take away the nearest triangle and all that w sees and that hang together with it; False where w sees it not."""
    d.ccd_nedge = 0
    for f in range(d.ccd_nface):
        i, j, k = d.ccd_face[f]
        if i == nearest[0] and j == nearest[1] and k == nearest[2] and sees(d, f, w):
            take(d, f)
            break
    if d.ccd_nedge == 0:
        return False
    before = d.ccd_nface + 1
    while d.ccd_nface < before:
        before = d.ccd_nface
        f = 0
        while f < d.ccd_nface:
            if sees(d, f, w) and meets_horizon(d, f):
                take(d, f)
            else:
                f += 1
    return True


@as_written
def meets_horizon(d, f):
    """Whether a triangle that is left has an edge of the horizon."""
    i, j, k = d.ccd_face[f]
    return find_edge(d, j, i) >= 0 or find_edge(d, k, j) >= 0 or find_edge(d, i, k) >= 0


@as_written
def leave_piece(d, w):
    """Leave only what hangs together with the triangle that w is deepest behind; False where nothing is left."""
    deepest = -1
    least = 0.0 * w[0]
    for f in range(d.ccd_nface):
        if d.ccd_plane[f, 3] < FAR and height_over(d, f, w) < least:
            least = height_over(d, f, w)
            deepest = f
    if deepest < 0:
        return False
    swap_faces(d, 0, deepest)
    left, before = 1, 0
    while left > before:
        before = left
        for f in range(left, d.ccd_nface):
            if is_beside(d, f, left):
                swap_faces(d, f, left)
                left += 1
    while d.ccd_nface > left:
        take(d, d.ccd_nface - 1)
    return True


@as_written
def is_beside(d, f, count):
    """Whether triangle f shares an edge with one of the first `count`."""
    i, j, k = d.ccd_face[f]
    for g in range(count):
        if has_edge(d, g, j, i) or has_edge(d, g, k, j) or has_edge(d, g, i, k):
            return True
    return False


@as_written
def has_edge(d, f, i, j):
    """Whether triangle f goes from corner i to corner j."""
    a, b, c = d.ccd_face[f]
    return (a == i and b == j) or (b == i and c == j) or (c == i and a == j)
