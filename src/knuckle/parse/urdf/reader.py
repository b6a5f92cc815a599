"""Reads elements of URDF by their table, and collects remarks on what is not simulated."""

from typing import Any

from knuckle.errors import Problems
from knuckle.hostmath.rotation import IDENTITY, about_axis, multiply
from knuckle.parse import xml
from knuckle.parse.elements import ElementReader, rules_of
from knuckle.schema import urdf
from knuckle.spec.tree import NODES

MOST_REMARKS = 50

Values = dict[str, Any]


class Remarks:
    """What URDF says and nothing simulates: each remark once, where it applies first, with how often it applies."""

    def __init__(self) -> None:
        self.found: dict[str, tuple[str, int]] = {}

    def add(self, raw: xml.Element, text: str, attribute: str = "") -> None:
        first, count = self.found.get(text, (f"{raw.place_of(attribute)}: {raw.label}", 0))
        self.found[text] = (first, count + 1)

    def texts(self) -> list[str]:
        """The remarks as warnings of a model, in the order in which they were found."""
        texts = []
        for text, (first, count) in list(self.found.items())[:MOST_REMARKS]:
            again = f" (here and in {count - 1} more place{'' if count == 2 else 's'})" if count > 1 else ""
            texts.append(f"{first}: {text}{again}")
        left = len(self.found) - len(texts)
        return [*texts, f"and {left} more remarks of this kind"] if left else texts


class UrdfReader(ElementReader):
    """Reads elements of URDF; faults go to `problems`, what is not simulated to `remarks`."""

    def __init__(self, problems: Problems, omit: frozenset[str]):
        super().__init__(problems, omit)
        self.schema = urdf.elements()
        self.rules = rules_of(self.schema)
        self.remarks = Remarks()

    def of(self, raw: xml.Element, tag: str) -> Values:
        """The attributes of a child of the element; none where there is no such child."""
        child = first(raw, tag)
        return self.values(child, tag, {}) if child is not None else {}

    def node(self, raw: xml.Element, key: str, **values: Any) -> Any:
        """A node of the spec with these values, at the place of the element."""
        return NODES[key](place=raw.place, given=set(values), **values)

    def pose(self, raw: xml.Element) -> Values:
        """Position and orientation by `<origin>`: turns about the fixed axes x, y, z, in this order."""
        origin = self.of(raw, "origin")
        pose: Values = {}
        if "xyz" in origin:
            pose["pos"] = origin["xyz"]
        if any(origin.get("rpy") or ()):
            pose["quat"] = _from_angles(*origin["rpy"])
        return pose


def first(raw: xml.Element, tag: str) -> xml.Element | None:
    """The first child with a tag."""
    return next((child for child in raw.children if child.tag == tag), None)


def _from_angles(roll: float, pitch: float, yaw: float) -> tuple[float, ...]:
    q = IDENTITY
    for axis, angle in (((1, 0, 0), roll), ((0, 1, 0), pitch), ((0, 0, 1), yaw)):
        q = multiply(about_axis(axis, angle), q)
    return q
