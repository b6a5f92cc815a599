"""The objects that a sensor is about, by kind and name."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from knuckle.schema.enums import ObjType
from knuckle.schema.mjcf import elements

Named = tuple[ObjType, str]

# attributes that name the object, and those that name what it is read against, with the kinds that they stand for
OBJECTS = {"geom1": ObjType.GEOM, "body1": ObjType.BODY, "subtree1": ObjType.XBODY, "mesh": ObjType.MESH}
OBJECTS |= {"site": ObjType.SITE, "joint": ObjType.JOINT, "tendon": ObjType.TENDON, "actuator": ObjType.ACTUATOR}
OBJECTS |= {"body": ObjType.BODY, "camera": ObjType.CAMERA}
REFERENCES = {"geom2": ObjType.GEOM, "body2": ObjType.BODY, "subtree2": ObjType.XBODY}
# elements whose reference is named by an attribute that names the object elsewhere
OTHER_REFERENCES = {
    "camprojection": {"camera": ObjType.CAMERA},
    "insidesite": {"site": ObjType.SITE},
    "tactile": {"geom": ObjType.GEOM},
}
NOTHING = (ObjType.UNKNOWN, "")


def sensor_objects(node: Any) -> Iterator[Named]:
    """What a sensor senses, and what it is read against, as far as it names them."""
    return (named for named in (sensed_object(node), reference_object(node)) if named != NOTHING)


def sensed_object(node: Any) -> Named:
    """Kind and name of what a sensor senses."""
    if getattr(node, "objtype", None) is not None:
        return node.objtype, node.objname
    return _first(node, _objects(node.tag))


def reference_object(node: Any) -> Named:
    """Kind and name of what a sensor is read against."""
    if getattr(node, "reftype", None) is not None:
        return node.reftype, node.refname
    return _first(node, OTHER_REFERENCES.get(node.tag, REFERENCES))


@cache
def _objects(tag: str) -> dict[str, ObjType]:
    """The attributes that may name what a sensor senses."""
    known, others = elements()[f"sensor.{tag}"].attributes, OTHER_REFERENCES.get(tag, {})
    return {name: kind for name, kind in OBJECTS.items() if name in known and name not in others}


def _first(node: Any, attributes: dict[str, ObjType]) -> Named:
    found = ((kind, getattr(node, name)) for name, kind in attributes.items() if getattr(node, name, None))
    return next(found, NOTHING)
