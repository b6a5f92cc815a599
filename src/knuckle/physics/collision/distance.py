"""The distance of two geoms and the points where they are nearest."""

from knuckle.kernel import kernel
from knuckle.math.vec3 import add_scaled3
from knuckle.physics.collision.convex.contacts import convex_distance
from knuckle.physics.collision.narrow import collide, has_exact_contacts


@kernel
def geom_distance(m, d, q):
    """(distance, nearest points) of two geoms; the points are 2 × 3, on geom1 and on geom2. [m]

    Negative in penetration, where the points are the deepest ones. Where the geoms are not nearer than distmax, or
    have no collider, the answer is distmax and zeros.
    """
    distance, first, second = distance_between(m, d, q.geom1, q.geom2, q.distmax)
    q.distance = distance
    q.points[0] = first
    q.points[1] = second


@kernel
def has_reach(m, q):
    """Whether the largest distance that is asked for is a number."""
    return q.distmax == q.distmax


@kernel
def distance_between(m, d, g1, g2, most):
    """(distance, point on geom 1, point on geom 2) of two geoms in any order; `most` and zeros where not nearer."""
    if m.geom_type[g1] <= m.geom_type[g2]:
        return measure(m, d, g1, g2, most)
    distance, second, first = measure(m, d, g2, g1, most)
    return (distance, first, second)


@kernel
def measure(m, d, g1, g2, most):
    """The same for two geoms, the first of which has the earlier shape."""
    if has_exact_contacts(m.geom_type[g1], m.geom_type[g2]):
        return measure_contacts(m, d, g1, g2, most)
    convex_distance(m, d, g1, g2, most)
    if not (d.overflow > 0.0) and d.ccd_dist < most:
        return (d.ccd_dist, d.ccd_from, d.ccd_to)
    return apart(most)


@kernel
def apart(most):
    """Geoms that are not nearer than `most`."""
    return (most, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))


@kernel
def measure_contacts(m, d, g1, g2, most):
    """The nearest of the contacts that a collider puts; the list of contacts stays as it is."""
    first = d.ncon
    d.detection = most
    collide(m, d, g1, g2)
    last = d.ncon
    d.ncon = first
    if last > d.maxcon:
        d.need_con = last
        d.overflow = 1.0
    distance, a, b = apart(most)
    if d.overflow > 0.0:
        return (distance, a, b)
    for c in range(first, last):
        dist = d.contact_dist[c]
        if dist < distance:
            frame = d.contact_frame[c]
            normal = (frame[0], frame[1], frame[2])
            distance = dist
            a = add_scaled3(d.contact_pos[c], normal, -0.5 * dist)
            b = add_scaled3(d.contact_pos[c], normal, 0.5 * dist)
    return (distance, a, b)
