"""What a build process knows of Numba's types and operators, and where it keeps the code of each function.

Numba asks its contexts how operations are typed and lowered. Its own know arrays, strings, containers and ufuncs, and
try all of them at each `+`; kernels have numbers, tuples, ranges, and the types of this folder.
"""

from collections.abc import Callable
from functools import cache
from types import BuiltinFunctionType, FunctionType
from typing import Any

import llvmlite.binding as llvm
from numba.core import base, cgutils, codegen, typing
from numba.core.cpu import CPUContext
from numba.core.registry import cpu_target


class KernelTyping(typing.Context):
    """Numba's types of numbers, tuples and ranges; what was asked once in a process is remembered."""

    def __init__(self) -> None:
        self._calls: dict[Any, Any] = {}
        self._attributes_of: dict[Any, Any] = {}
        self._functions_as: dict[Any, Any] = {}
        super().__init__()

    def load_additional_registries(self) -> None:
        """None: they are of ufuncs, containers and foreign functions."""

    def resolve_function_type(self, func, args, kws):
        """The signature of a call: of a kernel, after it is compiled for these types."""
        find = super().resolve_function_type
        return _remembered(self._calls, (func, args, tuple(dict(kws).items())), lambda: find(func, args, kws))

    def resolve_getattr(self, typ, attr):
        """The type of an attribute."""
        find = super().resolve_getattr
        return _remembered(self._attributes_of, (typ, attr), lambda: find(typ, attr))

    def resolve_value_type(self, val):
        """The type of a constant; that of a function or an operator is asked for at each call of it."""
        find = super().resolve_value_type
        if not isinstance(val, FunctionType | BuiltinFunctionType):
            return find(val)
        return _remembered(self._functions_as, val, lambda: find(val))


def _remembered(known: dict, question, find: Callable[[], Any]):
    """The answer to a question, found once; one that has none may have one later."""
    answer = known.get(question)
    if answer is None:
        answer = find()
        if answer is not None:
            known[question] = answer
    return answer


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
        # it reads the signature of one of the same few functions for every operation
        base._has_loc = cache(base._has_loc)
