"""`knuckle warmup`: compile the kernels now."""

import json as json_format
from time import perf_counter
from typing import Annotated, Literal

import tyro
from rich.console import Console
from rich.table import Table

from knuckle.machine.artifact import load
from knuckle.machine.cache import artifact_path
from knuckle.machine.programs import split
from knuckle.machine.shipped import shipped_objects

HEADINGS = ("machine", "what was done", "seconds", "kilobytes", "file")
MACHINES = ("single", "single+lab", "lanes64", "lanes32")
Machine = Literal["single", "single+lab", "lanes64", "lanes32", "all"]


def main(
    machine: Annotated[Machine, tyro.conf.Positional, tyro.conf.arg(metavar="MACHINE")] = "all",
    /,
    json: bool = False,
) -> None:
    """Compile the kernels of a machine, or load them where they are compiled already.

    Args:
        machine: single (one world), single+lab (the laboratory beside it), lanes64 or lanes32 (batches in float64 or
            float32), or all.
        json: Print what was done as JSON.
    """
    done = [_warm(name) for name in (MACHINES if machine == "all" else (machine,))]
    if json:
        print(json_format.dumps([dict(zip(HEADINGS, row, strict=True)) for row in done], ensure_ascii=False))
        return
    table = Table(*HEADINGS[:-1], title="compiled kernels")
    table.add_column(HEADINGS[-1], overflow="fold")
    for row in done:
        table.add_row(*row)
    Console().print(table)


def _warm(name: str) -> tuple[str, ...]:
    target, program = split(name)
    path, came_along = artifact_path(target, program), shipped_objects(name, target) is not None
    there = came_along or path.exists()
    start = perf_counter()
    load(name)
    seconds = perf_counter() - start
    size = f"{path.stat().st_size / 1000:.0f}" if path.exists() else "-"
    kept = "came with the package" if came_along else "not kept: the cache cannot be written"
    return name, "loaded" if there else "built", f"{seconds:.2f}", size, str(path) if path.exists() else kept
