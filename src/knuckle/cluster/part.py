"""A part of the worlds of a batch: what travels to a worker and back, and how a worker computes it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from knuckle.batch.batch import Batch
from knuckle.batch.problems import Problem
from knuckle.model.model import Model

Rows = dict[str, np.ndarray]


@dataclass(frozen=True)
class Part:
    """The rows of some worlds, their numbers of the model where worlds differ, and the room that rows have."""

    worlds: np.ndarray
    fields: Rows
    numbers: Rows
    capacity: Mapping[str, int]


@dataclass(frozen=True)
class Done:
    """A part after its work: the rows of its worlds, and what was recorded."""

    fields: Rows
    capacity: Mapping[str, int]
    results: Any


class PartBatch(Batch):
    """The worlds of a part on a worker; the batch that they are from reports their problems."""

    _numbers: np.ndarray

    @property
    def world_numbers(self) -> np.ndarray:
        """The numbers that these worlds have in the whole batch."""
        return self._numbers

    def adopt(self, part: Part) -> None:
        """Take over the worlds of a part."""
        self._numbers = part.worlds
        self._memory.reserve(part.capacity)
        for name, rows in part.fields.items():
            fit(rows, self._memory.fields[name])
        for name, values in part.numbers.items():
            self.expand(name)[...] = values

    def done(self, results: Any) -> Done:
        """The worlds as they are now, with what was recorded of them."""
        return Done({name: rows.copy() for name, rows in self._memory.fields.items()}, self._memory.capacity, results)

    def _tell(self) -> list[Problem]:
        return []


def fit(rows: np.ndarray, target: np.ndarray, worlds: Any = slice(None)) -> None:
    """Write rows into those of some worlds, which may have more room."""
    if rows.shape[1:] == target.shape[1:]:
        target[worlds] = rows
    else:
        target[worlds, : rows.shape[1]] = rows


class Parts:
    """The batches of one worker: one for each size of a part, of the model that was sent last."""

    def __init__(self, fetch: Callable[[Any], Model]):
        self._fetch, self._key = fetch, None
        self._model: Model
        self._batches: dict[Any, PartBatch] = {}

    def batch(self, part: Part, key: Any, model: Any, options: dict[str, Any]) -> PartBatch:
        """A batch of the part's worlds; the model is fetched where it is another than before."""
        if key != self._key:
            self._model, self._batches = self._fetch(model), {}
            self._key = key
        chosen = len(part.worlds), tuple(options.items()), tuple(part.numbers)
        if chosen not in self._batches:
            self._batches[chosen] = PartBatch(self._model, len(part.worlds), **options)
        batch = self._batches[chosen]
        batch.adopt(part)
        return batch
