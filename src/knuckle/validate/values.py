"""Rules for the numbers of a model: none is NaN, only limits may be infinite, contacts have 1, 3, 4 or 6 dimensions."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from knuckle.errors import UnsupportedError
from knuckle.schema.fields import DTYPES
from knuckle.schema.limits import CONTACT_DIMENSIONS, DIMENSION_FIELDS, MAY_BE_INFINITE, is_free_for_users

if TYPE_CHECKING:
    from knuckle.memory.arena import Arena

_dimensions = frozenset(CONTACT_DIMENSIONS)
REAL_KINDS = {kind: dtype for kind, dtype in DTYPES.items() if dtype.kind == "f"}


def broken_values(arrays: Mapping[str, np.ndarray], counts: dict[str, int]) -> list[str]:
    """Which fields hold numbers that no computation can go on with, and where; empty for a sound model."""
    return [told for told, _, _ in wrong_entries(arrays)]


def wrong_entries(arrays: Mapping[str, np.ndarray]) -> Iterator[tuple[str, str, tuple[int, ...]]]:
    """The first such number of each field: in words, the field, and its indices."""
    for name, array in arrays.items():
        where = _first_wrong(name, array)
        if where is not None:
            yield f"{name}{list(where) or ''} is {array[where]}", name, where


def check_values(arena: "Arena") -> None:
    """Raise ValueError for a model with such fields: at the cost of a few sums where there are none."""
    if look_sound(arena):
        return
    broken = broken_values(arena.arrays, {})
    if broken:
        raise ValueError(f"Model: {'; '.join(broken)}: no physics can go on with that")


def look_sound(arena: "Arena") -> bool:
    """Whether a quick look finds nothing: where there are infinite limits it may be wrong to doubt."""
    with np.errstate(invalid="ignore", over="ignore"):
        sums = [arena.buffers[kind].view(dtype).sum() for kind, dtype in REAL_KINDS.items() if kind in arena.buffers]
    if not np.isfinite(sums).all():
        return False
    return all(_dimensions.issuperset(arena.arrays[name].tolist()) for name in DIMENSION_FIELDS)


def _first_wrong(name: str, array: np.ndarray) -> tuple[int, ...] | None:
    """The indices of the first wrong number, None where there is none; the numbers of the user are their own."""
    if name in DIMENSION_FIELDS:
        wrong = ~np.isin(array, CONTACT_DIMENSIONS)
    elif array.dtype.kind != "f" or is_free_for_users(name):
        return None
    else:
        wrong = np.isnan(array) if name in MAY_BE_INFINITE else ~np.isfinite(array)
    return tuple(np.argwhere(wrong)[0].tolist()) if wrong.any() else None


def refuse_model(model: Any) -> NoReturn:
    """Raise the error for a model that compiled code refused, with what is wrong in it."""
    check_values(model._arena)
    if model.callbacks:
        raise UnsupportedError(
            "callbacks in Python are called for one world at a time (Data), not in batches: set them to None, or make "
            "kernels of them (kn.kernel)"
        )
    raise ValueError("Model: a number is too large for the precision of the batch: no physics can go on with that")
