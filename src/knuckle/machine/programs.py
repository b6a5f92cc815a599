"""Programs beside the engine's own: kernels that few need, compiled for a machine when they are first called.

The machine `single+lab` is the code of the program `lab` for `single`. It is linked beside the code of `single`, whose
stages it may call, and has a place of its own in the cache, so that the engine neither grows nor changes with it.
Entries of a program have names that begin with its own, `lab_observe`; none of its kernels is a stage.
"""

import hashlib
from functools import cache
from importlib import import_module
from pathlib import Path

from knuckle.machine.entry import Entry
from knuckle.machine.query import Query
from knuckle.machine.reach import called_stages
from knuckle.machine.targets import Target, by_name
from knuckle.machine.unit import PROGRAM, ROW_COPIES, Unit, entry_unit, stage_unit

# the table of entries of each program: named, not imported
TABLES = {"lab": "knuckle.lab.program"}
# what the code of each is made from, beside the sources of the engine
SOURCES = {"lab": ("physics/lab/**/*.py", "lab/program.py")}
PACKAGE = Path(__file__).parents[1]


def program_of(machine: str) -> str:
    """The program of a machine: that of `single+lab` is "lab", that of `single` the engine's own, ""."""
    return machine.partition("+")[2]


def split(machine: str) -> tuple[Target, str]:
    """The target of a machine, and its program."""
    return by_name(machine.partition("+")[0]), program_of(machine)


def machine_with(machine: str, entry: str) -> str:
    """The machine that has an entry: the one that is named, or the same with a program beside it."""
    program = entry.partition("_")[0]
    return f"{machine}+{program}" if program in TABLES else machine


def entries_of(target: Target) -> list[Entry | Query]:
    """The entries of the engine for a target; lanes have neither queries nor what batches compute world by world."""
    entries = import_module(PROGRAM).entries()
    return [entry for entry in entries if not (target.is_group and (entry.is_query or entry.by_world))]


def units_of(target: Target) -> list[Unit]:
    """All that the engine consists of for a target: its entries, and the stages that these reach."""
    pending = [entry_unit(entry) for entry in entries_of(target)]
    units = {ROW_COPIES.name: ROW_COPIES} if target.is_group else {}
    while pending:
        unit = pending.pop(0)
        if unit.name not in units:
            units[unit.name] = unit
            pending += [stage_unit(stage, target) for stage in called_stages(target, unit)]
    return list(units.values())


def program_entries(target: Target, program: str) -> list[Entry | Query]:
    """The entries of a program for a target."""
    return list(import_module(TABLES[program]).entries()) if program else entries_of(target)


def program_units(target: Target, program: str) -> list[Unit]:
    """All that a program consists of for a target."""
    return [entry_unit(entry) for entry in program_entries(target, program)] if program else units_of(target)


@cache
def program_sources(program: str) -> str:
    """Hash of the sources of a program; empty for the engine's own, which is told by all others."""
    if not program:
        return ""
    digest = hashlib.sha256()
    for file in sorted(file for pattern in SOURCES[program] for file in PACKAGE.glob(pattern)):
        digest.update(file.relative_to(PACKAGE).as_posix().encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()
