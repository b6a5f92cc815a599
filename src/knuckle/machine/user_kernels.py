"""Kernels of the user, compiled for a machine: code that a step calls at an address (see schema/hooks.py)."""

import base64
import json
import re
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from textwrap import dedent
from typing import Any

from knuckle.errors import CompileError
from knuckle.kernel import KERNELS, PER_WORLD, STAGES
from knuckle.machine.artifact import keep_artifact, read_artifact, require_compiler
from knuckle.machine.cache import unit_path, unpack
from knuckle.machine.progress import Progress
from knuckle.machine.reach import mentioned, named, reached, unit_key
from knuckle.machine.targets import Target, by_name
from knuckle.machine.unit import PROGRAM, Unit
from knuckle.machine.violation import violation_symbols
from knuckle.machine.workers import run_workers

PACKAGE = PROGRAM.partition(".")[0]
# the compiler's own account of an error, the innermost one last; else so much of the end of what it says
REASON_BEGINS = "specific error:\n"
REASON = re.compile(f"{REASON_BEGINS}(.*?)\n\\s*raised from", re.DOTALL)
PLACE = re.compile(r'^ *File "[^"]+", line \d+:\n.*?\n *\^', re.DOTALL | re.MULTILINE)  # what it shows of code
MOST_SAID = 4000
COLOURS = re.compile(r"\x1b\[[0-9;]*m")  # of a terminal, which it writes where it finds the package colorama
NO_TRUTH = "truth(Mask("  # what the compiler says of an `if` on a truth for each world
MANY_TRUTHS = (
    "a condition differs from world to world, also where it is about a number of the model that each world may have "
    "for itself: write `if any_lane(condition):` around work that only some need, or `where(condition, a, b)`"
)
MARKED = {"kernel": KERNELS, "per_world": PER_WORLD}  # what a function of the user may be


def hook_unit(callback: str, function: Callable) -> Unit:
    """The code that stands for a callback: the kernel of the user, and what calls it."""
    return Unit(f"{callback}.hook", import_module(PROGRAM).callback_makers()[callback](function))


def hook_addresses(machine: str, given: Mapping[str, Callable]) -> dict[str, int]:
    """Where the code of kernels that take the place of callbacks lies, by callback; it is compiled at first use."""
    target = by_name(machine)
    missing = {name: function for name, function in given.items() if (machine, name, function) not in _addresses}
    units = {name: hook_unit(name, function) for name, function in missing.items()}
    for name, unit in units.items():
        _refuse_stages(target, unit, missing[name])
    paths = {name: unit_path(target, unit.name, unit_key(target, unit)) for name, unit in units.items()}
    objects = {name: found for name, path in paths.items() if (found := read_artifact(path)) is not None}
    to_make = [name for name in units if name not in objects]
    if to_make:
        made = _compiled(machine, {name: missing[name] for name in to_make}, [units[name] for name in to_make])
        for name, code in zip(to_make, made, strict=True):
            objects[name] = [code]
            keep_artifact(paths[name], [code])
    for name, unit in units.items():
        _addresses[machine, name, missing[name]] = _linked(target, unit.name, objects[name][0])
    return {name: _addresses[machine, name, function] for name, function in given.items()}


_addresses: dict[tuple[str, str, Callable], int] = {}


def names_in_kernel(callback: str, function: Callable) -> frozenset[str]:
    """All names that a kernel of the user reads, or one that it calls: those of fields among them."""
    unit = hook_unit(callback, function)
    makers = import_module(PROGRAM).callback_makers()[callback].__module__
    kernels = [each for each in reached(by_name("single"), unit) if each.__module__ != makers]
    return frozenset().union(*map(mentioned, kernels))


def _refuse_stages(target: Target, unit: Unit, function: Callable) -> None:
    """Stages are parts of a step, and lie in the code of their machine: a kernel inside of one cannot call them."""
    called = [value for each in reached(target, unit) for value in named(each).values()]
    stages = [stage.__name__ for stage in STAGES if any(value is stage for value in called)]
    if stages:
        raise CompileError(f"kernel {function.__name__}: it calls {', '.join(stages)}, which is a whole stage")


def _compiled(machine: str, given: Mapping[str, Callable], units: list[Unit]) -> list[bytes]:
    """The object code of kernels, made in a process of its own."""
    require_compiler(machine)
    products: list[bytes] = []
    names = ", ".join(function.__name__ for function in given.values())
    job = json.dumps({"kernels": list(given), "functions": _packed(by_name(machine), given, units)})
    with Progress(f"compiling {names} for {machine}, once", {names: 1}) as progress:
        command = ["knuckle.machine.build_user", machine]
        failures = run_workers(command, [job], 1, lambda job, product: products.append(product))
        progress.done(names)
    if failures:
        raise CompileError(f"kernel {names} cannot be compiled:\n{_told(failures[0])}")
    return unpack(products[0])


def _told(failure: str) -> str:
    """What the compiler says of a kernel, without the way there; of a common mistake in our own words."""
    failure = COLOURS.sub("", failure)
    if NO_TRUTH in failure:
        return f"{MANY_TRUTHS}\n{_place(failure[failure.index(NO_TRUTH) :])}"
    reasons = list(REASON.finditer(failure))
    if not reasons:
        return failure[max(failure.find("Failed in"), 0) :][-MOST_SAID:].partition("\n")[2]
    reason = reasons[-1].group(1).rpartition(REASON_BEGINS)[2]
    words = PLACE.split(reason, maxsplit=1)[0].splitlines()
    said = "\n".join(line for line in words if "Failed in" not in line and "During:" not in line)
    place = _place(failure[reasons[-1].start() :])
    return f"{dedent(said).strip().removeprefix('TypingError: ')}\n{place}"


def _place(text: str) -> str:
    """The first line of code that is shown in a text, with its surroundings."""
    found = PLACE.search(text)
    return dedent(found.group()).strip() if found else ""


def _packed(target: Target, given: Mapping[str, Callable], units: list[Unit]) -> str:
    """Kernels and the others that they call, by value: their module may be a script or a notebook."""
    from numba import cloudpickle

    own = {each for unit in units for each in reached(target, unit)}
    own = {each for each in own if str(each.__module__).partition(".")[0] != PACKAGE}
    marks = {mark: [each for each in own if each in known] for mark, known in MARKED.items()}
    names = {each.__module__ for each in (*given.values(), *own)} - {"__main__"}
    modules = [sys.modules[name] for name in names if name in sys.modules]
    for module in modules:
        cloudpickle.register_pickle_by_value(module)
    try:
        return base64.b64encode(cloudpickle.dumps((list(given.values()), marks))).decode()
    finally:
        for module in modules:
            cloudpickle.unregister_pickle_by_value(module)


def unpacked(text: str) -> list[Callable]:
    """In the build process: the kernels, registered with those that they call."""
    from numba import cloudpickle

    functions, marks = cloudpickle.loads(base64.b64decode(text))
    for mark, marked in marks.items():
        MARKED[mark].extend(marked)
    return functions


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
