"""A `<joint>` of a URDF -> the joints of its child's body, and the equality that a `<mimic>` asks for."""

from typing import Any

from knuckle.hostmath.rotation import from_zaxis, rotate
from knuckle.parse import xml
from knuckle.parse.source import hint, quote
from knuckle.parse.urdf.reader import UrdfReader, Values, first
from knuckle.schema.enums import JointType

KINDS = {
    "revolute": JointType.HINGE,
    "continuous": JointType.HINGE,
    "prismatic": JointType.SLIDE,
    "floating": JointType.FREE,
    "spherical": JointType.BALL,
}
SCALAR = ("revolute", "continuous", "prismatic")  # kinds with one coordinate, which can follow another
X_AXIS = (1.0, 0.0, 0.0)


def joints_of(raw: xml.Element, reader: UrdfReader) -> list[Any]:
    """The joints between a link and its parent: none where it is fixed, three in a plane."""
    kind = reader.values(raw, "joint", {}).get("type")
    axis = reader.of(raw, "axis").get("xyz") or X_AXIS
    common = _dynamics(raw, reader)
    name = raw.get("name")
    if kind == "planar":
        return _planar(raw, reader, axis, common)
    if kind not in KINDS:
        return []
    values = common | _limits(raw, reader, kind) | {"name": name, "type": KINDS[kind]}
    if kind != "floating":
        values["axis"] = axis
    return [reader.node(raw, "joint", **values)]


def _planar(raw: xml.Element, reader: UrdfReader, axis: tuple, common: Values) -> list[Any]:
    """Two sliders in the plane whose normal is the axis, and a hinge about it; the limit is that of the first."""
    name, turn = raw.get("name"), from_zaxis(axis)
    x, y = rotate(turn, X_AXIS), rotate(turn, (0.0, 1.0, 0.0))
    if first(raw, "limit") is not None:
        reader.remarks.add(raw, "the limit of a planar joint holds for its first direction alone")
    slide, hinge = JointType.SLIDE, JointType.HINGE
    limits = _limits(raw, reader, "planar")
    return [
        reader.node(raw, "joint", **common, **limits, name=f"{name}_TX", type=slide, axis=x),
        reader.node(raw, "joint", **common, name=f"{name}_TY", type=slide, axis=y),
        reader.node(raw, "joint", **common, name=f"{name}_RZ", type=hinge, axis=axis),
    ]


def _dynamics(raw: xml.Element, reader: UrdfReader) -> Values:
    dynamics = reader.of(raw, "dynamics")
    values: Values = {}
    if "damping" in dynamics:
        values["damping"] = (dynamics["damping"] or 0.0, 0.0, 0.0)
    if "friction" in dynamics:
        values["frictionloss"] = dynamics["friction"] or 0.0
    return values


def _limits(raw: xml.Element, reader: UrdfReader, kind: str) -> Values:
    """Range, whether it limits, and the largest force; without `<limit>` a joint has none of them."""
    element = first(raw, "limit")
    if element is None:
        return {}
    limit = reader.values(element, "limit", {})
    if "velocity" in limit:
        reader.remarks.add(raw, "MJCF has no limit of velocity: it is not simulated")
    values: Values = {}
    lower, upper = limit.get("lower"), limit.get("upper")
    if kind != "continuous":
        values["range"] = (lower or 0.0, upper or 0.0)
    if kind == "continuous" or lower is None or upper is None or not lower < upper:
        values["limited"] = False
        _remark_unlimited(raw, reader, kind, lower, upper)
    effort = abs(limit.get("effort") or 0.0)
    if effort:
        values["actuatorfrcrange"] = (-effort, effort)
    return values


def _remark_unlimited(raw: xml.Element, reader: UrdfReader, kind: str, lower: float | None, upper: float | None):
    if kind not in SCALAR or (kind == "continuous" and lower is None and upper is None):
        return
    if kind == "continuous":
        reader.remarks.add(raw, "a continuous joint has no lower and upper limit: they are not read")
    elif lower is None or upper is None:
        reader.remarks.add(raw, "a limit without lower and upper does not limit the position")
    else:
        reader.remarks.add(raw, "a limit whose lower value is not below the upper does not limit the position")


def mimics(root: xml.Element, reader: UrdfReader) -> list[Any]:
    """An equality between two joints for each `<mimic>`: q = offset + multiplier · q of the other."""
    joints = [child for child in root.children if child.tag == "joint"]
    kinds = {raw.get("name"): raw.get("type") for raw in joints}
    found = []
    for raw in joints:
        element = first(raw, "mimic")
        if element is None or kinds[raw.get("name")] == "fixed":
            continue
        values = reader.values(element, "mimic", {})
        other = values.get("joint") or ""
        if other and other not in kinds:
            near = hint(other, kinds)
            reader.remarks.add(element, f"there is no joint {quote(other)}, nothing is followed{near}")
        elif other and not {raw.get("type"), kinds[other]} <= set(SCALAR):
            reader.remarks.add(element, f"only {', '.join(SCALAR)} joints can follow each other: it is not simulated")
        elif other and other == raw.get("name"):
            reader.problems.add(element.place_of("joint"), raw.label, "a joint cannot follow itself")
        elif other:
            line = (values.get("offset") or 0.0, values.get("multiplier", 1.0), 0.0, 0.0, 0.0)
            ends = {"joint1": raw.get("name"), "joint2": other}
            found.append(reader.node(element, "equality.joint", **ends, polycoef=line))
    return found
