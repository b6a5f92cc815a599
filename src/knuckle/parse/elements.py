"""One element of the text -> checked attribute values and children, by the schema."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from knuckle.errors import Problems
from knuckle.parse import xml
from knuckle.parse.values import CONVERTERS, BadValue, Converter, NotGiven
from knuckle.schema import mjcf
from knuckle.spec.tree import NODES, Node, node_of_text

_orientations = frozenset(mjcf.ORIENTATIONS)
NUMBERS_AND_WORDS = ("real", "int", "enum", "word")  # what is wrong with such a value has been told


@dataclass(frozen=True, slots=True)
class Rules:
    """What the schema says about one element, as reading it asks for it."""

    converters: dict[str, tuple[mjcf.Attribute, Converter]]  # by attribute
    required: tuple[mjcf.Attribute, ...]
    exclusive: tuple[frozenset[str], ...]  # groups of attributes of which one may be given


def rules_of(schema: Mapping[str, mjcf.Element]) -> dict[str, Rules]:
    """The rules of every element."""
    return {
        key: Rules(
            {name: (attribute, CONVERTERS[attribute.kind]) for name, attribute in element.attributes.items()},
            tuple(attribute for attribute in element.attributes.values() if attribute.required),
            tuple(map(frozenset, mjcf.EXCLUSIVE.get(key.removeprefix("default."), ()))),
        )
        for key, element in schema.items()
    }


@cache
def mjcf_rules() -> dict[str, Rules]:
    return rules_of(mjcf.elements())


class ElementReader:
    """Reads elements by the schema; faults go to `problems`, what is in `omit` is left out in silence."""

    def __init__(self, problems: Problems, omit: frozenset[str]):
        self.problems = problems
        self.omit = omit
        self.reserved = 0  # values of custom numerics so far
        self.schema = mjcf.elements()
        self.rules = mjcf_rules()

    def values(self, raw: xml.Element, key: str, former: Mapping[str, Any]) -> dict[str, Any]:
        """The attributes that the element itself gives; `former` holds those of its class."""
        rules = self.rules[key]
        converters = rules.converters
        own: dict[str, Any] = {}
        for name, text in raw.attributes.items():
            rule = converters.get(name)
            if rule is None:
                continue  # reported with the structure
            attribute, convert = rule
            try:
                own[name] = convert(attribute, text, former.get(name))
            except NotGiven:
                continue
            except BadValue as error:
                own[name] = attribute.default
                self.problems.add(raw.place_of(name), raw.label, f"{name} {error}")
        if rules.required:
            self._check_required(raw, key, own)
        if rules.exclusive:
            self._check_exclusive(raw, key, own)
        return own

    def children(self, raw: xml.Element, key: str) -> Iterator[tuple[xml.Element, str]]:
        """The supported children of an element, each with its key in the schema."""
        table = self.schema[key].children
        for child in raw.children:
            if child.tag in table:
                yield child, table[child.tag][0]

    def make(self, raw: xml.Element, key: str, values: Mapping[str, Any], class_name: str = "main") -> Node:
        """A node with these values; the rest has its built-in defaults."""
        known, plain = field_names(key)
        fields = values
        if not plain.issuperset(values):
            fields = {known[name]: value for name, value in values.items() if name in known}
        return node_of_text(NODES[key], fields, (raw.source, raw.offset), set(values), class_name)

    def later(self, raw: xml.Element, what: str, feature: str, attribute: str = "") -> None:
        """Complain about a feature that is not supported yet, unless it is left out knowingly."""
        if feature not in self.omit:
            self.problems.add(raw.place_of(attribute), raw.label, f"{what} is not supported yet", feature)

    def _check_required(self, raw: xml.Element, key: str, own: dict[str, Any]) -> None:
        for attribute in self.rules[key].required:
            if own.get(attribute.name) in (None, "") and not (
                attribute.kind in NUMBERS_AND_WORDS and attribute.name in own
            ):
                self.problems.add(raw.place, raw.label, f'attribute "{attribute.name}" is missing or empty')

    def _check_exclusive(self, raw: xml.Element, key: str, own: dict[str, Any]) -> None:
        for group in self.rules[key].exclusive:
            if not group.isdisjoint(own) and len(group & own.keys()) > 1:
                given = [name for name in raw.attributes if name in group and name in own]
                self.problems.add(raw.place_of(given[1]), raw.label, f"give only one of {', '.join(given)}")
                for name in given[1:]:
                    del own[name]


@cache
def field_names(key: str) -> tuple[dict[str, str], frozenset[str]]:
    """The field of a node that holds each of its attributes, and those that its class may set beside them.

    The second are the names that are those of their fields.
    """
    fields = NODES[key].__dataclass_fields__
    known = {name.removesuffix("_"): name for name in fields} | {name: name for name in fields}
    return known, frozenset(name for name, field in known.items() if name == field)


def merge(inherited: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Values of a class overridden by an element's own; an own orientation replaces any other notation."""
    if _orientations.isdisjoint(own):
        return {**inherited, **own}
    return {name: value for name, value in inherited.items() if name not in _orientations} | dict(own)
