"""Objects that came with the package, for common levels of processors: where there are some nothing is compiled.

`python -m knuckle.machine.shipped FOLDER MACHINE …` makes them for the processor that `$KNUCKLE_CPU` names, which need
not be this machine's (`make wheel`).
"""

import hashlib
import os
import sys
from pathlib import Path

from knuckle.machine.cache import read_artifact, source_hash, write_artifact
from knuckle.machine.layout import layout_digest
from knuckle.machine.processor import OBJECTS, shipped_level
from knuckle.machine.programs import program_of, program_sources, split
from knuckle.machine.targets import Target


def shipped_objects(machine: str, target: Target) -> list[bytes] | None:
    """The objects of a machine for the level in use; None where there are none, or the sources were changed since."""
    level = os.environ.get("KNUCKLE_CPU") or shipped_level()
    found = read_artifact(OBJECTS / f"{machine}-{level}.o") if level else None
    return found[1:] if found and found[0] == _mark(machine, target) else None


def _mark(machine: str, target: Target) -> bytes:
    """What shipped objects were made from and for."""
    sources = source_hash() + program_sources(program_of(machine))
    return hashlib.sha256("\n".join((sources, layout_digest(), target.name)).encode()).digest()


def main(folder: str, *machines: str) -> None:
    from knuckle.machine.artifact import object_code

    level = os.environ["KNUCKLE_CPU"]
    for machine in machines:
        target, _ = split(machine)
        objects = [_mark(machine, target), *object_code(machine, target)]
        write_artifact(Path(folder) / f"{machine}-{level}.o", objects)


if __name__ == "__main__":
    main(*sys.argv[1:])
