"""Copies of nodes under other names."""

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field
from typing import Any

from knuckle.schema.limits import MOST_COPIES
from knuckle.spec.references import parts_of
from knuckle.spec.tree import Node, Origin

PARTS = ("path", "layers", "elements")  # of nodes, which are copied with them


class TooMany(Exception):
    """More copies were asked for than a model may hold."""


@dataclass
class Budget:
    """How many nodes may still be copied: a few letters can ask for any number of them."""

    left: int = MOST_COPIES

    def check(self, count: int) -> None:
        """Raise TooMany where so many more would be too many."""
        if count > self.left:
            raise TooMany(f"the copies would be more than the {MOST_COPIES} elements that a model may have copied")

    def take(self, count: int) -> None:
        self.check(count)
        self.left -= count


@dataclass(frozen=True, slots=True)
class Naming:
    """How names change in a copy; what has no name gets none."""

    prefix: str = ""
    suffix: str = ""

    def __call__(self, name: str) -> str:
        return f"{self.prefix}{name}{self.suffix}" if name else name


@dataclass
class Copier:
    """Copies nodes; `copies` leads from each original to its copy."""

    naming: Naming
    budget: Budget
    origin: Origin | None = None  # of nodes that have none of their own
    renames_classes: bool = False
    copies: dict[Node, Any] = field(default_factory=dict)

    def copy(self, node: Any) -> Any:
        """One node under its new name, with copies of what is inside of it; children of a tree are left to `tree`."""
        self.budget.take(1)
        new = self._shallow(node)
        fields = new.__dict__
        if fields.get("name"):
            fields["name"] = self.naming(fields["name"])
        if self.renames_classes:
            new.class_name = self.naming(new.class_name)
        for attribute in PARTS:
            if attribute in fields:
                fields[attribute] = [self.copy(part) for part in parts_of(node)]
        self.copies[node] = new
        return new

    def tree(self, roots: Iterable[Any]) -> list[Any]:
        """Copies of nodes of the kinematic tree with everything below them."""
        result: list[Any] = []
        pending = [(root, result) for root in reversed(list(roots))]
        bodies = []
        while pending:
            node, siblings = pending.pop()
            new = self.copy(node)
            siblings.append(new)
            if "children" in new.__dict__:
                children: list[Any] = []
                new.__dict__["children"] = children
                pending.extend([(child, children) for child in reversed(node.children)])
            if node.key == "body":
                bodies.append(new)
        for body in bodies:
            if body.inertial is not None:
                body.inertial = self.copy(body.inertial)
                body.inertial_frames = [self.copies[frame] for frame in body.inertial_frames]
        return result

    def _shallow(self, node: Any) -> Any:
        new = object.__new__(type(node))
        new.__dict__.update(node.__dict__, given=set(node.given), origin=node.origin or self.origin)
        return new


def section_copy(node: Any) -> Any:
    """A copy of a section and of the sections inside of it."""
    new = copy(node)
    new.__dict__["given"] = set(node.given)
    for name, value in node.__dict__.items():
        if isinstance(value, Node):
            new.__dict__[name] = section_copy(value)
    return new
