"""Many steps of all worlds with a control for each step, and what is recorded of them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from knuckle.batch.kept import field_names
from knuckle.memory.arguments import shown, whole_number
from knuckle.memory.records import convert
from knuckle.schema.status import Status

if TYPE_CHECKING:
    from knuckle.batch.batch import Batch

Control = ArrayLike | Callable[["Batch", int], Any] | None
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
    controls = _controls(control, batch, nstep)
    done = check_stop(stop)
    results = results_of(batch, names, nstep, out)
    running = np.ones(batch.nworld, bool)
    with progress_bar(progress, nstep) as advance:
        for k in range(nstep):
            if controls is not None:
                controls(k)
            if running.any():
                batch.step(1, None if running.all() else running)
            results["steps"] += running
            for name in names:
                results[name][:, k] = batch._memory.fields[name]
            if done is not None:
                running &= ~_mask(done(batch), batch.nworld)
            advance(1)
    return results


def _controls(control: Control, batch: "Batch", nstep: int) -> Callable[[int], None] | None:
    """A function that writes the controls of a step; None where they stay as they are."""
    if callable(control):

        def ask(k: int) -> None:
            values = control(batch, k)
            if values is not None:
                batch.ctrl = values

        return ask
    given = check_controls(control, batch, nstep)
    if given is None:
        return None
    values = np.broadcast_to(given, (batch.nworld, nstep, batch.model.nu))

    def write(k: int) -> None:
        batch.ctrl = values[:, k]

    return write


def check_controls(control: Control, batch: "Batch", nstep: int) -> np.ndarray | None:
    """Controls of all steps as an array, for each world or for all; None where a function gives them, or nobody."""
    if control is None or callable(control):
        return None
    expected, shape = (batch.nworld, nstep, batch.model.nu), np.shape(control)
    if shape not in (expected, expected[1:]):
        raise ValueError(f"control: expected shape {expected} or {expected[1:]}, or a function, found {shape}")
    return convert(control, np.dtype(batch.dtype), shape, "control")


def results_of(
    batch: "Batch", names: Iterable[str], nstep: int, out: Mapping[str, np.ndarray] | None
) -> dict[str, np.ndarray]:
    """Arrays for what is recorded, those of the caller where there are such."""
    results = {"steps": np.zeros(batch.nworld, np.int64)}
    given = dict(out or {})
    for name in names:
        rows = batch._memory.fields[name]
        expected = (batch.nworld, nstep, *rows.shape[1:])
        array = given.pop(name, None)
        if array is None:
            array = np.zeros(expected, rows.dtype)
        elif not isinstance(array, np.ndarray) or array.shape != expected or array.dtype != rows.dtype:
            found = f"{array.dtype} {array.shape}" if isinstance(array, np.ndarray) else shown(array)
            raise ValueError(f"out: expected for {name} an array {rows.dtype} {expected}, found {found}")
        results[name] = array
    if given:
        raise KeyError(f"out: {', '.join(given)} not among what is recorded ({', '.join(names) or 'nothing'})")
    return results


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
