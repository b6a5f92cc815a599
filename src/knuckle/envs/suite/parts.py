"""Parts that several of the control suite's tasks are made of (Tassa et al. 2018, arXiv:1801.00690)."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from knuckle.envs.suite.files import Loader
from knuckle.envs.task import Moment, Part, Plan, Reading, Setting, Start, Task

AXES = {"x": 0, "y": 1, "z": 2}
AT_MARGIN = 0.1  # the value of a reward at the margin of its bounds, unless said otherwise
Starting = Callable[[Setting, np.random.Generator], Start]

# how a reward falls off outside its bounds: functions of distance / margin and the value at the margin
FALLS: dict[str, Callable[[np.ndarray, float], np.ndarray]] = {
    "gaussian": lambda d, v: np.exp(np.square(d) * np.log(v)),
    "linear": lambda d, v: np.maximum(0.0, 1.0 - d * (1.0 - v)),
    "quadratic": lambda d, v: np.maximum(0.0, 1.0 - np.square(d) * (1.0 - v)),
    "reciprocal": lambda d, v: 1.0 / (d * (1.0 / v - 1.0) + 1.0),
    "long_tail": lambda d, v: 1.0 / (np.square(d) * (1.0 / v - 1.0) + 1.0),
}


def tolerance(
    x: np.ndarray,
    low: float = 0.0,
    high: float = 0.0,
    *,
    margin: float = 0.0,
    fall: str = "gaussian",
    at_margin: float = AT_MARGIN,
) -> np.ndarray:
    """1 where low ≤ x ≤ high; outside it falls to `at_margin` at the distance `margin`, or to 0 at once without one."""
    inside = (low <= x) & (x <= high)
    if margin == 0.0:
        return inside.astype(float)
    distance = np.where(x < low, low - x, x - high) / margin
    with np.errstate(invalid="ignore"):
        return np.where(inside, 1.0, FALLS[fall](np.where(inside, 0.0, distance), at_margin))


def small_control(control: np.ndarray) -> np.ndarray:
    """(4 + mean over controls of 1 - u², not below 0) / 5: gentle actions are worth up to a fifth."""
    gentle = tolerance(control, margin=1.0, fall="quadratic", at_margin=0.0)
    return (4.0 + mean(gentle)) / 5.0


def mean(values: np.ndarray) -> np.ndarray:
    """The mean of each world's row, of contiguous rows, so that its rounding does not depend on their number."""
    return np.ascontiguousarray(values).mean(axis=1)


def norm(vectors: np.ndarray) -> np.ndarray:
    """The length of each world's vector."""
    return np.sqrt(np.square(np.ascontiguousarray(vectors)).sum(axis=1))


# what is read of a world


def sensor(t: Moment, *names: str) -> np.ndarray:
    """Readings of sensors, one after the other."""
    return np.concatenate([t.w.sensordata[:, t.s.reading(name)] for name in names], axis=1)


def place(t: Moment, kind: str, name: str) -> np.ndarray:
    """Where a body, geom or site is."""
    field = {"body": "xpos", "geom": "geom_xpos", "site": "site_xpos"}[kind]
    return getattr(t.w, field)[:, t.s.index(kind, name)]


def axis(t: Moment, body: str, entry: str) -> np.ndarray:
    """An entry of a body's rotation: "zx" is the height of its x axis."""
    row, column = AXES[entry[0]], AXES[entry[1]]
    return t.w.xmat[:, t.s.index("body", body), 3 * row + column]


def frame(t: Moment, body: str) -> np.ndarray:
    """A body's rotation matrix."""
    return t.w.xmat[:, t.s.index("body", body)].reshape(-1, 3, 3)


def into(rotation: np.ndarray, vectors: np.ndarray) -> np.ndarray:
    """Vectors of each world in the coordinates of a frame: v R."""
    return (vectors[:, :, np.newaxis] * rotation).sum(axis=1)


def field(name: str, label: str = "", first: int = 0) -> Part:
    """A field of Data from some entry on, under a name of the suite."""
    return Part(label or name, lambda t: getattr(t.w, name)[:, first:])


POSITION, VELOCITY = field("qpos", "position"), field("qvel", "velocity")


def column(label: str, read: Reading) -> Part:
    """A single number."""
    return Part(label, read)


# the tasks


def up_to_date(s: Setting) -> Plan:
    """Steps, then what follows from the new positions and velocities; accelerations are those of the last step."""
    return (("step", s.frame_skip), ("step1", 1))


def suite_task(
    name: str,
    load: Loader,
    *,
    frame_skip: int,
    observation: tuple[Part, ...],
    start: Starting,
    reward: Reading,
    fields: tuple[str, ...] = (),
    options: Mapping[str, Any] | None = None,
    **more: Any,
) -> Task:
    """A task of the suite: observations are dictionaries, positions and velocities those of the new state."""
    return Task(
        name=name,
        load=load,
        frame_skip=frame_skip,
        options=options or {},
        observation=observation,
        start=start,
        rewards={"reward": reward},
        fields=fields,
        advance=up_to_date,
        starts_passively=True,
        as_dict=True,
        **more,
    )
