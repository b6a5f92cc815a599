"""A real model without the sections that do not exist here yet, as one text that both engines load.

What is removed: deformables, extensions, plugins, mesh and height field geoms unless they are to be kept, textures from
files, and every reference to them. Copies, attached models and composites become plain bodies. A body that lost geoms
keeps its dynamics: it gets an explicit inertial with the numbers that the reference computed for the whole model.
"""

import subprocess
import sys
import tempfile
from pathlib import Path
from xml.etree import ElementTree

import mujoco

from knuckle.errors import Problems
from knuckle.parse import include, xml
from knuckle.parse.source import Source
from knuckle.schema.mjcf import ACTUATORS, LATER_FLAGS

EXPAND = """
import sys, warnings
import mujoco
warnings.simplefilter("ignore")  # conflicts of attached models do not matter here
spec = mujoco.MjSpec.from_file(sys.argv[1])
spec.compiler.savecompiled = True
spec.compile()
sys.stdout.buffer.write(spec.to_xml().encode())
"""
SECTIONS = {"deformable", "extension"}
CONSTRAINTS = {"contact": {"pair", "exclude"}, "equality": {"connect", "weld", "joint", "tendon"}}
ENDS = {f"{kind}{number}": kind for kind in ("body", "geom", "site", "joint", "tendon") for number in (1, 2)}
IN_TREE = {"composite", "flexcomp", "replicate", "attach", "plugin", "skin"}
EXPANDED = {"replicate", "attach", "composite", "flexcomp"}
ASSETS = {"mesh", "hfield", "skin", "model"}
DEFAULTS = {
    "joint",
    "geom",
    "site",
    "camera",
    "light",
    "material",
    "texture",
    "pair",
    "equality",
    "tendon",
    "default",
    *ACTUATORS,
}
SHAPES = {"mesh", "hfield", "sdf"}
SENSED = {"site", "camera", "joint", "tendon", "actuator", "body", "geom", "mesh"}  # attributes of sensors
SENSED_TWO = ENDS | {"subtree1": "body", "subtree2": "body"}
OBJECTS = {"mesh", "hfield", "skin", "flex", "plugin"}
FILES = ("file", "fileright", "fileleft", "fileup", "filedown", "filefront", "fileback")


def reduce_xml(path: str | Path, compiled: mujoco.MjModel | None = None) -> str:
    """The text of the reduced model; `compiled` is the whole model of the reference engine, loaded if not given."""
    path = Path(path)
    compiled = compiled if compiled is not None else mujoco.MjModel.from_xml_path(str(path))
    return ElementTree.tostring(_reduced(path, compiled, keep=frozenset()), encoding="unicode")


def reduce_with_assets(path: str | Path, compiled: mujoco.MjModel | None = None) -> tuple[str, dict[str, bytes]]:
    """The text of the reduced model with its meshes and height fields, and the files that they come from."""
    path = Path(path)
    compiled = compiled if compiled is not None else mujoco.MjModel.from_xml_path(str(path))
    root = _reduced(path, compiled, keep=frozenset({"mesh", "hfield"}))
    assets = _take_files(root, path, compiled)
    return ElementTree.tostring(root, encoding="unicode"), assets


def _take_files(root: ElementTree.Element, path: Path, compiled: mujoco.MjModel) -> dict[str, bytes]:
    """The contents of the files of meshes and height fields, under the new names that they get in the text."""
    for compiler in root.findall("compiler"):
        for name in ("meshdir", "assetdir"):
            compiler.attrib.pop(name, None)
    assets = {}
    for asset in root.findall("asset"):
        for element in [*asset.findall("mesh"), *asset.findall("hfield")]:
            if "file" in element.attrib:
                stem = Path(element.get("file", "").replace("\\", "/")).stem
                element.set("name", element.get("name", stem))
                file = _asset_path(compiled, element.tag, element.get("name", ""))
                key = f"{len(assets)}-{file.name}"
                assets[key] = (path.parent / file).read_bytes()
                element.set("file", key)
    return assets


def _asset_path(compiled: mujoco.MjModel, kind: str, name: str) -> Path:
    """Where the reference found the file of an asset."""
    index = getattr(compiled, kind)(name).id
    start = int(getattr(compiled, f"{kind}_pathadr")[index])
    return Path(compiled.paths[start : compiled.paths.index(b"\0", start)].decode())


def _reduced(path: Path, compiled: mujoco.MjModel, keep: frozenset[str]) -> ElementTree.Element:
    root = _plain_tree(path)
    if any(element.tag in EXPANDED for element in root.iter()):
        root = _expanded_tree(path)
    indices = _body_indices(root, compiled)
    classes = _remove_from_defaults(root, keep)
    _remove_sections(root)
    _remove_actuators(root, compiled)
    textures = _remove_assets(root, keep)
    poorer: set[ElementTree.Element] = set()
    for world in root.findall("worldbody"):
        _reduce_tree(world, "main", classes, world, poorer, keep)
    _restore_inertia(root, compiled, indices, poorer)
    _remove_references(root, textures, keep)
    return root


def _plain_tree(path: Path) -> ElementTree.Element:
    """The model as one tree, includes resolved, made of the standard library's elements."""
    problems = Problems()
    root = xml.read(Source(str(path), path.read_bytes()))
    include.expand(root, include.Folder(path), str(path.resolve()), problems)
    problems.check()
    return _convert(root)


def _expanded_tree(path: Path) -> ElementTree.Element:
    """The model as the reference engine writes it, with copies, attached models and composites as plain bodies.

    In a process of its own: after other uses of the reference, its warnings about attached models may never end.
    """
    command = [sys.executable, "-P", "-c", EXPAND, str(path.resolve())]
    with tempfile.TemporaryDirectory() as folder:  # where the reference leaves its log
        done = subprocess.run(command, check=True, capture_output=True, cwd=folder, timeout=120)
    return ElementTree.fromstring(done.stdout)


def _body_indices(root: ElementTree.Element, compiled: mujoco.MjModel) -> dict[ElementTree.Element, int]:
    """Index in the whole model of every body of the tree that can be told: by order, else by name."""
    bodies = [body for world in root.findall("worldbody") for body in world.iter("body")]
    if len(bodies) == compiled.nbody - 1:
        return {body: index for index, body in enumerate(bodies, start=1)}
    found = {body: mujoco.mj_name2id(compiled, mujoco.mjtObj.mjOBJ_BODY, body.get("name", "")) for body in bodies}
    return {body: index for body, index in found.items() if index > 0}


def _convert(element: xml.Element) -> ElementTree.Element:
    attributes = {name: value for name, (value, _) in element.attributes.items() if ":" not in name}
    new = ElementTree.Element(element.tag, attributes)
    new.extend(_convert(child) for child in element.children)
    return new


def _drop(parent: ElementTree.Element, unwanted) -> None:
    for child in list(parent):
        if unwanted(child):
            parent.remove(child)


def _remove_sections(root: ElementTree.Element) -> None:
    _drop(root, lambda child: child.tag in SECTIONS)
    for option in root.findall("option"):
        for flag in option.findall("flag"):
            for name in (*LATER_FLAGS, "sleep"):  # what sleeps depends on steps before: see tests/physics/sleep
                flag.attrib.pop(name, None)


def _remove_actuators(root: ElementTree.Element, compiled: mujoco.MjModel) -> None:
    """Keep all actuators but plugins, and their entries in the controls and activations of keyframes."""
    places = [(section, child) for section in root.findall("actuator") for child in section]
    known = len(places) == compiled.nactuator
    kept = [k for k in range(compiled.nactuator) if known and compiled.actuator_plugin[k] < 0]
    for k, (section, child) in enumerate(places):
        if k not in kept:
            section.remove(child)
    entries = {"ctrl": _entries(compiled, kept, "ctrl"), "act": _entries(compiled, kept, "act")}
    for key in root.iter("key"):
        for name, indices in entries.items():
            words = key.attrib.pop(name, "").split()
            if chosen := [words[i] for i in indices if i < len(words)]:
                key.set(name, " ".join(chosen))


def _entries(compiled: mujoco.MjModel, kept: list[int], name: str) -> list[int]:
    """Places of the controls or activations of these actuators."""
    first, count = getattr(compiled, f"actuator_{name}adr"), getattr(compiled, f"actuator_{name}num")
    return [int(first[k]) + e for k in kept for e in range(count[k])]


def _remove_from_defaults(root: ElementTree.Element, keep: frozenset[str]) -> dict[str, str]:
    """Take unsupported elements and shapes out of the default classes; return the geoms' type per class."""
    types = {"main": "sphere"}

    def visit(element: ElementTree.Element, name: str) -> None:
        _drop(element, lambda child: child.tag not in DEFAULTS | keep)
        for geom in element.findall("geom"):
            fitted = "mesh" in geom.attrib and "mesh" not in keep
            types[name] = "mesh" if fitted else geom.get("type", types[name])
        for child in [*element.findall("geom"), *element.findall("site")]:
            _strip_shape(child, keep)
        for child in element.findall("default"):
            types[child.get("class", "")] = types[name]
            visit(child, child.get("class", ""))

    for element in root.findall("default"):
        visit(element, "main")
    return types


def _strip_shape(element: ElementTree.Element, keep: frozenset[str]) -> None:
    if element.get("type") in SHAPES - keep:
        del element.attrib["type"]
    for name in {"mesh", "hfield"} - keep:
        element.attrib.pop(name, None)


def _remove_assets(root: ElementTree.Element, keep: frozenset[str]) -> set[str]:
    """Remove what comes from files; return the names of the textures that stay."""
    kept = set()
    for asset in root.findall("asset"):
        _drop(asset, lambda child: child.tag in ASSETS - keep or child.find("plugin") is not None)
        _drop(asset, lambda child: child.tag == "texture" and any(name in child.attrib for name in FILES))
        kept |= {texture.get("name", "") for texture in asset.findall("texture")}
    return kept


def _reduce_tree(element, childclass: str, classes: dict[str, str], body, poorer: set, keep: frozenset[str]) -> None:
    """Remove unsupported things below a body or frame; `poorer` collects the bodies that lost geoms."""
    childclass = element.get("childclass", element.get("class", childclass) if element.tag == "frame" else childclass)
    for child in list(element):
        if child.tag in IN_TREE or (child.tag in ("geom", "site") and _has_shape(child, childclass, classes, keep)):
            element.remove(child)
            poorer.add(body)
        elif child.tag in ("body", "frame"):
            _reduce_tree(child, childclass, classes, child if child.tag == "body" else body, poorer, keep)


def _has_shape(element: ElementTree.Element, childclass: str, classes: dict[str, str], keep: frozenset[str]) -> bool:
    inherited = classes.get(element.get("class", childclass), "sphere") if element.tag == "geom" else "sphere"
    shape = element.get("type", inherited)
    return shape in SHAPES - keep or bool(({"mesh", "hfield"} - keep) & set(element.attrib))


def _restore_inertia(root: ElementTree.Element, compiled: mujoco.MjModel, indices: dict, poorer: set) -> None:
    """Give every body that lost geoms the mass and inertia of the whole model, unless the file states them."""
    inferred = any(compiler.get("inertiafromgeom") == "true" for compiler in root.findall("compiler"))
    for body, index in indices.items():
        lost = body in poorer and compiled.body_mass[index] > 0
        stated = any(child.tag == "inertial" for child in _own(body))
        if (inferred and any(child.tag == "geom" for child in _own(body))) or (lost and inferred):
            for parent in [body, *(child for child in _own(body) if child.tag == "frame")]:
                _drop(parent, lambda child: child.tag == "inertial")
        if lost and (inferred or not stated):
            body.insert(0, _inertial(compiled, index))
    for compiler in root.findall("compiler"):
        if inferred:
            compiler.set("inertiafromgeom", "auto")


def _own(body: ElementTree.Element):
    """The elements of a body itself, those in its frames included."""
    for child in body:
        yield child
        if child.tag == "frame":
            yield from _own(child)


def _inertial(compiled: mujoco.MjModel, index: int) -> ElementTree.Element:
    values = {
        "pos": compiled.body_ipos[index],
        "quat": compiled.body_iquat[index],
        "mass": [compiled.body_mass[index]],
        "diaginertia": compiled.body_inertia[index],
    }
    text = {name: " ".join(repr(float(x)) for x in numbers) for name, numbers in values.items()}
    return ElementTree.Element("inertial", text)


def _remove_references(root: ElementTree.Element, textures: set[str], keep: frozenset[str]) -> None:
    """Remove what names something that is gone: textures, targets, objects of tuples."""
    for element in [*root.iter("material"), *root.iter("light")]:
        if element.get("texture") is not None and element.get("texture") not in textures:
            del element.attrib["texture"]
        _drop(element, lambda child: child.tag == "layer" and child.get("texture") not in textures)
    names = {
        (element.tag if element.tag != "freejoint" else "joint", element.get("name"))
        for element in root.iter()
        if "name" in element.attrib
    } | {("body", "world")}
    for element in [*root.iter("camera"), *root.iter("light")]:
        if element.get("target") and ("body", element.get("target")) not in names:
            del element.attrib["target"]
            element.attrib.pop("mode", None)
    names |= {("tendon", child.get("name")) for section in root.findall("tendon") for child in section}
    for section, kinds in CONSTRAINTS.items():
        for group in root.findall(section):
            _drop(group, lambda child, kinds=kinds: child.tag not in kinds or not _ends_exist(child, names))
    names |= {("actuator", child.get("name")) for section in root.findall("actuator") for child in section}
    names |= {("equality", child.get("name")) for group in root.findall("equality") for child in group}
    for section in root.findall("sensor"):
        _drop(section, lambda child: not _can_sense(child, names))
    names |= {("sensor", child.get("name")) for section in root.findall("sensor") for child in section}
    for custom in root.findall("custom"):
        for group in custom.findall("tuple"):
            _drop(group, lambda child: child.get("objtype") in OBJECTS - keep or not _exists(child, names))
        _drop(custom, lambda child: child.tag == "tuple" and not len(child))


def _can_sense(sensor: ElementTree.Element, names: set) -> bool:
    """Whether a sensor is there yet, and so is all that it names."""
    ends = [(kind, sensor.get(end)) for end, kind in {**SENSED_TWO, **{kind: kind for kind in SENSED}}.items()]
    ends += [
        (sensor.get(f"{end}type", "").replace("xbody", "body"), sensor.get(f"{end}name")) for end in ("obj", "ref")
    ]
    there = all((kind, name) in names for kind, name in ends if name)
    return there and sensor.tag != "plugin" and "nsample" not in sensor.attrib


def _ends_exist(element: ElementTree.Element, names: set) -> bool:
    return all((kind, element.get(end)) in names for end, kind in ENDS.items() if element.get(end))


def _exists(element: ElementTree.Element, names: set) -> bool:
    kind = {"xbody": "body", "dof": "joint"}.get(element.get("objtype", ""), element.get("objtype", ""))
    return (kind, element.get("objname")) in names
