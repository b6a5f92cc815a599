"""The orientation of an element, from whichever attribute it was written with, as a unit quaternion."""

from collections.abc import Callable
from math import isfinite, radians, sqrt

from knuckle.hostmath.rotation import (
    IDENTITY,
    SMALLEST_LENGTH,
    Quaternion,
    about_axis,
    cross,
    dot,
    from_zaxis,
    length,
    multiply,
    normalized,
    subtract,
    times,
    unit,
)

AXES = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}


class BadPose(Exception):
    """The values of an element define no pose."""


def orientation(node, compiler) -> Quaternion:
    """The unit quaternion of `node`; raises BadPose with what is wrong."""
    for attribute, convert in CONVERSIONS.items():
        values = getattr(node, attribute)
        if values is not None:
            return convert(values, compiler)
    return IDENTITY


def angle(value: float, compiler) -> float:
    """An angle of the file in radians."""
    return radians(value) if compiler.angle == "degree" else value


def _turn(axis, value: float, compiler) -> Quaternion:
    """The rotation about an axis by an angle of the file."""
    if not isfinite(value):
        raise BadPose("needs angles that are finite")
    return about_axis(axis, angle(value, compiler))


def _from_quat(values, _compiler) -> Quaternion:
    q = normalized(tuple(values))
    if q is None:
        raise BadPose("quat must be longer than 1e-7")
    return q


def _from_axisangle(values, compiler) -> Quaternion:
    axis = normalized(tuple(values[:3]))
    if axis is None:
        raise BadPose("axisangle needs an axis longer than 1e-7")
    return _turn(axis, values[3], compiler)


def _from_euler(values, compiler) -> Quaternion:
    """Three turns in the order of `eulerseq`: lower case about axes that move along, upper case about fixed ones."""
    q = IDENTITY
    for letter, value in zip(compiler.eulerseq, values, strict=True):
        axis = AXES.get(letter.lower())
        if axis is None:
            raise BadPose(f'eulerseq="{compiler.eulerseq}" may only contain the letters x y z X Y Z')
        if value:
            turn = _turn(axis, value, compiler)
            q = multiply(q, turn) if letter.islower() else multiply(turn, q)
    return unit(q)


def _from_xyaxes(values, _compiler) -> Quaternion:
    """The frame whose x axis is the first vector and whose y axis is the second, made orthogonal to it."""
    x = normalized(tuple(values[:3]))
    if x is None:
        raise BadPose("xyaxes needs an x axis longer than 1e-7")
    y = normalized(subtract(values[3:], times(dot(x, values[3:]), x)))
    z = normalized(cross(x, y)) if y is not None else None
    if y is None or z is None:
        raise BadPose("xyaxes needs a y axis that is not parallel to its x axis")
    return from_columns(x, y, z)


def _from_zaxis(values, _compiler) -> Quaternion:
    if length(values) < SMALLEST_LENGTH:
        raise BadPose("zaxis needs to be longer than 1e-7")
    return from_zaxis(values)


def from_columns(x, y, z) -> Quaternion:
    """The quaternion of the matrix with columns x, y, z; w > 0 if the trace is, else the largest of the rest is."""
    trace = x[0] + y[1] + z[2]
    if trace > 0:
        w = 0.5 * sqrt(1 + trace)
        q = (w, (y[2] - z[1]) / (4 * w), (z[0] - x[2]) / (4 * w), (x[1] - y[0]) / (4 * w))
    elif x[0] > y[1] and x[0] > z[2]:
        s = 0.5 * sqrt(1 + x[0] - y[1] - z[2])
        q = ((y[2] - z[1]) / (4 * s), s, (x[1] + y[0]) / (4 * s), (z[0] + x[2]) / (4 * s))
    elif y[1] > z[2]:
        s = 0.5 * sqrt(1 - x[0] + y[1] - z[2])
        q = ((z[0] - x[2]) / (4 * s), (x[1] + y[0]) / (4 * s), s, (y[2] + z[1]) / (4 * s))
    else:
        s = 0.5 * sqrt(1 - x[0] - y[1] + z[2])
        q = ((x[1] - y[0]) / (4 * s), (z[0] + x[2]) / (4 * s), (y[2] + z[1]) / (4 * s), s)
    return unit(q)


CONVERSIONS: dict[str, Callable] = {
    "quat": _from_quat,
    "axisangle": _from_axisangle,
    "euler": _from_euler,
    "xyaxes": _from_xyaxes,
    "zaxis": _from_zaxis,
}
