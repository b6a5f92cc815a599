"""Parts that several of gymnasium's tasks are made of: observations, rewards, starts."""

from collections.abc import Callable
from os import PathLike
from pathlib import Path
from types import SimpleNamespace

import gymnasium
import numpy as np

from knuckle.envs.files import load_quietly
from knuckle.envs.task import Moment, Part, Reading, Setting, Start
from knuckle.errors import nearest
from knuckle.memory.arguments import shown
from knuckle.model.model import Model

ASSETS = Path(gymnasium.__file__).parent / "envs" / "mujoco" / "assets"


def load(options: SimpleNamespace) -> Model:
    """The model of the option `xml_file`: the name of a file that gymnasium brings along, or a path (./mine.xml)."""
    if not isinstance(options.xml_file, str | PathLike):
        raise TypeError(
            f"xml_file: expected a path, or the name of a model of gymnasium, found {shown(options.xml_file)}"
        )
    names = [file.name for file in sorted(ASSETS.glob("*.xml"))]
    name = str(options.xml_file)
    if name in names:
        return load_quietly(ASSETS / name)
    given = Path(options.xml_file).expanduser()
    if not given.is_file():
        raise FileNotFoundError(
            f"xml_file: no file {name!r}, neither here nor among gymnasium's models ({', '.join(names)})"
            f"{nearest(name, names)}"
        )
    return Model.from_xml_path(given)


# observations


def positions(skipped: int) -> Part:
    """qpos, without the first coordinates unless the option includes them: where the robot is should not matter."""
    return Part("qpos", lambda t: t.w.qpos[:, skipped if t.o.exclude_current_positions_from_observation else 0 :])


def whole(name: str) -> Part:
    """A field as it is."""
    return Part(name, lambda t: getattr(t.w, name))


def beyond(name: str, first: int, when: str = "") -> Part:
    """The rows of a field from `first` on."""
    return Part(name, lambda t: getattr(t.w, name)[:, first:], when)


def bounded(name: str, limit: float) -> Part:
    """A field, each entry cut to ±limit."""
    return Part(name, lambda t: np.clip(getattr(t.w, name), -limit, limit))


# rewards


def sum_of_squares(values: np.ndarray) -> np.ndarray:
    """‖values‖² in each world; of rows that are contiguous, so that its rounding does not depend on their number."""
    rows = np.ascontiguousarray(values.reshape(len(values), -1))
    return np.square(rows).sum(axis=1)


def forward(t: Moment) -> np.ndarray:
    """Weight · velocity along x."""
    return t.o.forward_reward_weight * t.velocity[:, 0]


def control_cost(t: Moment) -> np.ndarray:
    """-Weight · ‖action‖²."""
    return -t.o.ctrl_cost_weight * sum_of_squares(t.action)


def survival(t: Moment) -> np.ndarray:
    """A reward for being healthy."""
    return t.healthy * float(t.o.healthy_reward)


def unhealthy(t: Moment) -> np.ndarray:
    """Whether the episode is over because the robot is not healthy, where the option asks for that."""
    return ~t.healthy if t.o.terminate_when_unhealthy else np.zeros_like(t.healthy)


# what is told


def coordinate(index: int) -> Reading:
    """One entry of qpos."""
    return lambda t: t.w.qpos[:, index]


def rise(index: int) -> Reading:
    """How far one entry of qpos is from where the model has it."""
    return lambda t: t.w.qpos[:, index] - t.s.qpos0[index]


def distance(t: Moment) -> np.ndarray:
    """Distance of the first two coordinates from the origin."""
    return np.sqrt(np.square(t.w.qpos[:, 0]) + np.square(t.w.qpos[:, 1]))


# starts

Draw = Callable[[np.random.Generator, float, int], np.ndarray]


def uniform(generator: np.random.Generator, scale: float, size: int) -> np.ndarray:
    """U(-scale, scale)"""
    return generator.uniform(-scale, scale, size)


def normal(generator: np.random.Generator, scale: float, size: int) -> np.ndarray:
    """N(0, scale²)"""
    return scale * generator.standard_normal(size)


def around_reference(velocity: Draw) -> Callable[[Setting, np.random.Generator], Start]:
    """The reference pose with uniform noise, at rest but for noise of the given kind."""

    def start(s: Setting, generator: np.random.Generator) -> Start:
        scale = s.options.reset_noise_scale
        if not 0.0 <= scale < np.inf:
            raise ValueError(f"reset_noise_scale: expected a finite number from 0 on, found {scale}")
        qpos = s.qpos0 + uniform(generator, scale, s.model.nq)
        return Start({"qpos": qpos, "qvel": s.qvel0 + velocity(generator, scale, s.model.nv)})

    return start
