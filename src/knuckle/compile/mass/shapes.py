"""The shapes of geoms and sites: their sizes, volumes, inertias and bounds, one table per question."""

from math import pi, sqrt

from knuckle.compile.frames.scaling import Scaling
from knuckle.compile.problems import words
from knuckle.hostmath.rotation import SMALLEST_LENGTH, Quaternion, Vector, add, from_zaxis, length, subtract, times
from knuckle.schema.enums import GeomType
from knuckle.spec.orientation import BadPose

NAMES = {kind: kind.name.lower() for kind in GeomType}
SIZES = {  # what the values of `size` mean
    GeomType.SPHERE: ("radius",),
    GeomType.CAPSULE: ("radius", "half-length"),
    GeomType.CYLINDER: ("radius", "half-length"),
    GeomType.ELLIPSOID: ("x radius", "y radius", "z radius"),
    GeomType.BOX: ("x half-size", "y half-size", "z half-size"),
}
STRETCHABLE = (GeomType.CAPSULE, GeomType.CYLINDER, GeomType.BOX, GeomType.ELLIPSOID)
INFINITE = 1e10  # half-size of a plane's bounding box


def scaled_size(kind: GeomType, size: Vector, scale: float) -> Vector:
    """The size of a shape in a scaled frame; values that the shape does not use stay as they are."""
    if scale == 1.0:
        return size
    used = len(SIZES.get(kind, size))
    return tuple(scale * value if i < used else value for i, value in enumerate(size))


def size_fault(kind: GeomType, size: Vector) -> str | None:
    """What is wrong with the size of a shape, in words; None if nothing is."""
    if kind == GeomType.PLANE:
        return None if size[2] > 0 else f'size="{words(size)}": a plane needs a positive third value, its grid spacing'
    meaning = SIZES.get(kind, ())
    if all(value > 0 for value in size[: len(meaning)]):
        return None
    wanted = ", ".join(meaning)
    return f'size="{words(size[: len(meaning)])}": a {NAMES[kind]} needs {len(meaning)} positive values ({wanted})'


def authored_axes(node) -> Quaternion:
    """The orientation of a shape given by `fromto`, if no frame were scaled: z from the second point to the first."""
    if node.type not in STRETCHABLE:
        raise BadPose(f"fromto needs a capsule, cylinder, box or ellipsoid, not a {NAMES[node.type]}")
    return from_zaxis(_apart(node.fromto[:3], node.fromto[3:]))


def _apart(start: Vector, end: Vector) -> Vector:
    along = subtract(start, end)
    if length(along) < SMALLEST_LENGTH:
        raise BadPose("fromto needs two points that are more than 1e-7 apart")
    return along


def stretched(node, scaling: Scaling, across: float) -> tuple[Vector, Quaternion, Vector]:
    """Pose and size of a shape given by `fromto`, centred between the points; `across` is the factor of its radius."""
    start, end = scaling.at(node.fromto[:3]), scaling.at(node.fromto[3:])
    along = _apart(start, end)
    size = list(scaled_size(node.type, node.size, across))
    half = 0.5 * length(along)
    if node.type in (GeomType.CAPSULE, GeomType.CYLINDER):
        size[1] = half
    else:
        size[1:] = size[0], half
    return times(0.5, add(start, end)), from_zaxis(along), tuple(size)


def bounding_radius(kind: GeomType, size: Vector) -> float:
    """Radius of the sphere about the centre that contains the shape; 0 for a plane, which has none."""
    x, y, z = size
    match kind:
        case GeomType.SPHERE:
            return x
        case GeomType.CAPSULE:
            return x + y
        case GeomType.CYLINDER:
            return sqrt(x * x + y * y)
        case GeomType.ELLIPSOID:
            return max(x, y, z)
        case GeomType.BOX:
            return sqrt(x * x + y * y + z * z)
    return 0.0


def bounding_box(kind: GeomType, size: Vector) -> tuple[float, ...]:
    """Centre and half-sizes of the box aligned with the shape's frame that contains it."""
    if kind == GeomType.PLANE:
        return (0.0, 0.0, -0.5 * INFINITE, INFINITE, INFINITE, 0.5 * INFINITE)
    return (0.0, 0.0, 0.0, *half_sizes(kind, size))


def half_sizes(kind: GeomType, size: Vector) -> Vector:
    """Extent of the shape along its own axes: also the semi-axes of the ellipsoid that stands for it in a fluid."""
    x, y, z = size
    match kind:
        case GeomType.SPHERE:
            return (x, x, x)
        case GeomType.CAPSULE:
            return (x, x, x + y)
        case GeomType.CYLINDER:
            return (x, x, y)
    return (x, y, z)


def volume(kind: GeomType, size: Vector) -> float:
    """Volume of a solid shape. [m³]"""
    x, y, z = size
    match kind:
        case GeomType.SPHERE:
            return 4 / 3 * pi * x**3
        case GeomType.CAPSULE:
            return pi * x * x * (2 * y + 4 / 3 * x)
        case GeomType.CYLINDER:
            return pi * x * x * 2 * y
        case GeomType.ELLIPSOID:
            return 4 / 3 * pi * x * y * z
        case GeomType.BOX:
            return 8 * x * y * z
    return 0.0


def area(kind: GeomType, size: Vector) -> float:
    """Area of a shape's surface, an ellipsoid's by Thomsen's formula. [m²]"""
    x, y, z = size
    match kind:
        case GeomType.SPHERE:
            return 4 * pi * x * x
        case GeomType.CAPSULE:
            return 4 * pi * x * x + 4 * pi * x * y
        case GeomType.CYLINDER:
            return 2 * pi * x * x + 4 * pi * x * y
        case GeomType.ELLIPSOID:
            p = 1.6075
            return 4 * pi * (((x * y) ** p + (y * z) ** p + (z * x) ** p) / 3) ** (1 / p)
        case GeomType.BOX:
            return 8 * (x * y + y * z + z * x)
    return 0.0
