"""The artifact cache: compiled kernels in the user's cache directory, found by what they were made from."""

import contextlib
import hashlib
import os
import sys
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from time import time

from knuckle.errors import CacheWarning
from knuckle.files import TEMPORARY, write_whole
from knuckle.machine.layout import layout_digest
from knuckle.machine.processor import processor
from knuckle.machine.programs import SOURCES as BESIDE
from knuckle.machine.programs import program_sources
from knuckle.machine.reach import installed_version
from knuckle.machine.targets import Target

MAGIC = b"knuckle artifact 1\n"
LEFTOVER_AGE = 24 * 3600  # [s]
# what compiled code is made from: other files of the machine layer and the schema do not change it
SOURCES = (
    *("math/**/*.py", "physics/**/*.py", "machine/lowering/*.py", "program.py", "kernel.py"),
    *(f"machine/{name}.py" for name in ("entry", "query", "layout", "targets", "emit", "optimise", "unit", "reach")),
    *(
        f"machine/{name}.py"
        for name in ("trampoline_code", "query_trampoline", "pair_trampoline", "array_object", "world_object")
    ),
    *(f"machine/{name}.py" for name in ("group_entry", "row_copies", "row_plan", "transpose")),
    *(f"schema/{name}.py" for name in ("fields", "data_table", "model_table", "enums", "sensor_enums", "named")),
    *(f"schema/{name}.py" for name in ("limits", "status", "hooks")),
)
UNUSED_AGE = 30 * 24 * 3600  # [s] after which an object that no build has read is removed


def cache_directory() -> Path:
    """`$KNUCKLE_CACHE`, else the platform's place for a user's cached files."""
    chosen = os.environ.get("KNUCKLE_CACHE")
    if chosen:
        return Path(chosen)
    if sys.platform == "darwin":
        return _home() / "Library" / "Caches" / "knuckle"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or _home()) / "knuckle" / "cache"
    return Path(os.environ.get("XDG_CACHE_HOME") or _home() / ".cache") / "knuckle"


def _home() -> Path:
    """The home of the user; for one without a home a place where nothing can be written."""
    try:
        return Path.home()
    except RuntimeError:
        return Path(os.devnull)


@cache
def source_hash() -> str:
    """Hash of every source that compiled code is made from."""
    package = Path(__file__).parents[1]
    digest = hashlib.sha256()
    beside = {file for patterns in BESIDE.values() for pattern in patterns for file in package.glob(pattern)}
    for file in sorted({file for pattern in SOURCES for file in package.glob(pattern)} - beside):
        digest.update(file.relative_to(package).as_posix().encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


def artifact_key(target: Target, *processor: str) -> str:
    """What an artifact was made from and for."""
    parts = (
        source_hash(),
        layout_digest(),
        installed_version("numba"),
        installed_version("llvmlite"),
        ".".join(map(str, sys.version_info[:2])),
        target.name,
        *processor,
    )
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]


def artifact_path(target: Target, program: str = "") -> Path:
    """All objects of a machine for the processor in use, in one file: found by the sources as they stand."""
    compiled_for = processor()
    beside = [program_sources(program)] if program else []
    key = artifact_key(target, compiled_for.name, compiled_for.extra, *beside)
    name = f"{target.name}+{program}" if program else target.name
    return cache_directory() / "artifacts" / f"{name}-{key}.o"


def unit_path(target: Target, name: str, key: str) -> Path:
    """The object of one unit for the processor in use: found by the kernels that it reaches."""
    compiled_for = processor()
    chosen = hashlib.sha256(f"{compiled_for.name} {compiled_for.extra}".encode()).hexdigest()[:8]
    return cache_directory() / "units" / target.name / f"{name}-{key}-{chosen}.o"


def code_path(target: Target, name: str, key: str) -> Path:
    """The plain LLVM code of one unit, for any processor."""
    return cache_directory() / "units" / target.name / f"{name}-{key}.bc"


def read_artifact(path: Path) -> list[bytes] | None:
    """The objects of an artifact, or None where there is none or it is damaged."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    start = len(MAGIC) + 32
    if content[: len(MAGIC)] != MAGIC or hashlib.sha256(content[start:]).digest() != content[len(MAGIC) : start]:
        return None
    return unpack(content[start:])


def keep_artifact(path: Path, objects: list[bytes]) -> None:
    """Store objects for later runs; a warning where that cannot be, for they are in memory and can be used."""
    try:
        write_artifact(path, objects)
    except OSError as error:
        warnings.warn(
            f"the artifact cache {path.parent} cannot be written ({error.strerror or error}); compiled kernels are kept"
            f" for this process only and will be compiled again next time. Set KNUCKLE_CACHE to a writable directory.",
            CacheWarning,
            stacklevel=2,
        )


def write_artifact(path: Path, objects: list[bytes]) -> None:
    """Store objects in one atomic move, so that a reader sees all of them or nothing."""
    code = packed(objects)
    path.parent.mkdir(parents=True, exist_ok=True)
    _remove_leftovers(path.parent)
    write_whole(path, MAGIC + hashlib.sha256(code).digest() + code)


def remove_unused(folder: Path) -> None:
    """Remove objects of units that no build has read for a long time."""
    for file in folder.glob("*-*"):
        with contextlib.suppress(OSError):
            if time() - max(file.stat().st_atime, file.stat().st_mtime) > UNUSED_AGE:
                file.unlink()


def _remove_leftovers(folder: Path) -> None:
    """Remove what processes that were killed while they wrote have left behind, long ago."""
    for file in folder.glob(f"{TEMPORARY}*"):
        with contextlib.suppress(OSError):
            if time() - file.stat().st_mtime > LEFTOVER_AGE:
                file.unlink()


def packed(objects: list[bytes]) -> bytes:
    """Objects in one piece, each after its length."""
    return b"".join(len(each).to_bytes(8, "little") + each for each in objects)


def unpack(code: bytes) -> list[bytes]:
    objects = []
    while code:
        length = int.from_bytes(code[:8], "little")
        objects.append(code[8 : 8 + length])
        code = code[8 + length :]
    return objects


@contextlib.contextmanager
def build_lock(path: Path) -> Iterator[None]:
    """Only one process builds an artifact, the others wait for it; where no lock can be had, each builds its own."""
    file = _open_lock(path.with_suffix(".lock"))
    if file is None:
        yield
        return
    try:
        with contextlib.suppress(ImportError, OSError):  # a system or a disk without such locks
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield
    finally:
        os.close(file)


def _open_lock(path: Path) -> int | None:
    """The lock file, which may belong to another user: reading it suffices to take the lock."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
    for flags in (os.O_RDWR | os.O_CREAT, os.O_RDONLY):
        with contextlib.suppress(OSError):
            return os.open(path, flags, 0o666)
    return None
