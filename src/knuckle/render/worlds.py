"""Worlds of a batch as a renderer sees them."""

from collections.abc import Sequence

import numpy as np

from knuckle.batch.batch import Batch
from knuckle.data.data import Data
from knuckle.functions.stages import forward
from knuckle.memory.arguments import whole_number
from knuckle.model.model import Model

CARRIED = ("time", "qpos", "qvel", "act", "ctrl", "mocap_pos", "mocap_quat", "eq_active")


class WorldView:
    """A Data that takes the place of one world of a batch after the other."""

    def __init__(self, m: Model, batch: Batch):
        if not isinstance(batch, Batch):
            raise TypeError(f"batch: expected a Batch, found {type(batch).__name__}")
        if batch.model is not m:
            raise ValueError("batch: it is of another model than the renderer")
        self.model = m.copy() if batch.expanded else m  # with the numbers of the world that was asked for last
        self._batch, self._data = batch, Data(self.model)

    def chosen(self, worlds: Sequence[int] | None) -> list[int]:
        """The numbers of the worlds, checked."""
        if worlds is None:
            return list(range(self._batch.nworld))
        return [whole_number(world, "worlds", 0, self._batch.nworld - 1) for world in np.asarray(worlds).ravel()]

    def data(self, world: int) -> Data:
        """The world with all that follows from its state."""
        if self._batch.expanded:
            self._batch._write_numbers(world, self.model._arrays)
        for name in CARRIED:
            setattr(self._data, name, self._batch.read(name, world))
        forward(self.model, self._data)
        return self._data
