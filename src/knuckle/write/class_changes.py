"""Changes of default classes in the texts of a model; elements that a changed class would change say what they are."""

from functools import partial
from typing import Any

from knuckle.schema.mjcf import elements
from knuckle.spec.tree import Spec
from knuckle.write.markup import Tag, render
from knuckle.write.pieces import Piece
from knuckle.write.relative import GROUPS
from knuckle.write.texts import Texts
from knuckle.write.values import text_of

Table = dict[str, dict[str, Any]]  # tag -> attribute -> value


def change_classes(texts: Texts, before: Spec, after: Spec) -> None:
    """Write every class that is new or another one; LookupError where a class has no place."""
    pieces, added = _pieces(texts), dict[str, Tag]()
    for name, table in after.classes.items():
        around = after.class_parents.get(name, "main") if name != "main" else ""
        inherited = after.classes.get(around, {})
        if name not in before.classes:
            values = _difference(table, inherited, {})
            added[name] = Tag("default", {"class": name}, [Tag(tag, own) for tag, own in values.items()])
            _add(texts, pieces.get(around, []), added.get(around), added[name])
            continue
        former = before.classes[name]
        if name not in pieces:  # of an attached model
            if table != former:
                raise LookupError(name)
            continue
        written = _written(pieces[name], former)
        if (table, inherited) != (former, before.classes.get(around, {})):
            needed = _difference(table, inherited, written)
            kept = _unchanged((table, former), (inherited, before.classes.get(around, {})))
            changes = {tag: {n: v for n, v in own.items() if (tag, n) not in kept} for tag, own in needed.items()}
            _change(texts, pieces[name], changes)


def inherits_anew(node: Any, name: str, before: Spec, after: Spec) -> bool:
    """Whether the class of an element sets another value than it did."""
    group = GROUPS.get(node.key, node.key.partition(".")[0])
    old, new = (spec.classes.get(node.class_name, {}).get(group, {}) for spec in (before, after))
    return old.get(name) != new.get(name)


def inherited_value(node: Any, name: str, spec: Spec) -> Any:
    """What an element takes from its class, or by default."""
    group = GROUPS.get(node.key, node.key.partition(".")[0])
    return spec.classes.get(node.class_name, {}).get(group, {}).get(name, elements()[node.key].attributes[name].default)


def _pieces(texts: Texts) -> dict[str, list[Piece]]:
    """The `<default>` elements of each class; those outermost are of the class main."""
    found: dict[str, list[Piece]] = {"main": []}
    for each in texts.order:
        if each.piece.element.tag == "default" and set(each.around) <= {"default"}:
            name = each.piece.element.get("class") if each.around else "main"
            found.setdefault(name, []).append(each.piece)
    return found


def _written(pieces: list[Piece], table: Table) -> Table:
    """What a class says itself in its texts."""
    found: Table = {}
    for piece in pieces:
        for child in piece.element.children:
            values = table.get(child.tag, {})
            found.setdefault(child.tag, {}).update({name: values.get(name) for name in child.attributes})
    return found


def _difference(table: Table, inherited: Table, written: Table) -> dict[str, dict[str, str]]:
    """What has to be written so that a class, which inherits and says something, has all values of a table."""
    found: dict[str, dict[str, str]] = {}
    for tag in {**inherited, **table}:
        wanted, given = table.get(tag, {}), inherited.get(tag, {}) | written.get(tag, {})
        if f"default.{tag}" not in elements():
            if wanted != given:
                raise LookupError(tag)  # actuators are told by shortcuts
            continue
        known = elements()[f"default.{tag}"].attributes
        for name in {**given, **wanted}:
            default = known[name].default if name in known else None
            if wanted.get(name, default) == given.get(name, default):
                continue
            if name not in known or wanted.get(name, default) is None:
                raise LookupError(name)
            found.setdefault(tag, {})[name] = text_of(known[name], wanted.get(name, default))
    return found


def _unchanged(*tables: tuple[Table, Table]) -> set[tuple[str, str]]:
    """Tag and name of what is the same in both tables of each pair: the text says it, in whatever order."""
    names = {(tag, name) for pair in tables for table in pair for tag, values in table.items() for name in values}
    return {
        (tag, name)
        for tag, name in names
        if all(new.get(tag, {}).get(name) == old.get(tag, {}).get(name) for new, old in tables)
    }


def _change(texts: Texts, pieces: list[Piece], changes: dict[str, dict[str, str]]) -> None:
    for tag, values in changes.items():
        if not values:
            continue
        inner = [
            piece.text.pieces[child.offset] for piece in pieces for child in piece.element.children if child.tag == tag
        ]
        if inner:
            for name, value in values.items():
                writing = [piece for piece in inner if name in piece.element.attributes]
                texts.set((writing or inner)[-1], name, value)
        elif pieces:
            texts.prepend(pieces[-1], partial(render, Tag(tag, values)))
        else:
            new = Tag("default", children=[Tag(tag, values)])
            texts.append(texts.root, [partial(render, new)])


def _add(texts: Texts, homes: list[Piece], home: Tag | None, new: Tag) -> None:
    """A new class inside of the one around it, which may be new itself."""
    if home is not None:
        home.children.append(new)
    elif homes:
        texts.append(homes[-1], [lambda: render(new)])
    else:
        texts.append(texts.root, [lambda: render(Tag("default", children=[new]))])
