"""Past controls and readings in the hands of users."""

from types import SimpleNamespace
from typing import Any

import numpy as np

from knuckle.calls.in_use import alone, require_free
from knuckle.data.data import Data, check_pair
from knuckle.errors import KnuckleError
from knuckle.memory.records import convert
from knuckle.model.model import Model
from knuckle.model.names import find, id2name
from knuckle.physics.history.buffer import last_slot, read
from knuckle.schema.enums import Interpolation

REALS = np.dtype(np.float64)
# kind of element -> fields of its first number, of how many there are, and of their present values
NUMBERS = {
    "actuator": ("actuator_ctrladr", "actuator_ctrlnum", "ctrl"),
    "sensor": ("sensor_adr", "sensor_dim", "sensordata"),
}


def read_ctrl(
    m: Model, d: Data, actuator: int | str, time: float | None = None, interp: Interpolation | str | None = None
) -> np.ndarray:
    """The controls that an actuator takes at a time, now by default: those of `actuator_delay` before.

    Between samples they are found as the model says, or by `interp`: "zoh", "linear" or "cubic". An actuator without a
    history (`nsample`) has its present controls.
    """
    return _read(m, d, "actuator", actuator, time, interp)


def read_sensor(
    m: Model, d: Data, sensor: int | str, time: float | None = None, interp: Interpolation | str | None = None
) -> np.ndarray:
    """The readings that a sensor tells at a time, now by default: those of `sensor_delay` before.

    Between samples they are found as the model says, or by `interp`: "zoh", "linear" or "cubic". A sensor without a
    history (`nsample`) has its present readings.
    """
    return _read(m, d, "sensor", sensor, time, interp)


def init_ctrl_history(m: Model, d: Data, actuator: int | str, values: Any, times: Any = None) -> None:
    """Fill the history of an actuator: a row of controls for each sample, the oldest first, and their times.

    Where no times are given those of the history stay.
    """
    _init(m, d, "actuator", actuator, values, times)


def init_sensor_history(
    m: Model, d: Data, sensor: int | str, values: Any, times: Any = None, phase: float | None = None
) -> None:
    """Fill the history of a sensor: a row of readings for each sample, the oldest first, and their times.

    Where no times are given those of the history stay. `phase` is the time at which its last period began.
    """
    start = _init(m, d, "sensor", sensor, values, times)
    if phase is not None:
        d._arrays["history"][start] = convert(phase, REALS, (), "phase")


def _read(m: Model, d: Data, kind: str, element: int | str, time: float | None, interp: Any) -> np.ndarray:
    check_pair(m, d)
    require_free(d)
    k = find(m, kind, element)
    start, first, width = (int(m._arrays[name][k]) for name in (f"{kind}_historyadr", *NUMBERS[kind][:2]))
    if start < 0:
        return d._arrays[NUMBERS[kind][2]][first : first + width].copy()
    count, way = m._arrays[f"{kind}_history"][k].tolist()
    if interp is not None:
        way = int(_interpolation(interp))
    now = d._arrays["time"] if time is None else convert(time, REALS, (), "time")
    at = float(now) - float(m._arrays[f"{kind}_delay"][k])
    buffer = SimpleNamespace(history=d._arrays["history"])
    return np.array([read(buffer, start, count, width, e, at, way) for e in range(width)])


def _init(m: Model, d: Data, kind: str, element: int | str, values: Any, times: Any) -> int:
    """Fill a history; returns where it starts."""
    check_pair(m, d)
    k = find(m, kind, element)
    start, width = int(m._arrays[f"{kind}_historyadr"][k]), int(m._arrays[NUMBERS[kind][1]][k])
    count = int(m._arrays[f"{kind}_history"][k, 0])
    if start < 0:
        raise KnuckleError(f"{kind} {id2name(m, kind, k) or k} has no history: give it nsample in the model")
    shape = (count,) if np.ndim(values) == 1 and width == 1 else (count, width)
    rows = convert(values, REALS, shape, "values").reshape(-1)
    stamps = None if times is None else convert(times, REALS, (count,), "times")
    if stamps is not None and not (np.diff(stamps) > 0).all():
        raise ValueError("times: expected times that ascend")
    alone(d, _fill, d._arrays["history"], start, count, np.resize(rows, count * width), stamps)
    return start


def _fill(history: np.ndarray, start: int, count: int, rows: np.ndarray, stamps: np.ndarray | None) -> None:
    times = history[start + 2 : start + 2 + count]
    oldest = last_slot(SimpleNamespace(history=history), start, count) + 1
    times[:] = np.roll(times, -oldest) if stamps is None else stamps
    history[start + 1] = count - 1
    history[start + 2 + count : start + 2 + count + len(rows)] = rows


def _interpolation(value: Interpolation | str) -> Interpolation:
    try:
        return Interpolation[value.upper()] if isinstance(value, str) else Interpolation(value)
    except (KeyError, ValueError):
        names = ", ".join(str(kind.name).lower() for kind in Interpolation)
        raise ValueError(f"interp: expected one of {names}, found {value!r}") from None
