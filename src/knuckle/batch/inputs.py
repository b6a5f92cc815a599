"""What a rollout writes before each step: controls, or several inputs by name."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from knuckle.data.state import state_parts
from knuckle.errors import KnuckleError, nearest
from knuckle.memory.arguments import shown
from knuckle.memory.records import convert, shape_of
from knuckle.schema.enums import State

if TYPE_CHECKING:
    from knuckle.batch.batch import Batch

INPUTS = tuple(state_parts(State.USER))  # what the user sets, and a step does not


def inputs_of(control: Any, batch: "Batch", nstep: int) -> dict[str, np.ndarray]:
    """The inputs of all steps by name, each (nworld, nstep, …), or (nstep, …) for all worlds.

    None of them where a function gives controls, or nobody.
    """
    if control is None or callable(control):
        return {}
    if not isinstance(control, Mapping):
        return {"ctrl": _values(control, "ctrl", "control", batch, nstep)}
    for name in control:
        if name not in INPUTS:
            label = name if isinstance(name, str) else shown(name)
            raise KnuckleError(f"control: {label!r} is no input of a step{nearest(label, INPUTS)}")
    return {name: _values(values, name, f"control: {name}", batch, nstep) for name, values in control.items()}


def is_of_each_world(name: str, values: np.ndarray, batch: "Batch") -> bool:
    """Whether an input has values for each world."""
    return values.ndim > batch._memory.fields[name].ndim


def spread_inputs(inputs: Mapping[str, np.ndarray], batch: "Batch") -> dict[str, np.ndarray]:
    """Inputs for each world, those that all worlds share without a copy."""
    return {
        name: values
        if is_of_each_world(name, values, batch)
        else np.broadcast_to(values, (batch.nworld, *values.shape))
        for name, values in inputs.items()
    }


def _values(values: Any, name: str, label: str, batch: "Batch", nstep: int) -> np.ndarray:
    rows = batch._memory.fields[name]
    expected, shape = (batch.nworld, nstep, *rows.shape[1:]), shape_of(values, label)
    if shape not in (expected, expected[1:]):
        raise ValueError(f"{label}: expected shape {expected} or {expected[1:]}, or a function, found {shape}")
    return np.ascontiguousarray(convert(values, rows.dtype, shape, label))
