"""Steps of a model with callbacks: the stages of the pipeline, with functions of the user between them."""

from collections.abc import Callable
from typing import Any

import numpy as np

from knuckle.data.data import Data
from knuckle.data.state import get_state, set_state
from knuckle.errors import UnsupportedError
from knuckle.memory.records import convert
from knuckle.model.model import Model
from knuckle.schema.enums import BiasType, DynType, EnableBit, GainType, Integrator, SensorType, Stage, State

REALS = np.dtype(np.float64)


class Interrupted:
    """The functions that have callbacks, on one machine; `stages` has its entries.

    `change(m, d)` is called when contacts are found and not yet used, whatever the callbacks of the model.
    """

    def __init__(self, stages: Any, change: Callable[[Model, Data], object] | None = None):
        self.stages, self.change = stages, change

    def run(self, name: str, m: Model, d: Data, count: int) -> None:
        """What the entry of that name does, `count` times; where a callback raises, the state is as it was before."""
        for _ in range(count):
            before = get_state(m, d, State.INTEGRATION)
            try:
                getattr(self, name)(m, d)
            except BaseException:
                set_state(m, d, before, State.INTEGRATION)
                raise
            finally:
                for field in ("user_rate", "user_gain", "user_bias"):
                    d._arrays[field][:] = 0.0

    def step(self, m: Model, d: Data) -> None:
        if m.opt.integrator == Integrator.RK4:
            raise UnsupportedError("callbacks need an integrator of one stage: take euler, implicit or implicitfast")
        self.whole_step(m, d)

    def whole_step(self, m: Model, d: Data) -> None:
        """A step by the integrator of one stage that is chosen; Euler stands in for RK4."""
        self.stages.check_state(m, d)
        self.forward(m, d)
        self._finish(m, d)

    def step1(self, m: Model, d: Data) -> None:
        self.stages.check_state(m, d)
        self._observe(m, d)
        self._control(m, d)

    def step2(self, m: Model, d: Data) -> None:
        self._accelerate(m, d)
        self._finish(m, d)

    def forward(self, m: Model, d: Data) -> None:
        self._observe(m, d)
        self._control(m, d)
        self._accelerate(m, d)

    def inverse(self, m: Model, d: Data) -> None:
        self._observe(m, d)
        self.stages.inv_acceleration(m, d)
        self._sense(m, d, Stage.ACC, self.stages.sensor_acc)

    def _observe(self, m: Model, d: Data) -> None:
        """All that depends on positions and velocities."""
        from knuckle.functions.contact_hooks import filter_contacts

        self.stages.detect(m, d)
        if self.change is not None:
            self.change(m, d)
        if m.callbacks.contact_filter is not None:
            filter_contacts(m, d, m.callbacks.contact_filter)
        self.stages.constrain(m, d)
        self._sense(m, d, Stage.POS, self.stages.sensor_pos)
        self.stages.fwd_passive(m, d)
        if m.callbacks.passive is not None:
            m.callbacks.passive(m, d)
        self.stages.fwd_bias(m, d)
        self._sense(m, d, Stage.VEL, self.stages.sensor_vel)

    def _control(self, m: Model, d: Data) -> None:
        if m.callbacks.control is not None:
            m.callbacks.control(m, d)

    def _accelerate(self, m: Model, d: Data) -> None:
        self._drive(m, d)
        self.stages.fwd_acceleration(m, d)
        self._sense(m, d, Stage.ACC, self.stages.sensor_acc)

    def _finish(self, m: Model, d: Data) -> None:
        self.stages.check_acceleration(m, d)
        if m.opt.enableflags & EnableBit.FWDINV:
            self.stages.compare_fwd_inv(m, d)
        self.stages.integrate(m, d)

    def _sense(self, m: Model, d: Data, stage: Stage, read: Callable[[Model, Data], None]) -> None:
        """The sensors of a stage, those of the user by their callback."""
        if m.nsensor:
            read(m, d)
            users = (m.sensor_type == SensorType.USER) & (m.sensor_needstage == stage)
            if m.callbacks.sensor is not None and users.any():
                m.callbacks.sensor(m, d, stage)

    def _drive(self, m: Model, d: Data) -> None:
        """What the user computes of actuators: rates, gains and biases."""
        dynamics, gain, bias = m.callbacks.act_dyn, m.callbacks.act_gain, m.callbacks.act_bias
        if dynamics is not None:
            for k in np.flatnonzero(m.actuator_dyntype == DynType.USER).tolist():
                first, count = int(m.actuator_actadr[k]), int(m.actuator_actnum[k])
                d._arrays["user_rate"][first : first + count] = convert(dynamics(m, d, k), REALS, (count,), "act_dyn")
        if gain is not None:
            for k in np.flatnonzero(m.actuator_gaintype == GainType.USER).tolist():
                d._arrays["user_gain"][k] = convert(gain(m, d, k), REALS, (), "act_gain") - 1.0
        if bias is not None:
            for k in np.flatnonzero(m.actuator_biastype == BiasType.USER).tolist():
                d._arrays["user_bias"][k] = convert(bias(m, d, k), REALS, (), "act_bias")
