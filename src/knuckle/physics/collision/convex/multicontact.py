"""Several contacts of two convex shapes whose faces, or a face and an edge, lie almost flat on each other."""

from knuckle.kernel import as_written
from knuckle.math.exact3 import add3, add_scaled3, dot3, neg3, scale3, sub3
from knuckle.physics.collision.contact import put_contact
from knuckle.physics.collision.convex.clip import clip_by_face
from knuckle.physics.collision.convex.edges import edge_choice, edge_choices, slope
from knuckle.physics.collision.convex.faces import face_corner, face_normal, face_size
from knuckle.physics.collision.convex.feature import face_choice, face_choices, simplex_vertices
from knuckle.physics.collision.convex.quadrilateral import choose_four
from knuckle.physics.collision.convex.scratch import need_polygon, polygon_rows
from knuckle.schema.enums import GeomType

PARALLEL = 0.996  # cosine of the largest angle between two faces in contact
FACING = 1e-10  # cosine of the angle between the normals of a face and of a contact: less is edge-on but for rounding
LYING = 0.0888  # sine of the largest angle between a face and an edge in contact


@as_written
def flat_contacts(m, d, a, b, margin):
    """Put the contacts of two faces, or of a face and an edge, at the found vertices; returns how many there were.

    The first pair that lies flat decides, even where nothing of the edge is over the face.
    """
    if a < 0 or b < 0 or d.ccd_count == 0:
        return 0
    va, vb = simplex_vertices(m, d, a, 0), simplex_vertices(m, d, b, 1)
    best_a, best_b = -1, -1
    least = -PARALLEL + 0.0 * margin
    for i in range(face_choices(m, d, a, 0, va)):
        fa = face_choice(m, d, a, 0, va, i)
        if fa >= 0:
            na = face_normal(m, d, a, fa)
            for j in range(face_choices(m, d, b, 1, vb)):
                fb = face_choice(m, d, b, 1, vb, j)
                if fb >= 0:
                    angle = dot3(na, face_normal(m, d, b, fb))
                    if angle < least:
                        least = angle
                        best_a, best_b = fa, fb
    if best_a >= 0:
        na, nb = face_normal(m, d, a, best_a), face_normal(m, d, b, best_b)
        return face_contacts(m, d, a, best_a, na, b, best_b, nb, margin)
    count = lying_contacts(m, d, b, 1, vb, a, va, margin)
    if count < 0:
        count = lying_contacts(m, d, a, 0, va, b, vb, margin)
    return count


@as_written
def lying_contacts(m, d, s, slot, vertices, t, others, margin):
    """Put the contacts of an edge of shape t on a face of shape s; returns how many there were, -1 if no edge lies.

    Only faces that look towards t count.
    """
    if vertices[0] == 1 and m.geom_type[s] != GeomType.CYLINDER and m.geom_type[t] > GeomType.CYLINDER:
        return -1
    side = 1.0 - 2.0 * slot
    for i in range(face_choices(m, d, s, slot, vertices)):
        face = face_choice(m, d, s, slot, vertices, i)
        if face >= 0 and side * dot3(face_normal(m, d, s, face), d.ccd_normal) > FACING:
            n = face_normal(m, d, s, face)
            for j in range(edge_choices(m, t, others)):
                edge = edge_choice(m, d, t, 1 - slot, others, j, n)
                if slope(edge, n) < LYING:
                    return edge_contacts(m, d, s, face, n, edge, side, margin)
    return -1


@as_written
def face_contacts(m, d, a, fa, na, b, fb, nb, margin):
    """Contacts of the face of b cut to the prism over the face of a, along the normal of b's face.

    A point y of the cut face lies over x in the plane of a; faces of hulls are only almost flat, so y is its own
    measure of where b's face is there. The margin is measured along the normal of a's face, as in the reference.
    """
    count = face_size(m, b, fb)
    if count > polygon_rows(d):
        need_polygon(d, count + face_size(m, a, fa))
        return 0
    for i in range(count):
        d.ccd_poly[i] = face_corner(m, d, b, fb, count - 1 - i)
    source = clip_by_face(m, d, a, fa, na, count)
    p = face_corner(m, d, a, fa, face_size(m, a, fa) - 1)
    kept = 0
    for i in range(d.ccd_npoly):
        y = d.ccd_poly[source + i]
        if dot3(na, sub3(y, p)) < margin:
            d.ccd_poly[source + kept] = y
            d.ccd_height[kept] = dot3(nb, sub3(beneath(y, na, p), y))
            kept += 1
    chosen = choose_four(d, source, kept, kept)
    for k in range(min(kept, 4)):
        i = chosen[k]
        put_between(d, beneath(d.ccd_poly[source + i], na, p), d.ccd_height[i], neg3(nb), 1.0)
    return kept


@as_written
def beneath(y, n, p):
    """The point of the plane of normal n through p that is nearest to y."""
    return add_scaled3(y, n, dot3(n, sub3(p, y)))


@as_written
def edge_contacts(m, d, s, face, n, edge, side, margin):
    """Contacts of an edge cut to the prism over a face of shape s; `side` is 1 where s is the first shape.

    The edge is clipped as a polygon of two corners, there and back: a cut counts twice. Of more than two points in
    reach the two farthest apart stay.
    """
    d.ccd_poly[0] = (edge[0], edge[1], edge[2])
    d.ccd_poly[1] = (edge[3], edge[4], edge[5])
    source = clip_by_face(m, d, s, face, n, 2)
    kept = keep_near(d, source, n, face_corner(m, d, s, face, face_size(m, s, face) - 1), margin)
    if kept > 2:
        kept = keep_ends(d, source, kept)
    for i in range(kept):
        put_between(d, d.ccd_poly[source + i], d.ccd_height[i], (side * n[0], side * n[1], side * n[2]), -side)
    return kept


@as_written
def keep_near(d, source, n, p, margin):
    """Keep the points less than `margin` above the plane of normal n through p; returns how many there are."""
    kept = 0
    for i in range(d.ccd_npoly):
        x = d.ccd_poly[source + i]
        dist = dot3(n, sub3(x, p))
        if dist < margin:
            d.ccd_poly[source + kept] = x
            d.ccd_height[kept] = dist
            kept += 1
    return kept


@as_written
def keep_ends(d, source, count):
    """Keep the two points that are farthest apart, in their order; returns 2."""
    first, second = 0, 1
    most = -1.0 + 0.0 * d.ccd_height[0]
    for i in range(count):
        for j in range(i + 1, count):
            between = sub3(d.ccd_poly[source + j], d.ccd_poly[source + i])
            if dot3(between, between) > most:
                most = dot3(between, between)
                first, second = i, j
    d.ccd_poly[source] = d.ccd_poly[source + first]
    d.ccd_height[0] = d.ccd_height[first]
    d.ccd_poly[source + 1] = d.ccd_poly[source + second]
    d.ccd_height[1] = d.ccd_height[second]
    return 2


@as_written
def put_between(d, x, dist, n, side):
    """Put a contact half way from a point to the other shape; `side` is 1 for points of the first shape, else -1."""
    other = add_scaled3(x, n, side * dist)
    put_contact(d, dist, scale3(add3(x, other), 0.5), n, (0.0, 0.0, 0.0))
