"""Kernels of the user, compiled for a machine: code that a step calls at an address (see schema/hooks.py)."""

import base64
import json
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

from knuckle.errors import CompileError
from knuckle.kernel import KERNELS, PER_WORLD, STAGES
from knuckle.machine.artifact import keep_artifact, read_artifact, require_compiler
from knuckle.machine.cache import unit_path
from knuckle.machine.progress import Progress
from knuckle.machine.reach import named, reached, unit_key
from knuckle.machine.targets import Target, by_name
from knuckle.machine.unit import PROGRAM, Unit
from knuckle.machine.violation import violation_symbols
from knuckle.machine.workers import run_workers

PACKAGE = PROGRAM.partition(".")[0]
MARKED = {"kernel": KERNELS, "per_world": PER_WORLD}  # what a function of the user may be


def hook_unit(callback: str, function: Callable) -> Unit:
    """The code that stands for a callback: the kernel of the user, and what calls it."""
    return Unit(f"{callback}.hook", import_module(PROGRAM).callback_makers()[callback](function))


@cache
def hook_address(machine: str, callback: str, function: Callable) -> int:
    """Where the code of a kernel that takes the place of a callback lies; it is compiled at first use."""
    target = by_name(machine)
    unit = hook_unit(callback, function)
    _refuse_stages(target, unit, function)
    path = unit_path(target, unit.name, unit_key(target, unit))
    objects = read_artifact(path)
    if objects is None:
        objects = [_compiled(machine, target, unit, callback, function)]
        keep_artifact(path, objects)
    return _linked(target, unit.name, objects[0])


def _refuse_stages(target: Target, unit: Unit, function: Callable) -> None:
    """Stages are parts of a step, and lie in the code of their machine: a kernel inside of one cannot call them."""
    called = [value for each in reached(target, unit) for value in named(each).values()]
    stages = [stage.__name__ for stage in STAGES if any(value is stage for value in called)]
    if stages:
        raise CompileError(f"kernel {function.__name__}: it calls {', '.join(stages)}, which is a whole stage")


def _compiled(machine: str, target: Target, unit: Unit, callback: str, function: Callable) -> bytes:
    """The object code of a unit, made in a process of its own."""
    require_compiler(machine)
    made: list[bytes] = []
    job = json.dumps({"callback": callback, "function": _packed(target, unit, function)})
    with Progress(f"compiling {function.__name__} for {machine}, once", {unit.name: 1}) as progress:
        failures = run_workers(["knuckle.machine.build_user", machine], [job], 1, lambda job, code: made.append(code))
        progress.done(unit.name)
    if failures:
        raise CompileError(f"kernel {function.__name__} cannot be compiled:\n{_told(failures[0])}")
    return made[0]


def _told(failure: str) -> str:
    """What the compiler says of a kernel, without the way there."""
    return failure[failure.find("Failed in") :][-4000:]


def _packed(target: Target, unit: Unit, function: Callable) -> str:
    """A kernel and the others that it calls, by value: its module may be a script or a notebook."""
    from numba import cloudpickle

    own = [each for each in reached(target, unit) if str(each.__module__).partition(".")[0] != PACKAGE]
    marks = {mark: [each for each in own if each in known] for mark, known in MARKED.items()}
    names = {each.__module__ for each in (function, *own)} - {"__main__"}
    modules = [sys.modules[name] for name in names if name in sys.modules]
    for module in modules:
        cloudpickle.register_pickle_by_value(module)
    try:
        return base64.b64encode(cloudpickle.dumps((function, marks))).decode()
    finally:
        for module in modules:
            cloudpickle.unregister_pickle_by_value(module)


def unpacked(text: str) -> Callable:
    """In the build process: the kernel, registered with those that it calls."""
    from numba import cloudpickle

    function, marks = cloudpickle.loads(base64.b64decode(text))
    for mark, functions in marks.items():
        MARKED[mark].extend(functions)
    return function


_held: list[Any] = []  # a step may be in the code at any time, so it stays for ever


def _linked(target: Target, name: str, code: bytes) -> int:
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    library = llvm.JITLibraryBuilder()
    for symbol, address in violation_symbols().items():
        library.import_symbol(symbol, address)
    library.export_symbol(name)
    library.add_object_img(code)
    linker = llvm.create_lljit_compiler(use_jit_link=True)
    linked = library.link(linker, f"{target.name} {name} {len(_held)}")
    _held.append((linker, linked))
    return linked[name]
