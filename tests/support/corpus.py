"""Where the model files for tests are: the archive of real models, and the wheels that carry some."""

import importlib.util
import os
import re
import tarfile
from functools import cache
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
ARCHIVE = REPOSITORY.parent / "shared" / "models.tar.xz"
WHEELS = {"gymnasium": "envs/mujoco/assets", "dm_control": "."}


@cache
def archive_folder() -> Path | None:
    """The unpacked archive: $KNUCKLE_MODELS, else the cache folder, filled from the archive at first use."""
    if "KNUCKLE_MODELS" in os.environ:
        folder = Path(os.environ["KNUCKLE_MODELS"])
        return folder if folder.is_dir() else None
    folder = Path.home() / ".cache" / "knuckle" / "models"
    if folder.is_dir():
        return folder
    return _unpack(folder) if ARCHIVE.is_file() else None


def _unpack(folder: Path) -> Path:
    """Unpack beside the target and rename, so that several processes may start at once."""
    fresh = folder.with_name(f"models.{os.getpid()}")
    fresh.mkdir(parents=True)
    with tarfile.open(ARCHIVE) as archive:
        archive.extractall(fresh, filter="data")
    inner = list(fresh.iterdir())
    content = inner[0] if len(inner) == 1 and inner[0].name == "models" else fresh
    try:
        content.rename(folder)
    except OSError:
        if not folder.is_dir():
            raise
    return folder


def wheel_folder(package: str) -> Path | None:
    """The models inside an installed package, found without importing it."""
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        return None
    folder = Path(spec.origin).parent / WHEELS[package]
    return folder if folder.is_dir() else None


def sources() -> dict[str, Path | None]:
    """Name and folder of every source of models; None where it is absent."""
    return {"archive": archive_folder(), **{package: wheel_folder(package) for package in WHEELS}}


def missing() -> list[str]:
    """Why parts of the corpus are absent, one sentence each; for the reason of a skipped test."""
    reasons = {
        "archive": f"no models: set KNUCKLE_MODELS or put {ARCHIVE.name} at {ARCHIVE.parent}",
        "gymnasium": "the package gymnasium is not installed",
        "dm_control": "the package dm_control is not installed",
    }
    return [reasons[name] for name, folder in sources().items() if folder is None]


@cache
def model_paths() -> tuple[Path, ...]:
    """Every complete model of the corpus; files that are only parts for inclusion are left out."""
    found = []
    for folder in sources().values():
        if folder is not None:
            found += [path for path in sorted(folder.rglob("*.xml")) if is_whole_model(path)]
    return tuple(found)


@cache
def outermost_paths() -> tuple[Path, ...]:
    """The models of the corpus that no other one includes: a scene has all of its robot."""
    included = {(path.parent / name).resolve() for path in model_paths() for name in _included(path)}
    return tuple(path for path in model_paths() if path.resolve() not in included)


def _included(path: Path) -> list[str]:
    return re.findall(r'<include\s+file="([^"]+)"', path.read_text(encoding="utf-8", errors="replace"))


def is_whole_model(path: Path) -> bool:
    """Whether a file is a model of its own: its root is <mujoco> and it, or a file it includes, has a world body."""
    text = path.read_text(encoding="utf-8", errors="replace")
    if "<mujoco" not in text or "<mujocoinclude" in text:
        return False
    return "<worldbody" in text or ("<include" in text and "<body" not in text)


def model_id(path: Path) -> str:
    """A short stable name of a model for test ids: the path below its source."""
    for name, folder in sources().items():
        if folder is not None and path.is_relative_to(folder):
            return f"{name}/{path.relative_to(folder)}"
    return path.name
