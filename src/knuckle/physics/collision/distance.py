"""The distance of two geoms and the points where they are nearest."""

from knuckle.kernel import kernel
from knuckle.math.vec3 import add_scaled3
from knuckle.physics.collision.convex.contacts import convex_distance
from knuckle.physics.collision.narrow import collide, has_exact_contacts


@kernel
def query_geom_distance(m, d, code):
    """query_distance ← distance of geoms code // ngeom and code % ngeom if it is below query_distance.

    query_segment ← their nearest points, or in penetration the deepest ones; zeros where they are farther apart.
    """
    measure_in_order(m, d, code // m.ngeom, code % m.ngeom)


@kernel
def measure_in_order(m, d, g1, g2):
    """query_distance and query_segment of two geoms in any order."""
    d.query_segment = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    if m.geom_type[g1] <= m.geom_type[g2]:
        measure(m, d, g1, g2)
    else:
        measure(m, d, g2, g1)
        s = d.query_segment
        d.query_segment = (s[3], s[4], s[5], s[0], s[1], s[2])


@kernel
def measure(m, d, g1, g2):
    """The distance of two geoms, the first of which has the earlier shape."""
    if has_exact_contacts(m.geom_type[g1], m.geom_type[g2]):
        measure_contacts(m, d, g1, g2)
    else:
        convex_distance(m, d, g1, g2, d.query_distance)
        if d.overflow <= 0.0 and d.ccd_dist < d.query_distance:
            a, b = d.ccd_from, d.ccd_to
            d.query_distance = d.ccd_dist
            d.query_segment = (a[0], a[1], a[2], b[0], b[1], b[2])


@kernel
def measure_contacts(m, d, g1, g2):
    """The nearest of the contacts that a collider puts; the list of contacts stays as it is."""
    first = d.ncon
    d.detection = d.query_distance
    collide(m, d, g1, g2)
    last = d.ncon
    d.ncon = first
    if last > d.maxcon:
        d.need_con = last
        d.overflow = 1.0
    if d.overflow > 0.0:
        return
    for c in range(first, last):
        dist = d.contact_dist[c]
        if dist < d.query_distance:
            frame = d.contact_frame[c]
            normal = (frame[0], frame[1], frame[2])
            a = add_scaled3(d.contact_pos[c], normal, -0.5 * dist)
            b = add_scaled3(d.contact_pos[c], normal, 0.5 * dist)
            d.query_distance = dist
            d.query_segment = (a[0], a[1], a[2], b[0], b[1], b[2])
