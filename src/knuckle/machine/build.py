"""The build process: `python -m knuckle.machine.build TARGET DIGEST SHARD CODE` compiles a share of one machine.

DIGEST is the layout of Model and Data that the waiting process knows. CODE is the file of plain LLVM code, the same for
all processors: it is read where it exists, else made and kept.

It prints one line per piece of work, `done total name`, for the progress bar of the process that waits for it, then the
object code (see `machine/workers.py`).
"""

import contextlib
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from knuckle.kernel import OF_ONE_WORLD, STAGES
from knuckle.machine import targets
from knuckle.machine.cache import read_artifact, write_artifact
from knuckle.machine.entry import Entry
from knuckle.machine.layout import layout_digest
from knuckle.machine.processor import processor
from knuckle.machine.query import Query
from knuckle.machine.targets import Target
from knuckle.machine.workers import end_with_parent, hand_over

PROGRAM = "knuckle.program"  # the table of what is compiled: named, not imported, for this layer knows no physics
SHARDS = 2  # processes that build one machine


def entries_of(target: Target) -> list[Entry | Query]:
    """The entries of a machine; lanes have no queries."""
    return [entry for entry in import_module(PROGRAM).entries() if not (target.is_group and entry.is_query)]


def share(target: Target, shard: int) -> tuple[list[Callable], list[Entry | Query]]:
    """The stages and entries that one build process compiles."""
    entries = entries_of(target)  # first, for it imports all stages
    stages = [stage for stage in STAGES if not (target.is_group and stage in OF_ONE_WORLD)]
    return stages[shard::SHARDS], entries[shard::SHARDS]


def main(machine: str, digest: str, shard: str, code: str) -> None:
    end_with_parent()
    from knuckle.machine.optimise import optimised_object

    if digest != layout_digest():
        sys.exit("the sources of knuckle have changed since this Python process started: restart it")

    target = targets.by_name(machine)
    stages, chosen = share(target, int(shard))
    total, done = len(stages) + len(chosen) + 1, 0

    def progress(what: str) -> None:
        nonlocal done
        print(done, total, what, flush=True)
        done += 1

    bitcode = read_artifact(Path(code))
    if bitcode is None:
        from knuckle.machine.emit import emit_bitcode

        bitcode = [emit_bitcode(target, stages, chosen, progress)]
        with contextlib.suppress(OSError):  # kept for other processors, where it can be
            write_artifact(Path(code), bitcode)
    done = total - 1
    progress("optimise")
    hand_over(optimised_object(bitcode[0], target, processor()))


if __name__ == "__main__":
    main(*sys.argv[1:])
