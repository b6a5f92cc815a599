"""Episodes of a task in any number of worlds: how they start, what a step does, what is observed and told."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np

from knuckle.envs.infos import Infos
from knuckle.envs.task import Moment, Part, Setting, Task
from knuckle.envs.worlds import ManyWorlds, OneWorld
from knuckle.model.model import Model
from knuckle.schema.enums import DisableBit


class Simulation:
    """The worlds of one environment, single or vector, and the task in them."""

    def __init__(self, task: Task, setting: Setting, worlds: OneWorld | ManyWorlds, dtype: str):
        self.task, self.setting, self.worlds = task, setting, worlds
        self.nworld, self.dtype = worlds.nworld, np.dtype(dtype)
        self._plan = task.advance(setting)
        self._memory: dict[str, np.ndarray] = {}
        self._place: np.ndarray | None = None
        self.parts = [part for part in task.observation if not part.when or getattr(setting.options, part.when)]

    def layout(self) -> dict[str, tuple[slice, tuple[int, ...]]]:
        """Where each part of the observation stands in its row, and its shape; asked for once a world has started."""
        moment, layout, end = self._moment(self.worlds, self._memory), {}, 0
        for part in self.parts:
            shape = part.read(moment).shape[1:]
            begin, end = end, end + int(np.prod(shape))
            layout[part.name] = slice(begin, end), shape
        return layout

    def begin(self, chosen: np.ndarray, generators: Sequence[np.random.Generator]) -> None:
        """Start an episode in each of the chosen worlds, by its own generator."""
        starts = [self.task.start(self.setting, generator) for generator in generators]
        self.worlds.renumber(chosen, [start.numbers for start in starts])
        with actuators_off(self.worlds.model, self.task.starts_passively):
            self.worlds.restart(chosen, [start.fields for start in starts], self.task.settle)
        for name in starts[0].memory:
            values = np.stack([start.memory[name] for start in starts])
            kept = self._memory.setdefault(name, np.zeros((self.nworld, *values.shape[1:]), values.dtype))
            kept[chosen] = values
        if self.task.place is not None:
            place = self.task.place(self._chosen_moment(chosen))
            if self._place is None:
                self._place = np.zeros((self.nworld, *place.shape[1:]), place.dtype)
            self._place[chosen] = place

    def advance(self, action: np.ndarray) -> tuple[np.ndarray, np.ndarray, Infos]:
        """One step of all worlds: (rewards, whether each episode is over, what is told of it)."""
        moment = self._moment(self.worlds, self._memory)
        moment.action = action
        self.worlds.set_control(action if self.task.control is None else self.task.control(moment))
        self.worlds.run(self._plan, self.task.body_forces)
        infos = self._state_infos(moment)
        if self.task.place is not None:
            infos |= self._moved(moment)
        if self.task.healthy is not None:
            moment.healthy = self.task.healthy(moment)
        terms = {name: term(moment) for name, term in self.task.rewards.items()}
        reward = np.full(self.nworld, self.task.bonus)
        for term in terms.values():
            reward += term
        over = self.task.terminated(moment) if self.task.terminated else np.zeros(self.nworld, bool)
        return reward, over, infos | terms

    def observe(self, chosen: np.ndarray | None = None) -> np.ndarray:
        """The observations of all worlds, or of the chosen ones, one row each."""
        moment = self._moment(self.worlds, self._memory) if chosen is None else self._chosen_moment(chosen)
        count = self.nworld if chosen is None else len(chosen)
        return np.concatenate([_flat(part, moment, count) for part in self.parts], axis=1, dtype=self.dtype)

    def state_infos(self, chosen: np.ndarray) -> Infos:
        """What is told of the chosen worlds when an episode starts."""
        return self._state_infos(self._chosen_moment(chosen))

    def _state_infos(self, moment: Moment) -> Infos:
        return {name: np.array(read(moment)) for name, read in self.task.info.items()}

    def _moved(self, moment: Moment) -> Infos:
        """Keep the new place, note its velocity, and tell it by axis."""
        place = np.array(self.task.place(moment))  # type: ignore[misc] # there is one, where this is called
        moment.velocity = (place - self._place) / self.setting.dt
        self._place = place
        return {f"{axis}_velocity": moment.velocity[:, i] for i, axis in zip(range(place.shape[1]), "xy", strict=False)}

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


def _flat(part: Part, moment: Moment, count: int) -> np.ndarray:
    return part.read(moment).reshape(count, -1)
