"""Sensors of the smallest distance between the geoms of two bodies."""

from knuckle.kernel import kernel, stage_of_world
from knuckle.math.vec3 import sub3, unit3
from knuckle.physics.collision.distance import distance_between
from knuckle.physics.sensor.reading import put3, store1
from knuckle.schema.enums import ObjType, SensorType


@stage_of_world
def read_distance(m, d, s):
    """The smallest signed distance, its direction, or the points between which it is; of geoms nearer than the cutoff.

    Without such geoms the distance is the cutoff, the others are zero. [m]
    """
    best, start, end = nearest_pair(m, d, s)
    kind = m.sensor_type[s]
    a = m.sensor_adr[s]
    if kind == SensorType.GEOMDIST:
        store1(m, d, s, best)
    elif kind == SensorType.GEOMFROMTO:
        put3(d, a, start)
        put3(d, a + 3, end)
    else:
        put3(d, a, direction_of(sub3(end, start)))


@kernel
def direction_of(across):
    """The unit vector from the first surface to the second; zero for none."""
    if across[0] == 0.0 and across[1] == 0.0 and across[2] == 0.0:
        return (0.0, 0.0, 0.0)
    return unit3(across)


@kernel
def nearest_pair(m, d, s):
    """(distance, point of the first, point of the second), over all pairs of geoms of both ends."""
    best = m.sensor_cutoff[s]
    start, end = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    first1, last1 = geom_range(m, m.sensor_objtype[s], m.sensor_objid[s])
    first2, last2 = geom_range(m, m.sensor_reftype[s], m.sensor_refid[s])
    for g1 in range(first1, last1):
        for g2 in range(first2, last2):
            dist, a, b = distance_between(m, d, g1, g2, m.sensor_cutoff[s])
            if dist < best:
                best, start, end = dist, a, b
    return (best, start, end)


@kernel
def geom_range(m, kind, k):
    """First geom and the one after the last of a geom or a body."""
    if kind == ObjType.GEOM:
        return (k, k + 1)
    else:
        return (m.body_geomadr[k], m.body_geomadr[k] + m.body_geomnum[k])
