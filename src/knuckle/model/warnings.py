"""Warnings about a model, told where a program loads it."""

import sys
import warnings
from collections.abc import Iterable

from knuckle.errors import ModelWarning


def warn_user(texts: Iterable[str]) -> None:
    """Warn of every text, at the line that called into this package."""
    level, frame = 2, sys._getframe(1)
    while frame.f_back and frame.f_globals.get("__name__", "").startswith("knuckle."):
        level, frame = level + 1, frame.f_back
    for text in texts:
        warnings.warn(text, ModelWarning, stacklevel=level)
