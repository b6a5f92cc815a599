"""The artifact cache: compiled kernels in the user's cache directory, found by what they were made from."""

import contextlib
import hashlib
import os
import sys
import tempfile
import warnings
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path

from knuckle.errors import CacheWarning
from knuckle.machine.layout import layout_digest
from knuckle.machine.processor import processor
from knuckle.machine.targets import Target

MAGIC = b"knuckle artifact 1\n"
# what compiled code is made from: other files of the machine layer and the schema do not change it
SOURCES = (
    *("math/**/*.py", "physics/**/*.py", "machine/lowering/*.py", "entries.py"),
    *(f"machine/{name}.py" for name in ("kernel", "program", "layout", "targets", "emit", "optimise", "door_code")),
    *(f"schema/{name}.py" for name in ("fields", "data_table", "model_table", "enums", "status")),
)


def cache_directory() -> Path:
    """`$KNUCKLE_CACHE`, else the platform's place for a user's cached files."""
    chosen = os.environ.get("KNUCKLE_CACHE")
    if chosen:
        return Path(chosen)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "knuckle"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "knuckle" / "cache"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "knuckle"


@cache
def source_hash() -> str:
    """Hash of every source that compiled code is made from."""
    package = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for file in sorted(file for pattern in SOURCES for file in package.glob(pattern)):
        digest.update(file.relative_to(package).as_posix().encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


def artifact_key(target: Target, *processor: str) -> str:
    """What an artifact was made from and for."""
    parts = (
        source_hash(),
        layout_digest(),
        version("numba"),
        version("llvmlite"),
        ".".join(map(str, sys.version_info[:2])),
        target.name,
        *processor,
    )
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]


def artifact_path(target: Target) -> Path:
    """The objects of a machine for the processor in use."""
    compiled_for = processor()
    key = artifact_key(target, compiled_for.name, compiled_for.extra)
    return cache_directory() / "artifacts" / f"{target.name}-{key}.o"


def code_path(target: Target, shard: int) -> Path:
    """The plain LLVM code of a share of a machine, for any processor."""
    return cache_directory() / "artifacts" / f"{target.name}-{artifact_key(target)}-{shard}.bc"


def read_artifact(path: Path) -> list[bytes] | None:
    """The objects of an artifact, or None where there is none or it is damaged."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    start = len(MAGIC) + 32
    if content[: len(MAGIC)] != MAGIC or hashlib.sha256(content[start:]).digest() != content[len(MAGIC) : start]:
        return None
    return _unpack(content[start:])


def write_artifact(path: Path, objects: list[bytes]) -> None:
    """Store objects in one atomic move, so that a reader sees all of them or nothing."""
    code = b"".join(len(each).to_bytes(8, "little") + each for each in objects)
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=".partial-")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(MAGIC + hashlib.sha256(code).digest() + code)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def _unpack(code: bytes) -> list[bytes]:
    objects = []
    while code:
        length = int.from_bytes(code[:8], "little")
        objects.append(code[8 : 8 + length])
        code = code[8 + length :]
    return objects


def writable_path(path: Path) -> Path:
    """`path`, or a place of this process alone where the cache directory cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path.parent):
            return path
    except OSError as error:
        fallback = Path(tempfile.mkdtemp(prefix="knuckle-")) / path.name
        warnings.warn(
            f"the artifact cache {path.parent} cannot be written ({error.strerror or error}); compiled kernels are kept"
            f" for this process only and will be compiled again next time. Set KNUCKLE_CACHE to a writable directory.",
            CacheWarning,
            stacklevel=2,
        )
        return fallback


@contextlib.contextmanager
def build_lock(path: Path) -> Iterator[None]:
    """Only one process builds an artifact; the others wait for it."""
    try:
        import fcntl
    except ImportError:  # no such locks here: two processes may build the same artifact, the last one stays
        yield
        return
    with open(path.with_suffix(".lock"), "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
