"""Functions of the user that run inside a step, of one model."""

from collections.abc import Callable
from inspect import iscoroutinefunction
from typing import Any

import numpy as np

from knuckle.errors import nearest
from knuckle.memory.worlds import write_hooks
from knuckle.schema.hooks import CALLBACKS, INTERRUPTED


class Callbacks:
    """Functions that a model calls within `step`, `forward` and `inverse`; each is None unless it is set.

    control(m, d) sets `d.ctrl`, after positions and velocities are known. passive(m, d) adds to `d.qfrc_passive`.
    contact_filter(m, d, geom1, geom2) tells whether contacts of two geoms stay. sensor(m, d, stage) writes the readings
    of user sensors of a stage (`kn.Stage`) to `d.sensordata`. act_dyn(m, d, actuator) returns the rates of the
    activations of an actuator whose dyntype is user, act_gain its gain where its gaintype is, act_bias its bias where
    its biastype is. What one of them raises ends the call, and the state is as it was before.

    A function that is marked with `kn.kernel` is compiled into the step, also in batches.
    """

    control: Callable[..., Any] | None
    passive: Callable[..., Any] | None
    contact_filter: Callable[..., Any] | None
    sensor: Callable[..., Any] | None
    act_dyn: Callable[..., Any] | None
    act_gain: Callable[..., Any] | None
    act_bias: Callable[..., Any] | None

    _table: np.ndarray  # of the model: what compiled code reads
    _hooked: dict[str, np.ndarray]  # copies of it in which the callbacks are known, by machine

    def __init__(self, table: np.ndarray):
        self.__dict__.update(dict.fromkeys(CALLBACKS), _table=table, _hooked={})

    def __setattr__(self, name: str, value: Callable[..., Any] | None) -> None:
        if name not in CALLBACKS:
            raise AttributeError(f"there is no callback {name!r}{nearest(name, CALLBACKS)}")
        if value is not None and not callable(value):
            raise TypeError(f"callbacks.{name}: expected a function of {CALLBACKS[name]} or None, found {value!r}")
        if iscoroutinefunction(value):
            raise TypeError(f"callbacks.{name}: expected a function, found a coroutine function")
        self.__dict__[name] = value
        self._hooked.clear()
        write_hooks(self._table, {INTERRUPTED: int(bool(self))})  # until their code is known

    @property
    def given(self) -> dict[str, Callable[..., Any]]:
        """Those that are set, by name."""
        return {name: self.__dict__[name] for name in CALLBACKS if self.__dict__[name] is not None}

    def __bool__(self) -> bool:
        """Whether any is set."""
        return bool(self.given)

    def __repr__(self) -> str:
        return f"<Callbacks: {', '.join(self.given) or 'none'}>"
