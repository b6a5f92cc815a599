"""Clipping of polygons by Sutherland and Hodgman: two halves of ccd_poly take turns as source and result."""

from knuckle.kernel import as_written
from knuckle.math.exact3 import add3, add_scaled3, cross3, dot3, sub3, unit3
from knuckle.physics.collision.convex.faces import face_corner, face_size
from knuckle.physics.collision.convex.scratch import need_polygon, polygon_rows


@as_written
def clip_by_face(m, d, s, face, n, count):
    """Clip the polygon in the first `count` rows to the prism over a face of normal n; returns its new first row.

    ccd_npoly becomes the number of corners left; 0 where there is too little room, of which more is asked for. A side
    adds one corner at most, unless rounding makes the polygon wavy. The side over an edge p q is the plane through p,
    q and p + n: the detour over that third point rounds the sides just as the reference does.
    """
    source = 0
    size = face_size(m, s, face)
    half = polygon_rows(d)
    d.ccd_npoly = 0
    if count + size > half:
        need_polygon(d, count + size)
        return source
    q = face_corner(m, d, s, face, size - 1)
    last = q
    for i in range(size):
        p = q
        q = face_corner(m, d, s, face, size - 2 - i) if i < size - 1 else last
        source = half - source
        inward = unit3(cross3(sub3(add3(p, n), p), sub3(p, q)))
        count = clip_by_plane(d, half - source, source, count, p, inward)
        if count > half:
            need_polygon(d, count + size)
            return source
    d.ccd_npoly = count
    return source


@as_written
def clip_by_plane(d, source, result, count, p, inward):
    """Keep the part of a polygon where inward · (x − p) ≥ 0; returns its number of corners.

    Those beyond the room are counted.
    """
    kept = 0
    if count == 0:
        return kept
    half = polygon_rows(d)
    x = d.ccd_poly[source]
    depth = dot3(inward, sub3(x, p))
    for i in range(count):
        y = d.ccd_poly[source + i + 1 if i + 1 < count else source]
        next_depth = dot3(inward, sub3(y, p))
        if depth * next_depth < 0.0:
            if kept < half:
                d.ccd_poly[result + kept] = add_scaled3(x, sub3(y, x), depth / (depth - next_depth))
            kept += 1
        if next_depth >= 0.0:
            if kept < half:
                d.ccd_poly[result + kept] = y
            kept += 1
        x = y
        depth = next_depth
    return kept
