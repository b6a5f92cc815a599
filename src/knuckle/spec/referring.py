"""Elements outside of the kinematic tree that refer to a part of it: which of them are copied or go with that part.

A reference in a copy is to what has the new name, else to what has the old one. Of such an element, all ends must be
among the copies (equalities, actuators, tuples), or one of them (all others). One that refers to nothing is copied too.
"""

from collections.abc import Callable, Iterable
from enum import Enum, auto
from typing import Any

from knuckle.spec.copying import Copier
from knuckle.spec.references import LISTS, all_references, kind_of, parts_of, references
from knuckle.spec.tree import Node, Spec

REFERRING = ("pairs", "excludes", "tendons", "equalities", "actuators", "sensors", "tuples")
ASSETS = frozenset({"material", "texture", "mesh", "hfield"})
SHARED = ASSETS | {"numeric", "text"}  # what a model has once, also where parts of it are copied
WORLD = ("body", "world")
OBJECTS = ("tuple.element", "sensor.user")  # what may be about any object, also an asset


class Names(dict[str, set[str]]):
    """The names of a spec by kind."""

    def __init__(self, nodes: Iterable[Any] = ()):
        super().__init__()
        self.add(nodes)

    def __missing__(self, kind: str) -> set[str]:
        return self.setdefault(kind, set())

    def add(self, nodes: Iterable[Any]) -> None:
        for node in nodes:
            if name := getattr(node, "name", ""):
                self[kind_of(node)].add(name)

    def remove(self, nodes: Iterable[Any]) -> None:
        for node in nodes:
            self[kind_of(node)].discard(getattr(node, "name", ""))


def names_of_lists(spec: Spec) -> Names:
    return Names(node for group in LISTS for node in getattr(spec, group))


class End(Enum):
    """What a reference of a copy leads to."""

    COPIED = auto()
    SHARED = auto()
    WORLD = auto()
    OUTSIDE = auto()
    NOTHING = auto()


class Referrer:
    """Copies elements that refer to copies; `known` holds the names of the spec that they are added to."""

    def __init__(self, copier: Copier, known: Names, same_model: bool):
        self.copier = copier
        self.known = known
        self.same_model = same_model

    def end(self, kind: str, name: str) -> End:
        if self.same_model and kind in SHARED:
            return End.SHARED
        if self.copier.naming(name) in self.known[kind]:
            return End.COPIED
        if (kind, name) == WORLD:
            return End.WORLD
        return End.OUTSIDE if name in self.known[kind] else End.NOTHING

    def copies(self, node: Any) -> bool:
        """Whether an element is copied."""
        ends = [end for each in (node, *parts_of(node)) for end in self.ends(each)]
        return RULES[kind_of(node)](ends)

    def ends(self, node: Any) -> list[End]:
        """What the references of one node lead to, without those to assets that it only looks like."""
        ends = [self.end(kind, name) for _, kind, name in references(node) if kind not in ASSETS or node.key in OBJECTS]
        if node.key == "tendon.spatial.geom" and len(set(ends)) > 1:
            # a geom and the site on its side: both are copies, or neither is
            named = all(name in self.known[kind] for _, kind, name in references(node))
            ends = [End.OUTSIDE if named else End.NOTHING]
        return ends

    def copy(self, node: Any) -> Any:
        """The copy of an element, which refers to copies where there are such."""
        new = self.copier.copy(node)
        self.redirect(new)
        for part in parts_of(new):
            self.redirect(part)
        self.known.add([new])
        return new

    def redirect(self, new: Any) -> None:
        """Let a copied node refer to copies."""
        if new.key == "tendon.spatial.geom" and End.COPIED not in self.ends(new):
            return
        for attribute, kind, name in list(references(new)):
            if self.end(kind, name) is End.COPIED:
                setattr(new, attribute, self.copier.naming(name))


def _one(ends: list[End]) -> bool:
    return End.COPIED in ends and End.NOTHING not in ends


def _one_or_none(ends: list[End]) -> bool:
    return not ends or _one(ends)


def _all(ends: list[End]) -> bool:
    return all(end is End.COPIED for end in ends)


def _all_or_world(ends: list[End]) -> bool:
    return all(end in (End.COPIED, End.WORLD) for end in ends)


def _all_or_shared(ends: list[End]) -> bool:
    return all(end in (End.COPIED, End.SHARED, End.WORLD) for end in ends)


RULES: dict[str, Callable[[list[End]], bool]] = {
    "pair": _one,
    "exclude": _one,
    "tendon": _one,
    "equality": _all_or_world,
    "actuator": _all,
    "sensor": _one_or_none,
    "tuple": _all_or_shared,
}


def is_free(node: Any) -> bool:
    """Whether an element refers to nothing in the tree, directly or not: such a one is copied again and again."""
    return all(kind in SHARED or (kind, name) == WORLD for _, kind, name in all_references(node)) and (
        node.key == "tuple" or (kind_of(node) == "sensor" and not all_references(node))
    )


def drop_referring(spec: Spec, known: Names, removed: Names) -> list[Node]:
    """Take out of the lists what refers to names that are gone, and what refers to that; return it.

    An element with another reference that leads nowhere stays: it is a fault, which is told with the others.
    """
    dropped: list[Node] = []
    for group in REFERRING:
        nodes = getattr(spec, group)
        gone = [node for node in nodes if _falls(node, known, removed)]
        if gone:
            removed.add(gone)
            known.remove(gone)
            taken = set(gone)
            nodes[:] = [node for node in nodes if node not in taken]
            dropped += gone
    return dropped


def _falls(node: Any, known: Names, removed: Names) -> bool:
    ends = all_references(node)
    return any(name in removed.get(kind, ()) for _, kind, name in ends) and all(
        name in removed.get(kind, ()) or name in known[kind] for _, kind, name in ends
    )
