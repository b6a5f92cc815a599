"""How elements are added to a Spec: by the rules of the parser, with the line of the program as their place."""

from typing import Any

from knuckle.edit.written import GivenReader, written
from knuckle.errors import Problems
from knuckle.parse.actuators import ActuatorReader
from knuckle.parse.classes import Classes
from knuckle.parse.elements import merge
from knuckle.parse.finish import finish
from knuckle.parse.sensors import sensor_values
from knuckle.parse.xml import Element
from knuckle.schema import mjcf
from knuckle.spec.tree import Spec


class Adder:
    """Makes the nodes of a Spec; a fault raises ModelError, and nothing is added."""

    def __init__(self, spec: Spec):
        self.spec = spec
        self.reader = GivenReader(Problems(), frozenset())
        self.classes = Classes(self.reader)
        self.classes.table, self.classes.parents = spec.classes, spec.class_parents

    def in_tree(self, parent: Any, kind: str, attributes: dict[str, Any]) -> Any:
        """A node for the tree, not yet a child of its parent."""
        raw = written(kind, kind, attributes)
        class_name = parent.class_name
        for attribute in ("class", "childclass"):
            class_name = self.classes.resolve(raw, attribute, class_name)
        former = self.spec.classes[class_name].get(kind, {}) if kind in mjcf.WITH_DEFAULTS else {}
        own = finish(raw, kind, self.reader.values(raw, kind, former), former, self.reader)
        return self._made(raw, kind, merge(former, own), class_name)

    def in_list(self, tag: str, key: str, attributes: dict[str, Any]) -> Any:
        """A node for a list of the spec, of elements that have default classes or none."""
        raw = written(tag, key, attributes)
        class_name = self.classes.resolve(raw, "class", "main")
        group = key.partition(".")[0]
        former = self.spec.classes[class_name].get(group, {})
        own = finish(raw, key, self.reader.values(raw, key, former), former, self.reader)
        return self._made(raw, key, merge(former, own), class_name)

    def actuator(self, tag: str, attributes: dict[str, Any]) -> Any:
        raw = written(tag, tag, attributes)
        node = ActuatorReader(self.reader, self.classes).read(raw, tag)
        self._check()
        return node

    def sensor(self, tag: str, attributes: dict[str, Any]) -> Any:
        key = f"sensor.{tag}"
        raw = written(tag, key, attributes)
        return self._made(raw, key, sensor_values(self.reader, raw, key), "main")

    def _made(self, raw: Element, key: str, values: dict[str, Any], class_name: str) -> Any:
        self._check()
        return self.reader.make(raw, key, values, class_name)

    def _check(self) -> None:
        if self.reader.problems.found:
            problems, self.reader.problems = self.reader.problems, Problems()
            problems.check()
