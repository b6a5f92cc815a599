"""Shapes in frames with three different scale factors: what becomes of their sizes, and which can be stretched."""

from math import cbrt, sqrt

from knuckle.compile.frames.scaling import PARALLEL, Scaling
from knuckle.compile.mass.shapes import NAMES, scaled_size
from knuckle.hostmath.rotation import Vector
from knuckle.schema.enums import GeomType

AXES = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
ROUND = (GeomType.CAPSULE, GeomType.CYLINDER)


def size_in_frame(node, scaling: Scaling) -> Vector:
    """The size of a shape in a scaled frame, whose factors are given along the shape's own axes."""
    if scaling.stretch is None:
        return scaled_size(node.type, node.size, scaling.length)
    x, y, z = (scaling.along(axis) for axis in AXES)
    factors = (x, y, z)
    if node.type == GeomType.SPHERE:
        factors = (cbrt(x * y * z) if node.tag == "geom" else scaling.length, 1.0, 1.0)
    elif node.type in ROUND:
        factors = (sqrt(x * y), z, 1.0)
    elif node.type == GeomType.PLANE:
        factors = (x, y, scaling.length)
    a, b, c = (factor * value for factor, value in zip(factors, node.size, strict=True))
    return (a, b, c)


def thickness(scaling: Scaling) -> float:
    """The factor across the z axis, for shapes that are given by their end points."""
    return sqrt(scaling.along(AXES[0]) * scaling.along(AXES[1]))


def stretch_fault(node, scaling: Scaling) -> str | None:
    """Why a geom cannot be stretched by factors given along its own axes; None if it can."""
    if scaling.stretch is None:
        return None
    kind = NAMES[node.type]
    if node.type == GeomType.SPHERE:
        return (
            None if _equal(scaling, AXES) else "a sphere can only be scaled equally in all directions; use an ellipsoid"
        )
    if not all(scaling.keeps(axis) for axis in AXES):
        return f"a {kind} can only be stretched along its own axes: align it with the axes of the frame's scale"
    if (node.type in ROUND or node.fromto is not None) and not _equal(scaling, AXES[:2]):
        return f"this {kind} can only be stretched along its z axis, and equally across it"
    return None


def _equal(scaling: Scaling, axes: tuple[Vector, ...]) -> bool:
    factors = [scaling.along(axis) for axis in axes]
    return all(scaling.keeps(axis) for axis in axes) and max(factors) - min(factors) <= PARALLEL * max(factors)
