"""What the elements of a model are called, and which of their attributes name other elements."""

from collections.abc import Iterable, Iterator
from typing import Any

from knuckle.schema.enums import ObjType
from knuckle.schema.mjcf import ACTUATORS, elements
from knuckle.schema.mjcf_sensor_table import SENSORS
from knuckle.spec.tree import NODES, Node, Spec

# key of an element -> kind of its name, where that is another word
_KIND = (
    {"freejoint": "joint"}
    | {f"equality.{tag}": "equality" for tag in ("connect", "weld", "joint", "tendon", "distance")}
    | {"tendon.spatial": "tendon", "tendon.fixed": "tendon"}
    | dict.fromkeys(ACTUATORS, "actuator")
    | {f"sensor.{tag}": "sensor" for tag in SENSORS}
)
_OBJECT_KIND = {ObjType.XBODY: "body", ObjType.DOF: "joint"}  # kind of object in a tuple -> kind of name

# attribute of an actuator -> kind of what it names
TRANSMISSION = (
    *(("joint", "joint"), ("jointinparent", "joint"), ("tendon", "tendon"), ("body", "body")),
    *(("site", "site"), ("refsite", "site"), ("cranksite", "site"), ("slidersite", "site")),
)
ENDS = {"connect": ("body", "site"), "weld": ("body", "site"), "joint": ("joint",)}
ENDS |= {"tendon": ("tendon",), "distance": ("geom",)}
TOGETHER = (("reftype", "refname"), ("objtype", "objname"))  # an object that is named together with its kind

# key of an element -> its attributes that name others, each with the kind of what it names
REFERENCES: dict[str, tuple[tuple[str, str], ...]] = {
    "geom": (("material", "material"), ("mesh", "mesh"), ("hfield", "hfield")),
    "site": (("material", "material"), ("mesh", "mesh")),
    "mesh": (("material", "material"),),
    "layer": (("texture", "texture"),),
    "camera": (("target", "body"),),
    "light": (("target", "body"), ("texture", "texture")),
    "pair": (("geom1", "geom"), ("geom2", "geom")),
    "exclude": (("body1", "body"), ("body2", "body")),
    "tendon.spatial": (("material", "material"),),
    "tendon.spatial.site": (("site", "site"),),
    "tendon.spatial.geom": (("geom", "geom"), ("sidesite", "site")),
    "tendon.fixed.joint": (("joint", "joint"),),
} | dict.fromkeys(ACTUATORS, TRANSMISSION)
REFERENCES |= {
    f"equality.{tag}": tuple((f"{kind}{end}", kind) for kind in kinds for end in (1, 2)) for tag, kinds in ENDS.items()
}
REFERENCES |= {
    key: tuple((name, a.target) for name, a in elements()[key].attributes.items() if a.kind == "ref")
    for key in (f"sensor.{tag}" for tag in SENSORS)
}


KINDS = {key: _KIND.get(key, node.tag) for key, node in NODES.items()}  # key of an element -> kind of its name


def kind_of(node: Node) -> str:
    """The kind of a node's name: names are unique within a kind."""
    return KINDS[node.key]


def object_kind(kind: ObjType) -> str:
    """The kind of name of an object in a tuple or of a sensor."""
    return _OBJECT_KIND.get(kind, str(kind.name).lower())


def named_objects(node: Any) -> Iterable[tuple[str, ObjType, str]]:
    """(attribute, kind, name) of what a sensor or a part of a tuple names together with its kind."""
    for kind, name in TOGETHER:
        if getattr(node, kind, None) is not None and getattr(node, name, None):
            yield name, getattr(node, kind), getattr(node, name)


def references(node: Any) -> Iterator[tuple[str, str, str]]:
    """(attribute, kind, name) of everything that a node names itself, without the parts of paths, layers and tuples."""
    for attribute, kind in REFERENCES.get(node.key, ()):
        name = getattr(node, attribute)
        if name:
            yield attribute, kind, name
    if node.key == "tuple.element" or node.key.startswith("sensor."):
        for attribute, type_, name in named_objects(node):
            yield attribute, object_kind(type_), name


def parts_of(node: Any) -> Iterable[Any]:
    """The nodes inside a node of a list: the path of a tendon, the layers of a material, the elements of a tuple."""
    if node.key == "tuple":
        return node.elements
    return getattr(node, "path", ()) or getattr(node, "layers", ())


def all_references(node: Any) -> list[tuple[str, str, str]]:
    """What a node of a list and the parts of it refer to."""
    return [reference for each in (node, *parts_of(node)) for reference in references(each)]


def in_tree(roots: Iterable[Any]) -> Iterator[Any]:
    """Nodes of the kinematic tree and everything below them, parents first, in file order."""
    pending = list(roots)[::-1]
    while pending:
        node = pending.pop()
        yield node
        pending.extend(reversed(getattr(node, "children", ())))


def every_node(spec: Spec) -> Iterator[Any]:
    """All nodes that may have names or references, those of the tree first."""
    yield from spec.walk()
    for group in LISTS:
        for node in getattr(spec, group):
            yield node
            if node.key != "tuple":
                yield from parts_of(node)


# the lists of a spec, in an order in which whatever is named comes before what names it, except for materials of meshes
LISTS = (
    *("textures", "materials", "meshes", "hfields", "pairs", "excludes", "tendons", "equalities"),
    *("actuators", "sensors", "numerics", "texts", "tuples", "keys"),
)
