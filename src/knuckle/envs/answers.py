"""What functions of a task return, looked at as it comes: arrays whose first axis is the world."""

from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from knuckle.memory.arguments import shown

NUMBERS = "fiub"  # kinds of arrays


class Answers:
    """Whether what a task's functions return is what they should; a ValueError names the task and the function."""

    def __init__(self, task: str):
        self._task = task

    def rows(self, what: str, values: Any, nworld: int) -> np.ndarray:
        """Numbers with a row for each world."""
        array = _numbers(values)
        if array is None or array.shape[:1] != (nworld,):
            raise self._wrong(what, f"numbers with a row for each of {nworld} worlds", values)
        return array

    def vectors(self, what: str, values: Any, nworld: int, size: int | None = None) -> np.ndarray:
        """A row of numbers for each world, of this size."""
        array = self.rows(what, values, nworld)
        if array.ndim != 2 or size not in (None, array.shape[1]):
            raise self._wrong(what, f"shape ({nworld}, {'…' if size is None else size})", values)
        return array

    def each(self, what: str, values: Any, nworld: int, dtype: DTypeLike | None = None) -> np.ndarray:
        """One number for each world, of this type, in an array that nothing else holds."""
        array = _numbers(values)
        if array is None or array.shape != (nworld,):
            raise self._wrong(what, f"shape ({nworld},), a number for each world", values)
        return np.array(array, dtype)

    def _wrong(self, what: str, expected: str, values: Any) -> ValueError:
        array = _numbers(values)
        found = shown(values) if array is None or not array.ndim else f"shape {array.shape}"
        return ValueError(f"task {self._task!r}: {what}: expected {expected}, found {found}")


def _numbers(values: Any) -> np.ndarray | None:
    try:
        array = np.asarray(values)
    except ValueError:  # nested and of unequal length
        return None
    return array if array.dtype.kind in NUMBERS else None
