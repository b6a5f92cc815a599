"""Teaches the compiler every registered kernel: its own source, with this engine's compiler flags."""

from collections.abc import Callable
from types import FunctionType

from numba.core import types
from numba.extending import overload

from knuckle.machine.kernel import KERNELS, LIBM, PER_WORLD
from knuckle.machine.lowering.vector import Vec
from knuckle.machine.lowering.view import LaneView, View, lane_view

# reassociation is allowed, assuming away NaN or infinity is not: divergence checks need them
PHYSICS_FLAGS = {"contract", "reassoc", "nsz"}
# compensated sums in elementary functions must stay as written
ELEMENTARY_FLAGS = {"contract"}


def options(flags: set[str]) -> dict:
    return {"fastmath": flags, "error_model": "numpy", "boundscheck": False, "no_cpython_wrapper": True}


def register_all() -> None:
    """Make every kernel callable in compiled code."""
    for function in KERNELS:
        if function in LIBM:
            _register_elementary(function, LIBM[function])
        else:
            _register(function, lambda *args, f=function: f, PHYSICS_FLAGS)
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
