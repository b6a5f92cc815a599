"""Episodes of a task in any number of worlds: how they start, what a step does, what is observed and told."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np

from knuckle.envs.answers import Answers
from knuckle.envs.infos import Infos
from knuckle.envs.task import Moment, Setting, Start, Task
from knuckle.envs.worlds import ManyWorlds, OneWorld
from knuckle.memory.arguments import shown
from knuckle.model.model import Model
from knuckle.schema.enums import DisableBit


class Simulation:
    """The worlds of one environment, single or vector, and the task in them."""

    def __init__(self, task: Task, setting: Setting, worlds: OneWorld | ManyWorlds, dtype: str):
        self.task, self.setting, self.worlds = task, setting, worlds
        self.nworld, self.dtype = worlds.nworld, np.dtype(dtype)
        self._plan, self._answers = task.advance(setting), Answers(task.name)
        self._memory: dict[str, np.ndarray] = {}

    def layout(self) -> dict[str, tuple[slice, tuple[int, ...]]]:
        """Where each part of the observation stands in its row, and its shape; asked for once a world has started."""
        layout, end = {}, 0
        for name, values in self._parts(self._moment(self.worlds, self._memory), self.nworld).items():
            begin, end = end, end + int(np.prod(values.shape[1:]))
            layout[name] = slice(begin, end), values.shape[1:]
        return layout

    def begin(self, chosen: np.ndarray, generators: Sequence[np.random.Generator]) -> None:
        """Start an episode in each of the chosen worlds, by its own generator."""
        starts = [self._start(generator) for generator in generators]
        self.worlds.renumber(chosen, [start.numbers for start in starts])
        with actuators_off(self.worlds.model, self.task.starts_passively):
            self.worlds.restart(chosen, [start.fields for start in starts], self.task.settle)
        for name in starts[0].memory:
            values = np.stack([start.memory[name] for start in starts])
            kept = self._memory.setdefault(name, np.zeros((self.nworld, *values.shape[1:]), values.dtype))
            kept[chosen] = values

    def advance(self, action: np.ndarray) -> tuple[np.ndarray, np.ndarray, Infos]:
        """One step of all worlds: (rewards, whether each episode is over, what is told of it)."""
        task, ask, n = self.task, self._answers, self.nworld
        moment = self._moment(self.worlds, self._memory)
        moment.action = action
        before = self._place(moment)
        if task.control is not None:
            action = ask.vectors("control", task.control(moment), n, self.worlds.model.nu)
        self.worlds.set_control(action)
        self.worlds.run(self._plan, task.body_forces)
        infos = self._state_infos(moment, n)
        if before is not None:
            moment.velocity = (self._place(moment) - before) / self.setting.dt
            infos |= {f"{axis}_velocity": speed for axis, speed in zip("xy", moment.velocity.T, strict=False)}
        if task.healthy is not None:
            moment.healthy = ask.each("healthy", task.healthy(moment), n, bool)
        terms = {name: ask.each(f"rewards[{name!r}]", term(moment), n) for name, term in task.rewards.items()}
        reward = np.full(n, float(task.bonus))
        for term in terms.values():
            reward += term
        over = np.zeros(n, bool)
        if task.terminated is not None:
            over = ask.each("terminated", task.terminated(moment), n, bool)
        return reward, over, infos | terms

    def observe(self, chosen: np.ndarray | None = None) -> np.ndarray:
        """The observations of all worlds, or of the chosen ones, one row each."""
        moment = self._moment(self.worlds, self._memory) if chosen is None else self._chosen_moment(chosen)
        count = self.nworld if chosen is None else len(chosen)
        parts = self._parts(moment, count).values()
        return np.concatenate([part.reshape(count, -1) for part in parts], axis=1, dtype=self.dtype)

    def state_infos(self, chosen: np.ndarray) -> Infos:
        """What is told of the chosen worlds when an episode starts."""
        return self._state_infos(self._chosen_moment(chosen), len(chosen))

    def _parts(self, moment: Moment, count: int) -> dict[str, np.ndarray]:
        """The parts of the observation that the options include."""
        options = self.setting.options
        parts = (part for part in self.task.observation if not part.when or getattr(options, part.when))
        return {part.name: self._answers.rows(f"observation {part.name!r}", part.read(moment), count) for part in parts}

    def _state_infos(self, moment: Moment, count: int) -> Infos:
        infos = self.task.info.items()
        return {name: np.array(self._answers.rows(f"info[{name!r}]", read(moment), count)) for name, read in infos}

    def _place(self, moment: Moment) -> np.ndarray | None:
        """Where the worlds are, if the task watches that; it may have been changed since the last step."""
        if self.task.place is None:
            return None
        return np.array(self._answers.vectors("place", self.task.place(moment), self.nworld))

    def _start(self, generator: np.random.Generator) -> Start:
        start = self.task.start(self.setting, generator)
        if not isinstance(start, Start):
            raise TypeError(f"task {self.task.name!r}: start: expected a Start, found {shown(start)}")
        return start

    def _chosen_moment(self, chosen: np.ndarray) -> Moment:
        return self._moment(self.worlds.rows(chosen), {name: kept[chosen] for name, kept in self._memory.items()})

    def _moment(self, worlds, memory: dict[str, np.ndarray]) -> Moment:
        return Moment(worlds, self.setting, memory)


@contextmanager
def actuators_off(model: Model, wanted: bool) -> Iterator[None]:
    """A while in which actuators give no force, where that is wanted."""
    flags = model.opt.disableflags
    if wanted:
        model.opt.disableflags = flags | DisableBit.ACTUATION
    try:
        yield
    finally:
        model.opt.disableflags = flags
