"""Many worlds as a gymnasium vector environment."""

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from knuckle.batch.batch import Batch
from knuckle.envs.drawing import RENDER_MODES
from knuckle.envs.infos import Infos, Told, add_told, final_told, told_where
from knuckle.envs.opening import find_task, open_task
from knuckle.envs.simulation import Simulation
from knuckle.envs.spaces import Observation, ObservationForm, action_space, checked_action
from knuckle.envs.task import Task
from knuckle.envs.tasks import TASKS
from knuckle.envs.worlds import ManyWorlds
from knuckle.errors import KnuckleError
from knuckle.memory.arguments import shown, whole_number
from knuckle.model.model import Model

MOST_SEED = 2**128  # numbers that a generator is seeded with may have any length; one beyond this is a mistake


class VectorEnv(gymnasium.vector.VectorEnv):
    """A task in `num_envs` worlds, on a Batch: all of them take a step at once, in SIMD lanes and on several threads.

    `task` is the name of a task of this package or a Task of your own. `dtype` is the precision of physics and
    observations, `threads` how many threads step the worlds (default: one for each processor), `autoreset_mode` when an
    episode that is over starts anew, `max_episode_steps` when one is truncated (default: what the task says; -1:
    never). All other arguments are options of the task. `env.model` and `env.batch` are the model and the worlds; a
    world whose episode starts anew has its state in the batch, and of the computed fields those that the task reads.
    """

    metadata = {"render_modes": RENDER_MODES}  # noqa: RUF012 the name and type are gymnasium's

    def __init__(
        self,
        task: str | Task,
        num_envs: int = 1,
        *,
        dtype: str = "float64",
        threads: int | None = None,
        max_episode_steps: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        flat: bool | None = None,
        **options: Any,
    ):
        self.task = find_task(task, TASKS)
        self.num_envs = whole_number(num_envs, "num_envs", least=1)
        self.max_episode_steps = self.task.episode_steps
        if max_episode_steps is not None:
            self.max_episode_steps = _limit(max_episode_steps)
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        setting, self._drawing = open_task(self.task, render_mode, options)
        self._worlds = ManyWorlds(
            setting.model,
            self.num_envs,
            dtype=dtype,
            threads=threads,
            fields=self.task.fields,
            keeps_all=self.task.needs_all_fields(setting),
        )
        self._simulation = Simulation(self.task, setting, self._worlds, dtype)
        self._all = np.arange(self.num_envs)
        self._simulation.begin(self._all[:1], [np.random.default_rng(0)])
        self._form = ObservationForm(self._simulation, flat)
        self.single_observation_space, self.single_action_space = (
            self._form.space,
            action_space(setting.model, self.task.action_bound),
        )
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.render_mode = render_mode
        fps = round(1.0 / setting.dt)
        self.metadata = {"render_modes": RENDER_MODES, "render_fps": fps, "autoreset_mode": self.autoreset_mode}
        self._generators: list[np.random.Generator | None] = [None] * self.num_envs
        self._seeds: list[int | None] = [None] * self.num_envs
        self._elapsed = np.zeros(self.num_envs, np.int64)
        self._over = np.zeros(self.num_envs, bool)
        self._begun = np.zeros(self.num_envs, bool)

    @property
    def model(self) -> Model:
        """The model of the task."""
        return self._worlds.model

    @property
    def dt(self) -> float:
        """The time from action to action [s]."""
        return self._simulation.setting.dt

    @property
    def batch(self) -> Batch:
        """The worlds."""
        return self._worlds.batch

    @property  # type: ignore[misc] # as in gymnasium's own vectors
    def np_random(self) -> tuple[np.random.Generator, ...]:  # type: ignore[override]
        """The generator of each world."""
        return tuple(self._generator(world) for world in range(self.num_envs))

    @property
    def np_random_seed(self) -> tuple[int | None, ...]:  # type: ignore[override]
        """The seed of each world."""
        return tuple(self._seeds)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Told]:
        """Start an episode in every world, or where the mask `options["reset_mask"]` is True.

        A number is the seed of the first world, the next one that of the second, and so on; a sequence has a seed for
        each world. Worlds without one go on with their generators.
        """
        chosen = np.flatnonzero(chosen_by(options, self.num_envs))
        self._seed(seed, chosen)
        self._begin(chosen)
        self._over[chosen] = False
        told: Told = {}
        add_told(told, self._simulation.state_infos(chosen), chosen, self.num_envs)
        return self._form.of_rows(self._simulation.observe()), told

    def step(self, actions: np.ndarray) -> tuple[Observation, np.ndarray, np.ndarray, np.ndarray, Told]:
        """Act for `dt` in every world: (observations, rewards, terminations, truncations, what is told)."""
        actions = checked_action(actions, "actions", self.action_space.shape)
        if not self._begun.all():
            raise KnuckleError(f"no episode has started in {_listed(~self._begun)}: call reset first")
        waiting = self._over
        if self.autoreset_mode is AutoresetMode.DISABLED and waiting.any():
            raise KnuckleError(
                f"episodes are over in {_listed(waiting)}: start new ones with "
                "reset(options={'reset_mask': ...}), or choose another autoreset_mode"
            )
        reward, terminated, infos = self._simulation.advance(actions)
        self._elapsed += 1
        truncated = np.zeros_like(waiting)
        if self.max_episode_steps is not None:
            truncated = self._elapsed >= self.max_episode_steps
        if self.autoreset_mode is AutoresetMode.NEXT_STEP and waiting.any():
            reward[waiting], terminated[waiting], truncated[waiting] = 0.0, False, False
            rows, told = self._renew(waiting, infos)
            self._over = terminated | truncated
        elif self.autoreset_mode is AutoresetMode.SAME_STEP and (terminated | truncated).any():
            rows, told = self._renew_at_once(terminated | truncated, infos)
        else:
            rows, told = self._simulation.observe(), told_where(infos, ~np.zeros_like(waiting))
            self._over = terminated | truncated
        return self._form.of_rows(rows), reward, terminated, truncated, told

    def render(self) -> tuple[np.ndarray, ...] | None:  # type: ignore[override]
        """Pictures of all worlds, one for each; None without a render mode."""
        return None if self._drawing is None else tuple(self._drawing.of_batch(self.batch))

    def close_extras(self, **_: Any) -> None:
        """Give back what drawing holds."""
        if self._drawing is not None:
            self._drawing.close()

    def _renew(self, renewed: np.ndarray, infos: Infos) -> tuple[np.ndarray, Told]:
        """Start new episodes where the mask says: all observations, and what is told of the others and of the start."""
        told = told_where(infos, ~renewed)
        chosen = np.flatnonzero(renewed)
        self._begin(chosen)
        add_told(told, self._simulation.state_infos(chosen), chosen, self.num_envs)
        return self._simulation.observe(), told

    def _renew_at_once(self, over: np.ndarray, infos: Infos) -> tuple[np.ndarray, Told]:
        """The same for episodes that have just ended, whose last observations are told too."""
        last = [self._form.of_row(row) for row in self._simulation.observe(np.flatnonzero(over))]
        final = final_told(infos, last, over)
        rows, told = self._renew(over, infos)
        return rows, final | told

    def _begin(self, chosen: np.ndarray) -> None:
        self._simulation.begin(chosen, [self._generator(world) for world in chosen])
        self._elapsed[chosen], self._begun[chosen] = 0, True

    def _seed(self, seed: int | Sequence[int | None] | None, chosen: np.ndarray) -> None:
        if seed is None:
            return
        seeds: list[int | None]
        if isinstance(seed, int | np.integer):
            seeds = [_seed(seed) + i for i in range(self.num_envs)]
        elif isinstance(seed, Sequence | np.ndarray) and not isinstance(seed, str | bytes):
            seeds = [None if each is None else _seed(each) for each in seed]
        else:
            raise TypeError(f"seed: expected a whole number, or one for each world, found {shown(seed)}")
        if len(seeds) != self.num_envs:
            raise ValueError(f"seed: expected one seed or {self.num_envs} of them, found {len(seeds)}")
        for world in chosen:
            if seeds[world] is not None:
                self._generators[world], self._seeds[world] = seeding.np_random(seeds[world])

    def _generator(self, world: int) -> np.random.Generator:
        generator = self._generators[world]
        if generator is None:
            generator, self._seeds[world] = seeding.np_random()
            self._generators[world] = generator
        return generator


def chosen_by(options: dict[str, Any] | None, nworld: int) -> np.ndarray:
    """The mask of the worlds to start anew: all, where options name none."""
    if options is not None and not isinstance(options, Mapping):
        raise TypeError(f"options: expected a dictionary, found {shown(options)}")
    if options is None or "reset_mask" not in options:
        return np.ones(nworld, bool)
    mask = options["reset_mask"]
    if not isinstance(mask, np.ndarray) or mask.dtype != bool or mask.shape != (nworld,):
        raise TypeError(f"reset_mask: expected {nworld} booleans in an array, found {shown(mask)}")
    if not mask.any():
        raise ValueError("reset_mask: expected at least one True, found none")
    return mask


def _seed(value: Any) -> int:
    return whole_number(value, "seed", most=MOST_SEED)


def _limit(steps: int) -> int | None:
    """After how many steps an episode is truncated."""
    return None if steps == -1 else whole_number(steps, "max_episode_steps", least=1)


def _listed(worlds: np.ndarray) -> str:
    """The worlds of a mask in words."""
    numbers = np.flatnonzero(worlds)
    first = f", the first of them {numbers[:5].tolist()}" if len(numbers) > 1 else f": {numbers[0]}"
    return f"{len(numbers)} of {len(worlds)} worlds{first}"
