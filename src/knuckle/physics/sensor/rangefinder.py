"""Rangefinders: the nearest surface along rays of sites and cameras."""

from knuckle.kernel import kernel, stage_of_world
from knuckle.math.mat3 import mat_column
from knuckle.math.vec3 import add_scaled3, dot3, scale3
from knuckle.physics.ray.cast import INFINITE, nearest_surface
from knuckle.physics.sensor.projection import pixel_ray
from knuckle.physics.sensor.reading import within_cutoff
from knuckle.schema.enums import ObjType, RayData

EVERY_GROUP = 63


@stage_of_world
def read_rangefinder(m, d, s):
    """What each ray of sensor s tells; the rays of a camera go through its pixels, row by row."""
    k = m.sensor_objid[s]
    a = m.sensor_adr[s]
    if m.sensor_objtype[s] == ObjType.SITE:
        R = d.site_xmat[k]
        axis = mat_column(R, 2)
        put_ray(m, d, s, a, m.site_bodyid[k], d.site_xpos[k], axis, axis)
        return
    columns = max(m.cam_resolution[k, 0], 1)
    ahead = scale3(mat_column(d.cam_xmat[k], 2), -1.0)
    width = ray_width(m.sensor_intprm[s, 0])
    for r in range(m.sensor_dim[s] // width):
        origin, direction = pixel_ray(m, d, k, r % columns, r // columns)
        put_ray(m, d, s, a + r * width, m.cam_bodyid[k], origin, direction, ahead)


@kernel
def put_ray(m, d, s, a, body, origin, direction, ahead):
    """What one ray tells, from place a of the readings on; `ahead` is the axis along which depth is measured."""
    bits = m.sensor_intprm[s, 0]
    x, normal, _ = nearest_surface(m, d, origin, direction, (EVERY_GROUP, 1, body), INFINITE)
    hit = x >= 0.0
    if bits & RayData.DIST:
        d.sensordata[a] = within_cutoff(m, s, x)
        a = a + 1
    if bits & RayData.DIR:
        put_vector(m, d, s, a, direction if hit else (0.0, 0.0, 0.0))
        a = a + 3
    if bits & RayData.ORIGIN:
        put_vector(m, d, s, a, origin)
        a = a + 3
    if bits & RayData.POINT:
        put_vector(m, d, s, a, add_scaled3(origin, direction, x) if hit else (0.0, 0.0, 0.0))
        a = a + 3
    if bits & RayData.NORMAL:
        put_vector(m, d, s, a, normal if hit else (0.0, 0.0, 0.0))
        a = a + 3
    if bits & RayData.DEPTH:
        d.sensordata[a] = within_cutoff(m, s, x * dot3(direction, ahead) if hit else -1.0)


@kernel
def put_vector(m, d, s, a, v):
    """A vector from place a of the readings on, within the bounds of sensor s."""
    for i in range(3):
        d.sensordata[a + i] = within_cutoff(m, s, v[i])


@kernel
def ray_width(bits):
    """The numbers that one ray tells."""
    ends = (bits & RayData.DIST) // RayData.DIST + (bits & RayData.DEPTH) // RayData.DEPTH
    vectors = (bits & RayData.DIR) // RayData.DIR + (bits & RayData.ORIGIN) // RayData.ORIGIN
    vectors = vectors + (bits & RayData.POINT) // RayData.POINT + (bits & RayData.NORMAL) // RayData.NORMAL
    return ends + 3 * vectors
