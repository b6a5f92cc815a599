"""The texts of a model: its own, and those that it includes; how they are changed, and one text out of them again.

An included text without changes stays included. One that is changed comes in the place of its `<include>`.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from textwrap import dedent, indent

from knuckle.assets.files import known_path
from knuckle.assets.packing import NAMING
from knuckle.errors import Place
from knuckle.parse import files_of
from knuckle.parse.source import Source
from knuckle.parse.xml import Element
from knuckle.spec.tree import Spec
from knuckle.write.locating import name_from
from knuckle.write.markup import INDENT, escaped
from knuckle.write.pieces import Piece, Text, text_of_source

Block = Callable[[], str]  # lines that may depend on changes which are yet to come
_DECLARATION = re.compile(r"<\?.*?\?>", re.DOTALL)


@dataclass(slots=True, frozen=True)
class Standing:
    """An element in the order in which a model is read, with the tags around it from the outside in."""

    piece: Piece
    around: tuple[str, ...]

    @property
    def path(self) -> tuple[str, ...]:
        return (*self.around, self.piece.element.tag)


class Texts:
    """All texts of a model that was read from them."""

    def __init__(self, spec: Spec):
        self.files, self.sources, self.origin = files_of(spec), spec.sources, spec.origin_of(spec.worldbody)
        name, content = next(iter(spec.sources.items()))
        self.main = text_of_source(Source(name, content))
        self.texts = [self.main]
        self.root = self.main.pieces[self.main.root.offset]
        self.order = list(self._standing())
        self.at: dict[Place, Piece] = {each.piece.element.place: each.piece for each in self.order}

    def _standing(self) -> Iterator[Standing]:
        pending: list[tuple[Text, Element, tuple[str, ...]]] = []
        pending += [(self.main, child, ()) for child in reversed(self.main.root.children)]
        while pending:
            text, element, around = pending.pop()
            if element.tag == "include":
                text = self._included(text, text.pieces[element.offset])
                pending.extend((text, child, around) for child in reversed(text.root.children))
                continue
            yield Standing(text.pieces[element.offset], around)
            inside = (*around, element.tag)
            pending.extend((text, child, inside) for child in reversed(element.children))

    def _included(self, text: Text, piece: Piece) -> Text:
        _, path = self.files.find(piece.element.get("file"), text.name)
        new = text_of_source(Source(path, self.sources[path]))
        new.include = piece
        self.texts.append(new)
        return new

    def standing(self, *path: str) -> list[Piece]:
        """The elements at a path such as `option`, `flag`, in the order in which they are read."""
        return [each.piece for each in self.order if each.path == path]

    def made(self) -> str:
        """The text of the model with all changes."""
        for text in reversed(self.texts):  # an inner text may change the one around it
            if text.edits and text.include is not None:
                place = text.include
                place.text.replace(place.start, place.end, partial(_content, text, place.indent))
                self._rename_files(text)
        return self.main.render()

    def _rename_files(self, text: Text) -> None:
        """Files that are named from where an included text lies are named from where the model lies."""
        for piece in text.pieces.values():
            raw = piece.element
            if raw.tag == "include":
                known, path = (self.files.find(raw.get("file"), name)[1] for name in (self.main.name, text.name))
                if known != path:
                    self.set(piece, "file", self._name(path))
                continue
            attributes, directory = NAMING.get(raw.tag, ((), ""))
            for name in (name for name in attributes if raw.get(name)):
                here, there = (self._asset(raw.get(name), directory, text.name) for text in (self.main, text))
                if there and here != there:
                    self.set(piece, name, self._name(there, directory))

    def _asset(self, file: str, directory: str, named_in: str) -> str:
        return known_path(self.origin, Place(named_in), file, getattr(self.origin.compiler, directory))

    def _name(self, path: str, directory: str = "") -> str:
        """The name of a file as the model's own text has it."""
        name = name_from(self.origin, path, directory)
        if not name:
            raise LookupError(path)
        return name

    def set(self, piece: Piece, name: str, value: str | None) -> None:
        """Give an attribute another value, write it behind the others, or take it out."""
        if name not in piece.element.attributes:
            if value is not None:
                piece.text.replace(piece.attributes_end, piece.attributes_end, f' {name}="{escaped(value)}"')
            return
        start, end = piece.value_span(name)
        if value is not None:
            piece.text.replace(start, end, escaped(value))
            return
        begin = piece.element.offset_of(name)
        while piece.text.text[begin - 1].isspace():
            begin -= 1
        piece.text.replace(begin, end + 1, "")

    def append(self, home: Piece, blocks: list[Block]) -> None:
        """Blocks at the end of what is in an element."""
        text, margin = home.text, home.indent

        def lines() -> str:
            return "".join(f"{margin}{INDENT}{shifted(block(), margin + INDENT)}\n" for block in blocks)

        if not home.is_open:
            text.replace(home.attributes_end, home.end, lambda: f">\n{lines()}{margin}</{home.element.tag}>")
            return
        line = text.text.rfind("\n", 0, home.content_end) + 1
        alone = not text.text[line : home.content_end].strip() and line > home.tag_end
        position = line if alone else home.content_end
        text.replace(position, position, lambda: lines() if alone else f"\n{lines()}{margin}")

    def prepend(self, home: Piece, block: Block) -> None:
        """A block at the start of what is in an element."""
        if not home.is_open:
            self.append(home, [block])
            return
        margin = home.indent + INDENT
        home.text.replace(home.tag_end, home.tag_end, lambda: f"\n{margin}{shifted(block(), margin)}")


def _content(text: Text, margin: str) -> str:
    """What is in an included text, with the comments before its root, as it stands in the text around it."""
    root = text.pieces[text.root.offset]
    head = _DECLARATION.sub("", text.text[: root.start]).strip()
    inside = shifted(text.render(root.tag_end, root.content_end), margin)
    return f"{head}\n{margin}{inside}" if head else inside


def shifted(block: str, margin: str) -> str:
    """Lines at another depth; the first one comes where it is put."""
    lines = block.strip("\n").rstrip()
    first, _, rest = lines.partition("\n")
    if first[:1].isspace() or not rest:
        return indent(dedent(lines), margin).lstrip()
    return f"{first}\n{indent(dedent(rest), margin)}"
