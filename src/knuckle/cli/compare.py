"""`knuckle compare`: from which stage and field on a model goes another way than in MuJoCo."""

import json as json_format
import os
from dataclasses import dataclass
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn
from rich.table import Table

from knuckle import models
from knuckle.cli.arguments import ArgumentError, Features, Named, check_seed
from knuckle.cli.opening import open_model
from knuckle.comparison.both import (
    PUBLISHED,
    NoReference,
    heard,
    import_reference,
    load_theirs,
    put_side_by_side,
    rollout_states,
)
from knuckle.comparison.compare import BARS, compare, compare_sizes
from knuckle.comparison.findings import Findings, Largest, StageFindings
from knuckle.model.model import Model

MOST_STATES = 100_000
CAPTION = "differences and bars are shares of the scale of a field"
TEXTS = (".xml", ".urdf", ".mjcf")


@dataclass(frozen=True)
class Rollout:
    """The states that are compared: how many, how many steps apart, and with which random numbers."""

    count: int
    every: int
    seed: int


def main(
    model: Named,
    /,
    states: int = 20,
    every: int = 25,
    seed: int = 0,
    fields: bool = False,
    omit: Features = (),
    json: bool = False,
) -> int:
    """Compare a model with MuJoCo, where that is installed: from which stage and field on do the two differ?

    Both engines load the same file. MuJoCo simulates it with random controls; in states along the way both compute
    every stage, and one step. A difference is given as a share of the scale of its field, and each stage has a bar:
    rounding (1e-9), or the tolerance of what searches and iterates. Contacts are matched by geoms and points, and
    behind them both go on with the same ones, solved to the end; the last line, the step, is with contacts and
    options of each. The exit status is 0 where no field is above its bar, 1 where one is, 2 where nothing can be
    compared.

    Args:
        model: An MJCF or URDF file, a compiled model (.knm), or the name of a model of the package.
        states: How many states to compare.
        every: Steps between two of them.
        seed: Start of the random velocities and controls.
        fields: Show every field, not only the worst of each stage.
        omit: A feature to leave out, such as plugin or sensor; MuJoCo is then given what is left, as text.
        json: Print everything as JSON.
    """
    check_seed(seed)
    for option, value in (("--states", states), ("--every", every)):
        if not 0 < value <= MOST_STATES:
            raise ArgumentError(f"{option}: expected a number from 1 to {MOST_STATES:,}, found {value}")
    opened, console = open_model(model, omit), Console(stderr=json)
    try:
        library = import_reference()
        with heard(library) as told:
            findings = _compare(library, opened.model, _file(model, omit), Rollout(states, every, seed), console)
    except NoReference as error:
        raise ArgumentError(str(error)) from None
    version = library.__version__
    notes = [*opened.notes, *(f"MuJoCo warns: {text}" for text in dict.fromkeys(told))]
    if not version.startswith(f"{PUBLISHED}."):
        notes.append(f"this is MuJoCo {version}; Knuckle follows {PUBLISHED}")
    if json:
        head = {"model": opened.name, "mujoco": version, "states": states, "notes": notes}
        print(json_format.dumps(head | as_dict(findings), indent=2, ensure_ascii=False))
    else:
        console.print(f"[bold]{escape(opened.name)}[/bold] beside MuJoCo {version}, {states} states", highlight=False)
        for note in notes:
            console.print(f"  {note}", style="yellow", highlight=False, markup=False)
        _show(console, findings, fields)
    return 1 if findings.first else 0


def _file(model: str, omit: tuple[str, ...]) -> str | None:
    """The file that both engines load; None where MuJoCo cannot read it as it is."""
    if omit:
        return None
    if model in models.names():
        return str(models.path(model))
    return model if model.lower().endswith(TEXTS) else None


def _compare(library: ModuleType, m: Model, path: str | None, rollout: Rollout, console: Console) -> Findings:
    """Load, simulate, compare."""
    their_m = load_theirs(library, m, os.path.abspath(path) if path else None)
    findings = Findings(m, dict(BARS))
    if not compare_sizes(m, their_m, findings):
        return findings
    both = put_side_by_side(library, m, their_m)
    columns = (TextColumn("comparing"), BarColumn(), TextColumn("{task.completed:.0f} of {task.total:.0f}"))
    with Progress(*columns, console=console, transient=True) as bar:
        advance = partial(bar.advance, bar.add_task("", total=3 * rollout.count))
        recorded = []
        for state in rollout_states(both, rollout.count, rollout.every, rollout.seed):
            recorded.append(state)
            advance()
        return compare(both, recorded, advance)


def as_dict(findings: Findings) -> dict[str, Any]:
    """Everything that was found, for programs; a difference is null where something is missing in one engine."""
    first = findings.first
    stages = [
        {
            "stage": stage.stage,
            "bar": stage.bar,
            "same": not stage.above,
            "fields": {name: _number(found) for name, found in stage.fields.items()},
        }
        for stage in findings.stages.values()
    ]
    named = None if first is None else {"stage": first[0].stage, "field": first[1], **_number(first[2])}
    return {"same": first is None, "first": named, "stages": stages}


def _number(found: Largest) -> dict[str, Any]:
    return {"difference": found.relative if np.isfinite(found.relative) else None, "where": found.where}


def _show(console: Console, findings: Findings, fields: bool) -> None:
    """The table, and what differs first."""
    table = Table("stage", "fields", "worst field", "difference", "bar", "", caption=CAPTION, caption_justify="left")
    for stage in findings.stages.values():
        for row in _rows(stage, fields):
            table.add_row(*row)
    console.print(table)
    first = findings.first
    if first is None:
        console.print("no field differs by more than its bar")
        return
    stage, name, found = first
    text = f"the two differ from stage {stage.stage} on: {name}, by {_share(found)} of its scale, {found.where}"
    console.print(text, style="red", highlight=False, markup=False, soft_wrap=True)


def _rows(stage: StageFindings, every_field: bool) -> list[tuple[str, ...]]:
    """The lines of a stage: its worst field, or all, the worst first."""
    name, found = stage.worst
    if not every_field:
        return [(stage.stage, str(len(stage.fields)), name, _share(found), f"{stage.bar:g}", _mark(found, stage))]
    ordered = sorted(stage.fields.items(), key=lambda item: -item[1].relative)
    return [(stage.stage, "1", name, _share(found), f"{stage.bar:g}", _mark(found, stage)) for name, found in ordered]


def _share(found: Largest) -> str:
    return f"{found.relative:.1e}" if np.isfinite(found.relative) else "all"


def _mark(found: Largest, stage: StageFindings) -> str:
    return "[green]same[/green]" if found.relative <= stage.bar else "[red]differs[/red]"
