"""`knuckle bench`: the time of every stage on every machine."""

import json as json_format
from functools import partial
from typing import Annotated, Literal

import numpy as np
import tyro
from rich.console import Console
from rich.markup import escape
from rich.progress import track
from rich.table import Table

from knuckle.batch.arguments import stage_names
from knuckle.batch.batch import Batch
from knuckle.batch.engine import MACHINES
from knuckle.cli.arguments import ArgumentError, Features, Named, check_fields
from knuckle.cli.lane_table import show_lanes
from knuckle.cli.opening import open_model
from knuckle.data.data import Data
from knuckle.functions.calls import machine
from knuckle.model.model import Model
from knuckle.timing.clock import seconds_per_call, stage_seconds

Kept = Annotated[tuple[str, ...], tyro.conf.UseAppendAction, tyro.conf.arg(metavar="FIELD")]

ASIDE = Console(stderr=True)  # for progress, so that what is printed can be read by programs
GROUPS = 4  # groups of lanes in a timed batch: enough to hide the call, few enough to stay in cache


def main(
    model: Named = "humanoid",
    /,
    dtype: Literal["float64", "float32", "both", "none"] = "both",
    omit: Features = (),
    constraints: bool = True,
    lanes: bool = False,
    keep: Kept = (),
    json: bool = False,
) -> None:
    """Time every stage of a model: one world, and batches of lanes on one core.

    With --lanes, where the time of a step of a batch goes: the share of each stage, of code that runs lane by lane, and
    of lanes that wait for their neighbours.

    Args:
        model: An MJCF or URDF file, or the name of a model of the package.
        dtype: Precision of the batches; none times a single world only.
        omit: A feature to leave out, such as plugin or sensor; may be given several times.
        constraints: Leave out contacts, limits and all other constraints.
        lanes: Show shares of a step of a batch instead.
        keep: With --lanes, a field that the batch keeps beside state and inputs; may be given several times.
        json: Print JSON.
    """
    if keep and not lanes:
        raise ArgumentError("--keep: expected --lanes with it")
    if lanes and dtype == "none":
        raise ArgumentError("--lanes: expected a --dtype with it, found none")
    check_fields(keep, "--keep")
    console, opened = Console(), open_model(model, omit, constraints)
    if not json:
        for note in opened.notes:
            console.print(f"  {note}", style="yellow", highlight=False, markup=False)
    chosen = {"both": tuple(MACHINES), "none": ()}.get(dtype, (dtype,))
    if lanes:
        show_lanes(console, opened, chosen, keep or ("qacc",), json)
        return
    columns = {"one world": time_single(opened.model)}
    for kind in chosen:
        batch, times = time_lanes(opened.model, kind)
        columns[f"{batch.lanes} lanes, {kind}"] = times
    if json:
        print(json_format.dumps({"model": opened.name, "notes": opened.notes, "seconds_per_world": columns}))
        return
    console.print(_table(opened.name, columns))


def time_single(m: Model) -> dict[str, float]:
    """Seconds of one call of each stage at a moving state."""
    d = _moving(m)
    return {
        stage: stage_seconds(m, d, stage) for stage in track(stage_names(), "one world", transient=True, console=ASIDE)
    }


def time_lanes(m: Model, dtype: str) -> tuple[Batch, dict[str, float]]:
    """Seconds of one stage for one world of a batch on one thread."""
    lanes = Batch(m, 1, dtype=dtype).lanes
    batch = Batch(m, GROUPS * lanes, dtype=dtype, threads=1)
    start, times = _moving(m), {}
    for stage in track(stage_names(), f"lanes of {dtype}", transient=True, console=ASIDE):
        batch.load(start)
        times[stage] = seconds_per_call(partial(batch.run, stage)) / batch.nworld
    return batch, times


def _moving(m: Model) -> Data:
    """Data at a state in which every joint moves, with everything computed."""
    d = Data(m)
    d.qvel[:] = np.random.default_rng(0).uniform(-1.0, 1.0, m.nv)
    machine().forward(m, d)
    return d


def _table(name: str, columns: dict[str, dict[str, float]]) -> Table:
    table = Table("stage", title=f"{escape(name)}: µs per world", title_justify="left")
    for title in columns:
        table.add_column(title, justify="right")
    for stage in stage_names():
        table.add_row(stage, *(f"{1e6 * times[stage]:.3f}" for times in columns.values()))
    return table
