"""Files and `<include>`: where a model's text comes from, and one tree out of many files."""

import os
import posixpath
from collections import deque
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from knuckle.errors import ModelError, Problems
from knuckle.parse import xml
from knuckle.parse.source import Source, hint, quote
from knuckle.parse.unreadable import reason

MAX_BYTES = 1 << 28


class Folder:
    """Files on disk, named relative to the folder of the main file, else to that of the file that names them."""

    def __init__(self, main: Path):
        self.main = main
        self.root = main.parent

    def find(self, name: str, parent: str) -> tuple[str, str]:
        """Identity and path of a file that `parent` names."""
        relative = name.replace("\\", "/")
        candidates = [self.root / relative, Path(parent).parent / relative]
        # questions of os.path have no errors: neither names that are too long nor links in circles break them
        path = next((candidate for candidate in candidates if os.path.isfile(candidate)), candidates[0])
        return os.path.realpath(path), str(path)

    def find_model(self, name: str, parent: str) -> tuple[str, str]:
        """Identity and path of a model that `parent` names; such a file is looked for beside that one first."""
        beside = Path(parent).parent / name.replace("\\", "/")
        return (os.path.realpath(beside), str(beside)) if os.path.isfile(beside) else self.find(name, parent)

    def inside(self, path: str) -> "Folder":
        """Files that the model at `path` names."""
        return Folder(Path(path))

    def read(self, path: str) -> bytes:
        return read_bounded(Path(path))


class Assets:
    """Files handed over in a dictionary, looked for in the folders around the one that names them.

    Like paths, the last part of a name suffices, in any case.
    """

    def __init__(self, assets: Mapping[str, bytes | str]):
        _check_assets(assets)
        self.files = dict(assets)
        self.paths = {posixpath.normpath(name.replace("\\", "/")).lower(): name for name in assets}
        self.names = {posixpath.basename(path): name for path, name in self.paths.items()}

    def find(self, name: str, parent: str) -> tuple[str, str]:
        path = posixpath.normpath(name.replace("\\", "/")).lower()
        around = [posixpath.normpath(folder / path).lower() for folder in PurePosixPath(parent).parents]
        for key in (path, *around):
            if key in self.paths:
                return self.paths[key], self.paths[key]
        if posixpath.basename(path) in self.names:
            found = self.names[posixpath.basename(path)]
            return found, found
        return name, name

    find_model = find

    def inside(self, path: str) -> "Assets":
        return self

    def read(self, name: str) -> bytes | str:
        if name not in self.files:
            raise FileNotFoundError("not among the assets" + hint(name, self.files))
        return self.files[name]


class Remembered:
    """Files as they were when a model was read; those that were not read then are as they are now."""

    def __init__(self, files: Folder | Assets, texts: Mapping[str, str]):
        self.files = files
        self.texts = texts
        self.find, self.find_model, self.inside = files.find, files.find_model, files.inside

    def read(self, path: str) -> bytes | str:
        return self.texts[path] if path in self.texts else self.files.read(path)


Files = Folder | Assets | Remembered


def _check_assets(assets: Mapping[str, bytes | str]) -> None:
    if not isinstance(assets, Mapping):
        raise TypeError(f"assets: expected names with contents in a dictionary, found {type(assets).__name__}")
    for name, content in assets.items():
        if not isinstance(name, str):
            raise TypeError(f"assets: expected names of type str, found {name!r}")
        if not isinstance(content, bytes | str):
            raise TypeError(f"assets: expected {name!r} to hold bytes or a text, found {type(content).__name__}")


def read_bounded(path: Path) -> bytes:
    """The bytes of a regular file of bounded size."""
    if os.path.exists(path) and not os.path.isfile(path):
        raise IsADirectoryError("it is a folder" if path.is_dir() else "not a file")
    with open(path, "rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise OSError(f"larger than {MAX_BYTES >> 20} MiB")
    return data


def expand(root: xml.Element, files: Files, identity: str, problems: Problems) -> list[Source]:
    """Replace every `<include>` below root by the contents of its file, each file once, in place; return the files."""
    seen = {identity}
    sources: list[Source] = []
    pending = [root] if "include" in root.source.text else []
    while pending:
        element = pending.pop()
        if any(child.tag == "include" for child in element.children):
            element.children = _expanded(element.children, files, seen, sources, problems)
        pending.extend(element.children)
    return sources


def _expanded(
    elements: list[xml.Element], files: Files, seen: set[str], sources: list[Source], problems: Problems
) -> list[xml.Element]:
    """The elements, with what files hold in the place of those that include them."""
    waiting, expanded = deque(elements), []
    while waiting:
        child = waiting.popleft()
        if child.tag == "include":
            waiting.extendleft(reversed(_included(child, files, seen, sources, problems)))
        else:
            expanded.append(child)
    return expanded


def _included(
    element: xml.Element, files: Files, seen: set[str], sources: list[Source], problems: Problems
) -> list[xml.Element]:
    name, place = element.get("file"), element.place_of("file")
    if not name:
        problems.add(element.place, "<include>", 'attribute "file" is missing')
        return []
    if element.children:
        problems.add(element.place, "<include>", "an include cannot have children")
    identity, path = files.find(name, element.source.name)
    if identity in seen:
        problems.add(place, "<include>", f"file {quote(name)} is already included; a file can be included once")
        return []
    seen.add(identity)
    try:
        source = Source(path, files.read(path))
        root = xml.read(source)
    except (OSError, ValueError) as error:  # a name may hold what no path can
        problems.add(place, "<include>", f"cannot read file {quote(name)}: {reason(error)}")
        return []
    except ModelError as error:
        problems.found.update(dict.fromkeys(error.problems))
        return []
    if not root.children:
        problems.add(place, "<include>", f"file {quote(name)} holds nothing to include")
    sources.append(source)
    return root.children
