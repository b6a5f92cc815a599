"""What a task is: a model, what is observed, what is rewarded, how episodes start and end, all over arrays of worlds.

Every function of a task takes a `Moment` and returns an array whose first axis is the world, so that one world and
thousands run the same code.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from numbers import Real
from types import SimpleNamespace
from typing import Any

import numpy as np

from knuckle.data.data import Data
from knuckle.errors import nearest
from knuckle.memory.arguments import shown, whole_number
from knuckle.model.model import Model

Plan = tuple[tuple[str, int], ...]  # stages to run, each so many times

# arguments of environments that are for drawing, and others that are no options of a task
DRAWING = ("width", "height", "camera_id", "camera_name", "default_camera_config", "max_geom", "visual_options")
ARGUMENTS = frozenset(
    {*DRAWING, "task", "num_envs", "dtype", "threads", "max_episode_steps", "autoreset_mode", "render_mode", "flat"}
)


class Setting:
    """What stays the same for all episodes of an environment: the model and the options that were chosen."""

    def __init__(self, model: Model, options: SimpleNamespace, frame_skip: int):
        self.model, self.options, self.frame_skip = model, options, frame_skip
        self.qpos0, self.qvel0 = np.array(model.qpos0), np.zeros(model.nv)
        self._elements: dict[tuple[str, int | str], int] = {}
        self._found: dict[str, Any] = {}

    @property
    def dt(self) -> float:
        """The time from action to action [s]."""
        return self.frame_skip * self.model.opt.timestep

    @cached_property
    def scratch(self) -> Data:
        """A world to try starts in."""
        return Data(self.model)

    def index(self, kind: str, name: int | str) -> int:
        """The number of an element: `index("body", "torso")`."""
        key = kind, name if isinstance(name, str) else whole_number(name, kind)
        if key not in self._elements:
            self._elements[key] = getattr(self.model, kind)(key[1]).id
        return self._elements[key]

    def once(self, name: str, compute: Callable[["Setting"], Any]) -> Any:
        """What `compute` finds, computed the first time."""
        if name not in self._found:
            self._found[name] = compute(self)
        return self._found[name]

    def reading(self, sensor: str) -> slice:
        """Where the values of a sensor stand in sensordata."""
        index = self.index("sensor", sensor)
        first = int(self.model.sensor_adr[index])
        return slice(first, first + int(self.model.sensor_dim[index]))


@dataclass(slots=True)
class Moment:
    """Some worlds after a step or at the start of an episode, as the functions of a task see them.

    `w` has the fields of Data (`w.qpos` has shape (nworld, nq)), `s` is the setting, `o` its options. `action` is what
    was asked for in the step that led here, `velocity` that of the place that the task watches, `healthy` the task's
    own judgement. `memory` holds what the task itself chose at the start of the episode, such as a target.
    """

    w: Any
    s: Setting
    memory: dict[str, np.ndarray]
    action: Any = None
    velocity: Any = None
    healthy: Any = None

    @property
    def o(self) -> SimpleNamespace:
        """The options of the environment."""
        return self.s.options


Reading = Callable[[Moment], np.ndarray]


@dataclass(frozen=True, slots=True)
class Part:
    """A named part of the observation; `when` is the option that includes it, empty where it is always there."""

    name: str
    read: Reading
    when: str = ""


@dataclass(frozen=True, slots=True)
class Start:
    """How an episode starts in one world: fields of Data, what the task remembers, and numbers of the model.

    `numbers` are fields that `Batch.expand` takes, which a world has of its own from then on, the same ones in every
    episode; what follows from them is computed (`kn.set_const`).
    """

    fields: dict[str, np.ndarray]
    memory: dict[str, np.ndarray] = field(default_factory=dict)
    numbers: dict[str, np.ndarray] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Task:
    """A task as a table.

    The reward of a step is the sum of `rewards` and `bonus`; each term, and each of `info`, is told by its name.
    `fields` are the computed fields of Data that the functions read; `advance` says which stages a step runs for a
    setting, `body_forces` whether forces on bodies (`cfrc_ext` and its like) follow the steps among these, `settle`
    which stages follow a new start, and `starts_passively` that actuators are off in the latter.
    Actions are controls, in the ranges of the model, unless `control` makes controls of actions and `action_bound` is
    the largest action. `camera` has what the picture's free camera is set to, where there is no other choice.
    """

    name: str
    load: Callable[[SimpleNamespace], Model]
    frame_skip: int
    observation: tuple[Part, ...]
    start: Callable[[Setting, np.random.Generator], Start]
    rewards: Mapping[str, Reading]
    options: Mapping[str, Any] = field(default_factory=dict)
    bonus: float = 0.0
    info: Mapping[str, Reading] = field(default_factory=dict)
    place: Reading | None = None
    healthy: Reading | None = None
    terminated: Reading | None = None
    fields: tuple[str, ...] = ()
    advance: Callable[[Setting], Plan] = lambda s: (("step", s.frame_skip),)
    body_forces: bool = False
    settle: Plan = (("forward", 1),)
    starts_passively: bool = False
    control: Reading | None = None
    action_bound: float | None = None
    as_dict: bool = False
    episode_steps: int | None = 1000
    reward_threshold: float | None = None
    camera: Mapping[str, Any] | None = None

    def __post_init__(self):
        taken = sorted(ARGUMENTS & self.options.keys())
        if taken:
            raise ValueError(
                f"task {self.name!r}: options {', '.join(taken)}: environments take arguments of that name"
            )
        names = [part.name for part in self.observation]
        if len(set(names)) < len(names):
            raise ValueError(f"task {self.name!r}: observation: two parts have one name among {', '.join(names)}")

    def __reduce__(self):
        """A task of this package goes by its name: its functions cannot be pickled."""
        from knuckle.envs.tasks import TASKS

        if TASKS.get(self.name) is self:
            return _named, (self.name,)
        return super().__reduce__()

    def needs_all_fields(self, setting: Setting) -> bool:
        """Whether its steps run stages by themselves, which read what other stages left."""
        return any(stage not in ("step", "forward") for stage, _ in (*self.advance(setting), *self.settle))

    def setting(self, chosen: Mapping[str, Any]) -> Setting:
        """The model and the options of an environment; TypeError where an option is unknown."""
        known = {"frame_skip": self.frame_skip, **self.options}
        unknown = [f"{name!r}{nearest(name, known)}" for name in chosen if name not in known]
        if unknown:
            raise TypeError(f"{self.name}: unknown options {', '.join(unknown)}; expected: {', '.join(known)}")
        options = SimpleNamespace(**{**known, **chosen})
        if not isinstance(options.frame_skip, int | np.integer) or options.frame_skip < 1:
            raise ValueError(f"frame_skip: expected a whole number from 1 on, found {shown(options.frame_skip)}")
        for name, usual in self.options.items():
            if isinstance(usual, bool):
                check_switch(name, getattr(options, name))
            elif isinstance(usual, float | tuple):
                _check_numbers(name, getattr(options, name), usual)
        return Setting(self.load(options), options, int(options.frame_skip))


def _named(name: str) -> Task:
    """A task of this package."""
    from knuckle.envs.tasks import TASKS

    return TASKS[name]


def check_switch(name: str, value: Any) -> None:
    """Refuse what is neither true nor false: words would count as true."""
    if not isinstance(value, int | np.integer | np.bool_) or value not in (0, 1):
        raise TypeError(f"{name}: expected True or False, found {shown(value)}")


def _check_numbers(name: str, value: Any, usual: float | tuple) -> None:
    """Refuse an option that is no number, or not as many of them as usual."""
    numbers = value if isinstance(usual, tuple) and isinstance(value, Sequence | np.ndarray) else (value,)
    count = len(usual) if isinstance(usual, tuple) else 1
    sound = len(numbers) == count and all(isinstance(each, Real) and each == each for each in numbers)
    if not sound:
        raise TypeError(f"{name}: expected {'a number' if count == 1 else f'{count} numbers'}, found {shown(value)}")
