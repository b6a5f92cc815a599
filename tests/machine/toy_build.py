"""Compiles the toy kernels: `python toy_build.py TARGET OUT`, in a process of its own like every build."""

import sys
from pathlib import Path

import toy_kernels

from knuckle.machine import targets
from knuckle.machine.emit import emit_object
from knuckle.machine.kernel import STAGES

stages = [stage for stage in STAGES if stage.__module__ == toy_kernels.__name__]
Path(sys.argv[2]).write_bytes(
    emit_object(targets.by_name(sys.argv[1]), stages, toy_kernels.entries(), lambda what: None)
)
