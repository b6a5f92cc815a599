"""Kernels to plain LLVM code: Numba's front end, one module.

Numba would optimise every function by itself and again in each caller. Here each stays as it was lowered
(`lowering/contexts.py`), the code of all functions is linked once, and LLVM's O3 runs once over the whole
(`machine/optimise.py`). The code is the same for all processors. This file changes Numba's behaviour for the process,
so it runs only in the build process (`machine/build.py`).
"""

from collections.abc import Callable
from inspect import signature
from typing import Any

import llvmlite.binding as llvm
from numba import njit
from numba.core import types

from knuckle.machine.entry import OVERFLOW, REFUSED, Entry, pair_trampoline
from knuckle.machine.group_entry import group_wrapper
from knuckle.machine.layout import data_layout, model_layout
from knuckle.machine.lowering import enums, words  # noqa: F401  (they register what kernels may use)
from knuckle.machine.lowering.check import check_everything
from knuckle.machine.lowering.contexts import use_kernel_contexts
from knuckle.machine.lowering.fuse import fuse_products
from knuckle.machine.lowering.kernels import OPTIONS, register_all
from knuckle.machine.lowering.pipeline import use_kernel_passes
from knuckle.machine.lowering.vector import Vec
from knuckle.machine.lowering.view import CheckedView, LaneView, View, view_at
from knuckle.machine.pair_trampoline import pair_trampoline_text
from knuckle.machine.query import Query
from knuckle.machine.query_trampoline import fast_trampoline_text
from knuckle.machine.row_copies import row_copies
from knuckle.machine.targets import Target
from knuckle.machine.trampoline_code import copy_trampoline, entry_trampolines, stage_trampoline
from knuckle.machine.unit import ROW_COPIES, Unit
from knuckle.schema.enums import DisableBit
from knuckle.schema.status import Status

AUTORESET = int(DisableBit.AUTORESET)
DIVERGED = int(Status.BAD_QPOS | Status.BAD_QVEL | Status.BAD_QACC)
EVERY_BIT = int(~Status(0))
FLOATS = {64: types.float64, 32: types.float32}


class Emitter:
    """Numba's front end for one machine: kernels are typed once, whatever units they are in."""

    def __init__(self, target: Target):
        use_kernel_contexts()
        use_kernel_passes()
        fuse_products()
        register_all()
        if target.checks:
            check_everything()
        base, view = FLOATS[target.bits], CheckedView if target.checks else View
        real = Vec(base, target.lanes) if target.is_group else base
        self._target = target
        self._model, self._data = (view(layout, real) for layout in (model_layout(), data_layout()))

    def bitcode(self, *units: Unit) -> bytes:
        """Plain LLVM code of units in one module; other stages that they call are left to other objects."""
        linker = Linker()
        for unit in units:
            if unit is ROW_COPIES:
                self._add_copies(linker)
            else:
                linker.add(unit.name, *(self._stage(unit) if unit.entry is None else self._entry(unit.entry)))
        return linker.bitcode()

    def _add_copies(self, linker: "Linker") -> None:
        for name, function in row_copies(self._target.lanes).items():
            arity = len(signature(function).parameters)
            linker.add(name, function, types.none(*[types.int64] * arity), copy_trampoline(name, arity))

    def _stage(self, unit: Unit) -> tuple[Callable, Any, dict[str, str]]:
        """The stage, its kinds of arguments, and its trampoline."""
        extra = len(signature(unit.function).parameters) - 2
        views = [LaneView(v.layout, v.real) if unit.in_lane else v for v in (self._model, self._data)]
        kinds = types.none(*views, *[types.intp] * extra)
        return unit.function, kinds, stage_trampoline(unit.name, extra, self._target.checks, unit.in_lane)

    def _entry(self, entry: Entry | Query) -> tuple[Callable, Any, dict[str, str]]:
        return entry_code(self._target, entry, self._model, self._data)


class Linker:
    """One LLVM module that collects functions, each with all that it reaches."""

    def __init__(self) -> None:
        self.module = llvm.parse_assembly("")
        self.exported: set[str] = set()
        self._linked: set = set()

    def add(self, name: str, function: Callable, kinds: Any, trampolines: dict[str, str]) -> None:
        """Compile a function as `name.body`, and add the trampolines to it: text by exported name."""
        compiled = njit(kinds, **OPTIONS)(function)
        result = next(iter(compiled.overloads.values()))
        pending = [result.library]
        while pending:
            library = pending.pop()
            if library in self._linked:
                continue
            self._linked.add(library)
            pending.extend(library.callees)
            for module in library.modules:
                self.module.link_in(module, preserve=True)
        self.module.get_function(result.fndesc.llvm_func_name).name = f"{name}.body"
        for text in trampolines.values():
            self.module.link_in(llvm.parse_assembly(text))
        self.exported.update(trampolines)

    def bitcode(self) -> bytes:
        """The module with nothing but its trampolines visible, as LLVM stores it."""
        for function in self.module.functions:
            if not function.is_declaration:
                function.linkage = "external" if function.name in self.exported else "internal"
        self.module.verify()
        return self.module.as_bitcode()


def entry_code(target: Target, entry: Entry | Query, model: View, data: View) -> tuple[Callable, Any, dict[str, str]]:
    """What an entry is made of: a function of addresses, its types, and the text of its trampolines.

    single: (model, data, count) -> status, or OVERFLOW where a buffer is too small; `count` repeats a stage.
    lanes: (model, plan, first group, last group + 1, count) -> 0, or OVERFLOW where a group stopped (group_entry.py).
    queries: (model, data, table of arguments and outputs) -> 0, or OVERFLOW.
    All: REFUSED where the guard of the entry is against the model. The trampolines of one world add BUSY.
    """
    kinds = types.int64(*[types.int64] * (5 if target.is_group else 3))
    one_at_a_time = not target.is_group
    if isinstance(entry, Query):
        wrapper = _query_wrapper(entry, view_at(model), view_at(data), view_at(type(model)(entry.layout, model.real)))
        one_at_a_time = entry.has_data
    elif target.is_group:
        wrapper = group_wrapper(entry, view_at(model), view_at(data), target.lanes)
    else:
        wrapper = _single_wrapper(entry, view_at(model), view_at(data))
    trampolines = entry_trampolines(entry.name, len(kinds.args), one_at_a_time)
    if isinstance(entry, Query) and not target.checks:
        trampolines |= fast_trampoline_text(entry)
    elif isinstance(entry, Entry) and not (target.checks or target.is_group):
        trampolines |= pair_trampoline_text(entry.name, pair_trampoline(entry.name))
    return wrapper, kinds, trampolines


def _query_wrapper(query: Query, model, data, question) -> Callable:
    """Queries are for one world only: a group has none."""
    function, guard = query.function, query.guard

    def about_data(m, d, q):
        if not guard(model(m), question(q)):
            return REFUSED
        function(model(m), data(d), question(q))
        return OVERFLOW if data(d).overflow > 0.0 else 0

    def about_model(m, d, q):
        if not guard(model(m), question(q)):
            return REFUSED
        function(model(m), question(q))
        return 0

    return about_data if query.has_data else about_model


def _single_wrapper(entry: Entry, model, data) -> Callable:
    function, guard, halts = entry.function, entry.guard, entry.is_repeated

    def stage(m, d, count):
        if not guard(model(m)):
            return REFUSED
        for step in range(count):
            function(model(m), data(d))
            if data(d).overflow > 0.0:
                data(d).steps_done = float(step)
                return OVERFLOW
            # after a problem a world that is not reset stays as it is, for the user to look at
            if halts and data(d).status & DIVERGED and model(m).opt_disableflags & AUTORESET:
                break
        return data(d).status & EVERY_BIT  # no code of an entry, whatever the user wrote there

    return stage
