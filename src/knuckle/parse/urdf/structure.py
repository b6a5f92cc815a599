"""What may stand where in a URDF: what is unknown is a remark, what is missing or doubled is a fault.

Readers of URDF skip what they do not know, and files in use rely on it; nothing is skipped in silence here.
"""

from knuckle.parse import xml
from knuckle.parse.source import hint, quote
from knuckle.parse.urdf.reader import UrdfReader, first
from knuckle.schema import mjcf, urdf

MJCF = "mjcf."  # begins the key of an element that is read as in MJCF


def check_structure(root: xml.Element, reader: UrdfReader, discard_visual: bool) -> None:
    """Look at every element below the root; visuals that are left out are not looked into, but for their colours."""
    pending = [(root, "robot")]
    while pending:
        raw, key = pending.pop()
        known = mjcf.elements()[key.removeprefix(MJCF)] if key.startswith(MJCF) else reader.schema[key]
        left_out = discard_visual and key == "visual"
        if not left_out:
            _check_attributes(raw, known, reader)
            _check_required(raw, key, reader)
        inner = []
        seen: dict[str, xml.Element] = {}
        for child in raw.children:
            child_key, only_once = _child(key, known, child.tag)
            if child.tag in urdf.WITHOUT_COUNTERPART and not (discard_visual and key == "material"):
                reader.remarks.add(child, urdf.WITHOUT_COUNTERPART[child.tag])
            elif child_key is None and not left_out:
                _unknown_element(child, raw, key, known, reader)
            if only_once and child.tag in seen and (not left_out or child.tag == "material"):
                message = f"may stand only once in {raw.label}; the first is in line {seen[child.tag].place.line}"
                reader.problems.add(child.place, child.label, message)
            seen.setdefault(child.tag, child)
            if child_key is not None and (not left_out or child.tag == "material"):
                inner.append((child, child_key))
        pending.extend(reversed(inner))


def _child(key: str, known: mjcf.Element, tag: str) -> tuple[str | None, bool]:
    """The key of a child, and whether it may stand only once; no key for one that is not known."""
    if key == "mujoco":
        return (MJCF + tag if tag in urdf.SETTINGS else None), tag in urdf.SETTINGS
    child, only_once = known.children.get(tag, (None, False))
    return (MJCF * key.startswith(MJCF) + child if child else None), only_once


def _check_attributes(raw: xml.Element, known: mjcf.Element, reader: UrdfReader) -> None:
    for name in raw.attributes:
        if name not in known.attributes and ":" not in name and name != "xmlns":
            near = hint(name, known.attributes) if known.attributes else ""
            reader.remarks.add(raw, f"unknown attribute {quote(name)} is not read{near}", name)


def _check_required(raw: xml.Element, key: str, reader: UrdfReader) -> None:
    for tag in urdf.REQUIRED_CHILDREN.get(key, ()):
        if first(raw, tag) is None:
            reader.problems.add(raw.place, raw.label, f"element <{tag}> is missing")
    if key == "geometry":
        shapes = [child for child in raw.children if child.tag in urdf.SHAPES]
        if not shapes:
            found = hint(raw.children[0].tag, urdf.SHAPES) if raw.children else f"; known: {', '.join(urdf.SHAPES)}"
            reader.problems.add(raw.place, raw.label, f"there is no shape in it{found}")
        elif len({child.tag for child in shapes}) > 1:
            reader.problems.add(shapes[1].place, shapes[1].label, f"a geometry has one shape, {shapes[0].label} is one")


def _unknown_element(
    child: xml.Element, parent: xml.Element, key: str, known: mjcf.Element, reader: UrdfReader
) -> None:
    if child.tag.startswith("xacro:"):
        reader.remarks.add(child, "macros are not expanded: run xacro on the file first")
    else:
        names = urdf.SETTINGS if key == "mujoco" else known.children
        near = hint(child.tag, names) if names else ""
        reader.remarks.add(child, f"unknown element in <{parent.tag}> is not read{near}")
