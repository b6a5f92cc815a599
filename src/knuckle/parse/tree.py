"""`<worldbody>` -> the tree of bodies, frames and what is fixed to them."""

from dataclasses import dataclass
from typing import Any

from knuckle.parse import xml
from knuckle.parse.classes import Classes
from knuckle.parse.elements import ElementReader, merge
from knuckle.parse.finish import finish
from knuckle.schema import mjcf
from knuckle.schema.enums import GeomType
from knuckle.spec.tree import Node


@dataclass(slots=True)
class _Scope:
    """An open body or frame: the raw element, its key and node, the class of its children, and its body."""

    raw: xml.Element
    key: str
    node: Any
    childclass: str
    body: Any
    frames: tuple[Node, ...] = ()


class TreeBuilder:
    """Builds the kinematic tree below a world body; deep trees cost no recursion."""

    def __init__(self, reader: ElementReader, classes: Classes, world: Any):
        self.reader = reader
        self.classes = classes
        self.world = world
        self.omitted: set[tuple[str, str]] = set()  # kind and name of what was left out knowingly

    def add_section(self, raw: xml.Element) -> None:
        """Read one `<worldbody>`; several of them add up."""
        if not self.world.place.line:
            self.world.place = raw.place
        pending = [_Scope(raw, "worldbody", self.world, "main", self.world)]
        while pending:
            scope = pending.pop()
            inner = [self._child(scope, child, key) for child, key in self.reader.children(scope.raw, scope.key)]
            pending.extend(reversed([new for new in inner if new is not None]))

    def _child(self, scope: _Scope, raw: xml.Element, key: str) -> _Scope | None:
        if key in ("body", "frame"):
            return self._scope(scope, raw, key)
        if key == "inertial":
            self._inertial(scope, raw)
        else:
            self._leaf(scope, raw, key)
        return None

    def _scope(self, scope: _Scope, raw: xml.Element, key: str) -> _Scope:
        values = finish(raw, key, self.reader.values(raw, key, {}), {}, self.reader)
        childclass = self.classes.resolve(raw, "class", scope.childclass) if key == "frame" else scope.childclass
        childclass = self.classes.resolve(raw, "childclass", childclass)
        node: Any = self.reader.make(raw, key, values, childclass)
        scope.node.children.append(node)
        if key == "body":
            return _Scope(raw, key, node, childclass, node)
        return _Scope(raw, key, node, childclass, scope.body, (*scope.frames, node))

    def _inertial(self, scope: _Scope, raw: xml.Element) -> None:
        if scope.body is self.world:
            self.reader.problems.add(raw.place, raw.label, "the world body cannot have inertia")
            return
        scope.body.inertial = self.reader.make(raw, "inertial", self.reader.values(raw, "inertial", {}))
        scope.body.inertial_frames = list(scope.frames)

    def _leaf(self, scope: _Scope, raw: xml.Element, key: str) -> None:
        if key in ("joint", "freejoint") and scope.body is self.world:
            self.reader.problems.add(raw.place, raw.label, "the world body cannot have joints")
        class_name = scope.childclass
        if key in mjcf.WITH_DEFAULTS:
            class_name = self.classes.resolve(raw, "class", class_name)
        former = self.classes.table[class_name].get(key, {}) if key in mjcf.WITH_DEFAULTS else {}
        own = finish(raw, key, self.reader.values(raw, key, former), former, self.reader)
        node: Any = self.reader.make(raw, key, merge(former, own), class_name)
        if key != "geom" or node.type != GeomType.SDF:
            scope.node.children.append(node)
        elif "sdf" in self.reader.omit:
            self.omitted.add((key, raw.get("name")))
        else:
            self.reader.later(raw, "geom type sdf", "sdf", "type")
