"""`<worldbody>` -> the tree of bodies, frames and what is fixed to them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from knuckle.parse import xml
from knuckle.parse.attach import Attacher
from knuckle.parse.classes import Classes
from knuckle.parse.elements import ElementReader, merge
from knuckle.parse.finish import finish
from knuckle.parse.models import Library
from knuckle.schema import mjcf
from knuckle.schema.enums import GeomType
from knuckle.spec.tree import Frame, Node, Spec

SCOPES = ("body", "frame", "replicate")


@dataclass(slots=True)
class _Scope:
    """An open body, frame or replicate: its children, key and node, the class of what is inside, and its body.

    The body is None inside a replicate.
    """

    raw: xml.Element
    children: Iterator[tuple[xml.Element, str]]
    key: str
    node: Any
    childclass: str
    body: Any
    frames: tuple[Node, ...] = ()


class TreeBuilder:
    """Builds the kinematic tree below a world body, in file order; deep trees cost no recursion."""

    def __init__(self, reader: ElementReader, classes: Classes, spec: Spec, library: Library):
        self.reader = reader
        self.classes = classes
        self.world = spec.worldbody
        self.attacher = Attacher(spec, reader.problems, library)
        self.omitted: set[tuple[str, str]] = set()  # kind and name of what was left out knowingly

    def add_section(self, raw: xml.Element) -> None:
        """Read one `<worldbody>`; several of them add up."""
        if not self.world.place.line:
            self.world.place = raw.place
        children = self.reader.children(raw, "worldbody")
        open_scopes = [_Scope(raw, children, "worldbody", self.world, "main", self.world)]
        while open_scopes:
            scope = open_scopes[-1]
            child = next(scope.children, None)
            if child is None:
                open_scopes.pop()
                if scope.key == "replicate":
                    self._replicate(scope, open_scopes[-1].node)
            elif child[1] in SCOPES:
                open_scopes.append(self._scope(scope, *child))
            else:
                self._child(scope, *child)

    def _child(self, scope: _Scope, raw: xml.Element, key: str) -> None:
        if key == "inertial":
            self._inertial(scope, raw)
        elif key == "attach":
            values = self.reader.values(raw, key, {})
            self.attacher.attach(raw, values, scope.node)
        else:
            self._leaf(scope, raw, key)

    def _scope(self, scope: _Scope, raw: xml.Element, key: str) -> _Scope:
        children = self.reader.children(raw, key)
        if key == "replicate":
            holder = Frame(place=raw.place)
            return _Scope(raw, children, key, holder, scope.childclass, None)
        values = finish(raw, key, self.reader.values(raw, key, {}), {}, self.reader)
        childclass = self.classes.resolve(raw, "class", scope.childclass) if key == "frame" else scope.childclass
        childclass = self.classes.resolve(raw, "childclass", childclass)
        node: Any = self.reader.make(raw, key, values, childclass)
        scope.node.children.append(node)
        self.attacher.fresh.append(node)
        if key == "body":
            return _Scope(raw, children, key, node, childclass, node)
        return _Scope(raw, children, key, node, childclass, scope.body, (*scope.frames, node))

    def _replicate(self, scope: _Scope, parent: Any) -> None:
        values = self.reader.values(scope.raw, "replicate", {})
        self.attacher.replicate(scope.raw, values, scope.node.children, parent)

    def _inertial(self, scope: _Scope, raw: xml.Element) -> None:
        if scope.body is self.world or scope.body is None:
            where = "the world body cannot" if scope.body is self.world else "what is replicated into its parent cannot"
            self.reader.problems.add(raw.place, raw.label, f"{where} have inertia")
            return
        scope.body.inertial = self.reader.make(raw, "inertial", self.reader.values(raw, "inertial", {}))
        scope.body.inertial_frames = list(scope.frames)

    def _leaf(self, scope: _Scope, raw: xml.Element, key: str) -> None:
        if key in ("joint", "freejoint"):
            self._check_joint(scope, raw)
        class_name, former = scope.childclass, {}
        if key in mjcf.WITH_DEFAULTS:
            class_name = self.classes.resolve(raw, "class", class_name)
            former = self.classes.table[class_name].get(key, {})
        own = finish(raw, key, self.reader.values(raw, key, former), former, self.reader)
        node: Any = self.reader.make(raw, key, merge(former, own) if former else own, class_name)
        if key != "geom" or node.type != GeomType.SDF:
            scope.node.children.append(node)
            self.attacher.fresh.append(node)
        elif "sdf" in self.reader.omit:
            self.omitted.add((key, raw.get("name")))
        else:
            self.reader.later(raw, "geom type sdf", "sdf", "type")

    def _check_joint(self, scope: _Scope, raw: xml.Element) -> None:
        if scope.body is self.world:
            self.reader.problems.add(raw.place, raw.label, "the world body cannot have joints")
        elif scope.body is None:
            message = "a joint cannot be replicated into its body; put a <body> around it, inside the <replicate>"
            self.reader.problems.add(raw.place, raw.label, message)
