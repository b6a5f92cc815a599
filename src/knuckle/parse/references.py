"""Names are unique per kind, and every reference names something that exists."""

from collections.abc import Iterator
from typing import Any

from knuckle.errors import Problems
from knuckle.parse.sensors import named_objects
from knuckle.parse.source import hint, quote
from knuckle.schema.enums import ObjType, TextureType
from knuckle.schema.mjcf import ACTUATORS, OMITTABLE, elements
from knuckle.schema.mjcf_sensor_table import SENSORS
from knuckle.spec.tree import Node, Spec

# key of an element -> kind of its name, where that is another word
_KIND = (
    {"freejoint": "joint"}
    | {f"equality.{tag}": "equality" for tag in ("connect", "weld", "joint", "tendon", "distance")}
    | {"tendon.spatial": "tendon", "tendon.fixed": "tendon"}
    | dict.fromkeys(ACTUATORS, "actuator")
    | {f"sensor.{tag}": "sensor" for tag in SENSORS}
)
# kind of object in a tuple -> kind of name
_OBJECT_KIND = {ObjType.XBODY: "body", ObjType.DOF: "joint"}
_LATER_OBJECTS = {
    ObjType.SKIN: "deformable",
    ObjType.FLEX: "deformable",
    ObjType.PLUGIN: "plugin",
}

# attribute of an actuator -> kind of what it names
TRANSMISSION = (
    *(("joint", "joint"), ("jointinparent", "joint"), ("tendon", "tendon"), ("body", "body")),
    *(("site", "site"), ("refsite", "site"), ("cranksite", "site"), ("slidersite", "site")),
)
NAMED = ("body", "joint", "geom", "site", "material", "texture", "mesh", "hfield", "tendon", "camera", "actuator")

Names = dict[str, dict[str, Any]]


def check(spec: Spec, problems: Problems, omit: frozenset[str], omitted: set[tuple[str, str]]) -> None:
    """Add every clash of names and every dangling reference to the problems."""
    spec.pairs, spec.equalities = _complete(spec.pairs, omitted), _complete(spec.equalities, omitted)
    spec.sensors = [node for node in spec.sensors if not _is_left_out(node, omit, omitted)]
    names = _collect(spec, problems)
    for node in _all_nodes(spec):
        for attribute, kind in _REFERENCES.get(node.key, ()):
            name = getattr(node, attribute)
            if name and name not in names.get(kind, {}):
                problems.add(
                    node.place, node.label, f"{attribute}: there is no {kind} {quote(name)}" + hint(name, names[kind])
                )
    for sensor in spec.sensors:
        _check_objects(sensor, names, problems)
    for group in spec.tuples:
        group.elements = [e for e in group.elements if _keep(e, names, problems, omit, omitted)]
        if not group.elements and not omit:
            problems.add(group.place, group.label, "the tuple is empty")
    if omit:
        spec.tuples = [group for group in spec.tuples if group.elements]


_REFERENCES = {
    "geom": (("material", "material"), ("mesh", "mesh"), ("hfield", "hfield")),
    "site": (("material", "material"), ("mesh", "mesh")),
    "mesh": (("material", "material"),),
    "layer": (("texture", "texture"),),
    "camera": (("target", "body"),),
    "light": (("target", "body"), ("texture", "texture")),
    "pair": (("geom1", "geom"), ("geom2", "geom")),
    "exclude": (("body1", "body"), ("body2", "body")),
    "equality.connect": (("body1", "body"), ("body2", "body"), ("site1", "site"), ("site2", "site")),
    "equality.weld": (("body1", "body"), ("body2", "body"), ("site1", "site"), ("site2", "site")),
    "equality.joint": (("joint1", "joint"), ("joint2", "joint")),
    "equality.tendon": (("tendon1", "tendon"), ("tendon2", "tendon")),
    "equality.distance": (("geom1", "geom"), ("geom2", "geom")),
    "tendon.spatial": (("material", "material"),),
    "tendon.spatial.site": (("site", "site"),),
    "tendon.spatial.geom": (("geom", "geom"), ("sidesite", "site")),
    "tendon.fixed.joint": (("joint", "joint"),),
} | dict.fromkeys(ACTUATORS, TRANSMISSION)
_REFERENCES |= {
    key: tuple((name, a.target) for name, a in elements()[key].attributes.items() if a.kind == "ref")
    for key in (f"sensor.{tag}" for tag in SENSORS)
}


def _complete(nodes: list, omitted: set[tuple[str, str]]) -> list:
    """Pairs or equalities without those whose ends were left out knowingly."""
    return [n for n in nodes if not any((kind, getattr(n, end)) in omitted for end, kind in _REFERENCES[n.key])]


def _is_left_out(sensor: Any, omit: frozenset[str], omitted: set[tuple[str, str]]) -> bool:
    """Whether a sensor is about what was left out knowingly."""
    named = [(kind, getattr(sensor, attribute)) for attribute, kind in _REFERENCES[sensor.key]]
    named += [(_kind_of(kind), name) for _, kind, name in named_objects(sensor)]
    return any(name and (kind in omit or (kind, name) in omitted) for kind, name in named)


def _check_objects(sensor: Any, names: Names, problems: Problems) -> None:
    """What a sensor names together with its kind is there."""
    for attribute, kind, name in named_objects(sensor):
        label = _kind_of(kind)
        if name not in names.get(label, {}):
            there = hint(name, names.get(label, {}))
            problems.add(sensor.place, sensor.label, f"{attribute}: there is no {label} {quote(name)}{there}")


def _kind_of(kind: ObjType) -> str:
    """The kind of name of an object in a tuple or of a sensor."""
    return _OBJECT_KIND.get(kind, str(kind.name).lower())


def _all_nodes(spec: Spec) -> Iterator[Any]:
    yield from spec.walk()
    for material in spec.materials:
        yield material
        yield from material.layers
    for group in (spec.pairs, spec.excludes, spec.equalities, spec.textures, spec.meshes, spec.hfields):
        yield from group
    for tendon in spec.tendons:
        yield tendon
        yield from tendon.path
    for group in (spec.numerics, spec.texts, spec.tuples, spec.actuators, spec.sensors, spec.keys):
        yield from group


def _collect(spec: Spec, problems: Problems) -> Names:
    """The nodes of every kind by name."""
    names: Names = {kind: {} for kind in NAMED}
    for node in _all_nodes(spec):
        name = getattr(node, "name", "")
        table = names.setdefault(_KIND.get(node.key, node.tag), {})
        if name in table:
            first: Node = table[name]
            where = "it is the name of the world body" if first is spec.worldbody else f"the first is at {first.place}"
            problems.add(node.place, node.label, f"the name {quote(name)} is taken: {where}")
        elif name:
            table[name] = node
        elif node.tag in ("material", "mesh", "hfield") or (
            node.tag == "texture" and node.type is not TextureType.SKYBOX
        ):
            problems.add(node.place, node.label, f"a {node.tag} needs a name")
    return names


def _keep(element: Any, names: Names, problems: Problems, omit: frozenset[str], omitted: set[tuple[str, str]]) -> bool:
    """Whether the object of a tuple is there; if not, say so, unless it was left out knowingly."""
    kind, name = element.objtype, element.objname
    if kind is ObjType.UNKNOWN or not name:
        return False  # already reported
    label = _kind_of(kind)
    left_out = _LATER_OBJECTS.get(kind, label if label in OMITTABLE else "")
    if left_out in omit or (label, name) in omitted:
        return False
    if kind in _LATER_OBJECTS:
        problems.add(element.place, element.label, f"an object of type {label} is not supported yet", left_out)
    elif name not in names.get(label, {}):
        known = hint(name, names.get(label, {}))
        problems.add(element.place, element.label, f"objname: there is no {label} {quote(name)}{known}")
    return True
