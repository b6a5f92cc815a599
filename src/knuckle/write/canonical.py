"""Spec -> MJCF text in one notation: every attribute that is not the built-in default, no default classes.

Frames, names, units and orientations stay as the Spec has them. Actuators are written as `<general>`, whose attributes
the Spec holds whatever shortcut was used. Only the look of fixed tendons needs classes: MJCF says it no other way.
"""

from collections.abc import Iterable
from typing import Any

from knuckle.schema.enums import DisableBit, EnableBit, TextureRole
from knuckle.schema.mjcf import elements
from knuckle.spec.tree import LOOKS, Node, Spec, python_name
from knuckle.write.locating import located
from knuckle.write.markup import Tag, render
from knuckle.write.settling import settled
from knuckle.write.values import is_default, text_of

VISUAL = ("global", "quality", "headlight", "map", "scale", "rgba")


def spec_to_xml(spec: Spec) -> str:
    """The text of a whole model; it holds the names of the files of meshes, textures and height fields."""
    spec = located(settled(spec))
    root = Tag("mujoco", {"model": spec.model} if spec.model else {})
    looks = _looks(spec)
    for section in (
        _compiler(spec.compiler),
        _option(spec.option),
        tag_of(spec.size),
        tag_of(spec.statistic),
        _section("visual", (tag_of(getattr(spec.visual, python_name(name))) for name in VISUAL), blank=False),
        _classes(looks),
        _section("custom", map(_custom, [*spec.numerics, *spec.texts, *spec.tuples])),
        _section("asset", map(_asset, [*spec.textures, *spec.meshes, *spec.hfields, *spec.materials])),
        _world(spec.worldbody),
        _section("contact", map(tag_of, [*spec.pairs, *spec.excludes])),
        _section("equality", map(tag_of, spec.equalities)),
        _section("tendon", (_tendon(node, looks) for node in spec.tendons)),
        _section("actuator", (tag_of(node, "general") for node in spec.actuators)),
        _section("sensor", map(tag_of, spec.sensors)),
        _section("keyframe", map(tag_of, spec.keys)),
    ):
        if not section.is_blank:
            root.children.append(section)
    return render(root)


def tag_of(node: Any, name: str = "") -> Tag:
    """A node without its children: the attributes that its element has and that are not the built-in default."""
    element = elements()[node.key]
    found = {}
    for attribute in element.attributes.values():
        value = getattr(node, python_name(attribute.name), None)
        if attribute.kind != "class" and not is_default(attribute, value):
            found[attribute.name] = text_of(attribute, value)
    return Tag(name or element.tag, found)


def _section(name: str, children: Iterable[Tag], blank: bool = True) -> Tag:
    """A section; without `blank`, children that say nothing are left out."""
    return Tag(name, {}, [child for child in children if blank or not child.is_blank])


def _compiler(node: Any) -> Tag:
    tag = tag_of(node)
    lengthrange = tag_of(node.lengthrange)
    return Tag(tag.name, tag.attributes, [] if lengthrange.is_blank else [lengthrange])


def _option(node: Any) -> Tag:
    tag = tag_of(node)
    flags = {str(bit.name).lower(): "disable" for bit in DisableBit if node.disableflags & bit}
    flags |= {str(bit.name).lower(): "enable" for bit in EnableBit if node.enableflags & bit}
    if flags:
        tag.children.append(Tag("flag", flags))
    return tag


def _custom(node: Any) -> Tag:
    tag = tag_of(node)
    tag.children = [tag_of(element) for element in getattr(node, "elements", ())]
    return tag


def _asset(node: Any) -> Tag:
    return _material(node) if node.key == "material" else tag_of(node)


def _material(node: Any) -> Tag:
    """One picture for the colour is an attribute; several layers, or one in another role, are children."""
    tag = tag_of(node)
    tag.attributes.pop("texture", None)
    if [layer.role for layer in node.layers] == [TextureRole.RGB]:
        tag.attributes["texture"] = node.layers[0].texture
    else:
        tag.children = [tag_of(layer) for layer in node.layers]
    return tag


def _world(world: Any) -> Tag:
    """The tree of bodies and frames; an inertial stands in the innermost of the frames that surround it."""
    root = Tag("worldbody")
    pending: list[tuple[Any, Tag]] = [(world, root)]
    inertials: dict[int, Node] = {}  # by the identity of the body or frame in which they stand
    while pending:
        node, tag = pending.pop()
        if node.key == "body" and node.inertial is not None:
            inertials[id((node, *node.inertial_frames)[-1])] = node.inertial
        if id(node) in inertials:
            tag.children.append(tag_of(inertials[id(node)]))
        for child in node.children:
            inner = tag_of(child)
            if child.key == "frame" and set(child.scale) == {1.0}:
                inner.attributes.pop("scale", None)
            tag.children.append(inner)
            if child.key in ("body", "frame"):
                pending.append((child, inner))
    return root


def _tendon(node: Any, looks: dict[tuple, str]) -> Tag:
    tag = tag_of(node)
    if look := looks.get(_look(node)) if node.key == "tendon.fixed" else None:
        tag.attributes["class"] = look
    tag.children = [tag_of(step) for step in node.path]
    return tag


def _look(node: Any) -> tuple:
    return tuple(getattr(node, name) for name in LOOKS)


def _looks(spec: Spec) -> dict[tuple, str]:
    """A class for each look of fixed tendons that is not the built-in one."""
    built_in = tuple(elements()["tendon.spatial"].attributes[name].default for name in LOOKS)
    found = dict.fromkeys(_look(node) for node in spec.tendons if node.key == "tendon.fixed")
    found.pop(built_in, None)
    return {look: f"tendon_look_{i}" for i, look in enumerate(found)}


def _classes(looks: dict[tuple, str]) -> Tag:
    table = elements()["default.tendon"].attributes
    root = Tag("default")
    for look, name in looks.items():
        values = {key: text_of(table[key], value) for key, value in zip(LOOKS, look, strict=True) if value is not None}
        root.children.append(Tag("default", {"class": name}, [Tag("tendon", values)]))
    return root
