"""Transmissions of a URDF -> motors: each turns the force of an actuator into that of one joint."""

import re
from typing import Any

from knuckle.parse import xml
from knuckle.parse.actuators import ActuatorReader
from knuckle.parse.classes import Classes
from knuckle.parse.elements import ElementReader
from knuckle.parse.source import hint, quote
from knuckle.parse.urdf.joints import SCALAR
from knuckle.parse.urdf.reader import UrdfReader, first
from knuckle.parse.values import BadValue, NotGiven, convert
from knuckle.schema.mjcf import Attribute
from knuckle.spec.tree import Spec

REDUCTION = Attribute("mechanicalReduction", "real")
_OPENING = re.compile(r"<(?:[^>\"']|\"[^\"]*\"|'[^']*')*>")
_WITHOUT_GAINS = re.compile(r"(Position|Velocity)JointInterface$")


def remark_transmissions(root: xml.Element, reader: UrdfReader) -> None:
    """Remark that transmissions are there which no actuator stands for."""
    for raw in root.children:
        if raw.tag == "transmission":
            reader.remarks.add(raw, "transmissions are left out: transmissions=True makes actuators of them")


def actuators(root: xml.Element, spec: Spec, reader: UrdfReader) -> list[Any]:
    """A motor for each simple transmission; its control is the actuator's force, its gear the reduction."""
    plain = ElementReader(reader.problems, reader.omit)
    motors = ActuatorReader(plain, Classes(plain))
    joints = {raw.get("name"): raw for raw in root.children if raw.tag == "joint"}
    found = []
    for raw in root.children:
        if raw.tag == "transmission":
            element = _motor(raw, joints, reader)
            node = motors.read(element, "motor") if element is not None else None
            found += [node] if node is not None else []
    return found


def _motor(raw: xml.Element, joints: dict[str, xml.Element], reader: UrdfReader) -> xml.Element | None:
    """The transmission as a `<motor>`; none where it is no simple one, or its joint no simple joint."""
    parts = {tag: [child for child in raw.children if child.tag == tag] for tag in ("joint", "actuator")}
    if len(parts["joint"]) != 1 or len(parts["actuator"]) > 1:
        reader.remarks.add(raw, "only a transmission of one joint and one actuator becomes a motor: it is left out")
        return None
    joint = parts["joint"][0].get("name")
    if joint not in joints:
        place, near = parts["joint"][0].place_of("name"), hint(joint, joints)
        reader.problems.add(place, raw.label, f"there is no joint {quote(joint)}{near}")
        return None
    if joints[joint].get("type") not in SCALAR:
        reader.remarks.add(raw, f"only {', '.join(SCALAR)} joints can have a motor: it is left out")
        return None
    holders = [*parts["actuator"], *parts["joint"], raw]
    for holder in holders:
        interface = first(holder, "hardwareInterface")
        if interface is not None and _WITHOUT_GAINS.search(text_of(interface)):
            reader.remarks.add(raw, "URDF gives no gains for its interface: it becomes a motor, which takes forces")
            break
    gear = _reduction(holders, reader)
    name = parts["actuator"][0].get("name") if parts["actuator"] else raw.get("name")
    effort = abs(reader.of(joints[joint], "limit").get("effort") or 0.0)
    values = {"name": name, "joint": joint, "gear": repr(gear)}
    if effort and gear:
        values["ctrlrange"] = f"{-effort / abs(gear)!r} {effort / abs(gear)!r}"
    return xml.Element("motor", raw.source, raw.offset, values)


def _reduction(holders: list[xml.Element], reader: UrdfReader) -> float:
    """The factor from the actuator's force to the joint's: 1 where none is given."""
    for holder in holders:
        element = first(holder, "mechanicalReduction")
        if element is None:
            continue
        try:
            return convert(REDUCTION, text_of(element), None)
        except NotGiven:
            continue
        except BadValue as error:
            reader.problems.add(element.place, element.label, str(error))
    return 1.0


def text_of(raw: xml.Element) -> str:
    """The text between the tags of an element that holds nothing else."""
    text = raw.source.text
    opening = _OPENING.match(text, raw.offset)
    if opening is None or opening[0].endswith("/>"):
        return ""
    return text[opening.end() : text.find("<", opening.end())].strip()
