"""Worlds of a float32 batch that are computed one by one: in float64, by the code of one world.

Scalar code is no faster in float32, and a solver whose tolerance is out of its reach takes longer. So rows are stored
in the precision of the batch, come over before a call, and go back, rounded, after it. A time that is a whole number of
steps, but for its rounding, comes over as that: so time does not drift however many calls there are.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from knuckle.batch.memory import BatchMemory
from knuckle.model.model import Model
from knuckle.physics.history.clock import ROUNDING


class WideWorlds:
    """The fields of all worlds of a batch once more, in float64."""

    def __init__(self, rows: BatchMemory, model: Model):
        self._rows = rows
        self.memory = rows.in_float64()
        self._times = times_in_history(model)

    @contextmanager
    def working(self, worlds: np.ndarray | None, step: np.ndarray) -> Iterator[BatchMemory]:
        """The memory to compute the chosen worlds in, or all; what it has of them at the end goes back.

        `step` is the time step of all worlds, or of each.
        """
        self.memory.copy_from(self._rows, worlds)
        self._sharpen(slice(None) if worlds is None else worlds, step)
        try:
            yield self.memory
        finally:
            with np.errstate(over="ignore"):  # beyond float32: infinite
                self._rows.copy_from(self.memory, worlds)

    def _sharpen(self, worlds: np.ndarray | slice, step: np.ndarray) -> None:
        """Undo the rounding of times that are whole numbers of steps."""
        own = step[worlds] if step.ndim else step
        fields = self.memory.fields
        fields["time"][worlds] = in_steps(fields["time"][worlds], own)
        if len(self._times):
            history = fields["history"][worlds]
            history[:, self._times] = in_steps(history[:, self._times], own[:, None] if step.ndim else own)
            fields["history"][worlds] = history


def times_in_history(m: Model) -> np.ndarray:
    """Where buffers of past controls and readings have the times of their samples (physics/history/buffer.py)."""
    found = [
        np.arange(start + 2, start + 2 + count)
        for kind in ("actuator", "sensor")
        for start, (count, _) in zip(m._arrays[f"{kind}_historyadr"], m._arrays[f"{kind}_history"], strict=True)
        if start >= 0
    ]
    return np.concatenate([np.zeros(0, np.int64), *found])


def in_steps(times: np.ndarray, step: np.ndarray) -> np.ndarray:
    """Times as whole numbers of steps, where they are that but for the rounding of float32."""
    with np.errstate(all="ignore"):  # a time step may be zero
        whole = np.rint(times / step) * step
        return np.where(np.abs(whole - times) <= ROUNDING * np.abs(times), whole, times)
