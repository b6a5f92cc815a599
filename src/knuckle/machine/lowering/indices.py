"""Constants that are no index of a field, whatever the model: compiled code would leave the field, Python would not."""

from collections.abc import Iterator

from numba.core import ir, types
from numba.core.compiler_machinery import AnalysisPass, register_pass
from numba.core.errors import UnsupportedError

from knuckle.machine.lowering.field import RowField

READS = ("getitem", "static_getitem")


@register_pass(mutates_CFG=False, analysis_only=True)
class RefuseIndices(AnalysisPass):
    """An error for rows that are counted from the end, and for columns that a row does not have."""

    _name = "refuse_indices"

    def __init__(self):
        super().__init__()

    def run_pass(self, state):
        for place, field, index in _accesses(state.func_ir, state.typemap):
            row, column = index if isinstance(index, types.BaseTuple) and len(index) == 2 else (index, None)
            name = field.tag.rpartition(".")[2]
            if _constant(row) < 0:
                raise UnsupportedError(f"{name}[{_constant(row)}]: kernels count rows from 0", place)
            if not 0 <= _constant(column) < field.row:
                raise UnsupportedError(
                    f"{name}[…, {_constant(column)}]: a row has {field.row} elements, counted from 0", place
                )
        return False


def _accesses(function: ir.FunctionIR, kinds: dict) -> Iterator[tuple[ir.Loc, RowField, types.Type]]:
    """Where a field is read or written, the field, and the type of the index."""
    for block in function.blocks.values():
        for statement in block.body:
            if isinstance(statement, ir.Assign):
                access = statement.value
                if not isinstance(access, ir.Expr) or access.op not in READS:
                    continue
                target = access.value
            elif isinstance(statement, ir.SetItem | ir.StaticSetItem):
                access, target = statement, statement.target
            else:
                continue
            field = kinds[target.name]
            if isinstance(field, RowField):
                yield statement.loc, field, kinds[_index_of(access).name]


def _index_of(access: ir.Expr | ir.SetItem | ir.StaticSetItem) -> ir.Var:
    static = isinstance(access, ir.StaticSetItem) or getattr(access, "op", "") == "static_getitem"
    return access.index_var if static else access.index


def _constant(index: types.Type | None) -> int:
    """The number that an index always is; 0 where it is any."""
    return index.literal_value if isinstance(index, types.IntegerLiteral) else 0
