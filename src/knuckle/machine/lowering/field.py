"""RowField: a typed pointer to rows of a field; a row reads as a scalar or a tuple."""

import operator

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import models, register_model

from knuckle import kernel as word
from knuckle.machine.lowering.check import check_index
from knuckle.machine.lowering.vector import FLOAT_IR, Vec

I64 = ir.IntType(64)
FOUR = 4
STORED_IR = {
    types.float64: FLOAT_IR[types.float64],
    types.float32: FLOAT_IR[types.float32],
    types.int32: ir.IntType(32),
    types.int64: I64,
    types.uint8: ir.IntType(8),
    types.boolean: ir.IntType(8),
}


ANY_FIELD = "any field"  # of memory that may be that of any field
MODEL = "Model"  # what is read only


class RowField(types.Type):
    """Rows of `row` elements of type `elem`, `stride` elements apart; `tag` names the memory for alias analysis."""

    def __init__(self, tag: str, elem, row: int, stride: int = 1):
        self.tag, self.elem, self.row, self.stride = tag, elem, row, stride
        super().__init__(name=f"{type(self).__name__}({tag},{elem},{row},{stride})")

    @property
    def key(self):
        return (self.tag, self.elem, self.row, self.stride)

    @property
    def number(self):
        """Type of one element in a kernel: all integers have one width there, so that a kernel is compiled for one."""
        return types.int64 if self.elem == types.int32 else self.elem

    @property
    def value(self):
        """Type of one row."""
        return self.number if self.row == 1 else types.UniTuple(self.number, self.row)


class CheckedField(RowField):
    """The same with the number of rows beside the pointer, which every index is checked against."""


def stored_ir(elem) -> ir.Type:
    """How an element lies in memory."""
    return elem.ir if isinstance(elem, Vec) else STORED_IR[elem]


@register_model(RowField)
class RowFieldModel(models.PrimitiveModel):
    def __init__(self, manager, field):
        super().__init__(manager, field, stored_ir(field.elem).as_pointer())


@register_model(CheckedField)
class CheckedFieldModel(models.StructModel):
    def __init__(self, manager, field):
        super().__init__(manager, field, [("pointer", types.voidptr), ("rows", types.int64)])


def with_rows(context, builder, field: CheckedField, pointer, rows):
    """The value of a checked field."""
    struct = cgutils.create_struct_proxy(field)(context, builder)
    struct.pointer, struct.rows = builder.bitcast(pointer, ir.IntType(8).as_pointer()), rows
    return struct._getvalue()


def flattened(context, builder, field: RowField, value):
    """The value of the same field with rows of one element."""
    if not isinstance(field, CheckedField):
        return value
    struct = cgutils.create_struct_proxy(field)(context, builder, value)
    return with_rows(context, builder, field, struct.pointer, builder.mul(struct.rows, ir.Constant(I64, field.row)))


def _checked_pointer(context, builder, field: RowField, value, row, column=None):
    """The pointer of a field; of a checked one after a look at the indices."""
    if not isinstance(field, CheckedField):
        return value
    struct = cgutils.create_struct_proxy(field)(context, builder, value)
    check_index(builder, field.tag, row, struct.rows)
    if column is not None:
        check_index(builder, f"{field.tag}[row, column]: column ", column, ir.Constant(I64, field.row))
    return builder.bitcast(struct.pointer, stored_ir(field.elem).as_pointer())


def alias_tag(module, tag: str):
    """Each field is its own type of memory: a store to one never changes another."""
    root = module.add_metadata([ir.MetaDataString(module, "knuckle fields")])
    kind = module.add_metadata([ir.MetaDataString(module, tag), root, ir.Constant(I64, 0)])
    return module.add_metadata([kind, kind, ir.Constant(I64, 0)])


def mark_field(builder, access, field: RowField) -> None:
    """Say which memory a load or store touches."""
    if field.tag != ANY_FIELD:
        access.set_metadata("tbaa", alias_tag(builder.module, field.tag))


def _alignment(elem) -> int:
    width = {types.float64: 8, types.int64: 8, types.float32: 4, types.int32: 4, types.uint8: 1, types.boolean: 1}
    return width[elem.base] * elem.lanes if isinstance(elem, Vec) else width[elem]


def element_pointer(builder, field: RowField, pointer, index):
    offset = index if field.stride == 1 else builder.mul(index, ir.Constant(I64, field.stride), flags=["nsw"])
    return builder.gep(pointer, [offset])


def load_element(builder, field: RowField, pointer, index):
    value = builder.load(element_pointer(builder, field, pointer, index), align=_alignment(field.elem))
    mark_field(builder, value, field)
    if field.elem == types.int32:
        return builder.sext(value, I64)
    return builder.trunc(value, ir.IntType(1)) if field.elem == types.boolean else value


def store_element(builder, field: RowField, pointer, index, value):
    if field.elem == types.boolean:
        value = builder.zext(value, ir.IntType(8))
    elif field.elem == types.int32:
        value = builder.trunc(value, ir.IntType(32))
    stored = builder.store(value, element_pointer(builder, field, pointer, index), align=_alignment(field.elem))
    mark_field(builder, stored, field)


def row_indices(builder, field: RowField, row):
    start = row if field.row == 1 else builder.mul(row, ir.Constant(I64, field.row), flags=["nsw"])
    return [builder.add(start, ir.Constant(I64, k), flags=["nsw"]) if k else start for k in range(field.row)]


def load_row(context, builder, field: RowField, pointer, row):
    values = [load_element(builder, field, pointer, i) for i in row_indices(builder, field, row)]
    return values[0] if field.row == 1 else context.make_tuple(builder, field.value, values)


def store_row(context, builder, field: RowField, pointer, row, value):
    values = [value] if field.row == 1 else cgutils.unpack_tuple(builder, value, field.row)
    for i, each in zip(row_indices(builder, field, row), values, strict=True):
        store_element(builder, field, pointer, i, each)


def _neighbours(context, builder, field: RowField, value, first, count: int):
    """Where so many numbers of a field lie, from the first on, all of which there are: as one, or one by one."""
    places = [builder.add(first, ir.Constant(I64, k), flags=["nsw"]) for k in range(count)]
    for place in (places[0], places[-1]):
        pointer = _checked_pointer(context, builder, field, value, place)
    return pointer, places, field.stride == 1


def load_neighbours(context, builder, field: RowField, value, first, vec: Vec):
    """As many numbers of a field as a Vec has, from the first on."""
    pointer, places, together = _neighbours(context, builder, field, value, first, vec.lanes)
    if together:
        start = builder.bitcast(builder.gep(pointer, [first]), vec.ir.as_pointer())
        loaded = builder.load(start, align=_alignment(field.elem))
        mark_field(builder, loaded, field)
        return loaded
    found = ir.Constant(vec.ir, ir.Undefined)
    for k, place in enumerate(places):
        number = load_element(builder, field, pointer, place)
        found = builder.insert_element(found, number, ir.Constant(ir.IntType(32), k))
    return found


def store_neighbours(context, builder, field: RowField, value, first, vec: Vec, numbers):
    """Put the numbers of a Vec into a field, from the first on."""
    pointer, places, together = _neighbours(context, builder, field, value, first, vec.lanes)
    if together:
        start = builder.bitcast(builder.gep(pointer, [first]), vec.ir.as_pointer())
        mark_field(builder, builder.store(numbers, start, align=_alignment(field.elem)), field)
        return
    for k, place in enumerate(places):
        number = builder.extract_element(numbers, ir.Constant(ir.IntType(32), k))
        store_element(builder, field, pointer, place, number)


def _is_pair(index) -> bool:
    return isinstance(index, types.BaseTuple) and len(index) == 2


PAIR = types.UniTuple(types.intp, 2)


def refuse_writing(field: RowField) -> None:
    """TypingError where a field is of a model, which all worlds and threads read meanwhile."""
    owner, _, name = field.tag.partition(".")
    if owner == MODEL:
        raise TypingError(f"kernels may not write to a model, and this one does: m.{name}")


@infer_global(operator.getitem)
class GetRow(AbstractTemplate):
    def generic(self, args, kws):
        field, index = args
        if not isinstance(field, RowField):
            return None
        if isinstance(index, types.Integer):
            return signature(field.value, field, types.intp)
        return signature(field.number, field, PAIR) if _is_pair(index) else None


@infer_global(operator.setitem)
class SetRow(AbstractTemplate):
    def generic(self, args, kws):
        field, index, _ = args
        if not isinstance(field, RowField):
            return None
        refuse_writing(field)
        if isinstance(index, types.Integer):
            return signature(types.none, field, types.intp, field.value)
        return signature(types.none, field, PAIR, field.number) if _is_pair(index) else None


@lower_builtin(operator.getitem, RowField, types.intp)
def lower_get_row(context, builder, sig, args):
    field, (value, row) = sig.args[0], args
    return load_row(context, builder, field, _checked_pointer(context, builder, field, value, row), row)


@lower_builtin(operator.setitem, RowField, types.intp, types.Any)
def lower_set_row(context, builder, sig, args):
    field, (value, row, new) = sig.args[0], args
    store_row(context, builder, field, _checked_pointer(context, builder, field, value, row), row, new)
    return context.get_dummy_value()


def _element(context, builder, field: RowField, value, pair):
    """Pointer of the field, and the place of element [row, column] in it."""
    row, column = cgutils.unpack_tuple(builder, pair, 2)
    place = builder.add(builder.mul(row, ir.Constant(I64, field.row), flags=["nsw"]), column, flags=["nsw"])
    return _checked_pointer(context, builder, field, value, row, column), place


@lower_builtin(operator.getitem, RowField, types.UniTuple)
def lower_get_element(context, builder, sig, args):
    field = sig.args[0]
    return load_element(builder, field, *_element(context, builder, field, *args))


@lower_builtin(operator.setitem, RowField, types.UniTuple, types.Any)
def lower_set_element(context, builder, sig, args):
    field = sig.args[0]
    store_element(builder, field, *_element(context, builder, field, *args[:2]), args[2])
    return context.get_dummy_value()


@infer_global(word.four)
class Four(AbstractTemplate):
    def generic(self, args, kws):
        field, _ = args
        return signature(Vec(field.elem, FOUR), field, types.intp) if isinstance(field, RowField) else None


@infer_global(word.store_four)
class StoreFour(AbstractTemplate):
    def generic(self, args, kws):
        field, _, _ = args
        if not isinstance(field, RowField):
            return None
        refuse_writing(field)
        return signature(types.none, field, types.intp, Vec(field.elem, FOUR))


# lowered in the kernel that says the word, which a check that fails can name then
@lower_builtin(word.four, RowField, types.intp)
def lower_four(context, builder, sig, args):
    return load_neighbours(context, builder, sig.args[0], *args, sig.return_type)


@lower_builtin(word.store_four, RowField, types.intp, Vec)
def lower_store_four(context, builder, sig, args):
    field, first, numbers = args
    store_neighbours(context, builder, sig.args[0], field, first, sig.args[2], numbers)
    return context.get_dummy_value()
