"""Contacts of convex shapes.

A shape is a number: s ≥ 0 is geom s (sphere, capsule, ellipsoid, cylinder, box or the hull of a mesh), and -1 is the
prism whose six corners are in `d.prism`, world frame.
"""

from knuckle.kernel import kernel, stage_of_world
from knuckle.math.vec3 import add3, add_scaled3, cross3, dot3, neg3, norm3, scale3, sub3, unit3
from knuckle.physics.collision.contact import put_contact
from knuckle.physics.collision.convex.epa import epa
from knuckle.physics.collision.convex.gjk import gjk, nearest_points
from knuckle.physics.collision.convex.multicontact import flat_contacts
from knuckle.physics.collision.convex.plane_mesh import plane_mesh as plane_mesh
from knuckle.physics.collision.convex.scratch import has_room
from knuckle.physics.collision.convex.simplex import FAR
from knuckle.physics.collision.convex.smooth import core_axes, core_half, is_smooth, smooth_distance
from knuckle.physics.collision.convex.support import core_radius, shape_center
from knuckle.schema.enums import DisableBit


@kernel
def convex_pair(m, d, g1, g2, margin):
    """Contacts of two convex geoms."""
    convex_contact(m, d, g1, g2, margin)


@kernel
def convex_contact(m, d, a, b, margin):
    """Put the contacts of shapes a and b that are nearer than `margin`."""
    find_distance(m, d, a, b, margin, margin)
    if d.ccd_dist >= margin:
        return
    if m.opt_disableflags & DisableBit.MULTICCD == 0:
        put_flat_contacts(m, d, a, b)
        if d.ccd_flat > 0:
            return
    middle = scale3(add3(d.ccd_from, d.ccd_to), 0.5)
    put_contact(d, d.ccd_dist, middle, d.ccd_normal, (0.0, 0.0, 0.0))


@stage_of_world
def put_flat_contacts(m, d, a, b):
    """Put the contacts of shapes a and b that lie flat on each other; their number in `ccd_flat`."""
    d.ccd_flat = flat_contacts(m, d, a, b, d.detection)


@kernel
def convex_distance(m, d, a, b, cutoff):
    """Signed distance of shapes a and b in `ccd_dist`, negative in penetration; `cutoff` where they are farther.

    Below the cutoff, `ccd_from` and `ccd_to` are the nearest (or deepest) points of a and b, and `ccd_normal` is the
    unit vector from a to b: ccd_to = ccd_from + ccd_dist ccd_normal.
    """
    find_distance(m, d, a, b, cutoff, 0.0)


@kernel
def find_distance(m, d, a, b, cutoff, inflation):
    """The same; where the cores overlap, depth is that of the shapes with `inflation` between them, less that.

    Contacts with a margin are searched so: a polytope that holds the origin well inside is a better start.
    """
    d.ccd_cutoff = cutoff
    d.ccd_inflation = 0.5 * inflation
    convex_search(m, d, a, b)


@stage_of_world
def convex_search(m, d, a, b):
    """The search itself, with `ccd_cutoff` and `ccd_inflation`, half of the inflation."""
    if not has_room(d):
        d.ccd_dist = d.ccd_cutoff
        return
    reach = d.ccd_cutoff + core_radius(m, a) + core_radius(m, b)
    smooth = is_smooth(m, a) and is_smooth(m, b)
    length = smooth_search(m, d, a, b, reach) if smooth else gjk(m, d, a, b, 0.0, 0.0, reach)
    if length >= reach:
        d.ccd_dist = d.ccd_cutoff
    elif length >= 0.0:
        if not smooth:
            d.ccd_from, d.ccd_to = nearest_points(d)
        put_apart(m, d, a, b, length)
    else:
        put_overlap(m, d, a, b, smooth)


@stage_of_world
def overlap_search(m, d, a, b):
    """The same for smooth shapes whose cores are known to overlap."""
    if has_room(d):
        d.ccd_count = 0  # there is no simplex
        put_overlap(m, d, a, b, True)
    else:
        d.ccd_dist = d.ccd_cutoff


@kernel
def smooth_search(m, d, a, b, reach):
    """What `gjk` returns, of smooth shapes; their nearest points are left in `ccd_from` and `ccd_to`."""
    d.ccd_count = 0  # no simplex is left
    between = sub3(d.geom_xpos[a], d.geom_xpos[b])
    axes_a, half_a, axes_b, half_b = core_axes(m, d, a), core_half(m, d, a), core_axes(m, d, b), core_half(m, d, b)
    length, near, way = smooth_distance(m, between, axes_a, half_a, axes_b, half_b, reach)
    d.ccd_from = add3(d.geom_xpos[a], near)
    d.ccd_to = add3(d.ccd_from, way)
    return length


@kernel
def put_apart(m, d, a, b, length):
    """The answer where the cores are apart, from their nearest points in `ccd_from` and `ccd_to`."""
    p, q = d.ccd_from, d.ccd_to
    ra, rb = core_radius(m, a), core_radius(m, b)
    n = scale3(sub3(q, p), 1.0 / norm3(sub3(q, p)))
    put_distance(d, length - ra - rb, n, add_scaled3(p, n, ra), add_scaled3(q, n, -rb))


@kernel
def put_overlap(m, d, a, b, anew):
    """The answer where the cores overlap: from the simplex that was found, or anew where there is none."""
    half = d.ccd_inflation
    ra, rb = core_radius(m, a) + half, core_radius(m, b) + half
    if anew or ra + rb > 0.0:
        gjk(m, d, a, b, ra, rb, 0.0)
    plane = epa(m, d, a, b, ra, rb)
    n = (plane[0], plane[1], plane[2])
    depth = plane[3]
    if depth == FAR:
        n = flat_normal(m, d, a, b)
        depth = 0.0
    p, q = nearest_points(d)
    put_distance(d, 2.0 * half - depth, n, add_scaled3(p, n, -half), add_scaled3(q, n, half))


@kernel
def put_distance(d, dist, n, p, q):
    """Write the answer."""
    d.ccd_dist = dist
    d.ccd_normal = n
    d.ccd_from = p
    d.ccd_to = q


@kernel
def flat_normal(m, d, a, b):
    """A unit vector from a to b for shapes so flat that their simplex has no inside."""
    between = sub3(shape_center(m, d, b), shape_center(m, d, a))
    n = between
    if d.ccd_count == 3:
        n = cross3(sub3(d.ccd_w[1], d.ccd_w[0]), sub3(d.ccd_w[2], d.ccd_w[0]))
    if dot3(n, between) < 0.0:
        n = neg3(n)
    return unit3(n)
