"""Files that are written whole: a reader sees the old content or all of the new one."""

import contextlib
import os
import secrets
import stat
from collections.abc import Iterator
from os import PathLike

TEMPORARY = ".knuckle-"  # begins the name of a file that is being written


def write_whole(path: str | PathLike, content: bytes) -> None:
    """Write beside the file, then move it there in one step.

    A link stays one: what it points to is written. A file that was there before keeps its mode and, where the system
    allows it, its owner; a new one has the mode that the process gives to its files.
    """
    target = target_of(path)
    former = os.stat(target) if os.path.exists(target) else None
    temporary, descriptor = temporary_beside(path, 0o666 if former is None else 0o600)
    try:
        with _naming(path), os.fdopen(descriptor, "wb") as file:
            if former is not None:
                _copy_rights(former, temporary)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def target_of(path: str | PathLike) -> str:
    """The file that a path leads to; OSError where none can be written there.

    Commands that compute for long ask before they begin.
    """
    target = os.path.realpath(path)
    if os.path.exists(target) and not os.path.isfile(target):
        raise OSError(f"cannot write {os.fspath(path)!r}: it is not a regular file")
    folder = os.path.dirname(target)
    if not os.path.isdir(folder):
        raise FileNotFoundError(f"cannot write {os.fspath(path)!r}: there is no folder {folder!r}")
    return target


def temporary_beside(path: str | PathLike, mode: int = 0o666, suffix: str = "") -> tuple[str, int]:
    """The name and the descriptor of a new file in the folder of another, which it is to become."""
    temporary = os.path.join(os.path.dirname(target_of(path)), TEMPORARY + secrets.token_hex(8) + suffix)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    with _naming(path):
        return temporary, os.open(temporary, flags, mode)


@contextlib.contextmanager
def _naming(path: str | PathLike) -> Iterator[None]:
    """Within, what goes wrong is said of a file that the user knows: not of the temporary one, and not of none."""
    try:
        yield
    except OSError as error:
        raise type(error)(f"cannot write {os.fspath(path)!r}: {error.strerror or error}") from None


def _copy_rights(former: os.stat_result, path: str) -> None:
    if hasattr(os, "chown"):
        with contextlib.suppress(OSError):  # only some users may give files away
            os.chown(path, former.st_uid, former.st_gid)
    os.chmod(path, stat.S_IMODE(former.st_mode))
