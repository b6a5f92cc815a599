"""Which worlds of a batch a call is about: a number, several, a slice, or a mask."""

import operator
from collections.abc import Sequence

import numpy as np

from knuckle.memory.arguments import shown

Worlds = int | slice | Sequence[int] | np.ndarray

EXPECTED = "expected the number of a world, a sequence of numbers, a slice, or a mask of booleans"


def is_one_world(worlds) -> bool:
    """Whether the choice is a single number, so that what is read has no axis of worlds."""
    worlds = _in_numpy(worlds)
    return hasattr(worlds, "__index__") and np.ndim(worlds) == 0 and not _is_boolean(worlds)


def chosen_worlds(worlds: Worlds, nworld: int) -> np.ndarray:
    """The numbers of the chosen worlds, from 0 on; negative ones count from the end.

    TypeError for what is no choice, IndexError for worlds that are not there.
    """
    if isinstance(worlds, slice):
        return _sliced(worlds, nworld)
    numbers = _array(worlds)
    if _is_boolean(numbers) and numbers.ndim:
        return _masked(numbers, nworld)
    if numbers.ndim != 1 or (numbers.size and numbers.dtype.kind not in "iu"):
        raise TypeError(f"worlds: {EXPECTED}, found {shown(worlds)}")
    return _in_range(numbers, nworld)


def each_once(worlds: np.ndarray) -> None:
    """Raise ValueError where a world is chosen twice: it cannot be written twice."""
    if (worlds[1:] > worlds[:-1]).all():  # as masks and slices give them
        return
    numbers, counts = np.unique(worlds, return_counts=True)
    if len(numbers) < len(worlds):
        raise ValueError(f"worlds: expected each world once, found world {numbers[counts > 1][0]} several times")


def _array(worlds) -> np.ndarray:
    """The choice as an array, of whatever kind and shape."""
    worlds = _in_numpy(worlds)
    try:
        if is_one_world(worlds):
            return np.array([operator.index(worlds)])
        if isinstance(worlds, Sequence | np.ndarray):
            return np.asarray(worlds)
    except (TypeError, ValueError, OverflowError):  # not whole, or nested and of unequal length
        pass
    raise TypeError(f"worlds: {EXPECTED}, found {shown(worlds)}")


def _in_numpy(worlds):
    """The choice, where it is an array of another library as one of NumPy."""
    if isinstance(worlds, np.ndarray | np.generic) or not hasattr(worlds, "__array__"):
        return worlds
    try:
        return np.asarray(worlds)[()]
    except (TypeError, ValueError, RuntimeError):  # in the memory of another device, or one that takes part in a graph
        return worlds


def _sliced(worlds: slice, nworld: int) -> np.ndarray:
    try:
        return np.arange(nworld)[worlds]
    except (TypeError, ValueError) as error:
        raise TypeError(f"worlds: expected a slice of whole numbers, found {worlds!r}") from error


def _masked(mask: np.ndarray, nworld: int) -> np.ndarray:
    if mask.shape != (nworld,):
        raise IndexError(f"worlds: expected a mask of shape ({nworld},), found shape {mask.shape}")
    return np.flatnonzero(mask)


def _in_range(numbers: np.ndarray, nworld: int) -> np.ndarray:
    outside = numbers[(numbers < -nworld) | (numbers >= nworld)]
    if len(outside):
        raise IndexError(f"worlds: expected numbers from {-nworld} to {nworld - 1}, found {outside[0]}")
    chosen = numbers.astype(np.intp)
    return np.where(chosen < 0, chosen + nworld, chosen)


def _is_boolean(value) -> bool:
    return isinstance(value, bool) or getattr(value, "dtype", None) == np.dtype(bool)
