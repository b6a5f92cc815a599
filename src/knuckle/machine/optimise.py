"""From plain LLVM code to an object for one processor: one module, one optimisation, no Numba."""

from functools import cache

import llvmlite.binding as llvm

from knuckle.machine.processor import Processor
from knuckle.machine.targets import Target

FUSED = "knuckle.fma"  # a·b + c, as kernels call it: its body is chosen here
KINDS = {"f64": "double", "f32": "float"}
# how far back LLVM looks for what a load reads: kernels load addresses of fields everywhere, and with its own limits
# (100 instructions of 200 blocks, 100 answers) that takes a third of the time and finds hardly more
SEARCH_LIMITS = ("-memdep-block-scan-limit=40", "-memdep-block-number-limit=20", "-gvn-max-num-deps=20")


def optimised_object(bitcode: bytes, target: Target, processor: Processor) -> bytes:
    """Object code for a processor, of the functions that are external in the given code."""
    _set_up()
    module = llvm.parse_bitcode(bitcode)
    level = 1 if target.checks else 3  # who looks for faults waits for the compiler, not for the code
    machine = llvm.Target.from_default_triple().create_target_machine(
        cpu=processor.name, features=processor.extra, opt=level, reloc="pic", codemodel="default", jit=True
    )
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    _define_fused_products(module, processor.has_fused_product)
    module.verify()
    tuning = llvm.create_pipeline_tuning_options(speed_level=level)
    tuning.loop_vectorization = tuning.slp_vectorization = True
    # chains of dofs are short: one world is faster when loops over them are left alone, lanes are not
    tuning.loop_unrolling = target.is_group
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)
    return machine.emit_object(module)


@cache
def _set_up() -> None:
    """Once in a process, for all of it: this runs in build processes only."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    for limit in SEARCH_LIMITS:
        llvm.set_option("", limit)


def _define_fused_products(module: llvm.ModuleRef, fused: bool) -> None:
    """Bodies of the fused products: one instruction, or a product and a sum where the processor has none."""
    declared = [function.name for function in module.functions if function.name.startswith(FUSED)]
    for name in declared:
        suffix = name.removeprefix(f"{FUSED}.")
        width, _, kind = suffix.rpartition("f")
        element = KINDS[f"f{kind}"]
        whole = f"<{width.removeprefix('v')} x {element}>" if width else element
        module.link_in(llvm.parse_assembly(_fused_product(suffix, whole, fused)))
        module.get_function(name).linkage = "internal"


def _fused_product(suffix: str, kind: str, fused: bool) -> str:
    body = (
        f"%r = call {kind} @llvm.fma.{suffix}({kind} %a, {kind} %b, {kind} %c)"
        if fused
        else f"%p = fmul {kind} %a, %b\n  %r = fadd {kind} %p, %c"
    )
    return f"""
declare {kind} @llvm.fma.{suffix}({kind}, {kind}, {kind})

define {kind} @{FUSED}.{suffix}({kind} %a, {kind} %b, {kind} %c) alwaysinline {{
  {body}
  ret {kind} %r
}}
"""
