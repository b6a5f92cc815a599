"""Depth of two overlapping convex cores, by van den Bergen's expanding polytope.

A polytope inside A − B that holds the origin grows: the triangle nearest to the origin gets a new corner, the farthest
of A − B along its normal, until that is no farther than the triangle. Its normal is then the way out.
"""

from knuckle.kernel import as_written, maximum, where
from knuckle.math.exact3 import cross3, dot3, scale3, sub3, unit3
from knuckle.physics.collision.convex.corner import copy_corner, find_corner
from knuckle.physics.collision.convex.epa_faces import first_faces, nearest_face, spindle_faces
from knuckle.physics.collision.convex.epa_horizon import expand
from knuckle.physics.collision.convex.epa_start import grow_simplex, surround_segment
from knuckle.physics.collision.convex.scratch import corner_rows, need_corners
from knuckle.physics.collision.convex.simplex import FAR, plane_weights
from knuckle.physics.collision.convex.support import has_corners

NOT_INSIDE = -1.0  # height of the nearest triangle while the origin is on the border
SPARE = 3  # rows behind the last corner: the triangle that is found is copied there
LOSS = 1e-6  # a polytope only grows: where its nearest triangle is nearer than before by this, rounding broke it
FINEST = 1e-11  # tolerance on round shapes below which their triangles are so small that roundings turn them
EXACT = 1e-15  # tolerance where only a corner that was there before ends the search


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
        if flat:
            w = find_corner(m, d, a, b, ra, rb, 4, away_from_apex(d, hand))
            count += 1 if expand(d, 4, w, hand, NOT_INSIDE) >= 0 else 0
    nearest = nearest_face(d, 0, 0)
    plane = d.ccd_plane[nearest]
    corners = d.ccd_face[nearest]
    faceted = has_corners(m, a) and has_corners(m, b) and ra + rb <= 0.0
    tolerance = where(faceted, EXACT, maximum(m.opt_ccd_tolerance, FINEST))
    for _ in range(m.opt_ccd_iterations - 1):
        n = (plane[0], plane[1], plane[2])
        w = find_corner(m, d, a, b, ra, rb, count, n)
        if dot3(n, w) - plane[3] <= tolerance or (faceted and is_known(d, count)):
            break
        if count + SPARE == corner_rows(d):
            need_corners(d, count + SPARE + 1)
            break
        nearest = expand(d, count, w, hand, plane[3])
        if nearest < 0 or d.ccd_plane[nearest, 3] < plane[3] - LOSS:
            break
        count += 1
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
    last = corner_rows(d) - SPARE
    copy_corner(d, i, last)
    copy_corner(d, j, last + 1)
    copy_corner(d, k, last + 2)
    for row in range(3):
        copy_corner(d, last + row, row)
        d.ccd_weight[row] = weights[row]
    d.ccd_count = 3
