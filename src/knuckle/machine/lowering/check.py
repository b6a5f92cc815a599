"""Checks in compiled code, for the `checked` machine: every index of a field, every divisor of an integer.

A check that fails tells the host what it found (`machine/violation.py`) and returns an error code, which every caller
passes on. This file changes Numba's behaviour for the process, so it runs only in a build process.
"""

from pathlib import Path

from llvmlite import ir
from numba.core import cgutils
from numba.core.callconv import CPUCallConv, NumpyErrorModel

from knuckle.kernel import AS_WRITTEN
from knuckle.machine.lowering.lower import KernelLower
from knuckle.machine.violation import SYMBOL

PACKAGE = Path(__file__).parents[2]
I32, I64 = ir.IntType(32), ir.IntType(64)
VIOLATION = ir.Constant(I32, 1)  # Numba's own code for an exception: callers return it at once

_place = "", ""  # kernel, and file with line, of the statement that is being compiled


def check_everything() -> None:
    """From now on integer divisions are checked, exceptions become violations, and each check knows its line."""
    lower_statement = KernelLower.lower_inst

    def lower_inst(self, statement):
        global _place
        kernel = self.func_ir.func_id.func_qualname.removesuffix(f".{AS_WRITTEN}").rpartition(".")[2]
        before, _place = _place, (kernel, _line(statement.loc))
        try:
            return lower_statement(self, statement)
        finally:
            _place = before

    def fp_zero_division(self, builder, exc_args=None, loc=None):
        # reals may be divided by zero: that gives an infinity
        if not exc_args or not exc_args[0].startswith("integer"):
            return False
        return_violation(builder, exc_args[0])
        return True

    def return_user_exc(self, builder, exc, exc_args=None, loc=None, func_name=None):
        return_violation(builder, " ".join([exc.__name__, *map(str, exc_args or ())]))

    KernelLower.lower_inst = lower_inst  # type: ignore[method-assign]
    NumpyErrorModel.fp_zero_division = fp_zero_division  # type: ignore[method-assign]
    CPUCallConv.return_user_exc = return_user_exc  # type: ignore[method-assign]


def check_index(builder, what: str, index, length) -> None:
    """End the function where the index is not in 0 ≤ index < length."""
    with builder.if_then(builder.icmp_unsigned(">=", index, length), likely=False):
        return_violation(builder, what, index, length)


def return_violation(builder, what: str, index=None, length=None) -> None:
    """Tell the host of a violation and return the error code; the length is -1 where it is not about an index."""
    text = cgutils.global_constant(
        builder.module, "violation", cgutils.make_bytearray("\n".join((*_place, what)).encode() + b"\0")
    )
    kind = ir.FunctionType(ir.VoidType(), [ir.IntType(8).as_pointer(), I64, I64])
    function = cgutils.get_or_insert_function(builder.module, kind, SYMBOL)
    pointer = builder.bitcast(text, kind.args[0])
    builder.call(function, [pointer, index or ir.Constant(I64, -1), length or ir.Constant(I64, -1)])
    builder.ret(VIOLATION)


def pass_on(builder, code) -> None:
    """End the function where a call returned an error code."""
    with builder.if_then(builder.icmp_unsigned("!=", code, ir.Constant(I32, 0)), likely=False):
        builder.ret(code)


def _line(loc) -> str:
    file = Path(loc.filename)
    return f"{file.relative_to(PACKAGE).as_posix() if file.is_relative_to(PACKAGE) else file.name}:{loc.line}"
