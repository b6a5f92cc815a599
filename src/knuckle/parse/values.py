"""Text of an attribute -> Python value, by the type in the schema."""

import math
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from knuckle.parse.source import hint, quote
from knuckle.schema.mjcf import Attribute
from knuckle.spec.assigned import MAY_BE_INFINITE, MAY_BE_NAN, BadValue

_REAL = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?", re.ASCII)
_HEXADECIMAL = re.compile(r"[+-]?0[xX](?:[0-9a-fA-F]+(?:\.[0-9a-fA-F]*)?|\.[0-9a-fA-F]+)(?:[pP][+-]?[0-9]+)?", re.ASCII)
_INFINITE = re.compile(r"[+-]?inf(?:inity)?", re.IGNORECASE)
_NOT_A_NUMBER = re.compile(r"[+-]?nan(?:\([0-9A-Za-z_]*\))?", re.IGNORECASE)
_INTEGER = re.compile(r"[+-]?[0-9]+", re.ASCII)
_BYTES = re.compile(r"\s*\+?([0-9]{1,19})([KMGTPE]?)\s*", re.IGNORECASE | re.ASCII)
_BLANKS = re.compile(r"[ \t\n\v\f\r]+")

SHORT = 1 << 6  # characters of texts whose numbers are remembered
LONG = 1 << 20  # characters of texts that are read in one go
TRUTH = {"false": False, "true": True}
MAX_NUMBERS = 1 << 22  # in one attribute


class NotGiven(Exception):
    """A blank value of a numeric attribute: it counts as if the attribute were absent."""


def convert(attribute: Attribute, text: str, former: Any) -> Any:
    """The value of an attribute; `former` is what it had before, whose tail a short vector keeps."""
    return CONVERTERS[attribute.kind](attribute, text, former)


def _numbers(attribute: Attribute, text: str, former: Any) -> Any:
    plain = _plain_again if len(text) <= SHORT else _plain
    values = plain(attribute.kind == "real", attribute.low, attribute.high, text)
    if values is None or attribute.counts:
        values = _any(attribute, text)
    if not attribute.is_vector:
        return values[0]
    if attribute.counts or attribute.low == 0 or len(values) == attribute.high:
        return values
    return values + tuple(former or attribute.default or ())[len(values) :]


def _plain(real: bool, low: int, high: int, text: str) -> tuple | None:
    """From `low` to `high` numbers, as Python reads them; None for whatever else the text may be."""
    if len(text) > LONG or "_" in text or not text.isascii():
        return None
    try:
        values = tuple(map(float if real else int, text.split()))
    except ValueError:
        return None
    if not values or not low <= len(values) <= high:
        return None
    usable = math.isfinite(sum(values)) if real else min(values) >= -(1 << 31) and max(values) < 1 << 31
    return values if usable else None


_plain_again = lru_cache(maxsize=1 << 13)(_plain)  # few texts stand for most values, and again in the next model


def _any(attribute: Attribute, text: str) -> tuple:
    """The numbers of a text in every notation there is, or what is wrong with it."""
    words = _words(text)
    if not words or words == [""]:
        raise NotGiven
    one = _real if attribute.kind == "real" else _integer
    values = tuple(one(attribute, word) for word in words)
    _check_count(attribute, len(values))
    return values


def _words(text: str) -> list[str]:
    """The words of a value; a bomb of numbers is not taken apart."""
    if text.isascii():
        words = text.split(None, MAX_NUMBERS)
    else:
        words = _BLANKS.split(text.strip(" \t\n\v\f\r"), MAX_NUMBERS)
    if len(words) > MAX_NUMBERS:
        raise BadValue(f"has more than {MAX_NUMBERS} values")
    return words


def _check_count(attribute: Attribute, n: int) -> None:
    if attribute.counts and n not in attribute.counts:
        raise BadValue(f"needs {' or '.join(map(str, attribute.counts))} values, got {n}")
    if attribute.low <= n <= attribute.high:
        return
    expected = f"{attribute.low} to {attribute.high}" if attribute.low != attribute.high else str(attribute.high)
    if attribute.low == 0:
        expected = f"at most {attribute.high}"
    raise BadValue(f"needs {expected} value{'' if expected == '1' else 's'}, got {n}")


def _real(attribute: Attribute, word: str) -> float:
    if _REAL.fullmatch(word):
        value = float(word)
        if math.isinf(value):
            raise BadValue(f"number {quote(word)} is too large")
        return value
    if _HEXADECIMAL.fullmatch(word):
        try:
            return float.fromhex(word)
        except OverflowError:
            raise BadValue(f"number {quote(word)} is too large") from None
    if _INFINITE.fullmatch(word):
        return _special(attribute, float(word), MAY_BE_INFINITE, "be finite")
    if _NOT_A_NUMBER.fullmatch(word):
        return _special(attribute, math.nan, MAY_BE_NAN, "not be NaN")
    raise BadValue(f"{quote(word)} is not a number" + ("; separate numbers by blanks" if "," in word else ""))


def _special(attribute: Attribute, value: float, allowed: set[str], rule: str) -> float:
    if attribute.name not in allowed:
        raise BadValue(f"must {rule}, got {value}")
    return value


def _integer(attribute: Attribute, word: str) -> int:
    if not _INTEGER.fullmatch(word):
        raise BadValue(f"{quote(word)} is not a whole number")
    if len(word) > 12 or not -(1 << 31) <= int(word) < 1 << 31:
        raise BadValue(f"number {quote(word)} is too large")
    return int(word)


def _word(attribute: Attribute, text: str, former: Any) -> Any:
    if text not in attribute.words:
        raise BadValue(f"unknown keyword {quote(text)}" + hint(text, attribute.words))
    return attribute.values[attribute.words.index(text)]


def _flags(attribute: Attribute, text: str, former: Any) -> Any:
    words = text.split()
    if not words:
        raise NotGiven
    if len(set(words)) != len(words):
        raise BadValue("a keyword is given twice")
    members = [_word(attribute, word, former) for word in words]
    return type(members[0])(sum(members))


def _switch(attribute: Attribute, text: str, former: Any) -> bool:
    if text not in ("disable", "enable"):
        raise BadValue(f"unknown keyword {quote(text)}" + hint(text, ("disable", "enable")))
    return text == "enable"


def _truth(attribute: Attribute, text: str, former: Any) -> bool | None:
    if text in TRUTH:
        return TRUTH[text]
    words: dict[str, bool | None] = dict(TRUTH)
    if attribute.kind == "auto":
        words["auto"] = None
    others = dict(zip(attribute.numbers, (False, True, None), strict=False))
    if text in others:
        return others[text]
    if text not in words:
        raise BadValue(f"unknown keyword {quote(text)}" + hint(text, words))
    return words[text]


def _bytes(attribute: Attribute, text: str, former: Any) -> int:
    if text.strip() == "-1":
        return -1
    match = _BYTES.fullmatch(text)
    if match is None:
        raise BadValue(f"{quote(text)} is not a size; expected a number and one of K, M, G, T, P, E, or -1")
    size = int(match[1]) << 10 * " KMGTPE".index(match[2].upper() or " ")
    if size >= 1 << 63:
        raise BadValue(f"size {quote(text)} is too large")
    return size


def _string(attribute: Attribute, text: str, former: Any) -> str:
    return text


def _reference(attribute: Attribute, text: str, former: Any) -> str | None:
    return text or None


Converter = Callable[[Attribute, str, Any], Any]
CONVERTERS: dict[str, Converter] = {
    "real": _numbers,
    "int": _numbers,
    "word": _word,
    "enum": _word,
    "flags": _flags,
    "switch": _switch,
    "bool": _truth,
    "auto": _truth,
    "bytes": _bytes,
    "string": _string,
    "name": _string,
    "class": _string,
    "ref": _reference,
}
