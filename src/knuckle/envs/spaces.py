"""The spaces of an environment: what may be done, what is observed, and observations in the form of their space."""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from knuckle.envs.simulation import Simulation
from knuckle.envs.task import check_switch
from knuckle.model.model import Model

Layout = dict[str, tuple[slice, tuple[int, ...]]]
Observation = np.ndarray | dict[str, np.ndarray]


def action_space(model: Model, bound: float | None = None) -> spaces.Box:
    """The ranges of all controls, without bounds where an actuator has no limits; or ±bound."""
    if bound is not None:
        return spaces.Box(-bound, bound, (model.nu,), np.float32)
    limited = np.asarray(model.actuator_ctrllimited, bool)[:, np.newaxis]
    low, high = np.where(limited, model.actuator_ctrlrange, (-np.inf, np.inf)).astype(np.float32).T
    return spaces.Box(low, high, dtype=np.float32)


def checked_action(action: Any, name: str, shape: tuple[int, ...] | None) -> np.ndarray:
    """An action, or those of all worlds, as an array of numbers."""
    values = np.asarray(action)
    if values.shape != shape:
        raise ValueError(f"{name}: expected shape {shape}, found {values.shape}")
    if values.dtype.kind not in "fiub":
        raise TypeError(f"{name}: expected numbers, found values of type {values.dtype}")
    return values


class ObservationForm:
    """Rows of numbers as an observation: one array, or a dictionary of named parts of it."""

    def __init__(self, simulation: Simulation, flat: bool | None):
        self.layout: Layout = simulation.layout()
        if flat is not None:
            check_switch("flat", flat)
        self.as_dict = as_dict = simulation.task.as_dict if flat is None else not flat
        dtype = simulation.dtype.type
        if as_dict:
            boxes = [spaces.Box(-np.inf, np.inf, shape, dtype) for _, shape in self.layout.values()]
            ordered: list[tuple[str, gymnasium.Space]] = list(zip(self.layout, boxes, strict=True))
            self.space: gymnasium.Space = spaces.Dict(ordered)
        else:
            size = sum(int(np.prod(shape)) for _, shape in self.layout.values())
            self.space = spaces.Box(-np.inf, np.inf, (size,), dtype)

    def of_row(self, row: np.ndarray) -> Observation:
        """The observation of one world."""
        if not self.as_dict:
            return row
        return {name: row[part].reshape(shape) for name, (part, shape) in self.layout.items()}

    def of_rows(self, rows: np.ndarray) -> Observation:
        """The observations of many worlds."""
        if not self.as_dict:
            return rows
        return {name: rows[:, part].reshape(len(rows), *shape) for name, (part, shape) in self.layout.items()}
