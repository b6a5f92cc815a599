"""Products and sums that fuse into one rounding: where, is decided by the source alone.

LLVM would fuse and reorder where that suits one machine or another, and machines would then differ in the last digit;
searches that end at a threshold turn a last digit into another contact. So LLVM may do neither, and a·b + c becomes one
call here, wherever a kernel writes it in one expression; but not in kernels marked `as_written`. For the processor
(`machine/optimise.py`) the call becomes one instruction, or a product and a sum.
"""

from llvmlite import ir
from numba.core import cgutils

from knuckle.kernel import AS_WRITTEN
from knuckle.machine.lowering.vector import splat
from knuckle.machine.optimise import FUSED

_add, _subtract = ir.IRBuilder.fadd, ir.IRBuilder.fsub


def fuse_products() -> None:
    """From now on every sum that Numba lowers takes in the product beside it."""
    ir.IRBuilder.fadd, ir.IRBuilder.fsub = add, subtract  # type: ignore[method-assign]


def add(builder, x, y, name="", flags=()):
    """x + y; where both are products the second is fused."""
    for product, other in ((y, x), (x, y)):
        factors = _factors(builder, product)
        if factors and not _is_zero(other):
            return _fused(builder, *factors, other)
    return _add(builder, x, y, name, flags)


def subtract(builder, x, y, name="", flags=()):
    """x − y; where both are products the second is fused."""
    if (factors := _factors(builder, y)) and not _is_zero(x):
        return _fused(builder, builder.fneg(factors[0]), factors[1], x)
    if (factors := _factors(builder, x)) and not _is_zero(y):
        return _fused(builder, *factors, builder.fneg(y))
    return _subtract(builder, x, y, name, flags)


def _fused(builder, a, b, c):
    """a·b + c with one rounding."""
    kind = a.type
    suffix = f"v{kind.count}{kind.element.intrinsic_name}" if isinstance(kind, ir.VectorType) else kind.intrinsic_name
    function = cgutils.get_or_insert_function(builder.module, ir.FunctionType(kind, [kind] * 3), f"{FUSED}.{suffix}")
    return builder.call(function, [a, b, c])


def _factors(builder, value):
    """Factors of a product that may fuse, or None; one that is the same for all worlds is seen behind its copies."""
    one = getattr(value, "same_for_all", value)
    if getattr(one, "opname", "") != "fmul" or AS_WRITTEN in builder.function.name:
        return None
    return one.operands if one is value else [splat(builder, factor, value.type) for factor in one.operands]


def _is_zero(value) -> bool:
    """Whether a sum with it is a change of sign: Numba writes −x as −0 − x."""
    one = getattr(value, "same_for_all", value)
    return isinstance(one, ir.Constant) and one.constant == 0.0
