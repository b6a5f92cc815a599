"""Names are unique per kind, and every reference names something that exists."""

from typing import Any

from knuckle.errors import Problems
from knuckle.parse.source import hint, quote
from knuckle.schema.enums import ObjType, TextureType
from knuckle.schema.mjcf import OMITTABLE
from knuckle.spec.references import KINDS, REFERENCES, every_node, named_objects, object_kind
from knuckle.spec.tree import Node, Spec

_LATER_OBJECTS = {
    ObjType.SKIN: "deformable",
    ObjType.FLEX: "deformable",
    ObjType.PLUGIN: "plugin",
}
NAMED = ("body", "joint", "geom", "site", "material", "texture", "mesh", "hfield", "tendon", "camera", "actuator")

Names = dict[str, dict[str, Any]]


def check(spec: Spec, problems: Problems, omit: frozenset[str], omitted: set[tuple[str, str]]) -> None:
    """Add every clash of names and every dangling reference to the problems."""
    spec.pairs, spec.equalities = _complete(spec.pairs, omitted), _complete(spec.equalities, omitted)
    spec.sensors = [node for node in spec.sensors if not _is_left_out(node, omit, omitted)]
    nodes = list(every_node(spec))
    names = _collect(spec, nodes, problems)
    for node in nodes:
        for attribute, kind in REFERENCES.get(node.key, ()):
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


def _complete(nodes: list, omitted: set[tuple[str, str]]) -> list:
    """Pairs or equalities without those whose ends were left out knowingly."""
    return [n for n in nodes if not any((kind, getattr(n, end)) in omitted for end, kind in REFERENCES[n.key])]


def _is_left_out(sensor: Any, omit: frozenset[str], omitted: set[tuple[str, str]]) -> bool:
    """Whether a sensor is about what was left out knowingly."""
    named = [(kind, getattr(sensor, attribute)) for attribute, kind in REFERENCES[sensor.key]]
    named += [(object_kind(kind), name) for _, kind, name in named_objects(sensor)]
    return any(name and (kind in omit or (kind, name) in omitted) for kind, name in named)


def _check_objects(sensor: Any, names: Names, problems: Problems) -> None:
    """What a sensor names together with its kind is there."""
    for attribute, kind, name in named_objects(sensor):
        label = object_kind(kind)
        if name not in names.get(label, {}):
            there = hint(name, names.get(label, {}))
            problems.add(sensor.place, sensor.label, f"{attribute}: there is no {label} {quote(name)}{there}")


def _collect(spec: Spec, nodes: list[Any], problems: Problems) -> Names:
    """The nodes of every kind by name."""
    names: Names = {kind: {} for kind in (*NAMED, *KINDS.values())}
    for node in nodes:
        name = getattr(node, "name", "")
        table = names[KINDS[node.key]]
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
    label = object_kind(kind)
    left_out = _LATER_OBJECTS.get(kind, label if label in OMITTABLE else "")
    if left_out in omit or (label, name) in omitted:
        return False
    if kind in _LATER_OBJECTS:
        problems.add(element.place, element.label, f"an object of type {label} is not supported yet", left_out)
    elif name not in names.get(label, {}):
        known = hint(name, names.get(label, {}))
        problems.add(element.place, element.label, f"objname: there is no {label} {quote(name)}{known}")
    return True
