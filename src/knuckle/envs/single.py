"""One world as a gymnasium environment."""

from typing import Any

import gymnasium
import numpy as np

from knuckle.data.data import Data
from knuckle.envs.drawing import RENDER_MODES
from knuckle.envs.opening import find_task, open_task
from knuckle.envs.simulation import Simulation
from knuckle.envs.spaces import Observation, ObservationForm, action_space, checked_action
from knuckle.envs.task import Task
from knuckle.envs.tasks import TASKS
from knuckle.envs.worlds import OneWorld
from knuckle.model.model import Model

ONLY = np.zeros(1, np.int64)  # the number of the only world


class Env(gymnasium.Env):
    """A task in one world, on a Data.

    `task` is the name of a task of this package or a Task of your own; all other arguments are options of the task.
    `render_mode` is `rgb_array` or `depth_array`; width, height, camera_id, camera_name and default_camera_config say
    what `env.render()` shows. `env.model` and `env.data` are the model and the world; `env.dt` is the time from action
    to action [s].
    """

    metadata = {"render_modes": RENDER_MODES}  # noqa: RUF012 the name and type are gymnasium's

    def __init__(self, task: str | Task, *, render_mode: str | None = None, flat: bool | None = None, **options: Any):
        self.task = find_task(task, TASKS)
        setting, self._drawing = open_task(self.task, render_mode, options)
        self._worlds = OneWorld(setting.model, self.task.fields)
        self._simulation = Simulation(self.task, setting, self._worlds, "float64")
        self._simulation.begin(ONLY, [np.random.default_rng(0)])
        self._form = ObservationForm(self._simulation, flat)
        self.observation_space, self.action_space = (
            self._form.space,
            action_space(setting.model, self.task.action_bound),
        )
        self.render_mode = render_mode
        self.metadata = {**self.metadata, "render_fps": round(1.0 / setting.dt)}

    @property
    def model(self) -> Model:
        """The model of the task."""
        return self._worlds.model

    @property
    def data(self) -> Data:
        """The world."""
        return self._worlds.data

    @property
    def dt(self) -> float:
        """The time from action to action [s]."""
        return self._simulation.setting.dt

    @property
    def observation_structure(self) -> dict[str, int]:
        """How many numbers each part of the observation has, in order."""
        return {name: int(np.prod(shape)) for name, (_, shape) in self._form.layout.items()}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start an episode: (observation, what is told)."""
        super().reset(seed=seed)
        self._simulation.begin(ONLY, [self.np_random])
        return self._observe(), _of_one_world(self._simulation.state_infos(ONLY))

    def step(self, action: np.ndarray) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Act for `dt`: (observation, reward, whether the episode is over, False, what is told)."""
        action = checked_action(action, "action", self.action_space.shape)
        reward, over, infos = self._simulation.advance(action[np.newaxis])
        return self._observe(), float(reward[0]), bool(over[0]), False, _of_one_world(infos)

    def render(self) -> np.ndarray | None:  # type: ignore[override]
        """The world as it is: colours (height, width, 3) or depths (height, width); None without a render mode."""
        return None if self._drawing is None else self._drawing.of_data(self.data)

    def close(self) -> None:
        """Give back what drawing holds."""
        if self._drawing is not None:
            self._drawing.close()

    def _observe(self) -> Observation:
        return self._form.of_row(self._simulation.observe()[0])


def _of_one_world(infos: dict[str, np.ndarray]) -> dict[str, Any]:
    return {name: values[0] for name, values in infos.items()}
