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

    In lanes `differing` has the rows of the numbers in which they do, and `loads` for each thread these rows and their
    places in its lanes.
    """

    def __init__(self, machine: str, mirrors: list[ModelMirror], differing: Mapping[str, np.ndarray] | None = None):
        self.mirrors, self.lanes = mirrors, width(machine)
        rows = {name: values for name, values in (differing or {}).items() if values.size}
        owns = [mirror.own for mirror in mirrors if mirror.own is not None] if rows else []
        self.loads: list[list[Pair]] = [[(rows[name], own.arrays[name]) for name in rows] for own in owns]
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
