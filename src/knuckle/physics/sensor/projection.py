"""Images of cameras: pixels of points, and rays of pixels."""

from knuckle.kernel import as_written, kernel, precision, real_of
from knuckle.math.elementary import tan
from knuckle.math.mat3 import mat_mul_vec, mat_t_mul_vec
from knuckle.math.vec3 import add3, sub3, unit3
from knuckle.schema.enums import Projection

HALF_DEGREE = 3.141592653589793 / 360.0
SPLIT = 536870913.0  # 2²⁹ + 1: rounds what it multiplies to 24 bits


@kernel
def pixel(m, d, c, point):
    """(x, y) of a world point on the image of camera c, from its top left corner; all cameras count as perspective.

    x = ½ width + f_x p_x / −p_z,   y = ½ height − f_y p_y / −p_z,   p the point in the camera's frame
    """
    p = mat_t_mul_vec(d.cam_xmat[c], sub3(point, d.cam_xpos[c]))
    fx, fy = focal_pixels(m, c)
    width, height = m.cam_resolution[c]
    return (0.5 * width - fx * p[0] / p[2], 0.5 * height + fy * p[1] / p[2])


@kernel
def pixel_ray(m, d, c, column, row):
    """(origin, unit direction) of the ray through the middle of a pixel of camera c, world frame."""
    if m.cam_projection[c] == Projection.ORTHOGRAPHIC:
        width, height = m.cam_resolution[c]
        x = (column + 0.5) / width - 0.5
        y = 0.5 - (row + 0.5) / height
        shift = (m.cam_fovy[c] * x, m.cam_fovy[c] * y, 0.0)
        away = mat_mul_vec(d.cam_xmat[c], (0.0, 0.0, -1.0))
        return (add3(d.cam_xpos[c], mat_mul_vec(d.cam_xmat[c], shift)), away)
    else:
        return (d.cam_xpos[c], mat_mul_vec(d.cam_xmat[c], unit3(pixel_direction(m, c, column, row))))


@kernel
def pixel_direction(m, c, column, row):
    """Where a pixel of camera c is looked for in its frame, one unit ahead."""
    fx, fy = focal_pixels(m, c)
    x0, y0 = principal_pixel(m, c)
    return ((column + 0.5 - x0) / fx, -(row + 0.5 - y0) / fy, -1.0)


@kernel
def focal_pixels(m, c):
    """Focal lengths of camera c in pixels, by its sensor, or by its field of view: ½ height / tan ½ fovy."""
    if has_sensor(m, c):
        return (on_sensor(m, c, 0, 0), on_sensor(m, c, 1, 1))
    else:
        f = 0.5 * m.cam_resolution[c, 1] / tan(m.cam_fovy[c] * HALF_DEGREE)
        return (f, f)


@kernel
def principal_pixel(m, c):
    """The pixel that camera c looks along: told with its sensor, else the middle of the image."""
    if has_sensor(m, c):
        return (on_sensor(m, c, 2, 0), on_sensor(m, c, 3, 1))
    else:
        return (
            real_of(m.cam_fovy[c], 0.5) * m.cam_resolution[c, 0],
            real_of(m.cam_fovy[c], 0.5) * m.cam_resolution[c, 1],
        )


@kernel
def has_sensor(m, c):
    return m.cam_sensorsize[c, 0] > 0.0 and m.cam_sensorsize[c, 1] > 0.0


@kernel
def on_sensor(m, c, k, axis):
    """Number k of the intrinsics of camera c in pixels along an axis: length / size · pixels, in single precision."""
    length = real_of(m.cam_fovy[c], m.cam_intrinsic[c, k])
    size = real_of(m.cam_fovy[c], m.cam_sensorsize[c, axis])
    return in_single(in_single(length / size) * m.cam_resolution[c, axis])


@as_written
def in_single(x):
    """x rounded to the 24 bits of single precision."""
    if precision(x) == 32:
        return x
    scaled = x * SPLIT
    return scaled - (scaled - x)
