"""Default classes of a Spec: `wheel.geom.friction = 1` sets what geoms of class wheel start with."""

from typing import Any

from knuckle.errors import ModelError, Problem, nearest
from knuckle.schema import mjcf
from knuckle.spec.assigned import BadValue, caller_place, checked

TAGS = tuple(tag for tag in (*mjcf.WITH_DEFAULTS, "equality", "tendon") if tag not in mjcf.ACTUATORS)


class Settings:
    """What a class sets for one kind of element; reading gives that, or the built-in value."""

    def __init__(self, tag: str, values: dict[str, Any]):
        self.__dict__["_tag"] = tag
        self.__dict__["_values"] = values

    @property
    def _schema(self) -> dict[str, mjcf.Attribute]:
        return mjcf.elements()[f"default.{self._tag}"].attributes

    def _attribute(self, name: str) -> mjcf.Attribute:
        if name not in self._schema:
            raise AttributeError(f"<{self._tag}> has no default {name!r}{nearest(name, self._schema)}")
        return self._schema[name]

    def __getattr__(self, name: str) -> Any:
        attribute = self._attribute(name)
        return self._values.get(name, attribute.default)

    def __setattr__(self, name: str, value: Any) -> None:
        attribute = self._attribute(name)
        try:
            new = checked(attribute, value, self._values.get(name, attribute.default))
        except BadValue as fault:
            raise ModelError(Problem(caller_place(), f"<default> <{self._tag}>", f"{name} {fault}")) from None
        if name in mjcf.ORIENTATIONS:
            for other in mjcf.ORIENTATIONS:
                self._values.pop(other, None)
        self._values[name] = new


class DefaultClass:
    """A default class: an attribute for each kind of element, `geom`, `joint`, `site`, …, with what the class sets.

    Elements take over the settings of their class when they are added; later changes do not reach them.
    """

    def __init__(self, name: str, table: dict[str, dict[str, Any]]):
        self.name = name
        self._table = table

    def __getattr__(self, tag: str) -> Settings:
        if tag.startswith("_") or tag not in TAGS:
            raise AttributeError(f"a default class has no {tag!r}{nearest(tag, TAGS)}")
        return Settings(tag, self._table.setdefault(tag, {}))
