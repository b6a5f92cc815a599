"""Unit quaternions (w, x, y, z) for rotations, as tuples."""

from knuckle.kernel import absolute, any_lane, kernel, precision, sqrt, where
from knuckle.math.elementary import atan2
from knuckle.math.turn import sincos_of_turn
from knuckle.math.vec3 import cross3, norm3, scale3, unit3

TINY = 1e-15  # quaternions shorter than this stand for no rotation
NEAR_UNIT_64 = 1e-8  # ½·¾·(1e-8)² is below the rounding of float64
NEAR_UNIT_32 = 2e-4
PI = 3.141592653589793


@kernel
def quat_mul(a, b):
    """a b: the rotation b, then a."""
    return (
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    )


@kernel
def quat_conjugate(q):
    """q⁻¹ of a unit quaternion."""
    return (q[0], -q[1], -q[2], -q[3])


@kernel
def quat_mul_conjugate(a, b):
    """a⁻¹ b: the rotation b seen from a."""
    return quat_mul(quat_conjugate(a), b)


@kernel
def quat_rotate(q, v):
    """q v q⁻¹ = v + 2w (u × v) + 2u × (u × v), u the vector part."""
    u = (q[1], q[2], q[3])
    s = cross3(u, v)
    t = (2.0 * s[0], 2.0 * s[1], 2.0 * s[2])
    w = cross3(u, t)
    return (v[0] + q[0] * t[0] + w[0], v[1] + q[0] * t[1] + w[1], v[2] + q[0] * t[2] + w[2])


@kernel
def quat_to_mat(q):
    """The rotation matrix of a unit quaternion, by rows."""
    w, x, y, z = q[0], q[1], q[2], q[3]
    x2, y2, z2 = x + x, y + y, z + z
    xx, yy, zz = x * x2, y * y2, z * z2
    xy, xz, yz = x * y2, x * z2, y * z2
    wx, wy, wz = w * x2, w * y2, w * z2
    return (
        1.0 - (yy + zz),
        xy - wz,
        xz + wy,
        xy + wz,
        1.0 - (xx + zz),
        yz - wx,
        xz - wy,
        yz + wx,
        1.0 - (xx + yy),
    )


@kernel
def quat_unit(q):
    """q / ‖q‖; no rotation where ‖q‖ < 1e-15."""
    n = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3])
    short = n < TINY
    r = 1.0 / where(short, 1.0, n)
    return where(short, (1.0, 0.0, 0.0, 0.0), (q[0] * r, q[1] * r, q[2] * r, q[3] * r))


@kernel
def quat_polish(q):
    """q / ‖q‖, without a root or a division where ‖q‖ is 1 but for rounding.

    1/√n ≈ 1 + ½(1 − n) with n = ‖q‖²: the next term, ⅜(1 − n)², is then below rounding.
    """
    n = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]
    near = NEAR_UNIT_64 if precision(n) == 64 else NEAR_UNIT_32
    off = absolute(n - 1.0) > near
    r = 1.5 - 0.5 * n
    polished = (q[0] * r, q[1] * r, q[2] * r, q[3] * r)
    if any_lane(off):
        return where(off, quat_unit(q), polished)
    return polished


@kernel
def quat_of_turn(axis, angle):
    """The rotation by an angle [rad] about a unit axis: (cos ½θ, sin ½θ · axis)."""
    s, c = sincos_of_turn(0.5 * angle)
    return (c, axis[0] * s, axis[1] * s, axis[2] * s)


@kernel
def quat_of_vector(r):
    """exp(r): the rotation by the angle ‖r‖ [rad] about r."""
    return quat_of_turn(unit3(r), norm3(r))


@kernel
def quat_to_vector(q):
    """log(q): axis times angle [rad], the angle in (−π, π]; q need not be unit."""
    v = (q[1], q[2], q[3])
    angle = 2.0 * atan2(norm3(v), q[0])
    return scale3(unit3(v), where(angle > PI, angle - 2.0 * PI, angle))


@kernel
def quat_integrate(q, w, h):
    """q exp(h w): the orientation after turning for a time h with the angular velocity w in the frame q. [rad/s]"""
    return quat_mul(quat_unit(q), quat_of_turn(unit3(w), h * norm3(w)))
