"""KNUCKLE_CPU: which processor kernels are compiled for."""

import ast
from pathlib import Path

import pytest

from knuckle.errors import KnuckleError
from knuckle.machine import cache, processor, targets

x86 = pytest.mark.skipif(not processor._is_x86(), reason="levels of x86-64 on another kind of processor")
PACKAGE = Path(cache.__file__).parents[1]
# files that the compiler imports, but that do not change what it makes: the processor has a part of its own in the key
NOT_CODE = {"errors.py", "memory/records.py", "machine/processor.py", "machine/violation.py"}


@pytest.fixture
def chosen(monkeypatch):
    """A function that sets KNUCKLE_CPU and returns the processor."""

    def choose(name: str) -> processor.Processor:
        monkeypatch.setenv("KNUCKLE_CPU", name)
        return processor.processor()

    return choose


def test_native_is_the_default(chosen, monkeypatch):
    own = chosen("native")
    monkeypatch.delenv("KNUCKLE_CPU")
    assert processor.processor() == own


@x86
def test_the_second_level_has_neither_wide_registers_nor_fused_products(chosen):
    found = chosen("x86-64-v2")
    assert (found.register_bits, found.has_fused_product) == (128, False)
    assert "sse4.2" in found.features


@x86
def test_features_of_levels_are_those_of_their_definition():
    assert {"avx2", "fma", "bmi2", "f16c", "lzcnt", "movbe"} <= processor._features("x86-64-v3")
    assert {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"} <= processor._features("x86-64-v4")
    assert not {f for f in processor._features("x86-64-v3") if f.startswith("avx512")}


@x86
def test_the_widest_level_can_be_chosen(chosen):
    widest = processor.widest_level()
    assert widest in processor.LEVELS
    assert chosen(widest).features <= chosen("native").features


def test_an_unknown_name_is_refused_with_the_nearest_one(chosen):
    known = sorted(processor._known_names())[-1]
    with pytest.raises(KnuckleError, match=f"KNUCKLE_CPU.*did you mean '{known}'"):
        chosen(known + "q")


@x86
def test_a_processor_that_has_more_than_this_one_is_refused(chosen):
    own = chosen("native").features
    if "amx-tile" in own and "avx512f" in own:
        pytest.skip("no processor is known that this machine cannot stand in for")
    with pytest.raises(KnuckleError, match=r"lacks .*would end the process"):
        chosen("x86-64-v4" if "avx512f" not in own else "sapphirerapids")


@x86
def test_a_processor_of_32_bits_is_refused(chosen):
    with pytest.raises(KnuckleError, match="KNUCKLE_CPU=i686"):
        chosen("i686")


@x86
def test_objects_are_kept_by_processor_and_plain_code_serves_all(chosen):
    chosen("x86-64-v2")
    paths = cache.artifact_path(targets.SINGLE), cache.unit_path(targets.SINGLE, "step", "key")
    code = cache.code_path(targets.SINGLE, "step", "key")
    chosen("native")
    assert cache.artifact_path(targets.SINGLE) != paths[0]
    assert cache.unit_path(targets.SINGLE, "step", "key") != paths[1]
    assert cache.code_path(targets.SINGLE, "step", "key") == code


def test_every_module_that_makes_code_is_part_of_the_key():
    hashed = {file.relative_to(PACKAGE).as_posix() for pattern in cache.SOURCES for file in PACKAGE.glob(pattern)}
    pending, found = ["machine/emit.py", "machine/optimise.py", "program.py"], set()
    while pending:
        file = pending.pop()
        found.add(file)
        pending.extend(imported(file) - found - set(pending))
    assert "physics/collision/convex/gjk.py" in found
    assert found - hashed <= NOT_CODE


def imported(file: str) -> set[str]:
    """Files of the package that a file imports, anywhere in it."""
    modules: set[str] = set()
    for node in ast.walk(ast.parse((PACKAGE / file).read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("knuckle"):
            modules |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    files = (module.replace(".", "/").removeprefix("knuckle/") + ".py" for module in modules)
    return {file for file in files if (PACKAGE / file).is_file()}
