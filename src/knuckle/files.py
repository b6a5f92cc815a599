"""Files that are written whole: a reader sees the old content or all of the new one."""

import contextlib
import os
import secrets
import stat
from os import PathLike

TEMPORARY = ".knuckle-"  # begins the name of a file that is being written


def write_whole(path: str | PathLike, content: bytes) -> None:
    """Write beside the file, then move it there in one step.

    A link stays one: what it points to is written. A file that was there before keeps its mode and, where the system
    allows it, its owner; a new one has the mode that the process gives to its files.
    """
    target = os.path.realpath(path)
    former = os.stat(target) if os.path.exists(target) else None
    if former is not None and not stat.S_ISREG(former.st_mode):
        raise OSError(f"cannot write {os.fspath(path)!r}: it is not a regular file")
    folder = os.path.dirname(target)
    if not os.path.isdir(folder):
        raise FileNotFoundError(f"cannot write {os.fspath(path)!r}: there is no folder {folder!r}")
    temporary = os.path.join(folder, TEMPORARY + secrets.token_hex(8))
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    descriptor = os.open(temporary, flags, 0o666 if former is None else 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
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


def _copy_rights(former: os.stat_result, path: str) -> None:
    if hasattr(os, "chown"):
        with contextlib.suppress(OSError):  # only some users may give files away
            os.chown(path, former.st_uid, former.st_gid)
    os.chmod(path, stat.S_IMODE(former.st_mode))
