"""What a simulation steps: one world, or a batch of which one is watched."""

import numpy as np

from knuckle.batch.batch import Batch
from knuckle.data.data import Data, reset
from knuckle.data.state import get_state, set_state
from knuckle.functions.calls import machine
from knuckle.model.model import Model


class OneWorld:
    """A Data that is stepped itself."""

    count = 1

    def __init__(self, m: Model, d: Data):
        self.m, self.d = m, d

    def step(self, count: int) -> None:
        machine().step(self.m, self.d, count)

    def reset(self, keyframe: int | None) -> None:
        reset(self.m, self.d, keyframe)
        machine().forward(self.m, self.d)

    def written(self) -> None:
        """What was written to the Data counts."""

    def read(self) -> None:
        """Take over what others did."""

    def states(self, first: int, count: int) -> list[np.ndarray]:
        """States of so many worlds."""
        return [get_state(self.m, self.d)]


class ManyWorlds(OneWorld):
    """A batch; the Data is a copy of the world that is watched, and what is written to it goes back there."""

    def __init__(self, m: Model, batch: Batch):
        super().__init__(m, Data(m))
        self.batch, self.count, self.watched = batch, batch.nworld, 0
        self.read()

    def step(self, count: int) -> None:
        self.batch.step(count)
        self.read()

    def reset(self, keyframe: int | None) -> None:
        self.batch.reset(keyframe=keyframe)
        self.read()

    def written(self) -> None:
        self.batch.set_state(get_state(self.m, self.d)[None], worlds=[self.watched])

    def watch(self, world: int) -> None:
        self.watched = world
        self.read()

    def read(self) -> None:
        """Take over the watched world."""
        set_state(self.m, self.d, self.batch.get_state(worlds=[self.watched])[0])
        machine().forward(self.m, self.d)

    def states(self, first: int, count: int) -> list[np.ndarray]:
        return list(self.batch.get_state(worlds=[(first + i) % self.count for i in range(count)]))
