"""Teaches the compiler every registered kernel: its own source, with this engine's compiler flags."""

from collections.abc import Callable
from inspect import signature
from types import FunctionType

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic, overload

from knuckle.machine.kernel import AS_WRITTEN, KERNELS, LIBM, PER_WORLD, STAGES
from knuckle.machine.lowering.vector import Vec
from knuckle.machine.lowering.view import LaneView, View, lane_view

# reassociation is allowed, assuming away NaN or infinity is not: divergence checks need them
PHYSICS_FLAGS = {"contract", "reassoc", "nsz"}
# compensated sums in elementary functions must stay as written
ELEMENTARY_FLAGS = {"contract"}
NO_FLAGS: set[str] = set()


NO_WRAPPERS = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def options(flags: set[str]) -> dict:
    return {"fastmath": flags, "error_model": "numpy", "boundscheck": False, **NO_WRAPPERS}


def register_all() -> None:
    """Make every kernel callable in compiled code."""
    for function in KERNELS:
        if function in LIBM:
            _register_elementary(function, LIBM[function])
        else:
            flags = NO_FLAGS if function in AS_WRITTEN else PHYSICS_FLAGS
            _register(function, lambda *args, f=function: f, flags)
    for function in STAGES:
        _register(function, _call_stage(function), PHYSICS_FLAGS)
    for function in PER_WORLD:
        _register(function, _lane_by_lane(function), PHYSICS_FLAGS)


def _register(function: Callable, choose: Callable, flags: set[str]) -> None:
    overload(function, strict=False, jit_options=options(flags))(choose)


def _register_elementary(function: Callable, libm: Callable | None) -> None:
    native = (types.Integer, types.Float)

    def choose(*args):
        one_world = all(isinstance(a, native) for a in args) and types.float32 not in args
        if libm is None or not one_world:
            return function
        if isinstance(libm, FunctionType):
            return libm
        return (lambda x: libm(x)) if len(args) == 1 else (lambda x, y: libm(x, y))

    _register(function, choose, ELEMENTARY_FLAGS)


def stage_symbol(function: Callable) -> str:
    """The name that a stage's code is exported under."""
    return f"{function.__name__}.stage"


def _call_stage(function: Callable) -> Callable:
    """A call of the stage's own code, which another object may hold; for one world of a group the kernel itself."""
    names = ", ".join(signature(function).parameters)
    scope = {"call": _stage_intrinsic(stage_symbol(function), len(signature(function).parameters))}
    exec(f"def call_stage({names}):\n    call({names})", scope)

    def choose(m, d, *integers):
        return scope["call_stage"] if type(d) is View else function

    return choose


def _stage_intrinsic(symbol: str, arity: int) -> Callable:
    def emit(context, builder, sig, args):
        args = [
            context.cast(builder, value, given, wanted)
            for value, given, wanted in zip(args, sig.args, kinds(sig), strict=True)
        ]
        function = ir.FunctionType(ir.VoidType(), [value.type for value in args])
        builder.call(cgutils.get_or_insert_function(builder.module, function, symbol), args)
        return context.get_dummy_value()

    def kinds(sig):
        return (*sig.args[:2], *[types.intp] * (arity - 2))

    makers = {
        2: lambda typingctx, m, d: (types.none(m, d), emit),
        3: lambda typingctx, m, d, i: (types.none(m, d, i), emit),
        4: lambda typingctx, m, d, i, j: (types.none(m, d, i, j), emit),
    }
    return intrinsic(makers[arity])


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
