"""Sliders for controls and joints."""

from functools import partial
from typing import Any

import numpy as np

from knuckle.functions.calls import machine
from knuckle.schema.enums import JointType
from knuckle.studio.panels.base import MOST_ROWS, Panel, label_of

SHOWN_STEPS = 4  # of a slider: smaller changes are not sent
USUAL = {JointType.HINGE: (-np.pi, np.pi), JointType.SLIDE: (-1.0, 1.0)}  # of a joint without limits


class JointPanel(Panel):
    """Controls write `d.ctrl`; joints write `d.qpos`, and follow it while the simulation runs."""

    title = "Move"

    def build(self) -> None:
        self.controls: list[tuple[int, Any]] = []
        self.joints: list[tuple[int, Any]] = []
        self._build_controls()
        self._build_joints()

    def _build_controls(self) -> None:
        m = self.m
        if not m.nu:
            self.gui.add_markdown("*This model has no actuators.*")
            return
        with self.gui.add_folder("Controls"):
            self.on_click(self.gui.add_button("Clear controls"), self._clear)
            names = m.names("actuator")
            owners = np.repeat(np.arange(m.nactuator), m.actuator_ctrlnum)
            for index in range(min(m.nu, MOST_ROWS)):
                a = int(owners[index])
                low, high = m.actuator_ctrlrange[index] if m.actuator_ctrllimited[index] else (-1.0, 1.0)
                name = label_of("actuator", names, a) + (
                    f" [{index - m.actuator_ctrladr[a]}]" if m.actuator_ctrlnum[a] > 1 else ""
                )
                self.controls.append((index, self._slider(name, low, high, self.d.ctrl[index])))
                self.on_change(self.controls[-1][1], partial(self._control, index))
            self.too_many(m.nu, "controls")

    def _build_joints(self) -> None:
        m = self.m
        simple = [j for j in range(m.njnt) if m.jnt_type[j] in USUAL]
        if not simple:
            return
        with self.gui.add_folder("Joints", expand_by_default=not m.nu):
            names = m.names("joint")
            for j in simple[:MOST_ROWS]:
                low, high = m.jnt_range[j] if m.jnt_limited[j] else USUAL[JointType(int(m.jnt_type[j]))]
                at = int(m.jnt_qposadr[j])
                self.joints.append((at, self._slider(label_of("joint", names, j), low, high, self.d.qpos[at])))
                self.on_change(self.joints[-1][1], partial(self._position, at))
            self.too_many(len(simple), "joints")

    def _slider(self, name: str, low: float, high: float, value: float):
        low, high = float(low), float(high)
        if not (np.isfinite(low) and np.isfinite(high) and high > low):
            low, high = -1.0, 1.0
        step = max((high - low) / 1000, 1e-9)
        return self.gui.add_slider(name, min=low, max=high, step=step, initial_value=float(np.clip(value, low, high)))

    def _clear(self) -> None:
        self.d.ctrl[:] = 0.0

    def _control(self, index: int, value: float) -> None:
        self.d.ctrl[index] = value  # actuators hold it within their range

    def _position(self, address: int, value: float) -> None:
        j = int(np.searchsorted(self.m.jnt_qposadr, address, side="right")) - 1
        low, high = self.m.jnt_range[j] if self.m.jnt_limited[j] else USUAL[JointType(int(self.m.jnt_type[j]))]
        self.d.qpos[address] = np.clip(value, low, high)
        machine().forward(self.m, self.d)

    def refresh(self) -> None:
        for values, handles in ((self.shown.ctrl, self.controls), (self.shown.qpos, self.joints)):
            for index, handle in handles:
                value = float(np.clip(values[index], handle.min, handle.max))
                if np.isfinite(value) and not abs(handle.value - value) <= SHOWN_STEPS * handle.step:
                    handle.value = value
