"""Changes to the structure of a Spec: taking elements out, moving them, giving them other names."""

from collections.abc import Iterable
from typing import Any

from knuckle.edit import descriptions
from knuckle.edit.sound import sound_walk
from knuckle.errors import KnuckleError, ModelError, Problem
from knuckle.spec.assigned import caller_place
from knuckle.spec.layout import VECTORS, layout, split_key
from knuckle.spec.references import LISTS, every_node, in_tree, kind_of, parts_of, references
from knuckle.spec.referring import Names, drop_referring
from knuckle.spec.tree import Node, Spec

LOOKS = ("material", "texture")  # an element goes on without them


def refuse(node: Any, message: str) -> ModelError:
    """A fault of the line of the program that asked for it."""
    return ModelError(Problem(caller_place(), getattr(node, "label", ""), message))


def hold_keys(spec: Spec) -> None:
    """Let keyframes speak of elements and not of places, before the places change."""
    whole = [key for key in spec.keys if key.parts is None]
    places = layout(spec) if whole else {}
    for key in whole:
        key.parts = split_key(key, places)
        key.__dict__.update(dict.fromkeys(VECTORS))


def siblings_of(spec: Spec, node: Any) -> list[Any]:
    """The list that a node is in: the children of its parent, or one of the lists of the spec."""
    for group in LISTS:
        if any(each is node for each in getattr(spec, group)):
            return getattr(spec, group)
    for parent in list(spec.walk()):  # to its end, which tells that it has one
        if any(child is node for child in getattr(parent, "children", ())):
            return parent.children
    raise KnuckleError(f"{node.label} is not part of this Spec")


def delete(spec: Spec, node: Any) -> list[Node]:
    """Take out an element with everything in it, and what refers to that; return all that is gone."""
    if node is spec.worldbody:
        raise refuse(node, "the world body cannot be deleted")
    if node.key == "inertial":
        body = next(each for each in spec.walk() if getattr(each, "inertial", None) is node)
        body.inertial, body.inertial_frames = None, []
        return [node]
    siblings = siblings_of(spec, node)
    hold_keys(spec)
    siblings.remove(node)
    gone = list(in_tree([node]))
    removed = Names(gone)
    gone += drop_referring(spec, Names(every_node(spec)), removed)
    for other in list(every_node(spec)):
        for attribute, kind, name in list(references(other)):
            if name not in removed.get(kind, ()):
                continue
            if attribute in LOOKS:
                other.__dict__[attribute] = None
            elif any(other is each for each in spec.walk()):
                gone += delete(spec, other)
                break
    for material in spec.materials:
        material.layers = [layer for layer in material.layers if layer.texture]
    gone += descriptions.drop(spec, {each.name for each in gone if each.key == "pair" and each.name})
    for each in gone:
        if "owner" in each.__dict__:
            each.owner = None
    return gone


def move(spec: Spec, node: Any, parent: Any) -> None:
    """Put a node of the tree, with everything in it, at the end of another body or frame."""
    if not hasattr(node, "children") and kind_of(node) not in ("geom", "joint", "site", "camera", "light"):
        raise refuse(node, "is not part of the tree and cannot be moved")
    if not hasattr(parent, "children"):
        raise refuse(node, f"can be moved into a body or a frame, found {parent!r}")
    if node is spec.worldbody:
        raise refuse(node, "the world body cannot be moved")
    siblings = siblings_of(spec, node)
    if any(parent is each for each in in_tree([node])):
        raise refuse(node, f"cannot be moved into itself: {parent.label} is inside of it")
    siblings_of_world = parent is spec.worldbody or any(parent is each for each in spec.walk())
    if not siblings_of_world:
        raise refuse(node, f"{parent.label} is not part of this Spec")
    hold_keys(spec)
    siblings.remove(node)
    parent.children.append(node)


def rename(spec: Spec, node: Any, name: str) -> None:
    """Give an element another name, also wherever it is referred to."""
    if "name" not in node.schema:
        raise refuse(node, "has no name")
    if node is spec.worldbody:
        raise refuse(node, "the world body keeps its name")
    if not any(node is each for each in every_node(spec)):
        raise refuse(node, "is not part of this Spec")
    kind, former = kind_of(node), node.name
    if name and name != former and name in Names(every_node(spec))[kind]:
        raise refuse(node, f'the name "{name}" is taken')
    referring = [
        (other, attribute)
        for other in _with_parts(every_node(spec))
        for attribute, target, found in references(other)
        if (target, found) == (kind, former)
    ]
    if referring and not name:
        raise refuse(node, f"needs a name: {referring[0][0].label} refers to it")
    described = descriptions.descriptions(spec) if kind == "pair" and former else []
    if not name and any(former in pairs for _, pairs, _ in described):
        raise refuse(node, "needs a name: custom numbers describe it")
    node.name = name
    descriptions.follow(spec, described, former, name)
    for other, attribute in referring:
        setattr(other, attribute, name)


def _with_parts(nodes: Iterable[Any]) -> Iterable[Any]:
    for node in nodes:
        yield node
        if node.key == "tuple":
            yield from parts_of(node)


def most_copies(roots: Iterable[Any], other: Spec) -> int:
    """How many elements an attachment may copy: these with what is below them, and all that may refer to them."""
    in_it = sum(1 + (getattr(node, "inertial", None) is not None) for node in sound_walk(in_tree(roots)))
    return in_it + sum(1 + len([*parts_of(node)]) for group in LISTS for node in getattr(other, group))
