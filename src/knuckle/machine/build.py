"""The build process: `python -m knuckle.machine.build MACHINE` compiles units of one machine, as they are handed to it.

A job is a line of JSON: the unit's name, its key, and the file of its plain LLVM code, which is the same for all
processors: it is read where it exists, else made and kept. The product is the unit's object code (see
`machine/workers.py`).
"""

import contextlib
import gc
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from knuckle.machine.cache import read_artifact, write_artifact
from knuckle.machine.processor import processor
from knuckle.machine.programs import program_units, split
from knuckle.machine.reach import unit_key
from knuckle.machine.unit import Unit
from knuckle.machine.workers import hand_over, jobs

if TYPE_CHECKING:
    from knuckle.machine.emit import Emitter

CHANGED = "the sources of knuckle have changed since this Python process started: restart it"


class Builder:
    """Compiles units; what is costly to set up is set up when the first one needs it."""

    def __init__(self, machine: str):
        self._target, program = split(machine)
        self._units = {unit.name: unit for unit in program_units(self._target, program)}
        self._emitter: Emitter | None = None

    def object_code(self, name: str, key: str, code: str) -> bytes:
        """The object of a unit whose sources have the given key."""
        from knuckle.machine.optimise import optimised_object

        unit = self._units.get(name)
        if unit is None or unit_key(self._target, unit) != key:
            sys.exit(CHANGED)
        bitcode = read_artifact(Path(code))
        if bitcode is None:
            bitcode = [self._bitcode(unit)]
            with contextlib.suppress(OSError):  # kept for other processors, where it can be
                write_artifact(Path(code), bitcode)
        return optimised_object(bitcode[0], self._target, processor())

    def _bitcode(self, unit: Unit) -> bytes:
        if self._emitter is None:
            from knuckle.machine.emit import Emitter

            self._emitter = Emitter(self._target)
        return self._emitter.bitcode(unit)


def main(machine: str) -> None:
    gc.disable()  # looking for garbage takes a tenth of the time, and a whole build leaves some hundred megabytes
    builder = Builder(machine)
    for job in jobs():
        hand_over(builder.object_code(**json.loads(job)))


if __name__ == "__main__":
    main(*sys.argv[1:])
