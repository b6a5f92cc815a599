"""A Spec in the notation of the texts that it came from: comments, frames and classes stay, changes are in place.

The texts are read once more, and their nodes are compared with those of the Spec, which are known by their places. What
comes out is read again: where it does not say what the Spec says, there is no such text, and the canonical one is left.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from knuckle.errors import ModelError, Place
from knuckle.parse import load_again
from knuckle.schema.mjcf import elements
from knuckle.spec.references import parts_of
from knuckle.spec.tree import Spec, python_name
from knuckle.write.canonical import spec_to_xml
from knuckle.write.class_changes import change_classes, inherited_value, inherits_anew
from knuckle.write.locating import located
from knuckle.write.markup import INDENT
from knuckle.write.pieces import Piece
from knuckle.write.relative import relative_text
from knuckle.write.setting_changes import change_settings
from knuckle.write.settling import settled
from knuckle.write.texts import Block, Texts, shifted
from knuckle.write.values import text_of

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
SCOPES = ("body", "frame")
Owner = Place | str


def in_own_notation(spec: Spec) -> str | None:
    """The text that a Spec was loaded from, with its changes; None where they cannot be made in place."""
    if not spec.sources:
        return None
    whole = located(settled(spec))
    wanted = spec_to_xml(whole)
    text = next(iter(spec.sources.values()))
    for moves_texts in (True, False):
        try:
            original = located(settled(load_again(spec, text)))
            changed = _Change(Texts(spec), original, whole, moves_texts).made()
            if spec_to_xml(load_again(spec, changed)) == wanted:
                return changed
        except (ModelError, LookupError, ValueError):
            pass
    return None


@dataclass(frozen=True, slots=True, eq=False)
class _Entry:
    """A node with what it stands in, another node by its place or a section, and the list in which its order counts."""

    node: Any
    owner: Owner
    group: str
    parent: Any = None


def _entries(spec: Spec) -> Iterator[_Entry]:
    pending = [spec.worldbody]
    while pending:
        node = pending.pop()
        owner: Owner = "worldbody" if node is spec.worldbody else node.place
        for child in node.children:
            yield _Entry(child, owner, "", node)
        if getattr(node, "inertial", None) is not None:
            around = node.inertial_frames[-1].place if node.inertial_frames else owner
            yield _Entry(node.inertial, around, "inertial", node)
        pending.extend(child for child in reversed(node.children) if child.key in SCOPES)
    for section, lists in LISTS.items():
        for group in lists:
            yield from (_Entry(node, section, group) for node in getattr(spec, group))


def _by_place(spec: Spec) -> dict[Place, list[_Entry]]:
    found: dict[Place, list[_Entry]] = {}
    for entry in _entries(spec):
        found.setdefault(entry.node.place, []).append(entry)
    return found


@dataclass
class _Change:
    """The texts of a model, what they say, what they shall say, and whether moved elements take their texts along."""

    texts: Texts
    before: Spec
    after: Spec
    moves_texts: bool
    kept: dict[int, Piece] = field(default_factory=dict)  # by the identity of a node
    added: set[int] = field(default_factory=set)
    former: dict[Place, _Entry] = field(default_factory=dict)  # elements that stand in the texts once

    def __post_init__(self) -> None:
        self.has_same_classes = all(self.after.classes.get(name) == old for name, old in self.before.classes.items())

    def made(self) -> str:
        """The new text; LookupError where the texts have no place for a change."""
        change_settings(self.texts, self.before, self.after)
        change_classes(self.texts, self.before, self.after)
        old, new = _by_place(self.before), _by_place(self.after)
        for place in {**new, **old}:
            self._match(place, old.get(place, []), new.get(place, []))
        kept = {entry.node.place for entries in new.values() for entry in entries if id(entry.node) in self.kept}
        for place, entries in old.items():
            owner = entries[0].owner
            if place not in kept and (isinstance(owner, str) or owner in kept):
                self._take_out(place, bool(new.get(place)))
        self._arrange()
        return self.texts.made()

    def _match(self, place: Place, old: list[_Entry], new: list[_Entry]) -> None:
        """Find the node that an element stands for; others of its place are copies of it, or it was moved."""
        piece = self.texts.at.get(place)
        if piece is None or len(old) > 1:
            self._match_copies(piece, old, new)
            return
        if old:
            self.former[place] = old[0]
        likely = [e for e in new if old and (e.node.key, e.owner) == (old[0].node.key, old[0].owner)]
        named = [e for e in likely if _name(e.node) == _name(old[0].node)]
        chosen = next(iter((*named, *likely)), None)
        for entry in new:
            if entry is chosen:
                self.kept[id(entry.node)] = piece
                self._change_element(piece, old[0].node, entry)
            else:
                self.added.add(id(entry.node))

    def _match_copies(self, piece: Piece | None, old: list[_Entry], new: list[_Entry]) -> None:
        """What an attached or replicated element became: all copies change together, or none does."""
        pairs = list(zip(old, new, strict=False))
        if new and (len(new) < len(old) or not all(map(_have_same_parts, old, new))):
            raise LookupError(str(new[0].node.place))
        changes = [self._changes(piece, first.node, second.node) for first, second in pairs]
        if any(each != changes[0] for each in changes) or (piece is None and any(changes)):
            raise LookupError(str(new[0].node.place))
        if piece is not None:
            for name, value in changes[0].items() if changes else ():
                self.texts.set(piece, name, value)
            if piece.element.tag == "replicate":
                self.kept.update((id(second.node), piece) for _, second in pairs)
        self.added.update(id(entry.node) for entry in new[len(old) :])

    def _take_out(self, place: Place, moved: bool) -> None:
        piece = self.texts.at.get(place)
        if piece is None or place not in self.former:
            if not moved:
                raise LookupError(str(place))
            return
        piece.text.delete(piece)

    def _change_element(self, piece: Piece, before: Any, entry: _Entry) -> None:
        """Change what is other in an element; what its notation cannot say makes a new one of it."""
        after = entry.node
        try:
            self._change_parts(piece, before, after)
            changes = self._changes(piece, before, after)
        except LookupError:
            if after.key in SCOPES:
                raise
            piece.text.replace(piece.start, piece.end, lambda: self._anew(piece, entry))
            return
        for name, value in changes.items():
            self.texts.set(piece, name, value)

    def _anew(self, piece: Piece, entry: _Entry) -> str:
        return shifted(relative_text(entry.node, entry.parent, self.after), piece.indent)

    def _change_parts(self, piece: Piece, before: Any, after: Any) -> None:
        """LookupError where the path of a tendon, the layers of a material or the elements of a tuple are others."""
        old, new = (list(parts_of(node)) for node in (before, after))
        if len(old) != len(new) or not all(map(_has_same_values, old, new)):
            raise LookupError(after.key)

    def _changes(self, piece: Piece | None, before: Any, after: Any) -> dict[str, str | None]:
        """The attributes that have to be written, or, where they have no value, to be taken out."""
        shortcut = piece is not None and after.key == "general"
        written = elements()[piece.element.tag if piece and shortcut else after.key].attributes
        changes: dict[str, str | None] = {}
        for name, attribute in elements()[after.key].attributes.items():
            value = getattr(after, python_name(name), None)
            if attribute.kind == "class" or self._reads_as(piece, name, before, after) == value:
                continue
            if name not in written:
                raise LookupError(name)  # of an actuator, in terms that its shortcut does not have
            nothing = (value is None and attribute.kind != "auto") or value == ()
            changes[name] = None if nothing else text_of(attribute, value)
        if after.key == "light" and "type" in changes:
            changes["directional"] = None
        return changes

    def _reads_as(self, piece: Piece | None, name: str, before: Any, after: Any) -> Any:
        """The value that an element has in the text, of which its default classes may be others already."""
        if piece is None or self.has_same_classes or after.key in SCOPES:
            return getattr(before, python_name(name), None)
        if not inherits_anew(after, name, self.before, self.after):
            return getattr(before, python_name(name), None)
        own = piece.element.attributes.get(name)
        if own is None:
            return inherited_value(after, name, self.after)
        full = len(own.split()) >= elements()[after.key].attributes[name].high
        return getattr(before, python_name(name), None) if full else None

    def _arrange(self) -> None:
        """Put what is new where it belongs, and what is left into its order."""
        groups: dict[tuple[Owner, str], list[_Entry]] = {}
        for entry in _entries(self.after):
            if id(entry.node) in self.kept or id(entry.node) in self.added:
                groups.setdefault((entry.owner, entry.group), []).append(entry)
        standing = {id(each.piece): i for i, each in enumerate(self.texts.order)}
        for (owner, _), entries in groups.items():
            parent = entries[0].parent
            if id(parent) in self.added:
                continue  # written with what is around it
            there = {id(p): p for e in entries if (p := self.kept.get(id(e.node))) is not None}
            self._fill(owner, entries, [there[i] for i in sorted(there, key=standing.__getitem__)])

    def _fill(self, owner: Owner, entries: list[_Entry], slots: list[Piece]) -> None:
        """Elements that were there take the places of these in their new order; new ones stand between and behind."""
        filled, waiting, done = 0, list[_Entry](), set[int]()
        for entry in entries:
            if id(entry.node) in self.added:
                waiting.append(entry)
                continue
            piece = self.kept[id(entry.node)]
            if id(piece) in done:
                continue  # one element stands for all replicas
            done.add(id(piece))
            slot = slots[filled]
            if waiting:
                self._insert_before(slot, [self._block(each) for each in waiting])
            if piece is not slot:
                _put(piece, slot)
            filled, waiting = filled + 1, []
        if waiting:
            self._append(owner, [self._block(each) for each in waiting])

    def _insert_before(self, slot: Piece, blocks: list[Block]) -> None:
        margin, start = slot.indent, slot.with_remarks()[0]
        slot.text.replace(start, start, lambda: "".join(f"{shifted(block(), margin)}\n{margin}" for block in blocks))

    def _append(self, owner: Owner, blocks: list[Block]) -> None:
        """New elements at the end of what they stand in; a section that is not read last is opened once more."""
        if isinstance(owner, Place):
            self.texts.append(self.texts.at[owner], blocks)
            return
        sections = self.texts.standing(owner)
        if sections and sections[-1].text is self.texts.main:
            self.texts.append(sections[-1], blocks)
        else:
            self.texts.append(self.texts.root, [lambda: _section(owner, blocks)])

    def _block(self, entry: _Entry) -> Block:
        """The text of a new element: its own from where it stood before, or one that says what its class does not."""
        node, place = entry.node, entry.node.place
        former = self.former.get(place)
        if former is None or not self.moves_texts or (former.node.key, _name(former.node)) != (node.key, _name(node)):
            return lambda: relative_text(node, entry.parent, self.after)
        piece = self.texts.at[place]
        self._change_element(piece, former.node, entry)
        if former.parent is not None and former.parent.class_name != entry.parent.class_name:
            name = "childclass" if node.key in SCOPES else "class"
            if name not in piece.element.attributes:
                self.texts.set(piece, name, node.class_name)
        return lambda: piece.indent + piece.text.render(piece.start, piece.end)


def _name(node: Any) -> str:
    return getattr(node, "name", "")


def _have_same_parts(old: _Entry, new: _Entry) -> bool:
    """Whether an element stands where it stood, and what is inside of it says the same."""
    one, other = list(parts_of(old.node)), list(parts_of(new.node))
    return old.owner == new.owner and len(one) == len(other) and all(map(_has_same_values, one, other))


def _has_same_values(old: Any, new: Any) -> bool:
    names = map(python_name, elements()[new.key].attributes)
    return old.key == new.key and all(getattr(old, name, None) == getattr(new, name, None) for name in names)


def _section(name: str, blocks: list[Block]) -> str:
    lines = "\n".join(f"{INDENT}{shifted(block(), INDENT)}" for block in blocks)
    return f"<{name}>\n{lines}\n</{name}>"


def _put(piece: Piece, slot: Piece) -> None:
    """Let an element, with its comments, stand where another one stood."""
    start, end = slot.with_remarks()
    own = piece.with_remarks()
    slot.text.replace(start, end, lambda: piece.text.render(*own))
