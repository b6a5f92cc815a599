"""Worlds of a float32 batch that are computed one by one: in float64, by the code of one world.

Scalar code is no faster in float32, and a solver whose tolerance is out of its reach takes longer. So rows are stored
in the precision of the batch, come over before a call, and go back, rounded, after it.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from knuckle.batch.memory import BatchMemory


class WideWorlds:
    """The fields of all worlds of a batch once more, in float64."""

    def __init__(self, rows: BatchMemory):
        self._rows = rows
        self.memory = rows.in_float64()

    @contextmanager
    def working(self, worlds: np.ndarray | None) -> Iterator[BatchMemory]:
        """The memory to compute the chosen worlds in, or all; what it has of them at the end goes back."""
        self.memory.copy_from(self._rows, worlds)
        try:
            yield self.memory
        finally:
            with np.errstate(over="ignore"):  # beyond float32: infinite
                self._rows.copy_from(self.memory, worlds)
