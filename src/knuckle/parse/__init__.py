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
from knuckle.parse.include import Assets, Folder, expand, read_bounded
from knuckle.parse.source import Source, hint
from knuckle.parse.unreadable import unreadable
from knuckle.parse.urdf import build_urdf
from knuckle.schema.mjcf import FEATURES
from knuckle.spec.tree import Spec

__all__ = ["load_file", "load_string"]


def load_file(path: str | os.PathLike, *, omit: Iterable[str] = (), transmissions: bool = False) -> Spec:
    """The Spec of a model file; `omit` names unsupported features that are knowingly left out.

    With `transmissions`, those of a URDF become actuators.
    """
    file = Path(path)
    try:
        data = read_bounded(file)
    except (OSError, ValueError) as error:
        raise unreadable(file, error) from None
    spec = _load(Source(str(file), data), Folder(file), os.path.realpath(file), omit, transmissions)
    spec.folder = file.parent
    return spec


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
    files = Assets(assets or {})
    spec = _load(Source(name, text), files, name, omit, transmissions)
    spec.assets = {name: data.encode() if isinstance(data, str) else data for name, data in files.files.items()}
    return spec


def _load(source: Source, files: Folder | Assets, identity: str, omit: Iterable[str], transmissions: bool) -> Spec:
    left_out = _features(omit)
    problems = Problems()
    root = xml.read(source)
    if root.tag == "robot":
        spec = build_urdf(root, problems, files, left_out, transmissions)
    elif transmissions:
        raise ModelError(Problem(root.place, root.label, "transmissions=True is for URDF, whose root is <robot>"))
    else:
        expand(root, files, identity, problems)
        spec = build(root, problems, left_out)
    problems.check()
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
