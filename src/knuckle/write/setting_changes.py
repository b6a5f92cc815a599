"""Changes of sections that add up, such as `<option>`, in the texts of a model.

The last element that writes an attribute decides. A change is made there, unless that is in an included text and can be
said in a section behind it.
"""

from typing import Any

from knuckle.schema.enums import DisableBit, EnableBit
from knuckle.schema.mjcf import elements
from knuckle.spec.tree import Spec, python_name
from knuckle.write.canonical import VISUAL
from knuckle.write.markup import Tag, render
from knuckle.write.pieces import Piece
from knuckle.write.texts import Texts
from knuckle.write.values import text_of

NODES = {"compiler": "compiler", "compiler.lengthrange": "compiler.lengthrange", "option": "option"}
NODES |= {"size": "size", "statistic": "statistic"}
NODES |= {f"visual.{name}": f"visual.{python_name(name)}" for name in VISUAL}


def change_settings(texts: Texts, before: Spec, after: Spec) -> None:
    """Write every setting that is another one."""
    if before.model != after.model:
        texts.set(texts.root, "model", after.model)
    for key, way in NODES.items():
        old, new = _node(before, way), _node(after, way)
        changes = {}
        for name, attribute in elements()[key].attributes.items():
            value = getattr(new, python_name(name))
            if value != getattr(old, python_name(name)):
                changes[name] = None if value is None and attribute.kind != "auto" else text_of(attribute, value)
        _write(texts, tuple(key.split(".")), changes)
    _write(texts, ("option", "flag"), _flags(before.option, after.option))


def _node(spec: Spec, way: str) -> Any:
    node: Any = spec
    for name in way.split("."):
        node = getattr(node, name)
    return node


def _flags(before: Any, after: Any) -> dict[str, str | None]:
    """The flags that are other ones; a bit of the first kind is on where something is off."""
    off = [bit for bit in DisableBit if (before.disableflags ^ after.disableflags) & bit]
    changes: dict[str, str | None] = {
        str(bit.name).lower(): "disable" if after.disableflags & bit else "enable" for bit in off
    }
    for bit in EnableBit:
        if (before.enableflags ^ after.enableflags) & bit:
            changes[str(bit.name).lower()] = "enable" if after.enableflags & bit else "disable"
    return changes


def _write(texts: Texts, path: tuple[str, ...], changes: dict[str, str | None]) -> None:
    """Set the attributes of the elements at a path, or write a new one that is read last."""
    pieces, new = texts.standing(*path), {}
    for name, value in changes.items():
        writing = [i for i, piece in enumerate(pieces) if name in piece.element.attributes]
        last = writing[-1] if writing else -1
        if value is None:
            for i in writing:
                texts.set(pieces[i], name, None)
        elif writing and pieces[last].text is texts.main:
            texts.set(pieces[last], name, value)
        elif own := [piece for piece in pieces[last + 1 :] if piece.text is texts.main]:
            texts.set(own[-1], name, value)
        else:
            new[name] = value
    if new:
        _add(texts, path, Tag(path[-1], new))


def _add(texts: Texts, path: tuple[str, ...], tag: Tag) -> None:
    """A new element in its section, where that is the last one and has none, else in a section of its own."""
    around: list[Piece] = texts.standing(*path[:-1]) if path[:-1] else []
    if around and around[-1].text is texts.main and not _has(around[-1], path[-1]):
        texts.append(around[-1], [lambda: render(tag)])
        return
    for name in reversed(path[:-1]):
        tag = Tag(name, children=[tag])
    texts.append(texts.root, [lambda: render(tag)])


def _has(piece: Piece, tag: str) -> bool:
    return any(child.tag == tag for child in piece.element.children)
