"""`<actuator>` -> actuators, each with the parameters of `general`."""

from typing import Any

from knuckle.parse import xml
from knuckle.parse.classes import Classes
from knuckle.parse.elements import ElementReader
from knuckle.parse.shortcuts import Values, settings
from knuckle.schema.mjcf import LATER_IN_ACTUATORS
from knuckle.spec.tree import Node

LATER_TYPES = {"so3": "orientation", **{word: word for word in ("muscle", "dcmotor", "pid", "user")}}


class ActuatorReader:
    """Reads the elements of `<actuator>` and their defaults."""

    def __init__(self, reader: ElementReader, classes: Classes):
        self.reader = reader
        self.classes = classes
        self.omitted: set[tuple[str, str]] = set()  # kind and name of what was left out knowingly

    def read(self, raw: xml.Element, key: str) -> Node | None:
        """The actuator of one element; nothing where it needs what is not supported yet."""
        class_name = self.classes.resolve(raw, "class", "main")
        values = settings(self.reader, raw, key, self.classes.actuator_defaults(class_name))
        self._check_targets(raw, key)
        found = ("tendon", "tendon") if values.get("tendon") and "tendon" in self.reader.omit else _later(values)
        if found:
            attribute, feature = found
            if feature in self.reader.omit:
                self.omitted.add(("actuator", raw.get("name")))
            self.reader.later(raw, f'{attribute}="{raw.get(attribute)}"', feature, attribute)
            return None
        node: Any = self.reader.make(raw, "general", values, class_name)
        node.shortcut = key
        return node

    def _check_targets(self, raw: xml.Element, key: str) -> None:
        """An attribute that names what the actuator acts on may be absent, but not empty."""
        table = self.reader.schema[key].attributes
        for name in raw.attributes:
            if name in table and table[name].kind == "ref" and not raw.get(name):
                self.reader.problems.add(raw.place_of(name), raw.label, f'attribute "{name}" is empty')


def _later(values: Values) -> tuple[str, str] | None:
    """An attribute that needs what is not supported yet, and the feature it needs."""
    for name in ("dyntype", "gaintype", "biastype"):
        word = str(values[name].name).lower() if values.get(name) is not None else ""
        if word in LATER_TYPES:
            return name, LATER_TYPES[word]
    for name, feature in LATER_IN_ACTUATORS.items():
        if values.get(name):
            return name, feature
    return None
