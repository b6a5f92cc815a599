"""The processor that kernels are compiled for: this machine's own, or the one that `$KNUCKLE_CPU` names.

A package that came with objects for common levels of processors takes the widest of them that this machine has.
"""

import os
import platform
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from knuckle.errors import KnuckleError, nearest

if TYPE_CHECKING:
    from subprocess import CompletedProcess

NATIVE = "native"
COMPILE_ONLY = "KNUCKLE_COMPILE_ONLY"  # set where code is made for other machines, and never run
OBJECTS = Path(__file__).parents[1] / "objects"  # that came with the package: a file for each machine and level
LEVELS = ("x86-64-v2", "x86-64-v3", "x86-64-v4")  # names that LLVM knows for sure on this kind of processor
# features that compiled code may use: code for a processor that has more of these would end the process
COMPUTING = ("sse", "ssse", "avx", "fma", "bmi", "f16c", "lzcnt", "popcnt", "movbe", "xop", "tbm", "sve", "neon")
LIST_NAMES = """
import llvmlite.binding as llvm
llvm.initialize_native_target()
llvm.Target.from_default_triple().create_target_machine(cpu="help")
"""


@dataclass(frozen=True)
class Processor:
    """What LLVM is told of a processor (its name, and features beside those that the name implies), and what it has."""

    name: str
    extra: str
    features: frozenset[str]

    @property
    def register_bits(self) -> int:
        """Width of its widest SIMD register."""
        return 512 if "avx512f" in self.features else 256 if "avx" in self.features else 128

    @property
    def has_fused_product(self) -> bool:
        """Whether it computes a·b + c with one rounding; a library that does it instead is a hundred times slower."""
        return platform.machine() in ("aarch64", "arm64") or "fma" in self.features


@cache
def shipped_level() -> str:
    """The widest level that the package has objects for and that this machine has; empty where there is none."""
    levels = {file.stem.partition("-")[2] for file in OBJECTS.glob("*.o")}
    return _widest(level for level in LEVELS[::-1] if level in levels)


def processor() -> Processor:
    """That of `$KNUCKLE_CPU`, else the widest level that the package has objects for, else this machine's own."""
    name = os.environ.get("KNUCKLE_CPU") or shipped_level() or NATIVE
    return _named(name, bool(os.environ.get(COMPILE_ONLY)))


@cache
def _named(name: str, compile_only: bool = False) -> Processor:
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    host = llvm.get_host_cpu_features()
    own = {feature for feature, present in host.items() if present}
    if name == NATIVE:
        return Processor(llvm.get_host_cpu_name(), host.flatten(), frozenset(own))
    _check_name(name)
    features = _features(name) if name in LEVELS else _features_apart(name)
    missing = _lacking(features)
    if missing and not compile_only:
        raise KnuckleError(
            f"KNUCKLE_CPU={name}: this machine's processor ({llvm.get_host_cpu_name()}) lacks {', '.join(missing)};"
            f" code for {name} would end the process. Widest level here: {widest_level()}"
        )
    return Processor(name, "", frozenset(features))


def widest_level() -> str:
    """The widest of the common levels that this machine has, `native` where it has none."""
    return _widest(LEVELS[::-1] if _is_x86() else ()) or NATIVE


def _widest(levels: Iterable[str]) -> str:
    """The first of the levels that this machine has; empty where there is none."""
    return next((level for level in levels if not _lacking(_features(level))), "")


def _lacking(features: Iterable[str]) -> list[str]:
    """Those of the features that compiled code may use and this machine does not have."""
    import llvmlite.binding as llvm

    host = llvm.get_host_cpu_features()
    return sorted(feature for feature in features if feature.startswith(COMPUTING) and not host.get(feature))


def _is_x86() -> bool:
    return platform.machine().lower() in ("x86_64", "amd64")


@cache
def _features(name: str) -> frozenset[str]:
    """The features of a processor.

    LLVM does not list them, but a function that asks for a feature is inlined only into one whose processor has it.
    """
    import llvmlite.binding as llvm

    candidates = list(llvm.get_host_cpu_features())

    pairs = (
        f'define internal i64 @"{feature}"(i64 %x) "target-features"="+{feature}" {{\n'
        f"  %y = mul i64 %x, 3\n  ret i64 %y\n}}\n"
        f'define i64 @"in {feature}"(i64 %x) "target-cpu"="{name}" {{\n'
        f'  %y = call i64 @"{feature}"(i64 %x)\n  ret i64 %y\n}}\n'
        for feature in candidates
    )
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    module = llvm.parse_assembly("".join(pairs))
    machine = llvm.Target.from_default_triple().create_target_machine()
    module.triple = machine.triple
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=2))
    builder.getModulePassManager().run(module, builder)
    callers = {f.name: f for f in module.functions}
    return frozenset(feature for feature in candidates if not _calls(callers[f"in {feature}"]))


def _features_apart(name: str) -> frozenset[str]:
    """The same, asked in a process of its own: for some names (32-bit processors) LLVM ends the process."""
    program = f"from {__name__} import _features; print(*_features({name!r}))"
    done = _python(program)
    if done.returncode:
        raise KnuckleError(f"KNUCKLE_CPU={name}: LLVM cannot compile for it here: {done.stderr.strip()[-500:]}")
    return frozenset(done.stdout.split())


def _python(program: str) -> "CompletedProcess[str]":
    import subprocess

    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    command = [sys.executable, "-P", "-c", program]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)


def _calls(function) -> bool:
    return any(instruction.opcode == "call" for block in function.blocks for instruction in block.instructions)


def _check_name(name: str) -> None:
    """Raise where LLVM does not know the name: it would end the process."""
    if _is_x86() and name in LEVELS:
        return
    known = _known_names()
    if name not in known:
        levels = ", ".join((NATIVE, *(LEVELS if _is_x86() else ())))
        raise KnuckleError(
            f"KNUCKLE_CPU: expected {levels} or a processor that LLVM knows, found {name!r}{nearest(name, known)}"
        )


@cache
def _known_names() -> frozenset[str]:
    """Names of processors, which LLVM only prints: in a process of its own."""
    listed = _python(LIST_NAMES).stderr.partition("Available features")[0]
    return frozenset(line.split(" - ")[0].strip() for line in listed.splitlines() if " - " in line)
