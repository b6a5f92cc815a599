"""MJZ archives: a model and all files that it names, in one zip."""

import os
import posixpath
from collections.abc import Iterable
from os import PathLike
from pathlib import Path

from knuckle.assets.archive import BadArchive, open_archive
from knuckle.errors import ModelError, Place, Problem
from knuckle.parse import load_string
from knuckle.parse.include import read_bounded
from knuckle.parse.unreadable import unreadable
from knuckle.spec.tree import Spec

ARCHIVE_SUFFIXES = (".mjz", ".zip")
MAIN = "model.xml"  # the model of an archive that we write
MOST_SHOWN = 8  # files in a message


def is_archive(path: str | PathLike[str]) -> bool:
    """Whether a file is an archive, by its name."""
    return os.fspath(path).lower().endswith(ARCHIVE_SUFFIXES)


def load_archive(path: str | PathLike[str], *, omit: Iterable[str] = (), transmissions: bool = False) -> Spec:
    """The Spec of the model in an archive; every file it names is read from there, none from disk."""
    file = Path(path)
    try:
        content = read_bounded(file)
    except (OSError, ValueError) as error:
        raise unreadable(file, error) from None
    try:
        files = open_archive(content, str(file))
    except BadArchive as error:
        raise ModelError(Problem(Place(str(file)), "", str(error).removeprefix(str(file)).strip())) from None
    main = _main_file(files, file)
    assets = {posixpath.relpath(name, posixpath.dirname(main) or "."): content for name, content in files.items()}
    return load_string(
        files[main], assets=assets, omit=omit, transmissions=transmissions, name=posixpath.join(str(file), main)
    )


def _main_file(files: dict[str, bytes], archive: Path) -> str:
    """The file that holds the model: `model.xml`, or one that has the name of the archive."""
    stem = archive.stem
    candidates = (MAIN, f"{stem}.xml", f"{stem}/{stem}.xml", f"{stem}/{MAIN}")
    for name in candidates:
        if name in files:
            return name
    shown = ", ".join(sorted(files)[:MOST_SHOWN]) + ", …" * (len(files) > MOST_SHOWN)
    found = f"it holds {shown}" if files else "it is empty"
    message = f"there is no model in the archive, expected {' or '.join(candidates)}; {found}"
    raise ModelError(Problem(Place(str(archive)), "", message))
