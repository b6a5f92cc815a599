"""MJCF or URDF text -> Spec.

    spec = load_file("robot.xml")
    spec = load_string("<mujoco>…</mujoco>", assets={"arm.xml": "<mujoco>…</mujoco>"})

A ModelError lists every fault of the model at once, each with file, line and column.
"""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from knuckle.errors import ModelError, Place, Problem, Problems
from knuckle.parse import xml
from knuckle.parse.build import build
from knuckle.parse.include import Assets, Folder, Remembered, expand, read_bounded
from knuckle.parse.models import Library
from knuckle.parse.source import Source, hint
from knuckle.parse.unreadable import unreadable
from knuckle.parse.urdf import build_urdf
from knuckle.schema.mjcf import FEATURES
from knuckle.spec.tree import Spec

__all__ = ["files_of", "load_again", "load_file", "load_string"]


def load_file(path: str | os.PathLike, *, omit: Iterable[str] = (), transmissions: bool = False) -> Spec:
    """The Spec of a model file; `omit` names unsupported features that are knowingly left out.

    With `transmissions`, those of a URDF become actuators.
    """
    file = Path(path)
    try:
        data = read_bounded(file)
    except (OSError, ValueError) as error:
        raise unreadable(file, error) from None
    library = Library(Folder(file), _read, (os.path.realpath(file),), _features(omit), transmissions=transmissions)
    return _read(Source(str(file), data), library)


def load_string(
    text: str | bytes,
    assets: Mapping[str, bytes | str] | None = None,
    *,
    omit: Iterable[str] = (),
    transmissions: bool = False,
    name: str = "<string>",
) -> Spec:
    """The Spec of a model given as text; files it includes are read from `assets` alone, never from disk.

    `name` is what errors call the text.
    """
    library = Library(Assets(assets or {}), _read, (name,), _features(omit), transmissions=transmissions)
    return _read(Source(name, text), library)


def load_again(spec: Spec, text: str) -> Spec:
    """The Spec of another text in the place of the one that a Spec was read from; what it includes is as it was."""
    name, files = next(iter(spec.sources)), files_of(spec)
    library = Library(files, _read, (name if spec.folder is None else os.path.realpath(name),), spec.omitted)
    return _read(Source(name, text), library)


def files_of(spec: Spec) -> Remembered:
    """The files that a Spec was read from and those beside them."""
    name = next(iter(spec.sources))
    return Remembered(Assets(spec.assets) if spec.folder is None else Folder(Path(name)), spec.sources)


def _read(source: Source, library: Library) -> Spec:
    """The Spec of a model, or of one that it attaches."""
    problems = Problems()
    root = xml.read(source)
    files = library.files.files if isinstance(library.files, Remembered) else library.files
    if root.tag == "robot":
        spec = build_urdf(root, problems, files, library.omit, library.transmissions)
    elif library.transmissions:
        raise ModelError(Problem(root.place, root.label, "transmissions=True is for URDF, whose root is <robot>"))
    else:
        included = expand(root, library.files, library.chain[-1], problems)
        spec = build(root, problems, library)
        spec.sources = {each.name: each.text for each in (source, *included)}
        spec.omitted = library.omit
    problems.check()
    if isinstance(files, Folder):
        spec.folder = files.root
    else:
        spec.assets = {name: data.encode() if isinstance(data, str) else data for name, data in files.files.items()}
    return spec


def _features(omit: Iterable[str]) -> frozenset[str]:
    names = [omit] if isinstance(omit, str) else list(omit) if isinstance(omit, Iterable) else [omit]
    if not all(isinstance(name, str) for name in names):
        raise TypeError(f"omit: expected names of features, found {omit!r}")
    unknown = sorted(set(names) - set(FEATURES))
    if unknown:
        wrong = [f'omit: unknown feature "{name}"' + hint(name, FEATURES) for name in unknown]
        raise ModelError([Problem(Place("omit"), "", message) for message in wrong])
    return frozenset(names)
