"""Meshes of a URDF: one asset for each file and scale, named after the file."""

import os
import posixpath
from pathlib import Path, PurePosixPath
from typing import Any

from knuckle.parse import xml
from knuckle.parse.include import Assets, Folder
from knuckle.parse.source import quote
from knuckle.parse.urdf.reader import UrdfReader
from knuckle.spec.tree import Spec

PACKAGES = ("package", "model")  # begin an address inside a package: package://name/path


class Meshes:
    """The mesh assets of a model while its links are read."""

    def __init__(self, reader: UrdfReader, spec: Spec, files: Folder | Assets):
        self.reader = reader
        self.spec = spec
        self.files = files
        self.variants: dict[str, dict[tuple, str]] = {}  # stem -> (file, scale) -> name
        self.names: set[str] = set()

    def name_of(self, raw: xml.Element) -> str:
        """The name of the asset for a `<mesh>`, which is added where it is new."""
        values = self.reader.values(raw, "mesh", {})
        file, scale = values.get("filename", ""), values.get("scale", (1.0, 1.0, 1.0))
        if not file:
            return ""  # which has been told
        last = file.replace("\\", "/").rpartition("/")[2]
        file = last if self.spec.compiler.strippath else file
        stem = last.rpartition(".")[0] if "." in last else last
        known = self.variants.setdefault(stem, {})
        if (file, scale) not in known:
            name = known[file, scale] = self._free_name(stem + (str(len(known)) if known else ""))
            given: dict[str, Any] = {"scale": scale} if "scale" in values else {}
            self.spec.meshes.append(self.reader.node(raw, "mesh", name=name, file=self._path(raw, file), **given))
        return known[file, scale]

    def _free_name(self, wanted: str) -> str:
        name, count = wanted, 0
        while not name or name in self.names:
            count += 1
            name = f"{wanted}_{count}"
        self.names.add(name)
        return name

    def _path(self, raw: xml.Element, file: str) -> str:
        """The path of a file whose address may be one of a package."""
        scheme, separator, rest = file.partition("://")
        scheme = scheme.lower()
        if not separator:
            return file
        if scheme == "file":
            return rest
        if scheme not in PACKAGES:
            message = f"filename {quote(file)}: only files are read, and those of packages (package://)"
            self.reader.problems.add(raw.place_of("filename"), raw.label, message)
            return rest
        return self._in_assets(rest) if isinstance(self.files, Assets) else self._in_package(raw, rest)

    def _in_assets(self, path: str) -> str:
        """The longest end of a path that is the name of an asset; the path itself where none is."""
        parts = PurePosixPath(path).parts
        ends = (posixpath.join(*parts[start:]) for start in range(len(parts)))
        return next((end for end in ends if end in self.files.files), path)  # type: ignore[union-attr]

    def _in_package(self, raw: xml.Element, path: str) -> str:
        """A file of a package, whose folder is one around the URDF or lies in such a one.

        The path is relative to the URDF, unless meshes are said to lie elsewhere.
        """
        package, _, inside = path.partition("/")
        here = Path(os.path.abspath(self.files.root))  # type: ignore[union-attr]
        for folder in (here, *here.parents):
            inner = [folder / inside] if folder.name == package else []
            for candidate in (*inner, folder / path):
                if os.path.isfile(candidate):
                    elsewhere = self.spec.compiler.meshdir or self.spec.compiler.assetdir
                    return str(candidate) if elsewhere else os.path.relpath(candidate, here).replace(os.sep, "/")
        message = (
            f"filename {quote(raw.get('filename'), 200)}: there is no such file in a folder {quote(package)} around "
            f"{quote(str(here), 200)}; put the package there, or set strippath and meshdir in <mujoco><compiler/>"
        )
        self.reader.problems.add(raw.place_of("filename"), raw.label, message)
        return path
