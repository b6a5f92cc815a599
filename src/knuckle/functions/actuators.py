"""What users ask of actuators: their inputs, past controls, and the range of their lengths."""

from types import SimpleNamespace
from typing import Any

import numpy as np

from knuckle.calls.in_use import alone, require_free
from knuckle.data.data import Data, check_model, check_pair
from knuckle.errors import KnuckleError
from knuckle.memory.records import convert
from knuckle.memory.worlds import neutral_controls
from knuckle.model.model import Model
from knuckle.model.names import find, id2name
from knuckle.physics.history.buffer import last_slot, read
from knuckle.schema.enums import ControlChart, ControlInput, GainType, Interpolation

REALS = np.dtype(np.float64)
CHARTS = {ControlChart.EXPMAP: ("x", "y", "z"), ControlChart.QUAT: ("qw", "qx", "qy", "qz")}


def actuator_inputs(m: Model, actuator: int | str) -> tuple[str, ...]:
    """What each control of an actuator is: "pos", "vel", "ff", "voltage", "pressure"; "" for a plain command."""
    k = find(m, "actuator", actuator)
    bits = int(m.actuator_ctrlspec[k])
    if m.actuator_gaintype[k] == GainType.SO3:
        return CHARTS[ControlChart(bits)]
    names = tuple(str(kind.name).lower() for kind in ControlInput if kind and bits & kind and kind != ControlInput.NONE)
    return names or ("",) * int(m.actuator_ctrlnum[k])


def reset_ctrl(m: Model, d: Data) -> None:
    """Set `d.ctrl` to neutral values: zero, or no turn where an orientation is asked for by a quaternion."""
    check_pair(m, d)
    d._arrays["ctrl"][:] = neutral_controls(m._arrays)


def read_ctrl(
    m: Model, d: Data, actuator: int | str, time: float | None = None, interp: Interpolation | str | None = None
) -> np.ndarray:
    """The controls that an actuator takes at a time, now by default: those of `actuator_delay` before.

    Between samples they are found as the model says, or by `interp`: "zoh", "linear" or "cubic". An actuator without a
    history (`nsample`) has its present controls.
    """
    check_pair(m, d)
    require_free(d)
    k = find(m, "actuator", actuator)
    start, width, first = (int(m._arrays[f"actuator_{name}"][k]) for name in ("historyadr", "ctrlnum", "ctrladr"))
    if start < 0:
        return d._arrays["ctrl"][first : first + width].copy()
    count, kind = m._arrays["actuator_history"][k].tolist()
    if interp is not None:
        kind = int(_interpolation(interp))
    at = float(d._arrays["time"] if time is None else convert(time, REALS, (), "time")) - float(m.actuator_delay[k])
    buffer = SimpleNamespace(history=d._arrays["history"])
    return np.array([read(buffer, start, count, width, e, at, kind) for e in range(width)])


def init_ctrl_history(m: Model, d: Data, actuator: int | str, values: Any, times: Any = None) -> None:
    """Fill the history of an actuator: a row of controls for each sample, the oldest first, and their times.

    Where no times are given those of the history stay.
    """
    check_pair(m, d)
    k = find(m, "actuator", actuator)
    start, width = int(m._arrays["actuator_historyadr"][k]), int(m._arrays["actuator_ctrlnum"][k])
    count = int(m._arrays["actuator_history"][k, 0])
    if start < 0:
        raise KnuckleError(f"actuator {id2name(m, 'actuator', k) or k} has no history: give it nsample in the model")
    rows = np.asarray(values)
    shape = (count, width) if rows.ndim != 1 or width > 1 else (count,)
    rows = convert(values, REALS, shape, "values").reshape(-1)
    stamps = None if times is None else convert(times, REALS, (count,), "times")
    if stamps is not None and not (np.diff(stamps) > 0).all():
        raise ValueError("times: expected times that ascend")
    alone(d, _fill_history, d._arrays["history"], start, count, rows, stamps)


def _fill_history(history: np.ndarray, start: int, count: int, rows: np.ndarray, stamps: np.ndarray | None) -> None:
    times = history[start + 2 : start + 2 + count]
    oldest = last_slot(SimpleNamespace(history=history), start, count) + 1
    times[:] = np.roll(times, -oldest) if stamps is None else stamps
    history[start + 1] = count - 1
    history[start + 2 + count : start + 2 + count + len(rows)] = rows


def set_length_range(m: Model, actuator: int | str | None = None, **settings: float) -> None:
    """Find the range of lengths of an actuator, or of all, by simulation, and write it to `m.actuator_lengthrange`.

    Settings are those of <compiler><lengthrange/>: accel, maxforce, timeconst, timestep, inttotal, interval, tolrange.
    Raises an error, and leaves the model as it was, where the lengths do not settle.
    """
    from knuckle.compile.derived.length_range import LengthSearch, NotConverged, search_settings

    check_model(m)
    chosen = range(m.nactuator) if actuator is None else [find(m, "actuator", actuator)]
    search, found = LengthSearch(m._counts, m._arrays, search_settings(settings)), {}
    for k in chosen:
        try:
            found[int(m.actuator_outadr[k])] = search.range_of(int(m.actuator_outadr[k]))
        except NotConverged as error:
            raise NotConverged(f"actuator {id2name(m, 'actuator', k) or k}: {error}") from None
    for output, limits in found.items():
        m._arrays["actuator_lengthrange"][output] = limits


def _interpolation(value: Interpolation | str) -> Interpolation:
    try:
        return Interpolation[value.upper()] if isinstance(value, str) else Interpolation(value)
    except (KeyError, ValueError):
        names = ", ".join(str(kind.name).lower() for kind in Interpolation)
        raise ValueError(f"interp: expected one of {names}, found {value!r}") from None
