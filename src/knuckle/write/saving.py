"""Texts and files of whole models, with the files that they name."""

import copy
import os
from os import PathLike
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from knuckle.assets.files import find_asset, read_asset
from knuckle.files import write_whole
from knuckle.spec.tree import Spec, sharing
from knuckle.write.canonical import spec_to_xml
from knuckle.write.decompile.model_spec import model_to_spec
from knuckle.write.settling import settled

if TYPE_CHECKING:
    from knuckle.model.model import Model

ASSETS = "_assets"  # ends the name of the folder of files beside a model
SIDES = ("fileright", "fileleft", "fileup", "filedown", "filefront", "fileback")


def model_to_xml(m: "Model", assets: dict[str, bytes] | None = None) -> str:
    """The MJCF text of a compiled model; see `Model.to_xml`."""
    return spec_to_xml(model_to_spec(m, assets))


def save_model_xml(m: "Model", path: str | PathLike[str]) -> None:
    """Write a compiled model as an MJCF file, with a folder of its own for files."""
    files: dict[str, bytes] = {}
    spec = model_to_spec(m, files)
    _save(spec, Path(path), files)


def save_spec_xml(spec: Spec, path: str | PathLike[str]) -> None:
    """Write a Spec as an MJCF file; it names the files of the original from where it lies.

    Files that were handed over in memory are written to a folder of their own.
    """
    target, spec = Path(path), settled(spec)
    files: dict[str, bytes] = {}
    written = sharing(spec)
    written.compiler, written.sources = _copied(spec.compiler), {}
    for name in ("meshdir", "texturedir", "assetdir"):
        setattr(written.compiler, name, None)
    written.compiler.strippath = False
    for kind, directory in {"meshes": "meshdir", "hfields": "meshdir", "textures": "texturedir"}.items():
        nodes = [_moved(spec, node, directory, target, files) for node in getattr(spec, kind)]
        setattr(written, kind, nodes)
    _save(written, target, files)


def _moved(spec: Spec, node: Any, directory: str, target: Path, files: dict[str, bytes]) -> Any:
    """A copy of an asset whose files are named from the place of the new model."""
    moved = _copied(node)
    moved.origin, origin = None, spec.origin_of(node)
    folder = getattr(origin.compiler, directory)
    for attribute in ("file", *SIDES):
        file = getattr(node, attribute, None)
        if not file:
            continue
        if origin.folder is None:
            name = _free_name(PurePosixPath(file.replace("\\", "/")).name, files)
            files[name] = read_asset(origin, node.place, file, folder)
        else:
            found = find_asset(origin, node.place, file, folder)
            name = os.path.relpath(os.path.realpath(found), os.path.realpath(target.parent)).replace(os.sep, "/")
        setattr(moved, attribute, name)
    return moved


def _copied(node: Any) -> Any:
    """A copy that can be changed without a trace in the original."""
    new = copy.copy(node)
    new.given = set(node.given)
    return new


def _free_name(name: str, files: dict[str, bytes]) -> str:
    stem, dot, suffix = name.rpartition(".")
    candidates = (name, *(f"{stem}_{i}{dot}{suffix}" for i in range(len(files))))
    return next(candidate for candidate in candidates if candidate not in files)


def _save(spec: Spec, path: Path, files: dict[str, bytes]) -> None:
    """The files first, so that a model that is there is whole."""
    if files:
        folder = path.parent / (path.stem + ASSETS)
        folder.mkdir(exist_ok=True)
        for name, content in files.items():
            write_whole(folder / name, content)
        spec.compiler.assetdir = folder.name
    write_whole(path, spec_to_xml(spec).encode(errors="surrogateescape"))
