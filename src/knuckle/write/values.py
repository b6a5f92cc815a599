"""Python value -> text of an attribute, by the type in the schema: the inverse of `parse.values`."""

from collections.abc import Iterable
from typing import Any

from knuckle.schema.enums import ObjType
from knuckle.schema.mjcf import Attribute


def number(value: float) -> str:
    """The shortest text that reads back as the same number."""
    text = repr(float(value)) if not isinstance(value, int) else str(int(value))
    return text.removesuffix(".0")


def numbers(values: Iterable[float]) -> str:
    return " ".join(map(number, values))


def is_default(attribute: Attribute, value: Any) -> bool:
    """Whether a value need not be written: it is what holds where the attribute is absent."""
    if value is None or (isinstance(value, str | tuple) and not value):
        return True
    if attribute.required or attribute.own:
        return False
    if attribute.is_vector:
        return attribute.default is not None and tuple(value) == tuple(attribute.default)
    return bool(value == attribute.default)


def text_of(attribute: Attribute, value: Any) -> str:
    """The value of an attribute as MJCF writes it."""
    if isinstance(value, ObjType) and attribute.kind == "string":
        return str(value)
    return _WRITERS[attribute.kind](attribute, value)


def _numbers(attribute: Attribute, value: Any) -> str:
    return numbers(value) if attribute.is_vector else number(value)


def _truth(attribute: Attribute, value: Any) -> str:
    return "auto" if value is None else "true" if value else "false"


def _word(attribute: Attribute, value: Any) -> str:
    return attribute.words[attribute.values.index(value)]


def _flags(attribute: Attribute, value: Any) -> str:
    pairs = zip(attribute.words, attribute.values, strict=True)
    return " ".join(word for word, bit in pairs if int(value) & int(bit))


def _as_it_is(attribute: Attribute, value: Any) -> str:
    return str(value)


_WRITERS = {
    "real": _numbers,
    "int": _numbers,
    "bool": _truth,
    "auto": _truth,
    "word": _word,
    "enum": _word,
    "flags": _flags,
    "string": _as_it_is,
    "bytes": _as_it_is,
    "name": _as_it_is,
    "ref": _as_it_is,
}
