"""How far an object juts out of a site: the directed Hausdorff distance, negative where it is enclosed."""

from knuckle.kernel import kernel, maximum, stage_of_world
from knuckle.math.mat3 import mat_mul_vec, mat_t_mul_vec
from knuckle.math.vec3 import sub3
from knuckle.physics.sensor.outward import height_over_site
from knuckle.physics.sensor.reach import corner, corner_count, farthest_point, object_point, object_radius
from knuckle.physics.sensor.reading import store1
from knuckle.schema.enums import ObjType

MOST_STEPS = 500
GAIN = 1e-15  # [m] a smaller one ends the search
LOWEST = -1e300


@stage_of_world
def read_enclosure(m, d, s):
    """The largest protrusion of all geoms of an object, or of a site, out of the sensor's site. [m]"""
    site, kind, k = m.sensor_refid[s], m.sensor_objtype[s], m.sensor_objid[s]
    if kind == ObjType.SITE or kind == ObjType.GEOM:
        store1(m, d, s, protrusion(m, d, site, kind, k))
        return
    last = k + 1
    while kind == ObjType.XBODY and last < m.nbody and is_inside_subtree(m, last, k):
        last = last + 1
    largest = LOWEST
    for b in range(k, last):
        for g in range(m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]):
            p = protrusion(m, d, site, ObjType.GEOM, g)
            largest = p if p > largest else largest
    store1(m, d, s, largest)


@kernel
def is_inside_subtree(m, b, root):
    """Whether body b is below `root`; the bodies of a subtree follow each other."""
    while b > root:
        b = m.body_parentid[b]
    return b == root


@kernel
def protrusion(m, d, site, kind, k):
    """The largest height over a site of all points of an object. [m]

    The height over a convex shape is a convex function of the point: one of the object's corners has the largest, and a
    radius around them adds to it. Objects without corners are searched.
    """
    n = corner_count(m, kind, k)
    if n == 0:
        return searched_protrusion(m, d, site, kind, k)
    largest = LOWEST
    for i in range(n):
        height, _ = height_over(m, d, site, object_point(m, d, kind, k, corner(m, kind, k, i)))
        largest = height if height > largest else largest
    return largest + object_radius(m, kind, k)


@kernel
def searched_protrusion(m, d, site, kind, k):
    """The best of searches from the directions of the 26 neighbours in a cubic grid, and from that of the centre."""
    _, u = height_over(m, d, site, object_point(m, d, kind, k, (0.0, 0.0, 0.0)))
    best = climb(m, d, site, kind, k, u)
    for i in range(27):
        if i != 13:
            u = mat_mul_vec(d.site_xmat[site], (1.0 * (i % 3 - 1), 1.0 * (i // 3 % 3 - 1), 1.0 * (i // 9 - 1)))
            best = maximum(best, climb(m, d, site, kind, k, u))
    return best


@kernel
def climb(m, d, site, kind, k, u):
    """A local maximum of the height, from u on: the next point is the farthest along the ascent at the last one."""
    best = LOWEST
    for _ in range(MOST_STEPS):
        height, u = height_over(m, d, site, farthest_point(m, d, kind, k, u))
        if height <= best + GAIN:
            break
        best = height
    return best


@kernel
def height_over(m, d, site, point):
    """(height, unit direction of its ascent) of a point over a site, world frame. [m]"""
    height, away = height_over_site(m, site, mat_t_mul_vec(d.site_xmat[site], sub3(point, d.site_xpos[site])))
    return (height, mat_mul_vec(d.site_xmat[site], away))
