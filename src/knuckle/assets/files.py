"""The files that a model names: from the assets handed over with its text, else from the disk."""

import os
import posixpath
import time
from collections.abc import Callable, Hashable
from hashlib import blake2b
from pathlib import Path, PurePosixPath
from typing import BinaryIO, TypeVar

from knuckle.assets.cache import asset_cache
from knuckle.errors import Place
from knuckle.parse.include import MAX_BYTES
from knuckle.spec.tree import Origin

SETTLED = 2.0  # seconds after its last change from which a file's time stamp tells whether it changed again

Value = TypeVar("Value")


class BadFile(Exception):
    """A file that cannot be read, with the reason."""


def made_of_asset(
    kind: Hashable, make: Callable[[bytes, bytes], Value], origin: Origin, place: Place, file: str, folder: str | None
) -> Value:
    """What `make` makes of the content of a file and the digest of that content, if it is not known already.

    `kind` names all else that the value depends on. A file is opened in any case: what may not be read is not told.
    """
    if origin.folder is None:
        content = read_asset(origin, place, file, folder)
        digest = _digest(content)
        return asset_cache.made((kind, digest), lambda: make(content, digest))
    path = find_asset(origin, place, file, folder)
    with _opened(path) as stream:
        stamp = _stamp(stream)
        digest = asset_cache.find(stamp)
        known = None if digest is None else asset_cache.find((kind, digest))
        if known is not None:
            return known
        content = _bounded(stream, path)
        settled = _stamp(stream) == stamp and time.time() - max(stamp[3:]) * 1e-9 > SETTLED
    digest = _digest(content)
    if settled:
        asset_cache.keep(stamp, digest)
    return asset_cache.made((kind, digest), lambda: make(content, digest))


def _digest(content: bytes) -> bytes:
    return blake2b(content, digest_size=32).digest()


def _stamp(stream: BinaryIO) -> tuple[int, ...]:
    """Which file it is, its size, and when its content and its properties changed last [ns]."""
    found = os.fstat(stream.fileno())
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


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
    with _opened(path) as stream:
        return _bounded(stream, path, most)


def _opened(path: Path) -> BinaryIO:
    """A regular file, open for reading."""
    try:
        if os.path.exists(path) and not os.path.isfile(path):
            raise BadFile(f"cannot read {path}: not a file")
        return open(path, "rb")
    except (OSError, ValueError) as error:  # a name may hold what no path can
        raise _unreadable(path, error) from None


def _bounded(stream: BinaryIO, path: Path, most: int | None = None) -> bytes:
    """What is in a file, or its first `most` bytes."""
    try:
        content = stream.read(most or MAX_BYTES + 1)
    except OSError as error:
        raise _unreadable(path, error) from None
    if len(content) > MAX_BYTES:
        raise BadFile(f"{path} is larger than {MAX_BYTES >> 20} MiB")
    return content


def _unreadable(path: Path, error: Exception) -> BadFile:
    return BadFile(f"cannot read {path}: {getattr(error, 'strerror', None) or error}")


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
