"""Compiled machines: from the cache in milliseconds, or built once with a progress bar."""

from collections.abc import Callable, Sequence
from functools import cache

from knuckle.errors import CompileError
from knuckle.machine.build import SHARDS, entries_of
from knuckle.machine.cache import artifact_path, build_lock, code_path, keep_artifact, read_artifact
from knuckle.machine.layout import layout_digest
from knuckle.machine.targets import Target, by_name
from knuckle.machine.trampoline import interpreter_symbols, trampoline
from knuckle.machine.violation import violation_symbols
from knuckle.machine.workers import run_workers


@cache
def load(machine: str) -> "Artifact":
    """The compiled kernels of `single`, `checked`, `lanes64` or `lanes32`, built first where the cache has none."""
    target = by_name(machine)
    doors = [name for entry in entries_of(target) for name in entry.doors(target.checks)]
    return Artifact(target, object_code(machine, target), doors)


class Artifact:
    """Loaded object code; `artifact[name]` is an entry point as a Python function."""

    def __init__(self, target: Target, objects: Sequence[bytes], names: Sequence[str]):
        import llvmlite.binding as llvm

        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        # JITLink lays each object out in one piece, calls between objects through stubs, and raises where it cannot:
        # the older linker ends the process where the system has no room for all sections within 2 GB of each other
        self._linker = llvm.create_lljit_compiler(use_jit_link=True)
        library = llvm.JITLibraryBuilder()
        for name, address in (interpreter_symbols() | violation_symbols()).items():
            library.import_symbol(name, address)
        for name in names:
            library.export_symbol(f"{name}.python")
        for code in objects:
            library.add_object_img(code)
        # all addresses at once: code is unloaded with the first thing that holds an address of it
        self._library = library.link(self._linker, target.name)
        self._names = frozenset(names)
        self.target = target

    def __getitem__(self, name: str) -> Callable[..., int]:
        if name not in self._names:
            raise KeyError(f"the {self.target.name} machine has no entry {name!r}")
        return trampoline(name, self._library[f"{name}.python"], keep=self)


def object_code(machine: str, target: Target) -> list[bytes]:
    """The objects of a machine, from the cache or built now."""
    path = artifact_path(target)
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
    """Compile in processes of their own: several cores work, and the compiler leaves nothing behind in the user's."""
    codes = [str(code_path(target, shard)) for shard in range(SHARDS)]
    modules = [
        ["knuckle.machine.build", machine, layout_digest(), str(shard), code] for shard, code in enumerate(codes)
    ]
    objects, failures = run_workers(f"compiling kernels for {machine}, once", modules)
    if failures:
        raise CompileError(f"compiling the {machine} machine failed:\n{failures[0][-4000:]}")
    return objects
