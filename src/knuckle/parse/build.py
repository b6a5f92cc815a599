"""Tree of elements -> Spec: sections in the order in which they depend on each other."""

from collections.abc import Iterable
from typing import Any

from knuckle.errors import Problems
from knuckle.parse import references, xml
from knuckle.parse.actuators import ActuatorReader
from knuckle.parse.classes import Classes
from knuckle.parse.elements import ElementReader, merge
from knuckle.parse.finish import finish
from knuckle.parse.models import Library
from knuckle.parse.sensors import read_sensors
from knuckle.parse.source import hint
from knuckle.parse.structure import check_structure
from knuckle.parse.tree import TreeBuilder
from knuckle.schema.enums import DisableBit, EnableBit
from knuckle.schema.mjcf import LATER, LATER_FLAGS
from knuckle.spec.tree import Spec, python_name

OTHER_FORMATS = {
    "sdf": "SDFormat is not read; convert the file to URDF, for example with the package rod: "
    "pip install rod; rod -f model.sdf -o model.urdf",
}
_SINGLE = ("compiler", "option", "size", "statistic", "visual")


def build(root: xml.Element, problems: Problems, library: Library) -> Spec:
    """The Spec of a whole model; every fault is added to the problems."""
    spec = Spec()
    if root.tag != "mujoco":
        message = "unknown kind of model, expected <mujoco> or <robot>" + hint(root.tag, ["mujoco", "robot"])
        problems.add(root.place, root.label, OTHER_FORMATS.get(root.tag, message))
        return spec
    omit = library.omit
    reader = ElementReader(problems, omit)
    check_structure(root, reader)
    spec.model = reader.values(root, "mujoco", {}).get("model", spec.model)
    sections: dict[str, list[xml.Element]] = {}
    for child, key in reader.children(root, "mujoco"):
        sections.setdefault(key, []).append(child)

    classes = Classes(reader)
    for raw in sections.get("default", ()):
        classes.add_section(raw)
    spec.classes, spec.class_parents = classes.table, classes.parents
    for key in _SINGLE:
        for raw in sections.get(key, ()):
            read_section(reader, raw, key, getattr(spec, key))
    for raw in sections.get("custom", ()):
        _custom(reader, raw, spec)
    for raw in sections.get("asset", ()):
        lists = {"texture": spec.textures, "material": spec.materials, "mesh": spec.meshes, "hfield": spec.hfields}
        _listed(reader, raw, "asset", lists, classes)
        _models(reader, raw, library)
    for raw in sections.get("contact", ()):
        _listed(reader, raw, "contact", {"pair": spec.pairs, "exclude": spec.excludes}, classes)
    for raw in sections.get("equality", ()):
        _listed(reader, raw, "equality", {"equality": spec.equalities}, classes)
    if "tendon" in omit:
        spec.equalities = [node for node in spec.equalities if node.key != "equality.tendon"]
    for raw in sections.get("tendon", ()) if "tendon" not in omit else ():
        _listed(reader, raw, "tendon", {"tendon": spec.tendons}, classes)
    omitted = _actuators(reader, sections.get("actuator", ()), spec, classes)
    for raw in sections.get("sensor", ()) if "sensor" not in omit else ():
        sensors, left_out = read_sensors(reader, raw)
        spec.sensors += sensors
        omitted |= left_out
    for raw in sections.get("keyframe", ()):
        _keys(
            reader,
            raw,
            spec,
            with_controls=not any(kind == "actuator" for kind, _ in omitted) and "actuator" not in omit,
        )
    # the tree comes last: its replicas and attached models are copied together with what refers to them
    tree = TreeBuilder(reader, classes, spec, library)
    for raw in sections.get("worldbody", ()):
        tree.add_section(raw)
    references.check(spec, problems, omit, tree.omitted | omitted)
    return spec


def read_section(reader: ElementReader, raw: xml.Element, key: str, node: Any) -> None:
    """Read a section whose occurrences add up in one node, and its children likewise."""
    _update(reader, raw, key, node)
    for child, child_key in reader.children(raw, key):
        if child_key == "option.flag":
            _flags(reader, child, node)
        else:
            _update(reader, child, child_key, getattr(node, python_name(child.tag)))


def _update(reader: ElementReader, raw: xml.Element, key: str, node: Any) -> None:
    former = {name: getattr(node, python_name(name)) for name in reader.schema[key].attributes}
    own = finish(raw, key, reader.values(raw, key, former), former, reader)
    for name, value in own.items():
        setattr(node, python_name(name), value)
    node.given |= set(own)
    node.place = raw.place


def _flags(reader: ElementReader, raw: xml.Element, option: Any) -> None:
    """Set or clear the bits of every flag that is given."""
    for name, on in reader.values(raw, "option.flag", {}).items():
        word = name.upper()
        if on and name in LATER_FLAGS:
            reader.later(raw, f'flag {name}="enable"', name, name)
        elif word in DisableBit.__members__:
            option.disableflags = _with_bit(option.disableflags, DisableBit[word], not on)
        else:
            option.enableflags = _with_bit(option.enableflags, EnableBit[word], on)
        option.given.add(f"flag.{name}")


def _with_bit(bits: int, bit: int, present: bool) -> int:
    return bits | bit if present else bits & ~bit


def _custom(reader: ElementReader, raw: xml.Element, spec: Spec) -> None:
    lists = {"numeric": spec.numerics, "text": spec.texts, "tuple": spec.tuples}
    for child, key in reader.children(raw, "custom"):
        values = finish(child, key, reader.values(child, key, {}), {}, reader)
        node: Any = reader.make(child, key, values)
        for inner, inner_key in reader.children(child, key):
            own = finish(inner, inner_key, reader.values(inner, inner_key, {}), {}, reader)
            node.elements.append(reader.make(inner, inner_key, own))
        lists[key].append(node)


def _listed(reader: ElementReader, raw: xml.Element, section: str, lists: dict[str, list], classes: Classes) -> None:
    """Read a section of elements that have default classes; the lists are by the first part of an element's key."""
    for child, key in reader.children(raw, section):
        if key == "asset.model":
            continue
        class_name = classes.resolve(child, "class", "main")
        group = key.partition(".")[0]
        former = classes.table[class_name].get(group, {})
        own = finish(child, key, reader.values(child, key, former), former, reader)
        node: Any = reader.make(child, key, merge(former, own), class_name)
        if group == "tendon":
            node.path = [reader.make(raw, key, reader.values(raw, key, {})) for raw, key in reader.children(child, key)]
        lists[group].append(node)


def _models(reader: ElementReader, raw: xml.Element, library: Library) -> None:
    for child, key in reader.children(raw, "asset"):
        if key == "asset.model":
            values = reader.values(child, key, {})
            if values.get("file"):
                library.add(child, values.get("name", ""), values["file"], reader.problems)


def _actuators(reader: ElementReader, sections: Iterable[xml.Element], spec: Spec, classes: Classes) -> set:
    """Add the actuators; return kind and name of those that were left out knowingly."""
    if "actuator" in reader.omit:
        return set()
    actuators = ActuatorReader(reader, classes)
    for raw in sections:
        for child, key in reader.children(raw, "actuator"):
            node = actuators.read(child, key)
            if node is not None:
                spec.actuators.append(node)
        unsupported = [child for child in raw.children if child.tag in LATER["actuator"]]
        actuators.omitted |= {("actuator", child.get("name")) for child in unsupported}
    return actuators.omitted


def _keys(reader: ElementReader, raw: xml.Element, spec: Spec, with_controls: bool) -> None:
    """Add the keyframes; where actuators were left out, nobody knows whose controls theirs are."""
    for child, key in reader.children(raw, "keyframe"):
        values = reader.values(child, key, {})
        if not with_controls:
            values = {name: value for name, value in values.items() if name not in ("act", "ctrl")}
        spec.keys.append(reader.make(child, key, values))
