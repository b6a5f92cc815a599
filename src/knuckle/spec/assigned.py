"""Values that a program assigns to the attributes of nodes: checked and converted by the schema."""

import os
import re
import sys
from collections.abc import Callable, Hashable, Iterable
from math import isfinite, isnan
from numbers import Integral, Real
from typing import Any

from knuckle.errors import Place, nearest
from knuckle.schema.mjcf import Attribute

MAY_BE_INFINITE = {"range", "actuatorfrcrange", "ctrlrange", "forcerange", "actrange", "user", "data"}  # attributes
MAY_BE_INFINITE |= {"lower", "upper", "effort", "velocity"}  # of URDF
MAY_BE_NAN = {"user", "data"}
LONE = re.compile("[\ud800-\udfff]")  # halves of characters, which no file can hold
PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class BadValue(ValueError):
    """A value that does not fit its attribute; the message says what was found and expected."""


def caller_place() -> Place:
    """The line of the program that called into the package."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(PACKAGE):
        frame = frame.f_back
    return Place(frame.f_code.co_filename, frame.f_lineno)


def checked(attribute: Attribute, value: Any, former: Any) -> Any:
    """The value as a node holds it; a short vector keeps the tail of the former value."""
    if attribute.required and (value is None or (isinstance(value, str) and not value)):
        raise BadValue("cannot be empty")
    if value is None:
        if (attribute.default is not None or attribute.kind == "name") and attribute.kind != "auto":
            raise BadValue(f"needs {_expected(attribute)}, found None")
        return None
    return _CONVERTERS[attribute.kind](attribute, value, former)


def _expected(attribute: Attribute) -> str:
    if attribute.words:
        return f"one of {', '.join(attribute.words)}"
    if attribute.is_vector:
        low, high = attribute.low, attribute.high
        several = str(high) if low == high else "any number of" if low == 0 else f"{low} to {high}"
        return f"{several} {'numbers' if attribute.kind == 'real' else 'whole numbers'}"
    words = {"real": "a number", "int": "a whole number", "bool": "True or False", "auto": "True, False or None"}
    return words.get(attribute.kind, "a text")


def _number(attribute: Attribute, value: Any) -> Any:
    if attribute.kind == "real":
        if type(value) is not float and (not isinstance(value, Real) or isinstance(value, bool)):
            raise BadValue(f"needs {_expected(attribute)}, found {value!r}")
        try:
            number = float(value)
        except OverflowError:
            raise BadValue("number is too large") from None
        if not isfinite(number) and not _may_be(attribute, number):
            raise BadValue(f"must be finite, found {number}")
        return number
    if not isinstance(value, Integral) or isinstance(value, bool):
        raise BadValue(f"needs {_expected(attribute)}, found {value!r}")
    if not -(1 << 31) <= int(value) < 1 << 31:
        raise BadValue(f"number {value} is too large")
    return int(value)


def _may_be(attribute: Attribute, number: float) -> bool:
    """Whether an attribute may be infinite or not a number."""
    return attribute.name in (MAY_BE_NAN if isnan(number) else MAY_BE_INFINITE)


def _numbers(attribute: Attribute, value: Any, former: Any) -> Any:
    if not attribute.is_vector:
        return _number(attribute, value)
    if isinstance(value, Real):
        value = (value,)
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise BadValue(f"needs {_expected(attribute)}, found {value!r}")
    flat = value.ravel().tolist() if hasattr(value, "ravel") else value
    values = tuple(_number(attribute, each) for each in flat)
    n = len(values)
    if (attribute.counts and n not in attribute.counts) or not attribute.low <= n <= attribute.high:
        raise BadValue(f"needs {_expected(attribute)}, found {n}")
    if attribute.counts:
        return values * attribute.high if n == 1 else values  # one number for all
    return values if attribute.low == 0 else values + tuple(former or attribute.default or ())[n:]


def _word(attribute: Attribute, value: Any, former: Any) -> Any:
    if isinstance(value, str) and value.lower() in map(str.lower, attribute.words):
        return attribute.values[[word.lower() for word in attribute.words].index(value.lower())]
    if isinstance(value, Hashable) and value in attribute.values:
        return attribute.values[attribute.values.index(value)]
    near = nearest(value, attribute.words) if isinstance(value, str) else ""
    raise BadValue(f"needs {_expected(attribute)}, found {value!r}{near}")


def _flags(attribute: Attribute, value: Any, former: Any) -> Any:
    kind = type(attribute.values[0])
    if isinstance(value, Integral) and 0 <= int(value) <= sum(attribute.values):
        return kind(value)
    words = value.split() if isinstance(value, str) else value
    if not isinstance(words, Iterable):
        raise BadValue(f"needs {_expected(attribute)}, found {value!r}")
    return kind(sum({_word(attribute, word, former) for word in words}))


def _truth(attribute: Attribute, value: Any, former: Any) -> bool:
    if not isinstance(value, Hashable) or value not in (True, False):
        raise BadValue(f"needs {_expected(attribute)}, found {value!r}")
    return bool(value)


def _text(attribute: Attribute, value: Any, former: Any) -> str:
    value = getattr(value, "name", value)  # a node stands for its name
    if not isinstance(value, str):
        raise BadValue(f"needs {_expected(attribute)}, found {value!r}")
    if "\0" in value or (not value.isascii() and LONE.search(value)):
        raise BadValue(f"needs a text that a file can hold, found {value!r}")
    return value


def _size(attribute: Attribute, value: Any, former: Any) -> int:
    if not isinstance(value, Integral) or abs(int(value)) >= 1 << 63:
        raise BadValue(f"needs a number of bytes, found {value!r}")
    return int(value)


def _anything(attribute: Attribute, value: Any, former: Any) -> Any:
    return value


_CONVERTERS: dict[str, Callable[[Attribute, Any, Any], Any]] = {
    "real": _numbers,
    "int": _numbers,
    "word": _word,
    "enum": _word,
    "flags": _flags,
    "bool": _truth,
    "auto": _truth,
    "bytes": _size,
    "string": _text,
    "name": _text,
    "ref": _text,
    "switch": _anything,
    "class": _text,
}
