"""An element as it is written inside of a file with default classes: what its class does not say by itself."""

from typing import Any

from knuckle.schema.mjcf import elements
from knuckle.spec.tree import Spec, python_name
from knuckle.write.canonical import tag_of
from knuckle.write.markup import Tag, render
from knuckle.write.values import is_default, text_of

GROUPS = {"general": "actuator", "tendon.spatial": "tendon", "tendon.fixed": "tendon"}


def relative_text(node: Any, parent: Any, spec: Spec) -> str:
    """The text of a new element with everything in it; `parent` is the body or frame around it."""
    return render(_tag(node, parent.class_name if parent is not None else "main", spec))


def _tag(node: Any, around: str, spec: Spec) -> Tag:
    """Attributes that differ from those of the class, which is named where it is not the one around."""
    element = elements()[node.key]
    scope = node.key in ("body", "frame")
    inherited = {} if scope else spec.classes.get(node.class_name, {}).get(_group(node), {})
    tag = tag_of(node)
    for name, former in inherited.items():
        attribute = element.attributes.get(name)
        if attribute is None:
            continue
        value = getattr(node, python_name(name))
        if value == former:
            tag.attributes.pop(name, None)
        elif is_default(attribute, value) and value is not None:
            tag.attributes[name] = text_of(attribute, value)
    if node.class_name != around and ("childclass" if scope else "class") in element.attributes:
        tag.attributes["childclass" if scope else "class"] = node.class_name
    inner: list[Any] = next(
        (getattr(node, name) for name in ("children", "path", "elements", "layers") if hasattr(node, name)), []
    )
    if node.key == "material":
        tag.attributes.pop("texture", None)
    if getattr(node, "inertial", None) is not None and not node.inertial_frames:
        tag.children.append(tag_of(node.inertial))
    tag.children += [_tag(child, node.class_name, spec) for child in inner]
    return tag


def _group(node: Any) -> str:
    return GROUPS.get(node.key, node.key.partition(".")[0] if node.key.startswith("equality") else node.key)
