"""What a simulation steps: one world, or a batch of which one is watched."""

import numpy as np

from knuckle.batch.batch import Batch
from knuckle.data.data import Data, reset
from knuckle.data.state import get_state, set_state
from knuckle.functions.calls import machine
from knuckle.model.model import Model

Numbers = dict[str, np.ndarray]  # of a model, by field


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
        """What was written to the Data and to its model counts."""

    def pulled(self) -> None:
        """What was written to the Data counts."""

    def read(self) -> None:
        """Take over what others did."""

    def states(self, first: int, count: int) -> list[np.ndarray]:
        """States of so many worlds."""
        return [get_state(self.m, self.d)]

    def numbers(self, first: int, count: int) -> list[Numbers]:
        """Numbers of the model that so many worlds have for themselves."""
        return [{}]


class ManyWorlds(OneWorld):
    """A batch; the Data is a copy of the world that is watched, and what is written to it goes back there.

    Where worlds differ, so is the model: it has the numbers of the watched world, and what is written to them is
    written for that world alone. All other numbers are those of the batch's model.
    """

    def __init__(self, m: Model, batch: Batch):
        own = m.copy() if batch.expanded else m
        super().__init__(own, Data(own))
        self.batch, self.count, self.watched = batch, batch.nworld, 0
        self.read()

    @property
    def differ(self) -> bool:
        """Whether worlds have numbers of their own."""
        return self.m is not self.batch.model

    def step(self, count: int) -> None:
        self.batch.step(count)
        self.read()

    def reset(self, keyframe: int | None) -> None:
        self.batch.reset(keyframe=keyframe)
        self.read()

    def written(self) -> None:
        if self.differ:
            self._give_numbers()
        self.pulled()

    def _give_numbers(self) -> None:
        mine, own, shared = self.m._arrays, self.batch._expanded, self.batch.model._arrays
        for name, values in mine.items():
            if name in own:
                own[name][self.watched] = values
            elif not np.array_equal(values, shared[name]):
                shared[name][...] = values

    def pulled(self) -> None:
        self.batch.set_state(get_state(self.m, self.d)[None], worlds=[self.watched])

    def watch(self, world: int) -> None:
        self.watched = world
        self.read()

    def read(self) -> None:
        """Take over the watched world."""
        if self.differ:
            self.m._arena.copy_from(self.batch.model._arena)
            self.batch._write_numbers(self.watched, self.m._arrays)
        set_state(self.m, self.d, self.batch.get_state(worlds=[self.watched])[0])
        machine().forward(self.m, self.d)

    def states(self, first: int, count: int) -> list[np.ndarray]:
        return list(self.batch.get_state(worlds=self._numbered(first, count)))

    def numbers(self, first: int, count: int) -> list[Numbers]:
        own = self.batch._expanded if self.differ else {}
        return [{name: rows[w].copy() for name, rows in own.items()} for w in self._numbered(first, count)]

    def _numbered(self, first: int, count: int) -> list[int]:
        return [(first + i) % self.count for i in range(count)]
