"""Vec: L worlds in one SIMD register. Mask: one truth value per world."""

import operator

from llvmlite import ir
from numba.core import types
from numba.core.imputils import lower_builtin, lower_cast
from numba.core.typeconv import Conversion
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import models, register_model

I32 = ir.IntType(32)
FLOAT_IR = {types.float64: ir.DoubleType(), types.float32: ir.FloatType()}
SCALARS = (types.Integer, types.Float, types.Boolean)


class Vec(types.Type):
    """`lanes` reals of type `base`, one per world."""

    def __init__(self, base, lanes: int):
        self.base, self.lanes = base, lanes
        super().__init__(name=f"Vec({base},{lanes})")

    @property
    def key(self):
        return (self.base, self.lanes)

    @property
    def ir(self) -> ir.VectorType:
        return ir.VectorType(FLOAT_IR[self.base], self.lanes)

    def can_convert_from(self, typingctx, other):
        return Conversion.safe if isinstance(other, SCALARS) else None

    def unify(self, typingctx, other):
        return self if isinstance(other, SCALARS) else None


class Mask(types.Type):
    """One truth value per world of a Vec; it remembers the base, so that a choice between literals has a type."""

    def __init__(self, vec: Vec):
        self.vec, self.lanes = vec, vec.lanes
        super().__init__(name=f"Mask({vec})")

    @property
    def key(self):
        return self.vec

    @property
    def ir(self) -> ir.VectorType:
        return ir.VectorType(ir.IntType(1), self.lanes)

    def can_convert_from(self, typingctx, other):
        return Conversion.safe if isinstance(other, types.Boolean) else None

    def unify(self, typingctx, other):
        return self if isinstance(other, types.Boolean) else None


@register_model(Vec)
class VecModel(models.PrimitiveModel):
    def __init__(self, manager, vec):
        super().__init__(manager, vec, vec.ir)


@register_model(Mask)
class MaskModel(models.PrimitiveModel):
    def __init__(self, manager, mask):
        super().__init__(manager, mask, mask.ir)


def splat(builder, value, vector: ir.VectorType):
    """The vector whose lanes all hold `value`."""
    first = builder.insert_element(ir.Constant(vector, ir.Undefined), value, ir.Constant(I32, 0))
    every = builder.shuffle_vector(first, first, ir.Constant(ir.VectorType(I32, vector.count), [0] * vector.count))
    every.same_for_all = value
    return every


def to_vec(context, builder, value, source, vec: Vec):
    """A scalar or Vec as a Vec."""
    if isinstance(source, Vec):
        return value
    return splat(builder, context.cast(builder, value, source, vec.base), vec.ir)


def to_mask(context, builder, value, source, mask: Mask):
    """A boolean or Mask as a Mask."""
    if isinstance(source, Mask):
        return value
    return splat(builder, context.cast(builder, value, source, types.boolean), mask.ir)


@lower_cast(types.Integer, Vec)
@lower_cast(types.Float, Vec)
@lower_cast(types.Boolean, Vec)
def cast_to_vec(context, builder, source, target, value):
    return to_vec(context, builder, value, source, target)


@lower_cast(types.Boolean, Mask)
def cast_to_mask(context, builder, source, target, value):
    return to_mask(context, builder, value, source, target)


def common_vec(*args):
    """The Vec that mixed operands meet in, or None."""
    found = {a for a in args if isinstance(a, Vec)}
    ok = len(found) == 1 and all(isinstance(a, (Vec, *SCALARS)) for a in args)
    return found.pop() if ok else None


def _define_binary(operators, result, emit):
    """Type and lower binary operators that have a Vec operand; `result(vec)` is the result type."""

    class Binary(AbstractTemplate):
        def generic(self, args, kws):
            vec = common_vec(*args) if len(args) == 2 else None
            return None if vec is None else signature(result(vec), *args)

    def lower(context, builder, sig, args):
        vec = common_vec(*sig.args)
        return emit(builder, *(to_vec(context, builder, a, t, vec) for a, t in zip(args, sig.args, strict=True)))

    for op in operators:
        infer_global(op)(type("Binary", (Binary,), {}))
        for pair in ((Vec, Vec), *((Vec, s) for s in SCALARS), *((s, Vec) for s in SCALARS)):
            lower_builtin(op, *pair)(lower)


def _same(vec):
    return vec


def _mask(vec):
    return Mask(vec)


ARITHMETIC = (
    ("fadd", operator.add, operator.iadd),
    ("fsub", operator.sub, operator.isub),
    ("fmul", operator.mul, operator.imul),
    ("fdiv", operator.truediv, operator.itruediv),
)
ORDERED = (("<", operator.lt), ("<=", operator.le), (">", operator.gt), (">=", operator.ge), ("==", operator.eq))

for _name, *_operators in ARITHMETIC:
    _define_binary(_operators, _same, lambda builder, a, b, name=_name: getattr(builder, name)(a, b))
for _symbol, _operator in ORDERED:
    _define_binary([_operator], _mask, lambda builder, a, b, s=_symbol: builder.fcmp_ordered(s, a, b))
_define_binary([operator.ne], _mask, lambda builder, a, b: builder.fcmp_unordered("!=", a, b))


@infer_global(operator.neg)
class Negative(AbstractTemplate):
    def generic(self, args, kws):
        return signature(args[0], args[0]) if isinstance(args[0], Vec) else None


@lower_builtin(operator.neg, Vec)
def lower_negative(context, builder, sig, args):
    return builder.fneg(args[0])


def _define_logic(operators, emit):
    class Logic(AbstractTemplate):
        def generic(self, args, kws):
            masks = {a for a in args if isinstance(a, Mask)}
            ok = len(args) == 2 and len(masks) == 1 and all(isinstance(a, (Mask, types.Boolean)) for a in args)
            return signature(masks.pop(), *args) if ok else None

    def lower(context, builder, sig, args):
        mask = sig.return_type
        return emit(builder, *(to_mask(context, builder, a, t, mask) for a, t in zip(args, sig.args, strict=True)))

    for each in operators:
        infer_global(each)(type("Logic", (Logic,), {}))
        for pair in ((Mask, Mask), (Mask, types.Boolean), (types.Boolean, Mask)):
            lower_builtin(each, *pair)(lower)


_define_logic((operator.and_, operator.iand), lambda builder, a, b: builder.and_(a, b))
_define_logic((operator.or_, operator.ior), lambda builder, a, b: builder.or_(a, b))
_define_logic((operator.ne,), lambda builder, a, b: builder.xor(a, b))
_define_logic((operator.eq,), lambda builder, a, b: builder.not_(builder.xor(a, b)))
