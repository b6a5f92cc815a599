"""The files that a model names: from the assets handed over with its text, else from the disk."""

import os
import posixpath
from pathlib import Path, PurePosixPath

from knuckle.errors import Place
from knuckle.parse.include import MAX_BYTES
from knuckle.spec.tree import Origin


class BadFile(Exception):
    """A file that cannot be read, with the reason."""


def read_asset(origin: Origin, place: Place, file: str, folder: str | None, most: int | None = None) -> bytes:
    """The content of a file that an element names, or its first `most` bytes; `folder` is where files of its kind lie.

    One that is not there is looked for beside the file at `place`, which names it.
    """
    if origin.folder is None:
        found = known_path(origin, place, file, folder)
        if not found:
            raise BadFile(f"there is no file {file} among the assets of the model")
        return origin.assets[found]
    path = find_asset(origin, place, file, folder)
    try:
        if path.exists() and not path.is_file():
            raise BadFile(f"cannot read {path}: not a file")
        with path.open("rb") as stream:
            content = stream.read(most or MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # a name may hold what no path can
        raise BadFile(f"cannot read {path}: {getattr(error, 'strerror', None) or error}") from None
    if len(content) > MAX_BYTES:
        raise BadFile(f"{path} is larger than {MAX_BYTES >> 20} MiB")
    return content


def find_asset(origin: Origin, place: Place, file: str, folder: str | None) -> Path:
    """The path of a file that a model on disk names, whether it is there or not."""
    name, inside = _names(origin, file, folder)
    path, beside = Path(origin.folder or "") / inside, Path(place.file).parent / name
    return beside if not os.path.exists(path) and os.path.isfile(beside) else path


def known_path(origin: Origin, place: Place, file: str, folder: str | None) -> str:
    """The path of such a file, or its name among the assets of a model given as text; empty where there is none.

    Like paths, the last part of a name suffices there, and folders around the file that names it are looked into.
    """
    if origin.folder is not None:
        return str(find_asset(origin, place, file, folder))
    name, inside = _names(origin, file, folder)
    names = (inside, name, *(folder / name for folder in PurePosixPath(place.file).parents))
    candidates = (*(posixpath.normpath(each) for each in names), *map(str, names), inside.name)
    return next((key for key in candidates if key in origin.assets), "")


def _names(origin: Origin, file: str, folder: str | None) -> tuple[PurePosixPath, PurePosixPath]:
    """A name without its path where that is asked for, and the same in the folder where files of its kind lie."""
    name = PurePosixPath(file.replace("\\", "/"))
    name = PurePosixPath(name.name) if origin.compiler.strippath else name
    return name, PurePosixPath(folder or origin.compiler.assetdir or "") / name
