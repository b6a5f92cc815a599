"""What a build process knows of Numba's types and operators, and where it keeps the code of each function.

Numba asks its contexts how operations are typed and lowered. Its own know arrays, strings, containers and ufuncs, and
try all of them at each `+`; kernels have numbers, tuples, ranges, and the types of this folder.
"""

from typing import Any

import llvmlite.binding as llvm
from numba.core import cgutils, codegen, typing
from numba.core.cpu import CPUContext
from numba.core.registry import cpu_target


class KernelTyping(typing.Context):
    """Numba's types of numbers, tuples and ranges; a call of given types is resolved once in a process."""

    def __init__(self) -> None:
        self._resolved: dict[Any, Any] = {}
        super().__init__()

    def load_additional_registries(self) -> None:
        """None: they are of ufuncs, containers and foreign functions."""

    def resolve_function_type(self, func, args, kws):
        """The signature of a call: of a kernel, after it is compiled for these types."""
        call = func, args, tuple(dict(kws).items())
        signature = self._resolved.get(call)
        if signature is None:
            signature = super().resolve_function_type(func, args, kws)
            if signature is not None:
                self._resolved[call] = signature
        return signature


class PlainLibrary(codegen.JITCodeLibrary):
    """The code of a function as it was lowered: nothing is optimised, linked or loaded."""

    def __init__(self, *args) -> None:
        super().__init__(*args)
        self.modules: list[llvm.ModuleRef] = []

    def add_ir_module(self, ir_module) -> None:
        self.modules.append(llvm.parse_assembly(cgutils.normalize_ir_text(str(ir_module))))

    def finalize(self) -> None:
        self._finalized = True

    @property
    def callees(self) -> list["PlainLibrary"]:
        """The libraries of the functions that it calls."""
        return self._linking_libraries


class PlainCode(codegen.JITCPUCodegen):
    """Makes such libraries."""

    _library_class = PlainLibrary


class KernelContext(CPUContext):
    """Numba's code for what KernelTyping types."""

    def init(self) -> None:
        self.is32bit = False
        self._internal_codegen = PlainCode("knuckle")

    def load_additional_registries(self) -> None:
        """Importing them is enough: they add to the registry that all contexts have."""
        from numba.core import optional  # noqa: F401
        from numba.cpython import builtins, numbers, rangeobj, tupleobj  # noqa: F401

    def post_lowering(self, module, library) -> None:
        """Nothing: kernels allocate nothing, and do without Numba's runtime."""

    def get_executable(self, library, fndesc, env):
        """Numba tells functions apart by their entry points: any distinct builtin will do, none is ever called."""
        return [].append


def use_kernel_contexts() -> None:
    """From now on whatever Numba compiles in this process is compiled in these contexts."""
    if not isinstance(cpu_target.typing_context, KernelTyping):
        cpu_target._toplevel_typing_context = KernelTyping()
        cpu_target._toplevel_target_context = KernelContext(cpu_target.typing_context, "cpu")
