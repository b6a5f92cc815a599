"""Where the elements of a text begin and end, to the character, so that it can be changed in place."""

import re
from dataclasses import dataclass

from knuckle.parse import xml
from knuckle.parse.source import Source

_VALUE = re.compile(r"\s*=\s*(\"[^\"]*\"|'[^']*')")
_TAG_END = re.compile(r"\s*(/?>)")
_SKIPPED = (("<!--", "-->"), ("<![CDATA[", "]]>"), ("<!", ">"))


@dataclass(slots=True)
class Piece:
    """An element of a text: its start, the end of its opening tag, of its content, and of all of it."""

    element: xml.Element
    start: int
    attributes_end: int  # behind the last attribute
    tag_end: int
    content_end: int  # where the closing tag begins; as tag_end where there is none
    end: int
    is_open: bool  # whether it has a closing tag

    def value_span(self, text: str, name: str) -> tuple[int, int]:
        """Where the value of an attribute stands, without its quotes."""
        match = _VALUE.match(text, self.element.offset_of(name) + len(name))
        assert match is not None  # it was read before
        return match.start(1) + 1, match.end(1) - 1


def find_pieces(text: str) -> dict[tuple[int, int], Piece]:
    """Every element by line and column."""
    source = Source("<string>", text)
    found: dict[tuple[int, int], Piece] = {}
    _measure(xml.read(source), text, found)
    return found


def _measure(root: xml.Element, text: str, found: dict[tuple[int, int], Piece]) -> None:
    """Children before their parents; deep trees cost no recursion."""
    order, pending = [], [root]
    ends: dict[int, int] = {}
    while pending:
        element = pending.pop()
        order.append(element)
        pending.extend(element.children)
    for element in reversed(order):
        behind = element.offset + 1 + len(element.tag)
        for name in element.attributes:
            match = _VALUE.match(text, element.offset_of(name) + len(name))
            behind = match.end() if match else behind
        closing = _TAG_END.match(text, behind)
        assert closing is not None  # it was read before
        tag_end, is_open = closing.end(), closing[1] == ">"
        content_end = end = tag_end
        if is_open:
            content_end = _closing_tag(text, ends[id(element.children[-1])] if element.children else tag_end)
            end = text.index(">", content_end) + 1
        ends[id(element)] = end
        place = element.place
        found[place.line, place.column] = Piece(element, element.offset, behind, tag_end, content_end, end, is_open)


def _closing_tag(text: str, position: int) -> int:
    """Where the next closing tag begins, comments left out."""
    while True:
        position = text.index("<", position)
        if text.startswith("</", position):
            return position
        for opening, closing in _SKIPPED:
            if text.startswith(opening, position):
                position = text.index(closing, position + len(opening)) + len(closing)
                break
