"""Lowering of one kernel, statement by statement: Numba's, without what serves debuggers and counts of references."""

import operator

from numba.core import cgutils, ir
from numba.core.errors import UnsupportedError, new_error_context
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
            except Exception as error:
                self._raise_with_place(error, statement)
        self.post_block(block)

    def _raise_with_place(self, error: Exception, statement) -> None:
        """Raise an error with the statement and its place."""
        if isinstance(error, NotImplementedError):
            error = UnsupportedError(str(error), self.loc)
        with new_error_context('lowering "{inst}" at {loc}', inst=statement, loc=self.loc):
            raise error

    def lower_inst(self, statement) -> None:
        if isinstance(statement, ir.Assign):
            name = statement.target.name
            self.storevar(self.lower_assign(self.typeof(name), statement), name)
        else:
            super().lower_inst(statement)

    def lower_binop(self, kind, expression, operation):
        """Numba's, once: it would also ask for code of its own for each constant operand, which powers alone have."""
        if operation in POWERS:
            raise UnsupportedError("kernels have no `**`: write products, or call `pow` of knuckle.math", self.loc)
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
