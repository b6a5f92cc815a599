"""Compiled machines: from the cache in milliseconds, or built once with a progress bar."""

import ctypes
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

from knuckle.errors import CompileError
from knuckle.machine.cache import artifact_path, build_lock, read_artifact, writable_path, write_artifact
from knuckle.machine.targets import Target, by_name


@cache
def load(machine: str) -> "Artifact":
    """The compiled kernels of `single`, `lanes64` or `lanes32`, built first where the cache has none."""
    target = by_name(machine)
    return Artifact(target, _object_code(machine, target))


class Artifact:
    """Loaded object code; `artifact[name]` is an entry point as a C function of integers."""

    def __init__(self, target: Target, code: bytes):
        import llvmlite.binding as llvm

        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        machine = llvm.Target.from_default_triple().create_target_machine()
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._engine.finalize_object()
        self._type = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * (5 if target.is_group else 3))
        self.target = target

    def __getitem__(self, name: str) -> Callable[..., int]:
        address = self._engine.get_function_address(name)
        if not address:
            raise KeyError(f"the {self.target.name} machine has no entry {name!r}")
        return self._type(address)


def _object_code(machine: str, target: Target) -> bytes:
    path = artifact_path(target)
    code = read_artifact(path)
    if code is not None:
        return code
    path = writable_path(path)
    with build_lock(path):
        code = read_artifact(path)  # another process may have built it while this one waited
        if code is None:
            code = _build(machine)
            write_artifact(path, code)
    return code


def _build(machine: str) -> bytes:
    """Compile in a process of its own: the compiler leaves nothing behind in the user's."""
    with tempfile.TemporaryDirectory(prefix="knuckle-build-") as folder:
        out = Path(folder) / "kernels.o"
        command = [sys.executable, "-P", "-m", "knuckle.machine.build", machine, str(out)]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p), "PYTHONWARNINGS": "ignore"}
        with subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as process:
            _show_progress(machine, process)
            message = process.stderr.read()
        if process.returncode or not out.exists():
            raise CompileError(f"compiling the {machine} machine failed:\n{message.strip()[-4000:]}")
        return out.read_bytes()


def _show_progress(machine: str, process: subprocess.Popen) -> None:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    title = f"compiling kernels for {machine}, once"
    if not console.is_terminal:
        console.print(f"knuckle: {title} …", highlight=False)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TextColumn("{task.fields[what]}"))
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(title, total=None, what="starting")
        for line in process.stdout:
            done, total, what = line.rstrip("\n").split(" ", 2)
            bar.update(task, completed=int(done), total=int(total), what=what)
