"""A text with places: where an offset stands, in lines and columns."""

import re
from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate

from knuckle.errors import ModelError, Place, Problem, closest

LONGEST = 1 << 28  # bytes or characters
# how files begin that are no texts -> what they are
BINARY = {b"\x89KNUCK": "a compiled model: knuckle.load reads it", b"PK\x03\x04": "a zip archive: call it .mjz"}
WIDE = (b"\xff\xfe", b"\xfe\xff")  # how texts of two or four bytes for each character begin
LONE = re.compile("[\ud800-\udfff]")  # halves of characters, which a str may hold and no file can
MOST_COMPARED = 20_000  # letters; near names are looked for where that takes no time: a file may have many faults


class Source:
    """One file or string; line ends are one character, a byte order mark is gone, a NUL ends the text."""

    def __init__(self, name: str, data: bytes | str):
        if not isinstance(data, bytes | str):
            raise TypeError(f"{name}: expected the text of a model, found {type(data).__name__}")
        if len(data) > LONGEST:
            message = (
                f"the text has {len(data)} {'bytes' if isinstance(data, bytes) else 'characters'}, more than {LONGEST}"
            )
            raise ModelError(Problem(Place(name, 1, 1), "", message))
        if isinstance(data, bytes) and data.startswith(tuple(BINARY)):
            what = next(what for start, what in BINARY.items() if data.startswith(start))
            raise ModelError(Problem(Place(name, 1, 1), "", f"expected a text in MJCF or URDF, found {what}"))
        if isinstance(data, bytes) and (data.startswith(WIDE) or data[:2].count(0)):
            message = "the text is in UTF-16 or UTF-32, or no text at all: save it as UTF-8"
            raise ModelError(Problem(Place(name, 1, 1), "", message))
        text = data.decode("utf-8", errors="replace") if isinstance(data, bytes) else data
        text = text if text.isascii() else LONE.sub("\ufffd", text)  # as in bytes
        text = text.removeprefix("\ufeff").partition("\0")[0]
        self.name = name
        self.text = text.replace("\r\n", "\n").replace("\r", "\n")
        self._starts: list[int] | None = None

    def place(self, offset: int) -> Place:
        """Line and column of an offset; the table of lines is made at the first question."""
        if self._starts is None:
            self._starts = [0, *accumulate(len(line) + 1 for line in self.text.split("\n"))]
        line = bisect_right(self._starts, offset)
        return Place(self.name, line, offset - self._starts[line - 1] + 1)


def hint(word: str, choices: Iterable[str], limit: int = 12) -> str:
    """The end of a message: the nearest valid names, or all of them where there are few."""
    names = sorted(name for name in choices if name)
    near = closest(word, names, 2, 0.6) if len(word) * len(names) < MOST_COMPARED else []
    if not near:
        near = [name for name in names if name.lower() == word.lower()][:1]
    if near:
        return "; did you mean " + " or ".join(map(quote, near)) + "?"
    if not names:
        return "; there are none"
    shown = ", ".join(quote(name)[1:-1] for name in names[:limit])
    return f"; known: {shown}" + (", …" if len(names) > limit else "")


def quote(text: str, limit: int = 40) -> str:
    """A piece of the file as a message shows it: in quotes, not too long."""
    return f'"{text}"' if len(text) <= limit else f'"{text[:limit]}…"'
