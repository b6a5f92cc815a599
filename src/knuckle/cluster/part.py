"""A part of the worlds of a batch: what travels to a worker and back, and how a worker computes it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from knuckle.batch.batch import Batch
from knuckle.batch.problems import Problem, ProblemLog
from knuckle.model.model import Model

Rows = dict[str, np.ndarray]


@dataclass(frozen=True)
class Part:
    """The rows of some worlds, their numbers of the model where worlds differ, and the room that rows have.

    `known` has the bits of their status that the user has been told of.
    """

    worlds: np.ndarray
    fields: Rows
    numbers: Rows
    capacity: Mapping[str, int]
    known: np.ndarray


@dataclass(frozen=True)
class Done:
    """A part after its work: the rows of its worlds, where they are wanted, and what was recorded."""

    fields: Rows
    capacity: Mapping[str, int]
    results: Any

    def without_results(self) -> "Done":
        """The rows alone, copied: as they come they share a piece of memory with the results, which would stay."""
        return Done({name: rows.copy() for name, rows in self.fields.items()}, self.capacity, None)


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
        self._problems = ProblemLog(self.nworld)
        self._problems._known[:] = part.known

    def done(self, results: Any, rows: bool) -> Done:
        """What was recorded, and the worlds as they are now where their rows are wanted."""
        if not rows:
            return Done({}, {}, results)
        fields = self._memory.fields
        for problem in self._problems.all(fields["status"]):  # which the log has taken out of the rows
            for name, noted in self._problems.noted(problem.world).items():
                fields[name][problem.world] = noted
        return Done({name: values.copy() for name, values in fields.items()}, self._memory.capacity, results)

    def _tell(self) -> list[Problem]:
        """Nothing: problems are noted as in a Batch, for functions that ask and for the batch of all worlds."""
        self._problems.take(self)
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
        batch = self._batches.get(chosen)
        if batch is None or batch._expanded.keys() != part.numbers.keys():  # a function of the user may expand more
            batch = self._batches[chosen] = PartBatch(self._model, len(part.worlds), **options)
        batch.adopt(part)
        return batch
