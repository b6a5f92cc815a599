"""What to do about a model file that cannot be read: it is not there, it is a folder, or it may not be read."""

import os
from pathlib import Path

from knuckle.errors import ModelError, Place, Problem, nearest

LONGEST = 200  # letters of a path, or of an advice, that a message shows
MOST_SHOWN = 5  # files of a folder that a message lists
MODEL_SUFFIXES = (".xml", ".mjcf", ".urdf", ".mjz", ".knm")


def unreadable(file: Path, error: OSError | ValueError) -> ModelError:
    """The error for a model file that cannot be opened, with what to do."""
    advice = _advice(file)
    return ModelError(Problem(Place(_cut(str(file))), "", f"cannot read the model file: {reason(error)}{_cut(advice)}"))


def reason(error: OSError | ValueError) -> str:
    """Why a file could not be read, in a few words."""
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


def _advice(file: Path) -> str:
    """What to do about it; empty where nothing can be said. Questions of os.path have no errors."""
    if os.path.isdir(file):
        models = [name for name in _names(file) if name.endswith(MODEL_SUFFIXES)]
        more = ", …" if len(models) > MOST_SHOWN else ""
        return f"; name a file in it: {', '.join(models[:MOST_SHOWN])}{more}" if models else "; it holds no model files"
    if os.path.exists(file):
        return ""
    if not os.path.isdir(file.parent):
        return f"; there is no folder {os.path.abspath(file.parent)!r}"
    near = nearest(file.name, _names(file.parent))
    if file.suffix:
        return near or f"; looked in {os.path.abspath(file.parent)!r}"
    return near or f"; for a model of the package: knuckle.models.path({file.name!r})"


def _cut(text: str) -> str:
    return text if len(text) < LONGEST else f"{text[:LONGEST]}…"


def _names(folder: Path) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []
