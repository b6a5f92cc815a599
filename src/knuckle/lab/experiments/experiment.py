"""An experiment: a small model, how it starts, what is looked at, and what it should be."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from knuckle.data.data import Data
from knuckle.lab.materials import NO_MATERIALS, Materials
from knuckle.lab.scheme import Scheme
from knuckle.lab.trace import Trace
from knuckle.model.model import Model

Perform = Callable[[Model, Scheme, Materials], tuple[np.ndarray, np.ndarray]]
STEPS = (0.01, 0.005, 0.002, 0.001, 0.0005)  # [s] that every scheme is run with


def nothing(m: Model, d: Data) -> None:
    """Start as the model says."""


def positions(trace: Trace) -> np.ndarray:
    """The first of all positions."""
    return trace.qpos[:, 0]


def no_reason(scheme: Scheme) -> str:
    """Every scheme can take part."""
    return ""


@dataclass(frozen=True)
class Experiment:
    """What happens, by a closed form; `good(h)` is the deviation that a sound formulation may have at a time step.

    `measured(trace)` and `exact(t)` are numbers over time in the unit `unit`; the deviation is the largest difference.
    An experiment that is no simulation over time has `perform(model, scheme, materials)`, which returns what the
    numbers are `along`, and the numbers. `excludes(scheme)` says why a scheme has no place in it, or nothing.
    """

    name: str
    question: str
    explanation: str
    xml: str
    duration: float  # [s], or the last number of what the experiment goes along
    quantity: str
    unit: str
    exact: Callable[[np.ndarray], np.ndarray]
    good: Callable[[float], float]
    measured: Callable[[Trace], np.ndarray] = positions
    perform: Perform | None = None
    along: str = "time [s]"
    start: float = 0.0
    setup: Callable[[Model, Data], None] = nothing
    materials: Materials = NO_MATERIALS
    excludes: Callable[[Scheme], str] = no_reason

    def __reduce__(self) -> tuple[Any, ...]:
        """One that is shipped is known by its name, so that it and its comparisons can be pickled."""
        from knuckle.lab.experiments.table import experiment, experiments

        if experiments().get(self.name) is self:
            return experiment, (self.name,)
        return type(self), tuple(getattr(self, f.name) for f in fields(self))

    def model(self) -> Model:
        """The model of the experiment."""
        from knuckle.model.loading import load

        return load(self.xml)
