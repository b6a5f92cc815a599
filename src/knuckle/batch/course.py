"""Rollouts in compiled code: controls are read and states recorded there, step by step."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from knuckle.batch.plan import Course
from knuckle.batch.recording import Recording

if TYPE_CHECKING:
    from knuckle.batch.batch import Batch

LEAST, ALL_WORLDS = 20, 50_000  # steps of a call, of each world and of all: beside them a call costs little
NEWS = 50  # calls of a rollout whose progress is shown, at least
UNKNOWN = -1  # status of a world after a step that it did not do


def may_follow_course(batch: "Batch", recording: Recording) -> bool:
    """Whether compiled code can write these arrays itself: worlds are in lanes, and arrays stay where they are."""
    return batch.lanes > 1 and not recording.grows and all(map(is_dense, recording.arrays.values()))


def is_dense(array: np.ndarray) -> bool:
    """Whether the numbers of one world follow each other."""
    return array.flags.aligned and array[:1].flags.c_contiguous


def follow_course(
    batch: "Batch",
    nstep: int,
    inputs: Mapping[str, np.ndarray],
    recording: Recording,
    shown: bool,
    advance: Callable[[int], None],
) -> None:
    """Do all steps, in calls that last a while; progress is told after each."""
    recorded = recording.arrays
    may_freeze = batch.on_divergence == "freeze"
    if may_freeze:
        status = recorded.setdefault("status", np.empty((batch.nworld, nstep), np.int32))
        status[...] = UNKNOWN
    most = max(LEAST, ALL_WORLDS // batch.nworld)
    if shown:
        most = min(most, max(1, nstep // NEWS))
    for start in range(0, nstep, most):
        count = min(most, nstep - start)
        batch._run("step", count, "nstep", course=Course(inputs, recorded, start))
        advance(count)
    recording.results["steps"][:] = nstep
    if may_freeze:
        _repeat_last(batch, inputs, recording, recorded["status"])


def _repeat_last(batch: "Batch", inputs: Mapping[str, np.ndarray], recording: Recording, status: np.ndarray) -> None:
    """Worlds that froze stay as they are, but for their inputs."""
    lacking = status == UNKNOWN
    recording.results["steps"] -= lacking.sum(axis=1)
    for world in np.flatnonzero(lacking.any(axis=1)).tolist():
        steps = lacking[world]
        for name, array in recording.arrays.items():
            array[world, steps] = inputs[name][world, steps] if name in inputs else batch._memory.fields[name][world]
        for name, values in inputs.items():
            batch.write(name, values[world, -1], world)
