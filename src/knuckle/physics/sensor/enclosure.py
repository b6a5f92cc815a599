"""How far an object juts out of a site: the directed Hausdorff distance, negative where it is enclosed."""

from knuckle.kernel import kernel, stage_of_world
from knuckle.math.mat3 import mat_column, mat_mul_vec, mat_t_mul_vec
from knuckle.math.vec3 import dot3, scale3, sub3
from knuckle.physics.sensor.outward import nearest_surface_direction
from knuckle.physics.sensor.reach import geom_point, site_point
from knuckle.physics.sensor.reading import store1
from knuckle.schema.enums import ObjType

MOST_STEPS = 200
GAIN = 1e-14  # [m] a smaller one ends the search
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
    """max over directions u of h_object(u) − h_site(u), h the reach along u: the best of searches from six axes."""
    best = LOWEST
    for i in range(6):
        u = scale3(mat_column(d.site_xmat[site], i % 3), 1.0 if i < 3 else -1.0)
        reach = climb(m, d, site, kind, k, u)
        best = reach if reach > best else best
    return best


@kernel
def climb(m, d, site, kind, k, u):
    """A local maximum, from u on: the next u is where the object's farthest point lies off the site's nearest surface.

    Where there is no such direction u stays.
    """
    best = dot3(u, object_point(m, d, kind, k, u)) - dot3(u, site_point(m, d, site, u))
    for _ in range(MOST_STEPS):
        p = mat_t_mul_vec(d.site_xmat[site], sub3(object_point(m, d, kind, k, u), d.site_xpos[site]))
        found, height, away = nearest_surface_direction(m, site, p)
        if not found or height <= best + GAIN:
            return height if found and height > best else best
        best = height
        u = mat_mul_vec(d.site_xmat[site], away)
    return best


@kernel
def object_point(m, d, kind, k, u):
    """The farthest point along u of a site or a geom, world frame."""
    if kind == ObjType.SITE:
        return site_point(m, d, k, u)
    else:
        return geom_point(m, d, k, u)
