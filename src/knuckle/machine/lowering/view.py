"""View: Model, Data or the arguments of a query as kernels see them, one pointer to a table of sizes and addresses.

Attributes are resolved at compile time; one View type serves all models. LaneView is the same memory seen by one world
of a group of lanes.
"""

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.imputils import lower_getattr_generic, lower_setattr_generic
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.extending import intrinsic, models, register_model

from knuckle.machine.layout import Layout
from knuckle.machine.lowering.field import (
    I64,
    CheckedField,
    RowField,
    alias_tag,
    load_row,
    refuse_writing,
    store_row,
    stored_ir,
    with_rows,
)
from knuckle.machine.lowering.vector import Vec
from knuckle.schema.fields import Field

REALS = ("real", "shared_real")
STORED = {
    "int": types.int32,
    "size": types.int64,
    "shared": types.int64,
    "bool": types.boolean,
    "byte": types.uint8,
    "float": types.float32,
    "char": types.uint8,
}


class View(types.Type):
    """A table laid out as `layout`, whose reals are of type `real`."""

    stride = 1

    def __init__(self, layout: Layout, real):
        self.layout, self.real = layout, real
        super().__init__(name=f"{type(self).__name__}({layout.name},{real},{self.stride})")

    @property
    def key(self):
        return (type(self).__name__, self.layout.name, self.real, self.stride)

    def field(self, name: str) -> RowField | None:
        """Type of a field's rows; a field of fixed shape is one row."""
        field = self.layout.by_name.get(name)
        if field is None:
            return None
        if isinstance(self.real, Vec) and not field.shared and field.kind != "real":
            return None  # differs from world to world: only per-world kernels see it
        row = (field.shape[0] if field.shape else 1) if field.is_value else field.row
        stride = 1 if self.is_shared(name) else self.stride
        return RowField(f"{self.layout.name}.{name}", self._element(field), row, stride)

    def _element(self, field: Field):
        if field.kind not in REALS:
            return STORED[field.kind]
        return self.real.base if field.shared and isinstance(self.real, Vec) else self.real

    def is_shared(self, name: str) -> bool:
        """Whether all worlds of a group have a field in common."""
        return self.layout.by_name[name].shared

    def is_value(self, name: str) -> bool:
        return self.layout.by_name[name].is_value


class CheckedView(View):
    """A table that is followed by the number of rows of every field: each index is checked against it."""

    def field(self, name: str) -> RowField | None:
        field = super().field(name)
        return field if field is None or self.is_value(name) else CheckedField(*field.key)

    def rows_slot(self, name: str) -> int:
        return len(self.layout.sizes) + len(self.layout.fields) + list(self.layout.by_name).index(name)


class LaneView(View):
    """One world of a group of `vec.lanes`: its reals are scalars, `vec.lanes` elements apart."""

    def __init__(self, layout: Layout, vec: Vec):
        self.stride = vec.lanes
        super().__init__(layout, vec.base)


@register_model(View)
@register_model(CheckedView)
class ViewModel(models.PrimitiveModel):
    def __init__(self, manager, view):
        super().__init__(manager, view, I64.as_pointer())


@register_model(LaneView)
class LaneViewModel(models.StructModel):
    def __init__(self, manager, view):
        super().__init__(manager, view, [("table", types.CPointer(types.int64)), ("lane", types.int64)])


@infer_getattr
class ViewAttributes(AttributeTemplate):
    key = View

    def generic_resolve(self, view, name):
        if name in view.layout.sizes:
            return types.intp
        field = view.field(name)
        if field is None:
            return None
        return field.value if view.is_value(name) else field


@infer_getattr
class CheckedViewAttributes(ViewAttributes):
    key = CheckedView


@infer_getattr
class LaneViewAttributes(ViewAttributes):
    key = LaneView


def _parts(context, builder, view: View, value):
    """Table pointer, and the lane or None."""
    if not isinstance(view, LaneView):
        return value, None
    struct = cgutils.create_struct_proxy(view)(context, builder, value)
    return struct.table, struct.lane


def _slot(builder, view: View, table, name: str):
    return _word(builder, view, table, view.layout.slot(name))


def _word(builder, view: View, table, slot: int):
    """A word of a table; no store to a field changes it."""
    loaded = builder.load(builder.gep(table, [ir.Constant(I64, slot)]))
    if view.layout.lasting:
        loaded.set_metadata("invariant.load", builder.module.add_metadata([]))
    else:
        loaded.set_metadata("tbaa", alias_tag(builder.module, f"{view.layout.name} table"))
    return loaded


def _pointer(context, builder, view: View, value, name: str):
    table, lane = _parts(context, builder, view, value)
    pointer = builder.inttoptr(_slot(builder, view, table, name), stored_ir(view.field(name).elem).as_pointer())
    return pointer if lane is None or view.is_shared(name) else builder.gep(pointer, [lane])


def _get(context, builder, view, value, name):
    if name in view.layout.sizes:
        return _slot(builder, view, _parts(context, builder, view, value)[0], name)
    field, pointer = view.field(name), _pointer(context, builder, view, value, name)
    if view.is_value(name):
        return load_row(context, builder, field, pointer, ir.Constant(I64, 0))
    if isinstance(field, CheckedField):
        return with_rows(context, builder, field, pointer, _word(builder, view, value, view.rows_slot(name)))
    return pointer


def _set(context, builder, sig, args, name):
    view, field = sig.args[0], sig.args[0].field(name)
    refuse_writing(field)
    value = context.cast(builder, args[1], sig.args[1], field.value)
    store_row(context, builder, field, _pointer(context, builder, view, args[0], name), ir.Constant(I64, 0), value)


for _view in (View, CheckedView, LaneView):
    lower_getattr_generic(_view)(_get)
    lower_setattr_generic(_view)(_set)


def view_at(view: View):
    """A function in compiled code: the View at an address."""

    @intrinsic
    def at(typingctx, address):
        def emit(context, builder, sig, args):
            return builder.inttoptr(args[0], I64.as_pointer())

        return view(types.int64), emit

    return at


@intrinsic(prefer_literal=True)
def field_address(typingctx, view, name):
    """The address of a field, as an integer; the name is a literal."""
    slot = name.literal_value

    def emit(context, builder, sig, args):
        return _slot(builder, sig.args[0], args[0], slot)

    return types.int64(view, name), emit


@intrinsic
def prefetch(typingctx, address):
    """Ask for the cache line at an address: into the second level, for the first is full of what is being computed."""

    def emit(context, builder, sig, args):
        pointer = builder.inttoptr(args[0], ir.IntType(8).as_pointer())
        kind = ir.FunctionType(ir.VoidType(), [pointer.type, *[ir.IntType(32)] * 3])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        builder.call(function, [pointer, *(ir.Constant(ir.IntType(32), k) for k in (0, 2, 1))])
        return context.get_dummy_value()

    return types.none(types.int64), emit


@intrinsic
def lane_view(typingctx, view, lane):
    """The world `lane` of a group."""
    target = LaneView(view.layout, view.real)

    def emit(context, builder, sig, args):
        struct = cgutils.create_struct_proxy(target)(context, builder)
        struct.table, struct.lane = args
        return struct._getvalue()

    return target(view, types.int64), emit
