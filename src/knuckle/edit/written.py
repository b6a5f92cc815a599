"""Attributes that a program gives -> an element as the parser reads it, so that one set of rules holds for both."""

from collections.abc import Mapping
from typing import Any

from knuckle.edit.defaults import DefaultClass
from knuckle.errors import ModelError, Place, Problem, nearest
from knuckle.parse.elements import ElementReader
from knuckle.parse.xml import Element
from knuckle.schema import mjcf
from knuckle.spec.assigned import BadValue, caller_place, checked
from knuckle.spec.tree import Node

TEXTS = ("name", "class", "ref", "string")
CLASSES = {"class_": "class", "childclass": "childclass"}


class Line:
    """A line of a program in place of a text: everything in it has its place."""

    def __init__(self, place: Place):
        self.name = place.file
        self.text = ""
        self._place = place

    def place(self, offset: int) -> Place:
        return self._place


class GivenReader(ElementReader):
    """Reads elements whose attributes are values of a program, not texts."""

    def values(self, raw: Element, key: str, former: Mapping[str, Any]) -> dict[str, Any]:
        table, own = self.schema[key].attributes, {}
        for name, value in raw.attributes.items():
            attribute: Any = table[name]
            try:
                own[name] = checked(attribute, value, former.get(name, attribute.default))
            except BadValue as fault:
                own[name] = attribute.default
                self.problems.add(raw.place, raw.label, f"{name} {fault}")
        self._check_required(raw, key, own)
        self._check_exclusive(raw, key, own)
        return own


def written(tag: str, key: str, attributes: dict[str, Any]) -> Element:
    """The element with these attributes; TypeError names the nearest valid one where there is no such attribute."""
    known = mjcf.elements()[key].attributes
    given: dict[str, Any] = {}
    place = caller_place()
    for word, value in attributes.items():
        name = CLASSES.get(word, word.rstrip("_"))
        if name not in known:
            raise TypeError(f"<{tag}> has no attribute {word!r}{nearest(word, known)}")
        if value is not None:
            given[name] = _plain(value)
            if known[name].kind in TEXTS and not isinstance(given[name], str):
                raise ModelError(Problem(place, f"<{tag}>", f"{word} needs a text, found {value!r}"))
    line: Any = Line(place)
    return Element(tag, line, 0, given)


def _plain(value: Any) -> Any:
    """The value, with names in place of nodes, one text in place of several, and numbers in place of arrays."""
    if isinstance(value, str | float | int):
        return value
    if isinstance(value, list | tuple):
        return " ".join(value) if value and all(isinstance(each, str) for each in value) else value
    if isinstance(value, Node):
        if "name" not in value.schema:
            raise TypeError(f"expected a value, or an element that has a name, found {value.label}")
        return value.name
    if isinstance(value, DefaultClass):
        return value.name
    if hasattr(value, "ravel"):  # the truth of an array cannot be asked for
        return value.ravel().tolist() if value.ndim else value.item()
    return value
