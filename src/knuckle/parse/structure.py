"""Every element and attribute of a model's text is one that MJCF knows in that place: nothing is dropped in silence."""

from knuckle.parse import xml
from knuckle.parse.elements import ElementReader
from knuckle.parse.source import hint, quote
from knuckle.schema import former_names, mjcf


def check_structure(root: xml.Element, reader: ElementReader) -> None:
    """Report every unknown element and attribute, and every element that stands more often than it may.

    What is left out knowingly is not looked into.
    """
    some_left_out = not reader.omit.isdisjoint(mjcf.OMITTABLE)
    pending = [(root, "mujoco")]
    while pending:
        raw, key = pending.pop()
        known = reader.schema[key]
        if key in former_names.RENAMED:
            _rename(raw, key)
        for name in raw.attributes:
            if name not in known.attributes:
                _unknown_attribute(raw, key, name, reader)
        if not raw.children:
            continue
        inner = []
        first: dict[str, xml.Element] = {}
        for child in raw.children:
            child_key, only_once = known.children.get(child.tag, ("", False))
            if not child_key:
                _unsupported(child, raw, key, reader)
                continue
            if only_once and child.tag in first:
                message = f"may stand only once in {raw.label}; the first is in line {first[child.tag].place.line}"
                reader.problems.add(child.place, child.label, message)
            if only_once:
                first.setdefault(child.tag, child)
            if not (some_left_out and _left_out(child_key, reader)):
                inner.append((child, child_key))
        pending.extend(reversed(inner))


def _rename(raw: xml.Element, key: str) -> None:
    """Read former names of attributes as those that they have now; a value under the new name stands."""
    for former, name in former_names.RENAMED[key].items():
        if former in raw.attributes and name not in raw.attributes:
            raw.attributes[name] = raw.attributes.pop(former)
            raw.renamed = (raw.renamed or {}) | {name: former}


def _left_out(key: str, reader: ElementReader) -> bool:
    if "tendon" in reader.omit and key in ("tendon", "default.tendon", "equality.tendon"):
        return True
    if "sensor" in reader.omit and key == "sensor":
        return True
    return "actuator" in reader.omit and (key == "actuator" or key.removeprefix("default.") in mjcf.ACTUATORS)


def _unknown_attribute(raw: xml.Element, key: str, name: str, reader: ElementReader) -> None:
    if key == "mujoco" and (":" in name or name == "xmlns"):
        return  # namespaces of editors, on the root only
    attributes = reader.schema[key].attributes
    former = former_names.FORMER_ATTRIBUTES.get(key.removeprefix("default."), {})
    if name in former:
        message = f"attribute {quote(name)} is gone from MJCF; {former[name]}"
    elif key == "worldbody":
        message = f"the world body has no attributes, found {quote(name)}"
    elif not attributes:
        message = f"unknown attribute {quote(name)}, {raw.label} has no attributes"
    else:
        message = f"unknown attribute {quote(name)}" + hint(name, attributes)
    reader.problems.add(raw.place_of(name), raw.label, message)


def _unsupported(child: xml.Element, parent: xml.Element, key: str, reader: ElementReader) -> None:
    feature = mjcf.LATER.get(key.removeprefix("default."), {}).get(child.tag)
    if key == "mujoco" and feature and not child.children and not child.attributes:
        return  # an empty section asks for nothing
    if feature is not None:
        reader.later(child, "this element", feature)
        return
    known = {*reader.schema[key].children, *mjcf.LATER.get(key, {})}
    if child.tag in former_names.FORMER_ELEMENTS:
        message = f"this element is gone from MJCF; {former_names.FORMER_ELEMENTS[child.tag]}"
    elif known:
        message = f"unknown element in {parent.label}" + hint(child.tag, known)
    else:
        message = f"unknown element, {parent.label} has no children"
    reader.problems.add(child.place, child.label, message)
