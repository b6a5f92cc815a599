"""The build process of kernels of the user: `python -m knuckle.machine.build_user MACHINE` compiles those it is handed.

A job is a line of JSON: the callback that the kernel stands for, and the kernel itself (see `machine/user_kernels.py`).
"""

import json
import sys

from knuckle.machine import targets
from knuckle.machine.processor import processor
from knuckle.machine.unit import entries_of
from knuckle.machine.user_kernels import hook_unit, unpacked
from knuckle.machine.workers import hand_over, jobs


def main(machine: str) -> None:
    from knuckle.machine.optimise import optimised_object

    target = targets.by_name(machine)
    entries_of(target)  # imports all kernels of the engine, so that they are known
    for job in jobs():
        asked = json.loads(job)
        unit = hook_unit(asked["callback"], unpacked(asked["function"]))
        from knuckle.machine.emit import Emitter  # after the kernel is registered

        hand_over(optimised_object(Emitter(target).bitcode(unit), target, processor()))


if __name__ == "__main__":
    main(*sys.argv[1:])
