"""Vectors and unit quaternions (w, x, y, z) as tuples of floats: the arithmetic of the compiler's passes."""

from math import atan2, cos, sin, sqrt

Vector = tuple[float, ...]
Quaternion = tuple[float, ...]

IDENTITY: Quaternion = (1.0, 0.0, 0.0, 0.0)
ORIGIN: Vector = (0.0, 0.0, 0.0)
SMALLEST_LENGTH = 1e-7  # shorter vectors have no direction
UNIT_TOLERANCE = 1e-14  # a length this close to one is left as it is


def add(a, b) -> Vector:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def subtract(a, b) -> Vector:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def times(s: float, a) -> Vector:
    return (s * a[0], s * a[1], s * a[2])


def dot(a, b) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a, b) -> Vector:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def length(a) -> float:
    total = 0.0
    for x in a:
        total += x * x
    return sqrt(total)


def normalized(a: tuple) -> tuple | None:
    """The unit vector or quaternion along `a`; None where `a` is too short to have a direction."""
    norm = length(a)
    if norm < SMALLEST_LENGTH:
        return None
    if abs(norm - 1.0) <= UNIT_TOLERANCE:
        return a
    return tuple([x / norm for x in a])


def unit(a: tuple) -> tuple:
    """The unit vector or quaternion along `a`, or `a` itself where it is too short to have a direction."""
    return normalized(a) or a


def multiply(a, b) -> Quaternion:
    """The product ab: first the rotation b, then a."""
    return (
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    )


def conjugate(q) -> Quaternion:
    return (q[0], -q[1], -q[2], -q[3])


def rotate(q, v) -> Vector:
    """The vector v turned by q = (w, u): v + 2u × (wv + u × v); exactly v for the identity."""
    if q[1] == 0.0 and q[2] == 0.0 and q[3] == 0.0:
        return (v[0], v[1], v[2])
    w, x, y, z = q
    a, b, c = v
    t = (w * a + (y * c - z * b), w * b + (z * a - x * c), w * c + (x * b - y * a))
    return (a + 2.0 * (y * t[2] - z * t[1]), b + 2.0 * (z * t[0] - x * t[2]), c + 2.0 * (x * t[1] - y * t[0]))


def about_axis(axis, angle: float) -> Quaternion:
    """The rotation by `angle` [rad] about the unit vector `axis`."""
    s = sin(0.5 * angle)
    return (cos(0.5 * angle), s * axis[0], s * axis[1], s * axis[2])


def from_zaxis(vector) -> Quaternion:
    """The smallest rotation that takes (0, 0, 1) to the direction of `vector`; half a turn about x for its opposite."""
    direction = unit(tuple(vector))
    axis = cross((0.0, 0.0, 1.0), direction)
    sine = length(axis)
    if sine < SMALLEST_LENGTH:
        return about_axis((1.0, 0.0, 0.0), atan2(0.0, direction[2]))
    return about_axis(unit(axis), atan2(sine, direction[2]))


def matrix(q) -> tuple[Vector, ...]:
    """The rows of the rotation matrix of q."""
    w, x, y, z = q
    return (
        (w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)),
        (2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)),
        (2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z),
    )


def compose(pos, quat, child_pos, child_quat) -> tuple[Vector, Quaternion]:
    """The pose of a child frame, given in the frame (pos, quat), in the coordinates of that frame's parent."""
    if quat is IDENTITY and pos is ORIGIN:
        return child_pos, child_quat
    return add(pos, rotate(quat, child_pos)), multiply(quat, child_quat)


def relative(pos, quat, child_pos, child_quat) -> tuple[Vector, Quaternion]:
    """The inverse of `compose`: a pose beside (pos, quat) seen from inside that frame."""
    back = conjugate(quat)
    return rotate(back, subtract(child_pos, pos)), multiply(back, child_quat)
