"""The two ends of pairs and equality constraints: which attributes name them, and that they differ."""

from typing import Any

from knuckle.parse import xml
from knuckle.parse.elements import ElementReader
from knuckle.parse.source import quote

Values = dict[str, Any]
SITES = ("site1", "site2")
BODIES = ("body1", "body2", "anchor", "relpose")


def connect(raw: xml.Element, own: Values, former: Values, reader: ElementReader) -> Values:
    return _bodies_or_sites(raw, own, reader, ("body1", "anchor"))


def weld(raw: xml.Element, own: Values, former: Values, reader: ElementReader) -> Values:
    return _bodies_or_sites(raw, own, reader, ("body1",))


def joints(raw: xml.Element, own: Values, former: Values, reader: ElementReader) -> Values:
    return _distinct(raw, own, reader, "joint1", "joint2")


def tendons(raw: xml.Element, own: Values, former: Values, reader: ElementReader) -> Values:
    return _distinct(raw, own, reader, "tendon1", "tendon2")


def geoms(raw: xml.Element, own: Values, former: Values, reader: ElementReader) -> Values:
    return _distinct(raw, own, reader, "geom1", "geom2")


def _bodies_or_sites(raw: xml.Element, own: Values, reader: ElementReader, needed: tuple[str, ...]) -> Values:
    """Either two sites, or a body with what else it needs; the second body is the world where it is not given."""
    sites = [name for name in SITES if name in raw.attributes]
    bodies = [name for name in BODIES if name in raw.attributes]
    if sites and bodies:
        message = f"give either bodies or sites, found {', '.join(bodies)} and {', '.join(sites)}"
        reader.problems.add(raw.place_of(sites[0]), raw.label, message)
        return own
    if not sites and not bodies:
        message = f"needs {' and '.join(needed)}, or site1 and site2"
        reader.problems.add(raw.place, raw.label, message)
        return own
    for name in SITES if sites else needed:
        if not raw.get(name):
            reader.problems.add(raw.place, raw.label, f'attribute "{name}" is missing or empty')
    if sites:
        return _distinct(raw, own, reader, *SITES)
    return _distinct(raw, {"body2": "world"} | own, reader, "body1", "body2")


def _distinct(raw: xml.Element, own: Values, reader: ElementReader, first: str, second: str) -> Values:
    if own.get(first) and own.get(first) == own.get(second):
        name = second if second in raw.attributes else first
        reader.problems.add(raw.place_of(name), raw.label, f"both ends are {quote(own[first])}")
    return own
