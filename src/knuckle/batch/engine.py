"""A machine at work for a batch: its entries, the pace of each, and the models that its code reads."""

from collections.abc import Callable, Mapping

import numpy as np

from knuckle.batch.mirror import STEP_WITH_FORCES, ModelMirror
from knuckle.batch.plan import Pair
from knuckle.calls.slices import Pace
from knuckle.machine.artifact import load
from knuckle.machine.targets import by_name

SINGLE = "single"
MACHINES = {"float64": "lanes64", "float32": "lanes32"}


def width(machine: str) -> int:
    """How many worlds a machine computes at once."""
    return max(1, by_name(machine).lanes)


class Engine:
    """A machine and its mirrors of the model: one for all threads of lanes; where worlds differ one for each.

    In lanes `differing` has the rows of the numbers in which they do.
    """

    def __init__(self, machine: str, mirrors: list[ModelMirror], differing: Mapping[str, np.ndarray] | None = None):
        self.mirrors, self.lanes, self._differing = mirrors, width(machine), dict(differing or {})
        self._artifact = load(machine)
        self._stages: dict[str, tuple[Callable[..., int], Pace]] = {}

    def stage(self, name: str) -> tuple[Callable[..., int], Pace]:
        """The entry of a stage, and how long it takes."""
        if name not in self._stages:
            entry = "step" if name == STEP_WITH_FORCES else name
            self._stages[name] = self._artifact[entry], Pace()
        return self._stages[name]

    def refresh(self, stage: str, autoreset: bool) -> None:
        """Take over what was written to the model since, before a stage; worlds that diverge are reset or not."""
        for mirror in self.mirrors:
            mirror.refresh(stage, autoreset)

    @property
    def loads(self) -> list[list[Pair]]:
        """For each thread, the numbers of the model that worlds differ in, and their places in its lanes."""
        differing = {name: rows for name, rows in self._differing.items() if rows.size}
        owns = [mirror.own for mirror in self.mirrors if mirror.own is not None] if differing else []
        return [[(rows, own.arrays[name]) for name, rows in differing.items()] for own in owns]
