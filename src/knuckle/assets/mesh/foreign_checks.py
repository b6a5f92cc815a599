"""What must hold for a mesh file before trimesh reads it: that it cannot stand for more than it holds.

A small file may ask for much: a zip that inflates, entities that expand, a number that reserves memory, parts that
consist of parts. Such files are refused here, in time that is linear in their size.
"""

import json
import struct
from collections import Counter
from collections.abc import Callable, Iterable

from knuckle.assets.archive import BadArchive, open_archive
from knuckle.assets.mesh.data import MOST_VERTICES, BadMesh
from knuckle.errors import ModelError
from knuckle.parse import xml
from knuckle.parse.source import Source

MOST_PARTS = 10_000  # placements of meshes in a scene
MOST_NUMBERS = 16 * MOST_VERTICES
GLB_HEAD = struct.Struct("<4sIIII")  # magic, version, length, length of the first chunk, its kind
PLY_HEAD = 1 << 16  # bytes in which the head of a file ends


def check_glb(content: bytes, name: str) -> None:
    """The first chunk of a binary glTF is a text that can be read."""
    if len(content) < GLB_HEAD.size or content[:4] != b"glTF":
        raise BadMesh(f"{name} is no binary glTF file")
    length = GLB_HEAD.unpack_from(content)[3]
    check_gltf(content[GLB_HEAD.size : GLB_HEAD.size + length], name)


def check_gltf(content: bytes, name: str) -> None:
    """Numbers of a glTF are bounded, and its nodes are trees."""
    try:
        scene = json.loads(content)
        counts = [int(accessor["count"]) for accessor in scene.get("accessors", ())]
        children = [int(child) for node in scene.get("nodes", ()) for child in node.get("children", ())]
        parts = len(scene.get("nodes", ()))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise BadMesh(f"{name} is no glTF file: {error or type(error).__name__}") from None
    if min(counts, default=0) < 0 or sum(counts) > MOST_NUMBERS:
        raise BadMesh(f"{name} says it has {sum(counts)} vertices and corners, expected at most {MOST_NUMBERS}")
    if parts > MOST_PARTS:
        raise BadMesh(f"{name} has {parts} nodes, expected at most {MOST_PARTS}")
    if max(Counter(children).values(), default=0) > 1:
        raise BadMesh(f"{name}: a node of the scene has two parents")


def check_ply(content: bytes, name: str) -> None:
    """Each element of a PLY file takes a byte at least."""
    head = content[:PLY_HEAD].partition(b"end_header")
    if not content.startswith(b"ply") or not head[1]:
        raise BadMesh(f"{name} is no PLY file")
    for line in head[0].splitlines():
        words = line.split()
        if words[:1] == [b"element"]:
            count = words[2] if len(words) == 3 and words[2].isdigit() and len(words[2]) < 12 else b""
            if not count or int(count) > len(content):
                found = line[:60].decode(errors="replace")
                raise BadMesh(f"{name} has {len(content)} bytes, and says it holds {found!r}")


def check_dae(content: bytes, name: str) -> None:
    """Nodes of a Collada file that are placed by others are not placed too often."""
    elements = list(_walk(_read_xml(content, name)))
    nodes = [element for element in elements if _kind(element) == "node"]
    uses = {f"#{node.get('id')}": [e.get("url") for e in _walk(node) if _kind(e) == "instance_node"] for node in nodes}
    _check_parts(uses, [e.get("url") for e in elements if _kind(e) == "instance_node"], name)


def check_3mf(content: bytes, name: str) -> None:
    """A 3MF file is a zip of bounded size, whose objects consist of a bounded number of others."""
    try:
        archive = open_archive(content, name)
    except BadArchive as error:
        raise BadMesh(str(error)) from None
    uses: dict[str, list[str]] = {}
    for part, data in archive.items():
        if part.lower().endswith((".model", ".rels", ".xml")):
            for element in _walk(_read_xml(data, f"{name}: {part}")):
                if _kind(element) == "object":
                    inner = [child for child in _walk(element) if _kind(child) == "component"]
                    uses.setdefault(element.get("id"), []).extend(child.get("objectid") for child in inner)
    _check_parts(uses, list(uses), name)


def _read_xml(content: bytes, name: str) -> xml.Element:
    """The tree of an XML file, which must define no entities."""
    if b"<!DOCTYPE" in content or b"<!ENTITY" in content or b"\0" in content:
        raise BadMesh(f"{name} defines a document type or entities, or is no UTF-8: it is not read")
    try:
        return xml.read(Source(name, content))
    except ModelError as error:
        raise BadMesh(str(error.problems[0])) from None


def _kind(element: xml.Element) -> str:
    """The tag of an element without its namespace."""
    return element.tag.rpartition(":")[2]


def _walk(root: xml.Element) -> Iterable[xml.Element]:
    pending = [root]
    while pending:
        element = pending.pop()
        yield element
        pending.extend(element.children)


def _check_parts(uses: dict[str, list[str]], roots: list[str], name: str) -> None:
    """Refuse parts that contain themselves, or that stand for too many in all."""
    counts: dict[str, int] = {}
    open_parts: set[str] = set()
    pending = [(part, False) for part in roots]
    while pending:
        part, done = pending.pop()
        if done:
            open_parts.discard(part)
            counts[part] = min(MOST_PARTS + 1, 1 + sum(counts.get(inner, 1) for inner in uses.get(part, ())))
        elif part not in counts:
            if part in open_parts:
                raise BadMesh(f"{name}: part {part!r} contains itself")
            open_parts.add(part)
            pending.append((part, True))
            pending.extend((inner, False) for inner in uses.get(part, ()) if inner not in counts)
    if sum(counts.get(part, 1) for part in roots) > MOST_PARTS:
        raise BadMesh(f"{name} places more than {MOST_PARTS} parts")


CHECKS: dict[str, Callable[[bytes, str], None]] = {
    ".glb": check_glb,
    ".gltf": check_gltf,
    ".ply": check_ply,
    ".dae": check_dae,
    ".3mf": check_3mf,
}
