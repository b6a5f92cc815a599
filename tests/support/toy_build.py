"""Compiles kernels of tests: `python toy_build.py MODULE TARGET OUT`, in a process of its own like every build."""

import sys
from importlib import import_module
from pathlib import Path

from knuckle.kernel import STAGES
from knuckle.machine import targets
from knuckle.machine.emit import Emitter
from knuckle.machine.optimise import optimised_object
from knuckle.machine.processor import processor
from knuckle.machine.unit import ROW_COPIES, entry_unit, stage_unit

module, target, out = import_module(sys.argv[1]), targets.by_name(sys.argv[2]), Path(sys.argv[3])
entries = module.entries()
stages = [stage for stage in STAGES if stage.__module__ == module.__name__]
copies = [ROW_COPIES] if target.is_group else []
units = [*copies, *(stage_unit(stage, target) for stage in stages), *map(entry_unit, entries)]
out.write_bytes(optimised_object(Emitter(target).bitcode(*units), target, processor()))
