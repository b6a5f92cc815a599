"""The build process of kernels of the user: `python -m knuckle.machine.build_user MACHINE` compiles those it is handed.

A job is a line of JSON: the callbacks that kernels stand for, and the kernels (see `machine/user_kernels.py`). There is
one job for each process, since kernels are known to the compiler before it starts.
"""

import json
import sys

from knuckle.machine import targets
from knuckle.machine.cache import packed
from knuckle.machine.processor import processor
from knuckle.machine.programs import entries_of
from knuckle.machine.user_kernels import hook_unit, unpacked
from knuckle.machine.workers import hand_over, jobs


def main(machine: str) -> None:
    from knuckle.machine.optimise import optimised_object

    target = targets.by_name(machine)
    entries_of(target)  # imports all kernels of the engine, so that they are known
    for job in jobs():
        asked = json.loads(job)
        functions = unpacked(asked["functions"])
        units = [hook_unit(*each) for each in zip(asked["kernels"], functions, strict=True)]
        from knuckle.machine.emit import Emitter  # after the kernels are registered

        emitter = Emitter(target)
        hand_over(packed([optimised_object(emitter.bitcode(unit), target, processor()) for unit in units]))


if __name__ == "__main__":
    main(*sys.argv[1:])
