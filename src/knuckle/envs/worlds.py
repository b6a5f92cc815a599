"""The physics under an environment, as arrays with the world as first axis: one world on a Data, many on a Batch.

The only module of this room that knows how fields of a batch are read and written.
"""

import warnings
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from knuckle.batch.batch import Batch
from knuckle.batch.differing import expandable
from knuckle.batch.kept import READ_ONLY
from knuckle.batch.live import EVERY_WORLD
from knuckle.batch.problems import Problem
from knuckle.data.data import Data, reset
from knuckle.data.status import DIVERGENCE, DivergenceError, SimulationWarning
from knuckle.functions import stages
from knuckle.functions.constants import set_const
from knuckle.model.model import Model

SETTLED = ("qacc_warmstart", "status")  # what computing a start changes of the state
# what an episode changes, by steps or by the user's hand
CHANGED = (
    *("time", "qpos", "qvel", "act", "history", "plastic", "ctrl", "qfrc_applied", "xfrc_applied", "eq_active"),
    *("mocap_pos", "mocap_quat", "userdata", *SETTLED),
)

INDEPENDENT = frozenset({"hfield_data"})  # numbers of the model from which no others follow

Start = dict[str, np.ndarray]  # fields of one world that are set when an episode starts
Numbers = dict[str, np.ndarray]  # of the model, that one world has


class QuietData(Data):
    """A Data that warns of divergence, and not of a solver that stops early: in some models it does in every step."""

    def report_status(self, stacklevel: int = 3) -> None:
        """Warn of divergence, also where it is not reset: observations tell it then, and the user starts anew."""
        if not self.status & DIVERGENCE:
            return
        try:
            super().report_status(stacklevel + 1)
        except DivergenceError as error:
            if self._reported != self.status:
                self._reported = self.status
                warnings.warn(str(error), SimulationWarning, stacklevel=stacklevel)

    def _twin(self, model: Model) -> Data:
        return _quiet(super()._twin(model), QuietData)

    def __reduce__(self):
        make, arguments = super().__reduce__()
        return _restored, (QuietData, make, arguments)


class QuietBatch(Batch):
    """The same for many worlds."""

    def _report(self, problems: list[Problem]) -> None:
        super()._report([problem for problem in problems if problem.status & DIVERGENCE])

    def _twin(self, model: Model) -> Batch:
        return _quiet(super()._twin(model), QuietBatch)

    def __reduce__(self):
        make, arguments = super().__reduce__()
        return _restored, (QuietBatch, make, arguments)


def _quiet(twin: Any, kind: type) -> Any:
    """A copy that is as quiet as what it is a copy of."""
    object.__setattr__(twin, "__class__", kind)
    return twin


def _restored(kind: type, make: Callable[..., Any], arguments: tuple) -> Any:
    """The same for what was pickled."""
    return _quiet(make(*arguments), kind)


def unlisted(name: str) -> AttributeError:
    """A task may read state, inputs, and the fields that it lists: others are not carried to a world that starts."""
    if name.startswith("_"):  # what Python asks for where an object is copied
        return AttributeError(name)
    return AttributeError(f"the task reads {name!r}, which is not among its `fields`: add it there")


class OneWorld:
    """A Data whose fields have a leading axis of length 1: `w.qpos` has shape (1, nq)."""

    nworld = 1

    def __init__(self, model: Model, fields: tuple[str, ...]):
        self.model, self.data, self._task_model = model, QuietData(model), model
        self._readable = {*CHANGED, *fields}

    def __getattr__(self, name: str) -> np.ndarray:
        if name.startswith("_") or name not in self._readable:
            raise unlisted(name)
        return np.asarray(getattr(self.data, name))[np.newaxis]

    def rows(self, chosen: Sequence[int] | np.ndarray) -> "OneWorld":
        """The chosen worlds, which can only be this one."""
        return self

    def set_control(self, control: np.ndarray) -> None:
        """Set the controls of every world."""
        self.data.ctrl[:] = control[0]

    def run(self, plan: Iterable[tuple[str, int]], body_forces: bool = False) -> None:
        """Run stages, each so many times, in every world; forces on bodies may follow steps."""
        for stage, count in plan:
            if stage == "step":
                stages.step(self.model, self.data, count)
                if body_forces:
                    stages.rne_post_constraint(self.model, self.data)
            else:
                getattr(stages, stage)(self.model, self.data)

    def renumber(self, chosen: np.ndarray, numbers: Sequence[Numbers]) -> None:
        """Give the chosen worlds numbers of the model of their own: the task's model stays what episodes start from."""
        for own in filter(None, numbers):
            if self.model is self._task_model:
                self.model = self._task_model.copy()
                self.data = QuietData(self.model)
            for name, values in own.items():
                expandable(name)
                self.model._arrays[name][...] = values
            if not INDEPENDENT.issuperset(own):
                set_const(self.model, self.data)

    def restart(self, chosen: np.ndarray, starts: Sequence[Start], plan: Iterable[tuple[str, int]]) -> None:
        """Put the chosen worlds where an episode starts, and compute what follows from that."""
        for start in starts:
            reset(self.model, self.data)
            for name, values in start.items():
                setattr(self.data, name, values)
            self.run(plan)


class Rows:
    """Some worlds of a batch: `w.qpos` has shape (number of them, nq)."""

    def __init__(self, worlds: "ManyWorlds", chosen: np.ndarray):
        self._worlds, self._chosen = worlds, chosen
        self.nworld = len(chosen)

    def __getattr__(self, name: str) -> np.ndarray:
        if name.startswith("_"):
            raise unlisted(name)
        return self._worlds.read(name, self._chosen)


class ManyWorlds:
    """A Batch, read by the names of its fields: `w.qpos` has shape (nworld, nq). What is read are copies."""

    def __init__(
        self,
        model: Model,
        nworld: int,
        *,
        dtype: str,
        threads: int | None,
        fields: tuple[str, ...],
        keeps_all: bool,
    ):
        self.model, self.nworld = model, nworld
        self._readable = {*CHANGED, *fields}
        self.batch = QuietBatch(model, nworld, dtype=dtype, threads=threads, keep=None if keeps_all else fields)
        carried = {*CHANGED, *fields} - READ_ONLY
        initial = {name: self.batch.read(name, 0) for name in sorted(carried)}
        self._initial = {name: values for name, values in initial.items() if values.size}

    def __getattr__(self, name: str) -> np.ndarray:
        return self.read(name, EVERY_WORLD)

    def read(self, name: str, chosen: np.ndarray | slice) -> np.ndarray:
        """A field of the chosen worlds."""
        if name.startswith("_") or name not in self._readable:
            raise unlisted(name)
        return self.batch.read(name, chosen)

    def rows(self, chosen: Sequence[int] | np.ndarray) -> Rows:
        """The chosen worlds."""
        return Rows(self, np.asarray(chosen))

    def set_control(self, control: np.ndarray) -> None:
        """Set the controls of every world."""
        self.batch.ctrl = control

    def run(self, plan: Iterable[tuple[str, int]], body_forces: bool = False) -> None:
        """Run stages, each so many times, in every world; forces on bodies may follow steps."""
        for stage, count in plan:
            if stage == "step":
                self.batch.step(count, body_forces=body_forces)
            else:
                self.batch.run(stage, count)

    def renumber(self, chosen: np.ndarray, numbers: Sequence[Numbers]) -> None:
        """Give the chosen worlds numbers of the model of their own."""
        names = {name for own in numbers for name in own}
        for name in sorted(names):
            target = self.batch.expand(name)
            for world, own in zip(chosen, numbers, strict=True):
                target[world] = own[name]
        if not INDEPENDENT.issuperset(names):
            self.batch.set_const(chosen)

    def restart(self, chosen: np.ndarray, starts: Sequence[Start], plan: Iterable[tuple[str, int]]) -> None:
        """Put the chosen worlds where an episode starts, and compute what follows from that."""
        if not len(chosen):
            return
        for name, values in self._initial.items():
            self.batch.write(name, values, chosen)
        for name in starts[0]:
            self.batch.write(name, np.stack([start[name] for start in starts]), chosen)
        for stage, count in plan:
            self.batch.run(stage, count, chosen)
