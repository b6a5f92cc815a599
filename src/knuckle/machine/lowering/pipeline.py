"""The passes of Numba that kernels need, and no others.

Numba's own pipeline also looks for arrays, closures, generators, contexts and lists of literals in each function, and
works out several times over where every variable dies, so that what is counted by references can be released. Kernels
have none of these. This file changes Numba's behaviour for the process, so it is used only in a build process.
"""

from dis import get_instructions
from types import CodeType

from numba.core import interpreter, postproc
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import AnalysisPass, PassManager, register_pass
from numba.core.errors import UnsupportedError
from numba.core.ir import Loc
from numba.core.transforms import canonicalize_cfg
from numba.core.typed_passes import BaseNativeLowering, NoPythonBackend, NopythonTypeInference, PreLowerStripPhis
from numba.core.untyped_passes import FixupArgs, GenericRewrites, IRProcessing, ReconstructSSA, TranslateByteCode

from knuckle.machine.lowering.indices import RefuseIndices
from knuckle.machine.lowering.lower import KernelLower


@register_pass(mutates_CFG=False, analysis_only=True)
class RefuseForeign(AnalysisPass):
    """An error for what only the passes left out could compile: it would be hard to understand where it ends up."""

    _name = "refuse_foreign"

    def __init__(self):
        super().__init__()

    def run_pass(self, state):
        code = state.func_id.code
        if state.func_id.is_generator or any(isinstance(each, CodeType) for each in code.co_consts):
            self._refuse(code, "functions inside of functions, comprehensions and generators")
        if code.co_exceptiontable:
            self._refuse(code, "`try` and `with`, nor comprehensions")
        if not _is_numbas(state.func_id.modname) and any(
            each.opname == "RAISE_VARARGS" for each in get_instructions(code)
        ):
            self._refuse(code, "`raise` and `assert`: a problem is a bit of the status")
        return False

    def _refuse(self, code: CodeType, what: str):
        raise UnsupportedError(f"kernels have no {what}: {code.co_name}", Loc(code.co_filename, code.co_firstlineno))


def _is_numbas(module: str) -> bool:
    """Whether a function is of Numba's own library, which kernels use: there exceptions are never raised."""
    return module.partition(".")[0] == "numba"


@register_pass(mutates_CFG=True, analysis_only=False)
class KernelLowering(BaseNativeLowering):
    """From typed statements to LLVM code."""

    _name = "kernel_lowering"
    lowering_class = KernelLower


PASSES = (
    (RefuseForeign, "look for what is no part of kernels"),
    (TranslateByteCode, "read the bytecode"),
    (FixupArgs, "match arguments"),
    (IRProcessing, "order the blocks"),
    (GenericRewrites, "see constant indices"),  # elements of a tuple may differ in type
    (ReconstructSSA, "give each assignment a variable of its own"),
    (NopythonTypeInference, "find types"),
    (RefuseIndices, "look for constants that are no indices"),
    (PreLowerStripPhis, "join variables where branches meet"),
    (KernelLowering, "lower"),
    (NoPythonBackend, "hand over"),
)


def use_kernel_passes() -> None:
    """From now on whatever Numba compiles in this process goes through these passes alone."""
    Compiler.define_pipelines = _kernel_pipelines  # type: ignore[method-assign]
    postproc.PostProcessor.run = _order_blocks  # type: ignore[method-assign]
    # each reads all variables of a function again, looking for a `with` or a dictionary
    for looks_for_foreign in ("peep_hole_delete_with_exit", "peep_hole_fuse_dict_add_updates"):
        setattr(interpreter, looks_for_foreign, lambda function: function)


def _kernel_pipelines(compiler) -> list[PassManager]:
    passes = PassManager("kernel")
    for each, purpose in PASSES:
        passes.add_pass(each, purpose)
    passes.finalize()
    return [passes]


def _order_blocks(processor, emit_dels=False, extend_lifetimes=False) -> None:
    """What passes do to a function after they changed it, without the lifetimes of its variables."""
    function = processor.func_ir
    function.blocks = canonicalize_cfg(function.blocks)
    function.variable_lifetime = postproc.VariableLifetime(function.blocks)  # computed where it is asked for
    function.generator_info = None
