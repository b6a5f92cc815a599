"""Teaches the compiler every registered kernel: its own source, with this engine's compiler flags."""

from collections.abc import Callable
from inspect import signature
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic, overload

from knuckle import kernel as word
from knuckle.kernel import IN_LANES, KERNELS, OF_ONE_WORLD, PER_WORLD, STAGES
from knuckle.machine.lowering.check import I32, pass_on
from knuckle.machine.lowering.vector import Vec
from knuckle.machine.lowering.view import CheckedView, LaneView, View, lane_view
from knuckle.machine.unit import stage_symbol

# no `fastmath`: sums stay in the order written, so that all machines round alike (see lowering/fuse.py)
OPTIONS: dict[str, Any] = {
    "error_model": "numpy",
    "boundscheck": False,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "_nrt": False,  # nothing is counted by references
}


def register_all() -> None:
    """Make every kernel callable in compiled code."""
    for function in KERNELS:
        _register(function, lambda *args, f=function: f)
    for function, instead in IN_LANES.items():
        _register(function, lambda *args, f=function, g=instead: g if _is_group(args[1]) else f)
    for function in STAGES:
        _register(function, _call_stage(function))
    for function in PER_WORLD:
        _register(function, _lane_by_lane(function))


def _register(function: Callable, choose: Callable) -> None:
    overload(function, strict=False, jit_options=OPTIONS)(choose)


def _call_stage(function: Callable) -> Callable:
    """A call of the stage's own code, which another object may hold; in one lane of a group only those of one world."""
    names = ", ".join(signature(function).parameters)
    scope = {"call": _stage_intrinsic(stage_symbol(function), len(signature(function).parameters))}
    exec(f"def call_stage({names}):\n    call({names})", scope)

    def choose(m, d, *integers):
        return function if isinstance(d, LaneView) and function not in OF_ONE_WORLD else scope["call_stage"]

    return choose


def _stage_intrinsic(symbol: str, arity: int) -> Callable:
    def emit(context, builder, sig, args):
        def of(kind):
            return cgutils.get_or_insert_function(builder.module, kind, symbol)

        return _emit_call(context, builder, sig.args, args, of)

    makers = {
        2: lambda typingctx, m, d: (types.none(m, d), emit),
        3: lambda typingctx, m, d, i: (types.none(m, d, i), emit),
        4: lambda typingctx, m, d, i, j: (types.none(m, d, i, j), emit),
    }
    return intrinsic(makers[arity])


@intrinsic
def _call_address(typingctx, address, m, d, number):
    """A call of the code at an address, which is called as stages are."""

    def emit(context, builder, sig, args):
        def of(kind):
            return builder.inttoptr(args[0], kind.as_pointer())

        return _emit_call(context, builder, sig.args[1:], args[1:], of)

    return types.none(address, m, d, number), emit


@overload(word.call)
def call(function, m, d, number):
    return lambda function, m, d, number: _call_address(function, m, d, number)


def _emit_call(context, builder, kinds, args, function_of: Callable):
    """The code of a call with two views and integers; `function_of(type)` is the function."""
    wanted = (*kinds[:2], *[types.intp] * (len(kinds) - 2))
    args = [context.cast(builder, *each) for each in zip(args, kinds, wanted, strict=True)]
    if isinstance(kinds[1], LaneView):
        lanes = [cgutils.create_struct_proxy(kinds[k])(context, builder, args[k]) for k in (0, 1)]
        args[:2] = [part for lane in lanes for part in (lane.table, lane.lane)]
    checks = isinstance(kinds[1], CheckedView)
    function = ir.FunctionType(I32 if checks else ir.VoidType(), [value.type for value in args])
    code = builder.call(function_of(function), args)
    if checks:
        pass_on(builder, code)
    return context.get_dummy_value()


def _is_group(argument) -> bool:
    return isinstance(argument, View) and not isinstance(argument, LaneView) and isinstance(argument.real, Vec)


def _lane_by_lane(function: Callable) -> Callable:
    """For a group of lanes: the kernel called once per world on a strided view; else the kernel itself."""

    def choose(*args):
        groups = [k for k, a in enumerate(args) if _is_group(a)]
        if not groups:
            return function
        names = [f"a{k}" for k in range(len(args))]
        passed = [f"lane_view({n}, lane)" if k in groups else n for k, n in enumerate(names)]
        source = (
            f"def each_lane({', '.join(names)}):\n"
            f"    for lane in range({args[groups[0]].real.lanes}):\n"
            f"        function({', '.join(passed)})\n"
        )
        scope = {"function": function, "lane_view": lane_view}
        exec(source, scope)
        return scope["each_lane"]

    return choose
