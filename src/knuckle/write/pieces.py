"""Where the elements of a text begin and end, to the character, so that it can be changed in place."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from knuckle.parse import xml
from knuckle.parse.source import Source

_VALUE = re.compile(r"\s*=\s*(\"[^\"]*\"|'[^']*')")
_TAG_END = re.compile(r"\s*(/?>)")
_SKIPPED = (("<!--", "-->"), ("<![CDATA[", "]]>"), ("<!", ">"))
_REMARK = re.compile(r"[ \t]*<!--(?:(?!-->).)*-->[ \t]*(?=\n|$)")  # behind an element, up to the end of its line


@dataclass(slots=True, eq=False)
class Piece:
    """An element of a text: its start, the end of its opening tag, of its content, and of all of it."""

    text: "Text"
    element: xml.Element
    start: int
    attributes_end: int  # behind the last attribute
    tag_end: int
    content_end: int  # where the closing tag begins; as tag_end where there is none
    end: int
    is_open: bool  # whether it has a closing tag

    def value_span(self, name: str) -> tuple[int, int]:
        """Where the value of an attribute stands, without its quotes."""
        match = _VALUE.match(self.text.text, self.element.offset_of(name) + len(name))
        assert match is not None  # it was read before
        return match.start(1) + 1, match.end(1) - 1

    @property
    def indent(self) -> str:
        """The blanks that its line begins with."""
        text = self.text.text
        before = text[text.rfind("\n", 0, self.start) + 1 : self.start]
        return before[: len(before) - len(before.lstrip())]

    def with_remarks(self) -> tuple[int, int]:
        """Start and end with the comments that stand right before it, and the one behind it in its line."""
        text, start = self.text.text, self.start
        while text[:start].rstrip().endswith("-->"):
            opening = text.rfind("<!--", 0, start)
            line = text.rfind("\n", 0, opening) + 1
            if text[line:opening].strip() or "\n\n" in text[text.rfind("-->", 0, start) : start]:
                break
            start = opening
        remark = _REMARK.match(text, self.end)
        return start, remark.end() if remark else self.end


@dataclass(slots=True, frozen=True, eq=False)
class Edit:
    """A part of a text and what stands there instead, which may depend on edits that are yet to come."""

    start: int
    end: int
    new: Callable[[], str]


@dataclass(slots=True, eq=False)
class Text:
    """A text, its elements by their offsets, and what is to be changed in it."""

    name: str
    text: str
    root: xml.Element
    pieces: dict[int, Piece] = field(default_factory=dict)
    edits: list[Edit] = field(default_factory=list)
    include: Piece | None = None  # the element that stands for it in another text

    def replace(self, start: int, end: int, new: str | Callable[[], str]) -> None:
        """Put something else in the place of a part; nothing happens before the text is rendered."""
        self.edits.append(Edit(start, end, (lambda: new) if isinstance(new, str) else new))

    def render(self, start: int = 0, end: int | None = None) -> str:
        """A part of the text after all edits inside of it; of two where one contains the other, the larger counts."""
        end = len(self.text) if end is None else end
        inside = [
            (edit.start, edit.start < edit.end, -edit.end, i)
            for i, edit in enumerate(self.edits)
            if start <= edit.start and edit.end <= end and (edit.start, edit.end) != (start, end)
        ]
        parts, position = [], start
        for *_, i in sorted(inside):
            edit = self.edits[i]
            if edit.start >= position:
                parts += [self.text[position : edit.start], edit.new()]
                position = edit.end
        return "".join((*parts, self.text[position:end]))

    def delete(self, piece: Piece) -> None:
        """Take out an element with its line, where it stands alone on it."""
        line = self.text.rfind("\n", 0, piece.start) + 1
        end = self.text.find("\n", piece.end)
        end = len(self.text) if end < 0 else end
        if self.text[line : piece.start].strip() or self.text[piece.end : end].strip():
            self.replace(piece.start, piece.end, "")
        else:
            self.replace(line, min(end + 1, len(self.text)), "")


def text_of_source(source: Source) -> Text:
    """A text with every element of it."""
    text = Text(source.name, source.text, xml.read(source))
    order, pending = [], [text.root]
    while pending:
        element = pending.pop()
        order.append(element)
        pending.extend(element.children)
    for element in reversed(order):  # children before their parents; deep trees cost no recursion
        text.pieces[element.offset] = _piece(element, text)
    return text


def _piece(element: xml.Element, text: Text) -> Piece:
    behind = element.offset + 1 + len(element.tag)
    for name in element.attributes:
        match = _VALUE.match(text.text, element.offset_of(name) + len(name))
        behind = match.end() if match else behind
    closing = _TAG_END.match(text.text, behind)
    assert closing is not None  # it was read before
    tag_end, is_open = closing.end(), closing[1] == ">"
    content_end = end = tag_end
    if is_open:
        inner = text.pieces[element.children[-1].offset].end if element.children else tag_end
        content_end = _closing_tag(text.text, inner)
        end = text.text.index(">", content_end) + 1
    return Piece(text, element, element.offset, behind, tag_end, content_end, end, is_open)


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
