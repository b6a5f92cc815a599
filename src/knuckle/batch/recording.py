"""What a rollout records: arrays (world, step, …), of the caller where there are such."""

from collections.abc import Collection, Iterable, Mapping
from functools import cache
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from knuckle.errors import KnuckleError
from knuckle.memory.arguments import check_memory, shown
from knuckle.memory.capacity import growing_fields

if TYPE_CHECKING:
    from knuckle.batch.batch import Batch


class Recording:
    """`results` has the array of each field, and in `steps` how many steps each world did.

    Where worlds come to have room for more contacts or constraint rows, so do the arrays of these.
    """

    def __init__(self, batch: "Batch", names: Iterable[str], nstep: int, out: Mapping[str, np.ndarray] | None):
        self.names = tuple(dict.fromkeys(names))
        self.results: dict[str, np.ndarray] = {"steps": np.zeros(batch.nworld, np.int64)}
        given = arrays_given(out, self.names)
        self._given = frozenset(given)
        shapes = {name: (batch.nworld, nstep, *batch._memory.fields[name].shape[1:]) for name in self.names}
        kinds = {name: batch._memory.fields[name].dtype for name in self.names}
        new = [name for name in self.names if name not in given]
        check_memory(sum(prod(shapes[name]) * kinds[name].itemsize for name in new), "what is recorded")
        for name in self.names:
            if name in given:
                self.results[name] = checked(name, given[name], shapes[name], kinds[name])
            else:
                self.results[name] = np.zeros(shapes[name], kinds[name])

    @property
    def arrays(self) -> dict[str, np.ndarray]:
        """The arrays of the recorded fields."""
        return {name: self.results[name] for name in self.names}

    @property
    def grows(self) -> bool:
        """Whether a field among them has rows of contacts or constraints, for which more room may come."""
        return not growing_names().isdisjoint(self.names)

    def note(self, step: int, fields: Mapping[str, np.ndarray]) -> None:
        """The state of all worlds after a step."""
        for name in self.names:
            rows = fields[name]
            target = self._with_room(name, rows.shape[1:])
            if rows.ndim == 1:
                target[:, step] = rows
            else:
                target[:, step, : rows.shape[1]] = rows

    def take(self, worlds: np.ndarray, found: Mapping[str, np.ndarray]) -> None:
        """What was recorded of some worlds elsewhere."""
        for name, array in found.items():
            target = self.results[name] if name == "steps" else self._with_room(name, array.shape[2:])
            if array.shape[1:] == target.shape[1:]:
                target[worlds] = array
            else:
                target[worlds, :, : array.shape[2]] = array

    def _with_room(self, name: str, shape: tuple[int, ...]) -> np.ndarray:
        """The array of a field, with room for at least as many rows as there are in these elements of a step."""
        former = self.results[name]
        if shape[:1] <= former.shape[2:3]:
            return former
        if name in self._given:
            raise KnuckleError(
                f"out: {name}: worlds came to have room for {shape[0]} rows, the array has it for {former.shape[2]}; "
                f"leave it out, for one that grows"
            )
        larger = self.results[name] = np.zeros((*former.shape[:2], *shape), former.dtype)
        larger[:, :, : former.shape[2]] = former
        return larger


def arrays_given(out: object, names: Collection[str]) -> dict[str, object]:
    """The caller's arrays by name; TypeError or KeyError where there is something else."""
    if out is not None and not isinstance(out, Mapping):
        raise TypeError(f"out: expected arrays by the names of fields, found {shown(out)}")
    given = dict(out or {})
    if foreign := [name if isinstance(name, str) else shown(name) for name in given if name not in names]:
        raise KeyError(f"out: {', '.join(foreign)} not among what is recorded ({', '.join(names) or 'nothing'})")
    return {name: array for name, array in given.items() if array is not None}


def checked(name: str, array: object, expected: tuple[int, ...], kind: np.dtype) -> np.ndarray:
    """The caller's array; ValueError where it cannot hold what is recorded."""
    if not isinstance(array, np.ndarray) or array.shape != expected or array.dtype != kind:
        found = f"{array.dtype} {array.shape}" if isinstance(array, np.ndarray) else shown(array)
        raise ValueError(f"out: expected for {name} an array {kind} {expected}, found {found}")
    if not array.flags.writeable:
        raise ValueError(f"out: the array for {name} is read-only")
    return array


@cache
def growing_names() -> frozenset[str]:
    """Fields whose arrays are replaced where worlds need more room."""
    return frozenset(field.name for field in growing_fields())
