"""Default classes: what every class sets for every element, nesting resolved."""

from typing import Any

from knuckle.parse import xml
from knuckle.parse.elements import ElementReader, merge
from knuckle.parse.finish import finish
from knuckle.parse.shortcuts import inheritance, settings
from knuckle.parse.source import hint, quote
from knuckle.schema.mjcf import ACTUATORS

UNUSABLE = "\0"  # begins the names of faulty classes: no text can hold it
Class = dict[str, dict[str, Any]]  # tag -> attribute -> value


class Classes:
    """All default classes by name; a class starts as a copy of the one around it."""

    def __init__(self, reader: ElementReader):
        self.reader = reader
        self.table: dict[str, Class] = {"main": {}}
        self.parents: dict[str, str] = {}  # class -> the one around it

    def add_section(self, raw: xml.Element) -> None:
        """Read one top-level `<default>`; it extends the class main."""
        name = raw.get("class", "main")
        if name not in ("", "main"):
            message = (
                f'the outermost class is always "main", it cannot be called {quote(name)}; nest a <default> inside it'
            )
            self.reader.problems.add(raw.place_of("class"), raw.label, message)
        pending = [(raw, "main")]
        while pending:
            element, name = pending.pop()
            nested = [child for child, key in self._settings(element, name) if key == "default"]
            pending.extend(reversed([(child, self._new(child, name)) for child in nested]))

    def _settings(self, raw: xml.Element, name: str) -> list[tuple[xml.Element, str]]:
        """Apply the elements of one `<default>` to its class; return its children."""
        target = self.table[name]
        children = list(self.reader.children(raw, "default"))
        for child, key in children:
            if child.tag in ACTUATORS:
                if "actuator" not in self.reader.omit:
                    inherited = inheritance(self.actuator_defaults(name), child.tag)
                    target["actuator"] = settings(self.reader, child, key, inherited)
            elif key != "default" and not (key == "default.tendon" and "tendon" in self.reader.omit):
                former = target.get(child.tag, {})
                own = self.reader.values(child, key, former)
                target[child.tag] = merge(former, finish(child, key, own, former, self.reader))
        return children

    def actuator_defaults(self, name: str) -> list[dict[str, Any]]:
        """The actuator default of a class and of every class around it, the nearest first."""
        chain = []
        while name:
            chain.append(self.table[name].get("actuator", {}))
            name = self.parents.get(name, "")
        return chain

    def _new(self, raw: xml.Element, parent: str) -> str:
        """Register a nested class and return its name; one that is faulty gets a name that nothing can refer to.

        So no class is ever replaced, and the chain from a class to those around it always ends at main.
        """
        name = raw.get("class")
        if not name:
            self.reader.problems.add(raw.place, raw.label, 'a nested default needs a name: attribute "class"')
        elif name in self.table:
            self.reader.problems.add(raw.place_of("class"), raw.label, f"class {quote(name)} is defined twice")
        if not name or name in self.table:
            name = f"{UNUSABLE}{len(self.table)}"
        self.table[name] = {tag: dict(values) for tag, values in self.table[parent].items()}
        self.parents[name] = parent
        return name

    def resolve(self, raw: xml.Element, attribute: str, fallback: str) -> str:
        """The class that an attribute (`class` or `childclass`) names, else the fallback."""
        if attribute not in raw.attributes:
            return fallback
        name = raw.get(attribute)
        if name not in self.table:
            usable = (known for known in self.table if not known.startswith(UNUSABLE))
            message = f"unknown default class {quote(name)}" + hint(name, usable)
            self.reader.problems.add(raw.place_of(attribute), raw.label, message)
            return fallback
        return name
