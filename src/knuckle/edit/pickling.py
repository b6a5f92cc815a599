"""A Spec as bytes: its elements one after the other, so that a tree may be of any depth."""

import io
import pickle
from typing import Any

from knuckle.spec.references import in_tree
from knuckle.spec.tree import NODES, Node, Spec, World

TREE = ("children", "owner")  # which are told apart: else a node would hold all below it, and the Spec


class _Pickler(pickle.Pickler):
    """Pickles nodes without what is below them."""

    def reducer_override(self, value: Any) -> Any:
        if not isinstance(value, Node):
            return NotImplemented
        own = {name: held for name, held in value.__dict__.items() if name not in TREE}
        return _blank, ("" if isinstance(value, World) else value.key,), own


def packed(spec: Spec) -> bytes:
    """All fields of a Spec and the children of every node; not what it was compiled to last."""
    fields = {name: getattr(spec, name) for name in spec.__dataclass_fields__}
    parents = [(node, node.children) for node in in_tree([spec.worldbody]) if hasattr(node, "children")]
    buffer = io.BytesIO()
    _Pickler(buffer, protocol=pickle.HIGHEST_PROTOCOL).dump((fields, parents))
    return buffer.getvalue()


def unpacked(kind: Any, packed: bytes) -> Any:
    """The Spec that was packed."""
    fields, parents = pickle.loads(packed)
    for node, children in parents:
        node.__dict__.update(children=children, owner=None)
    spec = kind.__new__(kind)
    spec.__dict__.update(fields)
    spec._prepare()
    return spec


def _blank(key: str) -> Node:
    """A node to be filled; without a key that of the world."""
    return object.__new__(NODES[key] if key else World)
