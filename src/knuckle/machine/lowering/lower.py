"""Lowering of one kernel, statement by statement: Numba's, without what serves debuggers and counts of references."""

import operator

from numba.core import cgutils, ir
from numba.core.errors import LoweringError, new_error_context
from numba.core.lowering import Lower

POWERS = (operator.pow, operator.ipow)


class KernelLower(Lower):
    """Numba's lowering of numbers and tuples."""

    def emit_environment_object(self) -> None:
        """None: it would hold the function's Python objects, and kernels have none."""

    def lower_block(self, block) -> None:
        self.pre_block(block)
        for statement in block.body:
            self.loc = statement.loc
            try:
                self.lower_inst(statement)
            except Exception:
                self._raise_with_place(statement)
        self.post_block(block)

    def _raise_with_place(self, statement) -> None:
        """Raise the exception at hand with the statement and its place."""

        def at_place(*args, **named):
            return LoweringError(*args, **{"loc": self.loc, **named})

        with new_error_context('lowering "{inst}" at {loc}', inst=statement, loc=self.loc, errcls_=at_place):
            raise

    def lower_inst(self, statement) -> None:
        if isinstance(statement, ir.Assign):
            name = statement.target.name
            self.storevar(self.lower_assign(self.typeof(name), statement), name)
        else:
            super().lower_inst(statement)

    def lower_binop(self, kind, expression, operation):
        """Only powers have code of their own for constants: for all else LLVM sees that an operand is one."""
        if operation in POWERS:
            return super().lower_binop(kind, expression, operation)
        typing, cast = self.context.typing_context, self.context.cast
        signature = self.fndesc.calltypes[expression]
        operands = [
            cast(self.builder, self.loadvar(each.name), self.typeof(each.name), wanted)
            for each, wanted in zip((expression.lhs, expression.rhs), signature.args, strict=True)
        ]
        function = typing.resolve_value_type(operation)
        resolved = typing.resolve_function_type(function, signature.args, {})
        result = self.context.get_function(function, resolved)(self.builder, operands)
        return cast(self.builder, result, signature.return_type, kind)

    def loadvar(self, name: str):
        if name in self._blk_local_varmap:
            return self._blk_local_varmap[name]
        return self.builder.load(self.getvar(name))

    def storevar(self, value, name: str, argidx=None) -> None:
        if name in self._singly_assigned_vars:
            self._blk_local_varmap[name] = value
        else:
            self._alloca_var(name, self.typeof(name))
            self.builder.store(value, self.varmap[name])

    def alloca_lltype(self, name: str, kind, datamodel=None):
        return cgutils.alloca_once(self.builder, kind, name=name, zfill=False)
