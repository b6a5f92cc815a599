"""The kernel vocabulary in compiled code: every word for scalars and for lanes."""

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic, overload

from knuckle import kernel as word
from knuckle.machine.lowering.field import ANY_FIELD, flattened
from knuckle.machine.lowering.vector import Mask, Vec, common_vec, splat, to_vec

BITS = {types.float64: 64, types.float32: 32}
MANTISSA = {types.float64: 52, types.float32: 23}
BIAS = {types.float64: 1023, types.float32: 127}


def _suffix(real) -> str:
    return f"v{real.lanes}f{BITS[real.base]}" if isinstance(real, Vec) else f"f{BITS[real]}"


def _llvm(name: str, arity: int):
    """An LLVM intrinsic over reals as a function in compiled code."""

    def emit(context, builder, sig, args):
        real = sig.return_type
        kind = context.get_value_type(real)
        function = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(kind, [kind] * arity), f"llvm.{name}.{_suffix(real)}"
        )
        return builder.call(function, args)

    if arity == 1:
        return intrinsic(lambda typingctx, x: (x(x), emit))
    return intrinsic(lambda typingctx, x, y: (x(x, x), emit))


@intrinsic
def _select(typingctx, condition, yes, no):
    """Choice between reals lane by lane, or for the whole group where the condition is one truth value."""
    vec = condition.vec if isinstance(condition, Mask) else common_vec(yes, no)

    def emit(context, builder, sig, args):
        a = to_vec(context, builder, args[1], sig.args[1], vec)
        b = to_vec(context, builder, args[2], sig.args[2], vec)
        return builder.select(args[0], a, b)

    return vec(condition, yes, no), emit


@intrinsic
def _select_scalar(typingctx, condition, yes, no):
    """Choice between scalars without a branch."""
    kind = typingctx.unify_types(yes, no)

    def emit(context, builder, sig, args):
        return builder.select(args[0], *(context.cast(builder, args[k], sig.args[k], kind) for k in (1, 2)))

    return kind(condition, yes, no), emit


@overload(word.where)
def where(condition, yes, no):
    if isinstance(yes, types.BaseTuple):
        return _where_tuple(len(yes))
    if isinstance(condition, Mask) or isinstance(yes, Vec) or isinstance(no, Vec):
        return lambda condition, yes, no: _select(condition, yes, no)
    return lambda condition, yes, no: _select_scalar(condition, yes, no)


def _where_tuple(length: int):
    items = ", ".join(f"where(condition, yes[{k}], no[{k}])" for k in range(length))
    scope = {"where": word.where}
    exec(f"def choose(condition, yes, no):\n    return ({items},)", scope)
    return scope["choose"]


@intrinsic
def _mask_any(typingctx, mask):
    def emit(context, builder, sig, args):
        bits = ir.IntType(sig.args[0].lanes)
        return builder.icmp_unsigned("!=", builder.bitcast(args[0], bits), ir.Constant(bits, 0))

    return types.boolean(mask), emit


@overload(word.any_lane)
def any_lane(condition):
    if isinstance(condition, Mask):
        return lambda condition: _mask_any(condition)
    return lambda condition: condition


@intrinsic
def _mask_all(typingctx, mask):
    def emit(context, builder, sig, args):
        bits = ir.IntType(sig.args[0].lanes)
        return builder.icmp_unsigned("==", builder.bitcast(args[0], bits), ir.Constant(bits, -1))

    return types.boolean(mask), emit


@overload(word.all_lanes)
def all_lanes(condition):
    if isinstance(condition, Mask):
        return lambda condition: _mask_all(condition)
    return lambda condition: condition


_sqrt, _fabs, _rint, _floor = (_llvm(name, 1) for name in ("sqrt", "fabs", "rint", "floor"))


def _overload_unary(function, lowered):
    @overload(function)
    def unary(x):
        if isinstance(x, types.Integer):
            return lambda x: lowered(float(x))
        return lambda x: lowered(x)


for _word, _lowered in ((word.sqrt, _sqrt), (word.absolute, _fabs), (word.rint, _rint), (word.floor, _floor)):
    _overload_unary(_word, _lowered)


@overload(word.minimum)
def minimum(a, b):
    return lambda a, b: word.where(a < b, a, b)


@overload(word.maximum)
def maximum(a, b):
    return lambda a, b: word.where(a > b, a, b)


def _bit_types(real):
    """IR types of a real and of the integers of the same width, and a maker of integer constants."""
    base = real.base if isinstance(real, Vec) else real
    integer = ir.IntType(BITS[base])
    if not isinstance(real, Vec):
        return base, integer, lambda k: ir.Constant(integer, k)
    vector = ir.VectorType(integer, real.lanes)
    return base, vector, lambda k: ir.Constant(vector, [k] * real.lanes)


@intrinsic
def _scale2(typingctx, x, k):
    def emit(context, builder, sig, args):
        base, integer, constant = _bit_types(sig.args[0])
        exponent = builder.add(builder.fptosi(args[1], integer), constant(BIAS[base]))
        power = builder.bitcast(builder.shl(exponent, constant(MANTISSA[base])), args[0].type)
        return builder.fmul(args[0], power)

    return x(x, x), emit


@intrinsic
def _exponent2(typingctx, x):
    def emit(context, builder, sig, args):
        base, integer, constant = _bit_types(sig.args[0])
        bits = builder.lshr(builder.bitcast(args[0], integer), constant(MANTISSA[base]))
        field = builder.and_(bits, constant(2 * BIAS[base] + 1))
        return builder.sitofp(builder.sub(field, constant(BIAS[base])), args[0].type)

    return x(x), emit


@intrinsic
def _same_bits(typingctx, a, b):
    def emit(context, builder, sig, args):
        _, integer, _ = _bit_types(sig.args[0])
        return builder.icmp_unsigned("==", *(builder.bitcast(value, integer) for value in args))

    return types.boolean(a, a), emit


@overload(word.same_bits)
def same_bits(a, b):
    return lambda a, b: _same_bits(a, b)


@overload(word.has_bits)
def has_bits(x):
    return lambda x: not _same_bits(x, word.real_of(x, 0.0))


@overload(word.scale2)
def scale2(x, k):
    return lambda x, k: _scale2(x, k)


@overload(word.exponent2)
def exponent2(x):
    return lambda x: _exponent2(x)


@overload(word.precision, prefer_literal=False)
def precision(x):
    bits = BITS[x.base if isinstance(x, Vec) else x] if not isinstance(x, types.Integer) else 64
    return lambda x: bits


@overload(word.store_parts)
def store_parts(field, first, count, values):
    parts = [f"values[{k}]" for k in range(len(values))] if isinstance(values, types.BaseTuple) else ["values"]
    stores = (f"    if {k} < count:\n        field[first + {k}] = {part}" for k, part in enumerate(parts))
    zeros = f"    for k in range({len(parts)}, count):\n        field[first + k] = 0.0"
    scope: dict = {}
    exec("\n".join(["def store(field, first, count, values):", *stores, zeros]), scope)
    return scope["store"]


@intrinsic
def _flat(typingctx, field):
    """All fields of one kind are of one type when flat, so that what reads them is compiled once."""

    def emit(context, builder, sig, args):
        return flattened(context, builder, sig.args[0], args[0])

    return type(field)(ANY_FIELD, field.elem, 1, field.stride)(field), emit


@overload(word.flat)
def flat(field):
    return lambda field: _flat(field)


@intrinsic
def _real_of(typingctx, x, constant):
    def emit(context, builder, sig, args):
        if isinstance(sig.args[1], Vec):
            return args[1]
        if isinstance(sig.args[0], Vec):
            return splat(builder, context.cast(builder, args[1], sig.args[1], sig.args[0].base), sig.args[0].ir)
        return context.cast(builder, args[1], sig.args[1], sig.args[0])

    kind = constant if isinstance(constant, Vec) else x
    return kind(x, constant), emit


@overload(word.real_of)
def real_of(x, constant):
    return lambda x, constant: _real_of(x, constant)
