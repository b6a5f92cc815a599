"""A Spec in the notation of the text that it came from: comments, frames and classes stay, changes are in place.

The text is read once more, and its nodes are compared with those of the Spec, which are known by their places. What
comes out is read again: where it does not say what the Spec says, there is no such text, and the canonical one is left.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from knuckle.errors import ModelError
from knuckle.parse import load_string
from knuckle.schema.mjcf import elements
from knuckle.spec.tree import Spec, python_name
from knuckle.write.canonical import spec_to_xml
from knuckle.write.markup import INDENT, escaped
from knuckle.write.pieces import Piece, find_pieces
from knuckle.write.relative import relative_text
from knuckle.write.values import text_of

SINGLE = ("compiler", "option", "size", "statistic")
LISTS = {
    "custom": ("numerics", "texts", "tuples"),
    "asset": ("textures", "materials", "meshes", "hfields"),
    "contact": ("pairs", "excludes"),
    "equality": ("equalities",),
    "tendon": ("tendons",),
    "actuator": ("actuators",),
    "sensor": ("sensors",),
    "keyframe": ("keys",),
}
Place = tuple[int, int]


def in_own_notation(spec: Spec, text: str) -> str | None:
    """The text with the changes of a Spec that was loaded from it; None where they cannot be made in place."""
    try:
        original = load_string(text)
        changed = _Change(text=text, spec=spec).made(original)
        if spec_to_xml(load_string(changed)) == spec_to_xml(spec):
            return changed
    except (ModelError, LookupError, ValueError):
        pass
    return None


@dataclass(frozen=True, slots=True)
class _Entry:
    """A node with the place of what it stands in: another node, or a section by its name."""

    node: Any
    owner: Place | str
    parent: Any = None


def _place(node: Any) -> Place:
    return node.place.line, node.place.column


def _entries(spec: Spec) -> Iterator[_Entry]:
    for name in SINGLE:
        yield _Entry(getattr(spec, name), name)
    pending = [spec.worldbody]
    while pending:
        node = pending.pop()
        owner: Place | str = "worldbody" if node is spec.worldbody else _place(node)
        inner = list(node.children)
        if getattr(node, "inertial", None) is not None and not node.inertial_frames:
            inner.append(node.inertial)
        for child in inner:
            yield _Entry(child, owner, node)
        pending.extend(child for child in node.children if hasattr(child, "children"))
    for section, lists in LISTS.items():
        for group in lists:
            yield from (_Entry(node, section) for node in getattr(spec, group))


@dataclass(kw_only=True)
class _Change:
    """A text and the replacements to be made in it: start, end, new text."""

    text: str
    spec: Spec
    edits: list[tuple[int, int, str]] = field(default_factory=list)
    pieces: dict[Place, Piece] = field(default_factory=dict)

    def made(self, original: Spec) -> str:
        """The new text; LookupError where the text has no place for a change."""
        self.pieces = find_pieces(self.text)
        old = {_place(entry.node): entry for entry in _entries(original) if entry.node.place.line}
        kept, added = {}, []
        for entry in _entries(self.spec):
            place = _place(entry.node)
            former = old.get(place)
            if former is not None and (former.node.key, former.owner) == (entry.node.key, entry.owner):
                kept[place] = entry
                self._change_attributes(former.node, entry.node)
            elif entry.owner not in SINGLE:
                added.append(entry)
        gone = [place for place in old if place not in kept]
        for place in gone:
            if old[place].owner in kept or isinstance(old[place].owner, str):
                self._delete(self.pieces[place])
        for entry in added:
            if entry.parent is None or entry.parent is self.spec.worldbody or _place(entry.parent) in kept:
                self._add(entry)
        return self._applied()

    def _change_attributes(self, before: Any, after: Any) -> None:
        piece = self.pieces[_place(after)]
        written = elements()[_element_key(after, piece)].attributes
        for name in elements()[after.key].attributes:
            field_name = python_name(name)
            if getattr(before, field_name, None) == getattr(after, field_name, None):
                continue
            if name not in written:
                raise LookupError(name)  # of an actuator, in terms that its shortcut does not have
            value = getattr(after, field_name)
            self._set(piece, name, None if value is None or value == () else text_of(written[name], value))

    def _set(self, piece: Piece, name: str, value: str | None) -> None:
        """Give an attribute another value, write it behind the others, or take it out."""
        if name not in piece.element.attributes:
            if value is not None:
                self.edits.append((piece.attributes_end, piece.attributes_end, f' {name}="{escaped(value)}"'))
            return
        start, end = piece.value_span(self.text, name)
        if value is not None:
            self.edits.append((start, end, escaped(value)))
            return
        begin = piece.element.offset_of(name)
        while self.text[begin - 1].isspace():
            begin -= 1
        self.edits.append((begin, end + 1, ""))

    def _delete(self, piece: Piece) -> None:
        """An element with its line, where it stands alone on it."""
        line = self.text.rfind("\n", 0, piece.start) + 1
        end = self.text.find("\n", piece.end)
        end = len(self.text) if end < 0 else end
        if self.text[line : piece.start].strip() or self.text[piece.end : end].strip():
            self.edits.append((piece.start, piece.end, ""))
        else:
            self.edits.append((line, end + 1, ""))

    def _add(self, entry: _Entry) -> None:
        """A new element at the end of what it stands in; a section that is not there yet ends the model."""
        lines = relative_text(entry.node, entry.parent, self.spec).splitlines()
        home = self._home(entry)
        if home is None:
            name = str(entry.owner)
            lines = [f"<{name}>", *(INDENT + line for line in lines), f"</{name}>"]
            home = next(piece for piece in self.pieces.values() if piece.element.tag == "mujoco")
        margin = self._indent(home.start) + INDENT
        block = "".join(f"{margin}{line}\n" for line in lines)
        if home.is_open:
            line = self.text.rfind("\n", 0, home.content_end) + 1
            alone = not self.text[line : home.content_end].strip() and line > home.tag_end
            position = line if alone else home.content_end
            self.edits.append((position, position, block if alone else f"\n{block}{self._indent(home.start)}"))
        else:
            closing = f">\n{block}{self._indent(home.start)}</{home.element.tag}>"
            self.edits.append((home.attributes_end, home.end, closing))

    def _home(self, entry: _Entry) -> Piece | None:
        if isinstance(entry.owner, tuple):
            return self.pieces[entry.owner]
        sections = [piece for piece in self.pieces.values() if piece.element.tag == entry.owner]
        tops = [piece for piece in sections if self._indent_depth(piece) == 1]
        return max(tops, key=lambda piece: piece.start, default=None)

    def _indent_depth(self, piece: Piece) -> int:
        """How many elements are around one."""
        return sum(other.start < piece.start and other.end >= piece.end for other in self.pieces.values())

    def _indent(self, position: int) -> str:
        line = self.text.rfind("\n", 0, position) + 1
        before = self.text[line:position]
        return before[: len(before) - len(before.lstrip())]

    def _applied(self) -> str:
        text = self.text
        inserted = sorted(enumerate(self.edits), key=lambda item: (item[1][0], item[0]), reverse=True)
        for _, (start, end, new) in inserted:
            text = text[:start] + new + text[end:]
        return text


def _element_key(node: Any, piece: Piece) -> str:
    """The element that a node is written with; an actuator may be a shortcut."""
    return piece.element.tag if node.key == "general" else node.key
