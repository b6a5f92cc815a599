"""Physics options and flags, live; switches of equality constraints."""

from enum import Enum
from functools import partial
from typing import Any

import numpy as np

from knuckle.functions.calls import machine
from knuckle.studio.panels.base import MOST_ROWS, Panel, label_of

HIDDEN = {"disableflags", "enableflags", "disableactuator", "flags"}  # shown one by one as flags


class OptionPanel(Panel):
    """Everything in `m.opt`, and `d.eq_active`."""

    title = "Physics"

    def build(self) -> None:
        self.flags: dict[str, Any] = {}
        self.equalities: list[Any] = []
        with self.gui.add_folder("Options", expand_by_default=False):
            for name in self.m.opt:
                if name not in HIDDEN:
                    self._option(name)
        with self.gui.add_folder("Flags", expand_by_default=False):
            for name in self.m.opt.flags:
                self.flags[name] = self.gui.add_checkbox(name, bool(getattr(self.m.opt.flags, name)))
                self.on_change(self.flags[name], partial(self._flag, name))
        if self.m.neq:
            self._equalities()

    def _option(self, name: str) -> None:
        value = getattr(self.m.opt, name)
        if isinstance(value, Enum):
            kind = type(value)
            box = self.gui.add_dropdown(
                name, tuple(member.name.lower() for member in kind), initial_value=value.name.lower()
            )
            self.on_change(box, lambda text: setattr(self.m.opt, name, kind[text.upper()]))
        elif isinstance(value, np.ndarray):
            text = self.gui.add_text(name, " ".join(f"{number:g}" for number in value))
            self.on_change(text, lambda words: self._numbers(name, words))
        else:
            box = self.gui.add_number(name, value, step=None if isinstance(value, float) else 1)
            self.on_change(box, lambda number: self._set(name, type(value)(number)))

    def _flag(self, name: str, on: bool) -> None:
        setattr(self.m.opt.flags, name, bool(on))

    def _numbers(self, name: str, words: str) -> None:
        self._set(name, np.array([float(word) for word in words.split()]))

    def _set(self, name: str, value: object) -> None:
        """Take a value that a step can live with; what the model refuses becomes the note."""
        if name == "timestep" and not 0.0 < float(value) < 1e3:  # type: ignore[arg-type]
            raise ValueError(f"timestep: expected a positive number of seconds, found {value}")
        setattr(self.m.opt, name, value)
        machine().forward(self.m, self.d)

    def _equalities(self) -> None:
        with self.gui.add_folder("Equality constraints"):
            names = self.m.names("equality")
            for index in range(min(self.m.neq, MOST_ROWS)):
                box = self.gui.add_checkbox(label_of("equality", names, index), bool(self.d.eq_active[index]))
                self.equalities.append(self.on_change(box, partial(self._switch, index)))
            self.too_many(self.m.neq, "equality constraints")

    def _switch(self, index: int, on: bool) -> None:
        self.d.eq_active[index] = bool(on)

    def refresh(self) -> None:
        """A reset, a keyframe or a program may have switched something."""
        boxes = [(box, bool(getattr(self.m.opt.flags, name))) for name, box in self.flags.items()]
        boxes += [(box, bool(on)) for box, on in zip(self.equalities, self.shown.eq_active, strict=False)]
        for box, on in boxes:
            if box.value != on:
                box.value = on
