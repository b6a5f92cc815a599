"""Compiled machines: from the cache in milliseconds, or built once with a progress bar."""

import contextlib
import json
import os
from collections.abc import Callable, Sequence
from functools import cache
from importlib.util import find_spec
from typing import Any

from knuckle.errors import CompileError
from knuckle.machine.cache import (
    artifact_path,
    build_lock,
    code_path,
    keep_artifact,
    read_artifact,
    remove_unused,
    unit_path,
    write_artifact,
)
from knuckle.machine.processor import processor
from knuckle.machine.programs import machine_with, program_entries, program_of, program_units, split
from knuckle.machine.progress import Progress
from knuckle.machine.reach import unit_key, unit_weight
from knuckle.machine.shipped import shipped_objects
from knuckle.machine.targets import Target
from knuckle.machine.trampoline import interpreter_symbols, trampoline
from knuckle.machine.violation import violation_symbols


@cache
def load(machine: str) -> "Artifact":
    """The compiled kernels of `single`, `checked`, `lanes64` or `lanes32`, built first where the cache has none.

    With a program beside the engine's own, such as `single+lab`, those of that program (see machine/programs.py).
    """
    target, program = split(machine)
    trampolines = [name for entry in program_entries(target, program) for name in entry.trampolines(target)]
    beside = load(machine.partition("+")[0]) if program else None
    return Artifact(target, object_code(machine, target), trampolines, beside)


def load_entry(machine: str, name: str) -> Callable[..., int]:
    """An entry point as a Python function: of the engine's own code, or of a program beside it."""
    return load(machine_with(machine, name))[name]


class Artifact:
    """Loaded object code; `artifact[name]` is an entry point as a Python function."""

    def __init__(
        self, target: Target, objects: Sequence[bytes], names: Sequence[str], beside: "Artifact | None" = None
    ):
        import llvmlite.binding as llvm

        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        # JITLink lays each object out in one piece, calls between objects through stubs, and raises where it cannot:
        # the older linker ends the process where the system has no room for all sections within 2 GB of each other
        self._linker: Any = beside._linker if beside else llvm.create_lljit_compiler(use_jit_link=True)
        self._beside = beside
        library = llvm.JITLibraryBuilder()
        if beside:
            library.add_jit_library(target.name)  # whose stages it calls
        for name, address in (interpreter_symbols() | violation_symbols()).items():
            library.import_symbol(name, address)
        for name in names:
            library.export_symbol(f"{name}.python")
        for code in objects:
            library.add_object_img(code)
        # all addresses at once: code is unloaded with the first thing that holds an address of it
        self._library = library.link(self._linker, f"{target.name} beside" if beside else target.name)
        self._names = frozenset(names)
        self.target = target

    def __getitem__(self, name: str) -> Callable[..., int]:
        if name not in self._names:
            raise KeyError(f"the {self.target.name} machine has no entry {name!r}")
        return trampoline(name, self._library[f"{name}.python"], keep=self)


def object_code(machine: str, target: Target) -> list[bytes]:
    """The objects of a machine: those that came with the package, else from the cache, else built now."""
    shipped = shipped_objects(machine, target)
    if shipped is not None:
        return shipped
    path = artifact_path(target, program_of(machine))
    objects = read_artifact(path)
    if objects is not None:
        return objects
    with build_lock(path):
        objects = read_artifact(path)  # another process may have built it while this one waited
        if objects is None:
            objects = build(machine, target)
            keep_artifact(path, objects)
    return objects


def build(machine: str, target: Target) -> list[bytes]:
    """The objects of all units of a machine: those that the cache has, and the others compiled now.

    They are compiled in processes of their own: all cores work, and the compiler leaves nothing behind in the user's.
    """
    from knuckle.machine.workers import run_workers

    units = program_units(target, program_of(machine))
    keys = {unit.name: unit_key(target, unit) for unit in units}
    paths = {name: unit_path(target, name, key) for name, key in keys.items()}
    objects = {name: found for name, path in paths.items() if (found := read_artifact(path)) is not None}
    weights = {unit.name: unit_weight(target, unit) for unit in units if unit.name not in objects}
    if weights:
        require_compiler(machine)
        with Progress(f"compiling kernels for {machine}, once", weights) as progress:

            def take(job: str, product: bytes) -> None:
                name = json.loads(job)["name"]
                objects[name] = [product]
                with contextlib.suppress(OSError):  # a warning comes with the whole, where nothing can be kept
                    write_artifact(paths[name], [product])
                progress.done(name)

            heavy_first = sorted(weights, key=weights.__getitem__, reverse=True)
            jobs = [_job(target, name, keys[name]) for name in heavy_first]
            failures = run_workers(["knuckle.machine.build", machine], jobs, cores(), take)
            if failures:
                raise CompileError(f"compiling the {machine} machine failed:\n{failures[0][-4000:]}")
        remove_unused(next(iter(paths.values())).parent)
    return [objects[name][0] for name in keys]


def require_compiler(machine: str) -> None:
    if find_spec("numba") is None:
        raise CompileError(
            f"kernels of the {machine} machine for {processor().name} did not come with this package, and Numba, which "
            "compiles them, is not installed: pip install numba"
        )


def _job(target: Target, name: str, key: str) -> str:
    return json.dumps({"name": name, "key": key, "code": str(code_path(target, name, key))})


def cores() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
