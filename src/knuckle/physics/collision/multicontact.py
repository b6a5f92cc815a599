"""Several contacts of two convex shapes whose faces, or a face and an edge, lie almost flat on each other."""

from knuckle.machine.kernel import kernel
from knuckle.math.vec3 import add_scaled3, dot3, neg3, sub3
from knuckle.physics.collision.clip import ROOM, clip_by_face
from knuckle.physics.collision.contact import put_contact
from knuckle.physics.collision.edges import flattest_edge, slope
from knuckle.physics.collision.faces import face_corner, face_normal, face_size, face_toward
from knuckle.physics.collision.quadrilateral import choose_four

PARALLEL = 0.996  # cosine of the largest angle between two faces in contact
LYING = 0.0888  # sine of the largest angle between a face and an edge in contact


@kernel
def flat_contacts(m, d, a, b, margin):
    """Put the contacts of two faces, or of a face and an edge, near the found normal; returns how many there were."""
    n = d.ccd_normal
    back = neg3(n)
    fa = face_toward(m, d, a, 0, n)
    fb = face_toward(m, d, b, 1, back)
    if fa >= 0 and fb >= 0:
        na, nb = face_normal(m, d, a, fa), face_normal(m, d, b, fb)
        if dot3(na, nb) < -PARALLEL:
            return face_contacts(m, d, a, fa, na, b, fb, nb, margin)
    if fa >= 0:
        na = face_normal(m, d, a, fa)
        edge = flattest_edge(m, d, b, 1, back, na)
        if slope(edge, na) < LYING:
            return edge_contacts(m, d, a, fa, na, edge, 1.0, margin)
    if fb >= 0:
        nb = face_normal(m, d, b, fb)
        edge = flattest_edge(m, d, a, 0, n, nb)
        if slope(edge, nb) < LYING:
            return edge_contacts(m, d, b, fb, nb, edge, -1.0, margin)
    return 0


@kernel
def face_contacts(m, d, a, fa, na, b, fb, nb, margin):
    """Contacts of the face of b cut to the prism over the face of a, along the normal of b's face."""
    count = face_size(m, b, fb)
    if count + face_size(m, a, fa) >= ROOM:
        return 0
    for i in range(count):
        d.ccd_poly[i] = face_corner(m, d, b, fb, count - 1 - i)
    source = clip_by_face(m, d, a, fa, na, count)
    p, q = face_corner(m, d, a, fa, 0), face_corner(m, d, b, fb, 0)
    kept = 0
    for i in range(d.ccd_npoly):
        x = d.ccd_poly[source + i]
        x = add_scaled3(x, na, dot3(na, sub3(p, x)))
        dist = dot3(nb, sub3(x, q))
        if dist < margin:
            d.ccd_poly[source + kept] = x
            d.ccd_height[kept] = dist
            kept += 1
    return put_some(d, source, kept, neg3(nb), 1.0)


@kernel
def edge_contacts(m, d, s, face, n, edge, side, margin):
    """Contacts of an edge cut to the prism over a face of shape s; `side` is 1 where s is the first shape."""
    d.ccd_poly[0] = (edge[0], edge[1], edge[2])
    d.ccd_poly[1] = (edge[3], edge[4], edge[5])
    source = clip_by_face(m, d, s, face, n, 2)
    p = face_corner(m, d, s, face, 0)
    kept = 0
    for i in range(d.ccd_npoly):
        x = d.ccd_poly[source + i]
        dist = dot3(n, sub3(x, p))
        if dist < margin and kept < 2:
            d.ccd_poly[source + kept] = x
            d.ccd_height[kept] = dist
            kept += 1
    return put_some(d, source, kept, (side * n[0], side * n[1], side * n[2]), -side)


@kernel
def put_some(d, source, count, n, side):
    """Put at most four of the points as contacts; `side` is 1 for points of the first shape, -1 for the second."""
    chosen = choose_four(d, source, count)
    for k in range(min(count, 4)):
        i = chosen[k]
        dist = d.ccd_height[i]
        put_contact(d, dist, add_scaled3(d.ccd_poly[source + i], n, 0.5 * side * dist), n, (0.0, 0.0, 0.0))
    return count
