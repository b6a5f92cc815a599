"""A model on disk -> an MJZ archive: its own text, the files it includes, and the assets that these name.

Files below the folder of the model keep their paths, and texts stay as they are. Where a file lies elsewhere, the names
in the texts are changed to those in the archive, and nothing else is. Each attached model has a folder of its own
then, with all that it names, since names are looked for from where a model lies.
"""

import io
import json
import os
import posixpath
import re
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote

from knuckle.assets.files import find_asset
from knuckle.assets.mjz import MAIN
from knuckle.errors import Problems
from knuckle.parse import load_file, xml
from knuckle.parse.include import Folder, read_bounded
from knuckle.parse.source import Source, quote
from knuckle.parse.unreadable import reason
from knuckle.spec.tree import Spec

SIDES = ("fileright", "fileleft", "fileup", "filedown", "filefront", "fileback")
# element -> attributes that name files, and the setting that says where such files lie
NAMING = {
    **dict.fromkeys(("mesh", "hfield", "skin", "flexcomp"), (("file", "filename"), "meshdir")),
    "texture": (("file", *SIDES), "texturedir"),
}
DIRECTORIES = ("meshdir", "texturedir", "assetdir")
_VALUE = re.compile(r"[^=]*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_TIME = (1980, 1, 1, 0, 0, 0)  # of all files, so that equal models give equal archives


@dataclass
class _Naming:
    """A place in a text that names a file: the element, the attribute, the path on disk; and the text, if it is one."""

    raw: xml.Element
    attribute: str
    path: Path
    base: str  # folder in the archive of the model that names it
    text: "_Text | None" = None


@dataclass
class _Collected:
    """The texts of a model, each where it is used, and every place in them that names a file."""

    texts: dict[tuple[str, Path], Source] = field(default_factory=dict)
    contents: dict[Path, bytes] = field(default_factory=dict)
    names: list[_Naming] = field(default_factory=list)
    settings: list[xml.Element] = field(default_factory=list)
    bases: dict[tuple[str, Path], str] = field(default_factory=dict)  # of attached models


@dataclass
class _Text:
    """A text, the model that it is part of, and what names of files in it refer to."""

    path: Path
    spec: Spec
    files: Folder
    base: str = ""  # folder of the model in the archive, where names are changed
    addresses: dict[str, str] = field(default_factory=dict)  # in a URDF -> file

    def include(self, name: str) -> "_Text":
        return _Text(Path(self.files.find(name, str(self.path))[1]), self.spec, self.files, self.base, self.addresses)

    def model(self, name: str, bases: dict[tuple[str, Path], str]) -> "_Text":
        path = Path(self.files.find_model(name, str(self.path))[1])
        base = bases.setdefault((self.base, path), f"{self.base}models/{len(bases)}/")
        return _Text(path, load_file(path), self.files.inside(str(path)), base)

    def spelled(self, raw: xml.Element) -> str:
        """The file at an address of a URDF, where that was found."""
        for node in self.spec.meshes:
            if node.place == raw.place and node.file:
                self.addresses[raw.get("filename")] = node.file
        return self.addresses.get(raw.get("filename"), "")


def pack(main: Path, spec: Spec) -> bytes:
    """The archive of the model in a file, whose Spec is given; ModelError where a file cannot be read."""
    problems = Problems()
    found = _collect(main, spec, problems)
    problems.check()
    inside = {naming.path: _inside(naming.path, main.parent) for naming in found.names}
    plain = all(inside.values()) and not any(map(_leads_away, found.names)) and not _moved(found.settings)
    plain = plain and MAIN not in inside.values()
    places = _new_places(found.names)
    contents = {MAIN: found.contents[main] if plain else _text(("", main), found, places)}
    for naming in found.names:
        where = str(inside[naming.path]) if plain else _in_archive(naming, places)
        if where in contents:
            continue
        if naming.text is not None:
            key = naming.text.base, naming.path
            contents[where] = found.contents[naming.path] if plain else _text(key, found, places)
        else:
            contents |= _read(naming, where, problems)
    problems.check()
    return zipped(contents)


def _collect(main: Path, spec: Spec, problems: Problems) -> _Collected:
    """Every text of a model, and of those that it attaches, with the places that name files."""
    found = _Collected()
    pending = [_Text(main, spec, Folder(main))]
    while pending:
        text = pending.pop()
        content = found.contents[text.path] = read_bounded(text.path)
        source = found.texts[text.base, text.path] = Source(str(text.path), content)
        inner = [xml.read(source)]
        while inner:
            raw = inner.pop()
            inner.extend(reversed(raw.children))
            if raw.tag == "compiler":
                found.settings.append(raw)
            elif raw.tag in NAMING:
                found.names += _assets(raw, text)
            elif raw.tag in ("include", "model") and (name := raw.get("file")):
                other = text.include(name) if raw.tag == "include" else text.model(name, found.bases)
                found.names.append(_Naming(raw, "file", other.path, text.base, other))
                if (other.base, other.path) not in found.texts:
                    pending.append(other)
    return found


def _assets(raw: xml.Element, text: _Text) -> list[_Naming]:
    attributes, directory = NAMING[raw.tag]
    origin = text.spec.origin_of(text.spec.worldbody)
    names = []
    for attribute in attributes:
        value = raw.get(attribute)
        value = text.spelled(raw) if attribute == "filename" and value else value
        if value:
            path = find_asset(origin, raw.place, value, getattr(origin.compiler, directory))
            names.append(_Naming(raw, attribute, path, text.base))
    return names


def _inside(path: Path, folder: Path) -> str | None:
    """The path of a file from the folder of the model; None where it lies elsewhere."""
    relative = os.path.relpath(path, folder).replace(os.sep, "/")
    return None if relative.startswith("../") or os.path.isabs(relative) else relative


def _leads_away(naming: _Naming) -> bool:
    """Whether a name is one that only this machine, or only a package, can resolve."""
    value = naming.raw.get(naming.attribute).replace("\\", "/")
    return posixpath.isabs(value) or ":" in value


def _moved(settings: list[xml.Element]) -> bool:
    values = [raw.get(name).replace("\\", "/") for raw in settings for name in DIRECTORIES]
    return any(posixpath.isabs(value) or ":" in value or value.startswith("..") for value in values)


def _new_places(names: list[_Naming]) -> dict[tuple[str, Path], str]:
    """A place for each file from where its model lies in the archive, in a folder of its own: so it keeps its name."""
    places: dict[tuple[str, Path], str] = {}
    for naming in names:
        name, text = naming.path.name, naming.text
        folder = "assets/" if text is None else "include/"
        place = f"{folder}{len(places)}/{name}"
        if text is not None and text.base != naming.base:
            place = text.base.removeprefix(naming.base) + name
        places.setdefault((naming.base, naming.path), place)
    return places


def _in_archive(naming: _Naming, places: dict[tuple[str, Path], str]) -> str:
    return naming.base + places[naming.base, naming.path]


def _text(key: tuple[str, Path], found: _Collected, places: dict[tuple[str, Path], str]) -> bytes:
    """A text with the names that files have in the archive."""
    source = found.texts[key]
    changes = [(n.raw, n.attribute, places[n.base, n.path]) for n in found.names if n.raw.source is source]
    for raw in found.settings:
        if raw.source is source:
            changes += [(raw, name, "") for name in DIRECTORIES if name in raw.attributes]
            changes += [(raw, "strippath", "false")] if "strippath" in raw.attributes else []
    text = source.text
    for raw, attribute, value in sorted(changes, key=lambda change: -change[0].offset_of(change[1])):
        match = _VALUE.match(text, raw.offset_of(attribute))
        if match is not None:
            start, end = match.span(1 if match[1] is not None else 2)
            text = text[:start] + value.replace("&", "&amp;").replace('"', "&quot;").replace("'", "&apos;") + text[end:]
    return text.encode()


def _read(naming: _Naming, where: str, problems: Problems) -> dict[str, bytes]:
    """A file and those that it names itself, by their places in the archive."""
    contents: dict[str, bytes] = {}
    pending = [(naming.path, where)]
    while pending:
        path, place = pending.pop()
        try:
            contents[place] = read_bounded(path)
        except (OSError, ValueError) as error:
            message = f"cannot read file {quote(str(path), 200)}: {reason(error)}"
            problems.add(naming.raw.place_of(naming.attribute), naming.raw.label, message)
            continue
        if path.suffix.lower() == ".gltf":
            folder = posixpath.dirname(place)
            named = _named_by_gltf(contents[place])
            pending += [(path.parent / name, posixpath.normpath(posixpath.join(folder, name))) for name in named]
    return contents


def _named_by_gltf(content: bytes) -> list[str]:
    """The files in which a glTF text has its numbers, below its own folder."""
    try:
        buffers = json.loads(content).get("buffers", ())
        names = [unquote(str(buffer.get("uri") or "")) for buffer in buffers]
    except (ValueError, AttributeError, TypeError, RecursionError):
        return []  # reading the mesh tells what is wrong with it
    return [name for name in names if name and ":" not in name and not name.startswith(("/", ".."))]


def zipped(contents: dict[str, bytes]) -> bytes:
    """An archive of files, the same bytes for the same files."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in contents.items():
            archive.writestr(zipfile.ZipInfo(name, _TIME), content, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()
