"""`knuckle bench --lanes`: what was measured of the lanes of a batch, as a table or as JSON."""

import json
from collections.abc import Collection, Iterable
from functools import partial

from rich.console import Console
from rich.markup import escape
from rich.progress import track
from rich.table import Table

from knuckle.cli.lanes import LaneShares, measure
from knuckle.cli.opening import Opened


def show_lanes(console: Console, opened: Opened, dtypes: Iterable[str], keep: Collection[str], as_json: bool) -> None:
    """Measure batches of these precisions, and print what was found."""
    found = []
    for dtype in dtypes:
        progress = partial(track, description=f"lanes of {dtype}", transient=True, console=Console(stderr=True))
        found.append(measure(opened.model, dtype, keep, progress))
    if as_json:
        print(json.dumps({"model": opened.name, "keep": [*keep], "batches": [each.as_json() for each in found]}))
        return
    for each in found:
        console.print(_table(opened.name, each))
        console.print(_groups(each), highlight=False, soft_wrap=True)


def _table(name: str, found: LaneShares) -> Table:
    title = f"{escape(name)}, {found.dtype}: {found.lanes} lanes, lock step: {found.lockstep}"
    table = Table("stage", title=title, title_justify="left")
    for heading in ("µs per world", "share", "lane by lane ≤", "waiting"):
        table.add_column(heading, justify="right")
    total = found.seconds
    rows = {**found.rows, "a step": found.sum()}
    for stage, row in rows.items():
        parts = (_percent(seconds, total) for seconds in (row.seconds, row.one_by_one, row.idle))
        table.add_row(stage, f"{1e6 * row.seconds:.3f}", *parts, end_section=stage == "rows in and out")
    return table


def _percent(seconds: float, total: float) -> str:
    return f"{100 * seconds / total:.1f} %" if seconds > 0 else ""


def _groups(found: LaneShares) -> str:
    if found.lanes == 1:
        return "  worlds go one after the other, on the code of one world: none waits for another"
    if found.lockstep == "no":
        return "  contacts and constraints are computed lane by lane: none waits for another"
    lines = {"contacts": found.slots}
    if found.lockstep != "contacts":  # else each world goes its own way then
        lines["iterations of the solver"] = found.iterations
    return "\n".join(
        f"  {name}: {mean:.1f} of a world, {most:.1f} most in a group: {_percent(most - mean, most) or '0 %'} idle"
        for name, (mean, most) in lines.items()
    )
