"""Python functions of the user that run inside a step, of one model."""

from collections.abc import Callable
from typing import Any

import numpy as np

from knuckle.errors import nearest

# name of a callback -> what it is called with
ARGUMENTS = {
    "control": "(m, d)",
    "passive": "(m, d)",
    "contact_filter": "(m, d, geom1, geom2)",
    "sensor": "(m, d, stage)",
    "act_dyn": "(m, d, actuator)",
    "act_gain": "(m, d, actuator)",
    "act_bias": "(m, d, actuator)",
}


class Callbacks:
    """Functions that a model calls within `step`, `forward` and `inverse`; each is None unless it is set.

    control(m, d) sets `d.ctrl`, after positions and velocities are known. passive(m, d) adds to `d.qfrc_passive`.
    contact_filter(m, d, geom1, geom2) tells whether contacts of two geoms stay. sensor(m, d, stage) writes the readings
    of user sensors of a stage (`kn.Stage`) to `d.sensordata`. act_dyn(m, d, actuator) returns the rates of the
    activations of an actuator whose dyntype is user, act_gain its gain where its gaintype is, act_bias its bias where
    its biastype is. What one of them raises ends the call, and the state is as it was before.
    """

    control: Callable[..., Any] | None
    passive: Callable[..., Any] | None
    contact_filter: Callable[..., Any] | None
    sensor: Callable[..., Any] | None
    act_dyn: Callable[..., Any] | None
    act_gain: Callable[..., Any] | None
    act_bias: Callable[..., Any] | None

    _flag: np.ndarray  # of the model: whether any is set

    def __init__(self, flag: np.ndarray):
        self.__dict__.update(dict.fromkeys(ARGUMENTS), _flag=flag)

    def __setattr__(self, name: str, value: Callable[..., Any] | None) -> None:
        if name not in ARGUMENTS:
            raise AttributeError(f"there is no callback {name!r}{nearest(name, ARGUMENTS)}")
        if value is not None and not callable(value):
            raise TypeError(f"callbacks.{name}: expected a function of {ARGUMENTS[name]} or None, found {value!r}")
        self.__dict__[name] = value
        self._flag[...] = bool(self)

    def __bool__(self) -> bool:
        """Whether any is set."""
        return any(self.__dict__[name] is not None for name in ARGUMENTS)

    def __repr__(self) -> str:
        given = [name for name in ARGUMENTS if self.__dict__[name] is not None]
        return f"<Callbacks: {', '.join(given) or 'none'}>"
