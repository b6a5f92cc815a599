"""Warnings about a model or a world, told where a program hands it over."""

import sys
import warnings
from collections.abc import Iterable

from knuckle.errors import ModelWarning


def warn_user(texts: Iterable[str], kind: type[Warning] = ModelWarning) -> None:
    """Warn of every text, at the line that called into this package."""
    level, frame = 2, sys._getframe(1)
    while frame.f_back and frame.f_globals.get("__name__", "").startswith("knuckle."):
        level, frame = level + 1, frame.f_back
    for text in texts:
        warnings.warn(text, kind, stacklevel=level)
