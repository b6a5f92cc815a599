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
    name, inside = _names(origin, file, folder)
    if origin.folder is None:
        return _from_assets(origin, file, (inside, name, PurePosixPath(place.file).parent / name))
    path = asset_path(origin, place, file, folder)
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


def asset_path(origin: Origin, place: Place, file: str, folder: str | None) -> Path:
    """Where the file that a model names lies on the disk; the model must come from a file itself."""
    name, inside = _names(origin, file, folder)
    path, beside = Path(origin.folder or "") / inside, Path(place.file).parent / name
    return beside if not os.path.exists(path) and os.path.isfile(beside) else path


def _names(origin: Origin, file: str, folder: str | None) -> tuple[PurePosixPath, PurePosixPath]:
    """The name of a file, and the same within the folder of its kind."""
    name = PurePosixPath(file.replace("\\", "/"))
    name = PurePosixPath(name.name) if origin.compiler.strippath else name
    return name, PurePosixPath(folder or origin.compiler.assetdir or "") / name


def _from_assets(origin: Origin, file: str, names: tuple[PurePosixPath, ...]) -> bytes:
    """Like paths, the last part of a name suffices."""
    for key in (*(posixpath.normpath(name) for name in names), *map(str, names), names[0].name):
        if key in origin.assets:
            return origin.assets[key]
    raise BadFile(f"there is no file {file} among the assets of the model")
