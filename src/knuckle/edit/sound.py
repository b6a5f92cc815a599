"""Lists of a Spec are the user's to change: what they hold is looked at before it is worked with."""

from collections.abc import Iterator
from typing import Any

from knuckle.errors import ModelError, Problem
from knuckle.spec.assigned import caller_place
from knuckle.spec.references import kind_of
from knuckle.spec.tree import Node, Spec, World

IN_TREE = frozenset({"body", "frame", "geom", "joint", "freejoint", "site", "camera", "light"})  # keys of elements
SECTIONS = ("compiler", "option", "size", "statistic", "visual")
# list of a Spec -> the kind of what it holds
LISTED = {
    f"{kind}s": kind
    for kind in ("texture", "material", "hfield", "pair", "exclude", "tendon", "actuator", "sensor", "numeric", "text")
} | {"meshes": "mesh", "equalities": "equality", "tuples": "tuple", "keys": "key"}


def check_assigned(name: str, value: Any) -> None:
    """Raise where a field of a Spec would get what it cannot hold: a text for its name, elements for its sections."""
    if name == "model":
        if not isinstance(value, str) or "\0" in value:
            raise TypeError(f"model: expected the name of the model, a text, found {value!r}")
        if value.lstrip().startswith("<"):
            raise _fault(None, "model: expected a name, found the text of a model: use Spec.from_string")
    if name == "worldbody" and not isinstance(value, World):
        raise TypeError(f"worldbody: expected the world body of a Spec, found {value!r}")
    if name in SECTIONS and getattr(value, "key", "") != name:
        raise TypeError(f"{name}: expected an element <{name}>, found {value!r}")


def sound_walk(nodes: Iterator[Any]) -> Iterator[Any]:
    """The nodes of a tree, as long as each is an element that belongs there and is met once: else it may never end."""
    met: set[int] = set()
    for node in nodes:
        if not isinstance(node, Node) or node.key not in IN_TREE:
            raise _fault(node, f"children: expected bodies, frames and what is fixed to them, found {node!r}")
        if id(node) in met:
            raise _fault(node, "is in the tree twice; move it with spec.move, or add a copy with spec.attach")
        if not isinstance(getattr(node, "children", []), list):
            raise _fault(node, f"children: expected a list of elements, found {node.children!r}")
        met.add(id(node))
        yield node


def check_lists(spec: Spec) -> None:
    """Raise ModelError where a list holds what is no element of its kind, or an element twice."""
    for group, kind in LISTED.items():
        nodes = getattr(spec, group)
        if not isinstance(nodes, list):
            raise _fault(None, f"{group}: expected a list of elements, found {nodes!r}")
        for node in nodes:
            if not isinstance(node, Node) or kind_of(node) != kind:
                raise _fault(node, f"{group}: expected elements of kind {kind}, found {node!r}")
        if len({id(node) for node in nodes}) != len(nodes):
            raise _fault(None, f"{group}: an element is in this list twice")


def _fault(node: Any, message: str) -> ModelError:
    return ModelError(Problem(caller_place(), node.label if isinstance(node, Node) else "", message))
