"""Objects as people read them: lines of text, and tables for notebooks.

Names come from files of strangers, so whatever goes into HTML is escaped.
"""

from collections.abc import Iterable, Mapping
from html import escape
from itertools import islice

import numpy as np

LEFT = 'style="text-align:left"'
LONGEST = 60  # letters of one value
MOST_NUMBERS = 8  # of one array


def text_lines(title: str, values: Mapping[str, object]) -> str:
    """A title, and below it a line for each value, names in one column."""
    width = max(map(len, values), default=0)
    return "\n".join([title, *(f"  {name:<{width}}  {shown(value)}" for name, value in values.items())])


def html_table(title: str, values: Mapping[str, object]) -> str:
    """The same as a table of HTML; every text is escaped."""
    cells = ((escape(name), escape(shown(value))) for name, value in values.items())
    rows = "".join(f"<tr><th {LEFT}>{name}</th><td {LEFT}>{value}</td></tr>" for name, value in cells)
    return f"<table><caption>{escape(title)}</caption>{rows}</table>"


def shown(value: object) -> str:
    """A value in one line: members by name, arrays and texts cut where they are long."""
    return _array(value) if isinstance(value, np.ndarray) else cut(str(value))


def cut(text: str) -> str:
    """The text in one line of bounded length."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else f"{line[:LONGEST]}…"


def counted(counts: Iterable[tuple[int, str, str]]) -> str:
    """Numbers with their nouns, singular or plural, without those that are zero: `1 body, 3 joints`."""
    return ", ".join(f"{count} {one if count == 1 else many}" for count, one, many in counts if count)


def _array(array: np.ndarray) -> str:
    if array.ndim > 1 or array.dtype.kind == "S":
        return f"array of shape {' × '.join(map(str, array.shape))}"
    numbers = [f"{number:.6g}" for number in islice(array.tolist(), MOST_NUMBERS)]
    return f"[{', '.join(numbers)}{', …' if len(array) > MOST_NUMBERS else ''}]"
