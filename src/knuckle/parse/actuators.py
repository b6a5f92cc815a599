"""`<actuator>` -> actuators, each with the parameters of `general`."""

from knuckle.parse import xml
from knuckle.parse.classes import Classes
from knuckle.parse.elements import ElementReader
from knuckle.parse.shortcuts import Inherited, inheritance, settings
from knuckle.schema.mjcf import TARGETS
from knuckle.spec.tree import Node

# attribute that goes with another one only -> that other one
SECONDS = {"refsite": "site", "slidersite": "cranksite", "cranklength": "cranksite"}


class ActuatorReader:
    """Reads the elements of `<actuator>` and their defaults."""

    def __init__(self, reader: ElementReader, classes: Classes):
        self.reader = reader
        self.classes = classes
        self.omitted: set[tuple[str, str]] = set()  # kind and name of what was left out knowingly
        self.inherited: dict[tuple[str, str], Inherited] = {}  # by class and tag

    def read(self, raw: xml.Element, key: str) -> Node | None:
        """The actuator of one element; nothing where it acts on what is left out."""
        class_name = self.classes.resolve(raw, "class", "main")
        values = settings(self.reader, raw, key, self._inherited(class_name, key))
        if values.get("tendon") and "tendon" in self.reader.omit:
            self.omitted.add(("actuator", raw.get("name")))
            return None
        self._check_targets(raw, key)
        return self.reader.make(raw, "general", values, class_name)

    def _inherited(self, class_name: str, tag: str) -> Inherited:
        """What a class sets for elements with this tag, found once."""
        if (class_name, tag) not in self.inherited:
            self.inherited[class_name, tag] = inheritance(self.classes.actuator_defaults(class_name), tag)
        return self.inherited[class_name, tag]

    def _check_targets(self, raw: xml.Element, key: str) -> None:
        """What an actuator acts on is named once, and not by an empty name; a second object goes with its first."""
        table, problems = self.reader.schema[key].attributes, self.reader.problems
        for name, text in raw.attributes.items():
            if not text and name in table and table[name].kind == "ref":
                problems.add(raw.place_of(name), raw.label, f'attribute "{name}" is empty')
            if name in SECONDS and SECONDS[name] not in raw.attributes:
                problems.add(raw.place_of(name), raw.label, f"{name} goes with {SECONDS[name]} only")
        known = [name for name in TARGETS if name in table]
        if not any(name in raw.attributes for name in known):
            one_of = " or ".join(filter(None, (", ".join(known[:-1]), known[-1])))
            problems.add(raw.place, raw.label, f"the actuator acts on nothing: name its target in attribute {one_of}")
