"""What a batch is asked for by name and number: stages, a precision, worlds and threads."""

from functools import cache
from typing import Any

import numpy as np

from knuckle.batch.engine import MACHINES
from knuckle.errors import KnuckleError
from knuckle.machine.entry import Entry
from knuckle.memory.arguments import LARGEST_COUNT
from knuckle.program import entries


@cache
def stage_names() -> tuple[str, ...]:
    """Stages that `Batch.run` knows, in pipeline order."""
    return tuple(entry.name for entry in entries() if isinstance(entry, Entry))


@cache
def by_world() -> frozenset[str]:
    """Stages that lanes do not have."""
    return frozenset(entry.name for entry in entries() if isinstance(entry, Entry) and entry.by_world)


def precision_name(dtype: Any) -> str:
    """The name of a precision, given by that or as NumPy does."""
    try:
        name = None if dtype is None else np.dtype(dtype).name
    except (TypeError, ValueError):
        name = None
    if name is None or name not in MACHINES:
        raise KnuckleError(f"unknown dtype {dtype!r} of a batch; expected one of: {', '.join(MACHINES)}")
    return name


def check_counts(nworld: int, threads: int | None) -> None:
    """KnuckleError where these are no numbers of worlds and threads."""
    for name, value in (("nworld", nworld), ("threads", 1 if threads is None else threads)):
        if not isinstance(value, (int, np.integer)) or not 1 <= value <= LARGEST_COUNT:
            raise KnuckleError(f"{name}: expected a whole number of at least 1, found {value!r}")
