"""The text of an OBJ file as lines with keys, whose numbers are read all at once."""

import warnings

import numpy as np

SPACE, NEWLINE, POINT, MINUS, PLUS = b" \n.-+"
DECIMAL = b"0123456789.-+ \t\n\v\f"
IS_DECIMAL = np.isin(np.arange(256), list(DECIMAL))
EXACT = 1 << 53  # integers below, and powers of ten up to the largest here, are exact in double precision
MOST_PLACES = 22
POWERS = np.array(
    [float(f"1e{k}") for k in range(MOST_PLACES + 1)]
)  # those of np.power are exact on some processors only


class ObjText:
    """Lines of a text by their first words: `lines(b"v")` numbers those of vertices."""

    def __init__(self, data: bytes):
        text = data.replace(b"\\\r\n", b" ").replace(b"\\\n", b" ")
        if b"\r" in text:
            text = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        self.text = text + b"\n\n\n"  # so that there are two bytes after every letter
        self.bytes = np.frombuffer(self.text, np.uint8)
        blank = self.bytes <= SPACE
        self.words = np.flatnonzero(blank[:-1] & ~blank[1:]) + 1
        if not blank[0]:
            self.words = np.concatenate([[0], self.words])
        self.ends = np.flatnonzero(self.bytes == NEWLINE)
        after = np.searchsorted(self.words, self.ends)
        first = np.concatenate([[0], after[:-1]])
        filled = after > first
        self.first, self.after, self.ends = first[filled], after[filled], self.ends[filled]  # words of a line, its end
        self.starts = self.words[self.first]

    def lines(self, key: bytes) -> np.ndarray:
        """The numbers of the lines with this key."""
        letters = [self.bytes[self.starts + i] == letter for i, letter in enumerate(key)]
        return np.flatnonzero(np.logical_and.reduce([*letters, self.bytes[self.starts + len(key)] <= SPACE]))

    def rest(self, lines: np.ndarray, key: bytes) -> list[bytes]:
        """The text of lines after their key."""
        places = zip((self.starts[lines] + len(key)).tolist(), self.ends[lines].tolist(), strict=True)
        return [self.text[a:b] for a, b in places]

    def counts(self, lines: np.ndarray) -> np.ndarray:
        """How many words each line has after its key."""
        return self.after[lines] - self.first[lines] - 1

    def joined(self, lines: np.ndarray, key: bytes) -> bytes:
        """The text of lines after their keys, in one piece; empty where letters of the key stand elsewhere too."""
        if not len(lines):
            return b""
        breaks = np.flatnonzero(np.diff(lines) > 1) + 1
        begins = self.starts[lines[np.concatenate([[0], breaks])]].tolist()
        ends = self.ends[lines[np.concatenate([breaks - 1, [len(lines) - 1]])]].tolist()
        parts = [self.text[a:b] for a, b in zip(begins, ends, strict=True)]
        text = b"\n".join(parts)
        return text.translate(None, key) if all(text.count(letter) == len(lines) for letter in key) else b""


def integers(text: bytes) -> np.ndarray | None:
    """The whole numbers in a text, which blanks separate; None where something else is there."""
    return _parsed(text, np.int64)


def reals(text: bytes) -> np.ndarray | None:
    """The numbers in a text, which blanks separate; None where something else is there."""
    plain = _decimals(text)
    return _parsed(text, np.float64) if plain is None else plain


def separators_per_word(text: bytes, separator: bytes) -> int:
    """How many separators are in each word of a text; -1 where these numbers differ."""
    letters = np.frombuffer(b" " + text, np.uint8)
    blank = letters <= SPACE
    starts = np.flatnonzero(blank[:-1] & ~blank[1:]) + 1
    before = np.searchsorted(np.flatnonzero(letters == separator[0]), np.concatenate([starts, [len(letters)]]))
    found = np.diff(before)
    return int(found[0]) if len(found) and (found == found[0]).all() else -1


def _decimals(text: bytes) -> np.ndarray | None:
    """Decimal fractions of few digits, each an integer divided by a power of ten: one rounding, hence exact.

    None where a number has an exponent, or too many digits for that.
    """
    digits = np.frombuffer(b" " + text + b" ", np.uint8)
    if not IS_DECIMAL[digits].all():
        return None
    blank = digits <= SPACE
    edges = np.flatnonzero(blank[:-1] != blank[1:]) + 1
    starts, ends = edges[::2], edges[1::2]
    points, signs = np.flatnonzero(digits == POINT), np.flatnonzero((digits == MINUS) | (digits == PLUS))
    owners = np.searchsorted(starts, points, side="right") - 1
    if not blank[signs - 1].all() or (np.diff(owners) == 0).any():
        return None
    whole = _parsed(text.replace(b".", b""), np.int64)
    places = np.zeros(len(starts), np.int64)
    places[owners] = ends[owners] - points - 1
    if whole is None or len(whole) != len(starts) or (np.abs(whole) >= EXACT).any() or (places > MOST_PLACES).any():
        return None
    return whole / POWERS[places]


def _parsed(text: bytes, kind: type) -> np.ndarray | None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            return np.fromstring(text, dtype=kind, sep=" ")
        except (DeprecationWarning, ValueError):
            return None
