"""Many steps of all worlds with a control for each step, and what is recorded of them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from knuckle.batch.course import follow_course, may_follow_course
from knuckle.batch.inputs import inputs_of, spread_inputs
from knuckle.batch.kept import field_names
from knuckle.batch.recording import Recording
from knuckle.memory.arguments import whole_number
from knuckle.schema.status import Status

if TYPE_CHECKING:
    from knuckle.batch.batch import Batch

Control = ArrayLike | Mapping[str, ArrayLike] | Callable[["Batch", int], Any] | None
Stop = Callable[["Batch"], Any] | int | None


def rollout(
    batch: "Batch",
    nstep: int,
    control: Control,
    record: Iterable[str],
    out: Mapping[str, np.ndarray] | None,
    progress: bool,
    stop: Stop,
) -> dict[str, np.ndarray]:
    """Step all worlds `nstep` times and return what was recorded, by name; see `Batch.rollout`."""
    nstep = whole_number(nstep, "nstep")
    names = field_names(record, "record")
    for name in names:
        batch._check_field(name)
    given, done = spread_inputs(inputs_of(control, batch, nstep), batch), check_stop(stop)
    recording = Recording(batch, names, nstep, out)
    with progress_bar(progress, nstep) as advance:
        if done is None and not callable(control) and may_follow_course(batch, recording):
            follow_course(batch, nstep, given, recording, progress, advance)
        else:
            write = _writer(batch, control, given)
            _one_by_one(batch, nstep, write, recording, done, advance)
    return recording.results


def _one_by_one(
    batch: "Batch",
    nstep: int,
    write: Callable[[int], None],
    recording: Recording,
    done: Callable[["Batch"], Any] | None,
    advance: Callable[[int], None],
) -> None:
    """A call for each step: what is written before it and asked after it may be anything."""
    running = np.ones(batch.nworld, bool)
    for k in range(nstep):
        write(k)
        recording.results["steps"] += running & ~batch.frozen
        if running.any():
            batch.step(1, None if running.all() else running)
        recording.note(k, batch._memory.fields)
        if done is not None:
            running &= ~_mask(done(batch), batch.nworld)
        advance(1)


def _writer(batch: "Batch", control: Control, given: Mapping[str, np.ndarray]) -> Callable[[int], None]:
    """A function that writes the inputs of a step."""
    if callable(control):

        def ask(k: int) -> None:
            values = control(batch, k)
            if values is not None:
                batch.ctrl = values

        return ask

    def write(k: int) -> None:
        for name, values in given.items():
            batch.write(name, values[:, k])

    return write


def check_stop(stop: Stop) -> Callable[["Batch"], Any] | None:
    """A function whose mask tells which worlds are done."""
    if stop is None or callable(stop):
        return stop
    bits = whole_number(stop, "stop: a function or bits of Status", most=int(~Status(0)))
    return lambda batch: batch._memory.fields["status"] & bits != 0


def _mask(answer, nworld: int) -> np.ndarray:
    mask = np.asarray(answer)
    if mask.dtype != bool or mask.shape != (nworld,):
        raise ValueError(f"stop: expected a mask of shape ({nworld},), found {mask.dtype} {mask.shape}")
    return mask


@contextmanager
def progress_bar(wanted: bool, total: int) -> Iterator[Callable[[int], None]]:
    """A bar, and what advances it."""
    if not wanted:
        yield lambda count: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True)) as bar:
        task = bar.add_task("rollout", total=total)
        yield lambda count: bar.advance(task, count)
