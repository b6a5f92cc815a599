"""What a unit's code is made from, as a key: every kernel that it reaches, as Python itself compiles it.

Comments and docstrings are no part of it. Beside the kernels a key holds what they name: constants, enumerations, and
where the fields they touch lie. So a changed kernel, constant or field changes the keys of the units that reach it, and
of no others.
"""

import ast
import hashlib
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from enum import EnumMeta
from functools import cache
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from knuckle.kernel import AS_WRITTEN, IN_LANES, KERNELS, OF_ONE_WORLD, PER_WORLD, STAGES
from knuckle.machine.layout import data_layout, layout_digest, model_layout
from knuckle.machine.targets import Target
from knuckle.machine.unit import ROW_COPIES, Unit
from knuckle.schema.enums import DisableBit
from knuckle.schema.status import Status

PACKAGE = Path(__file__).parents[1]
# what turns kernels into code: it is part of every key
COMPILER = (
    "machine/lowering/*.py",
    *(f"machine/{name}.py" for name in ("emit", "optimise", "entry", "query", "targets", "layout", "unit")),
    *(
        f"machine/{name}.py"
        for name in ("trampoline_code", "query_trampoline", "pair_trampoline", "array_object", "world_object")
    ),
    "schema/fields.py",
)

MARKED: dict[str, Any] = {"kernel": KERNELS, "stage": STAGES, "per_world": PER_WORLD, "in_lanes": IN_LANES}
EMITTED = "machine/emit.py"  # the code around the kernel of an entry: it reads and writes fields, too
# that of an entry of lanes, which is no part of other keys
AROUND_GROUPS = tuple(f"machine/{name}.py" for name in ("group_entry", "row_copies", "row_plan", "transpose"))


def unit_key(target: Target, unit: Unit) -> str:
    """A fingerprint of all that the plain code of a unit is made from."""
    parts = [compiler_key(), target.name, unit.name, _constant(unit.function), _plain(unit.entry)]
    if target.checks:  # rows beside addresses
        parts.append(layout_digest())
    if unit.entry is not None:
        parts += _places({*_attributes(EMITTED), *re.findall(r"\w+", _plain(unit.entry))})
    if target.is_group and (unit.entry is not None or unit is ROW_COPIES):
        parts += (_source(file) for file in AROUND_GROUPS)
        parts += _places(set().union(*map(_attributes, AROUND_GROUPS), {"status"}))
    parts += (_facts(function, target.checks) for function in reached(target, unit))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]


def unit_weight(target: Target, unit: Unit) -> int:
    """How long a unit takes to compile, more or less: the size of the code that it reaches."""
    return sum(_size(function) for function in reached(target, unit))


@cache
def compiler_key() -> str:
    """A fingerprint of the compiler: its own sources, the packages it is built on, and constants that it knows."""
    files = sorted(file for pattern in COMPILER for file in PACKAGE.glob(pattern))
    sources = [_source(file.relative_to(PACKAGE).as_posix()) for file in files]
    python = ".".join(map(str, sys.version_info[:2]))
    constants = (_constant(DisableBit), _constant(Status), AS_WRITTEN)
    content = [*sources, python, installed_version("numba"), installed_version("llvmlite"), *constants]
    return hashlib.sha256("\n".join(content).encode()).hexdigest()


@cache
def _source(file: str) -> str:
    """A source of the package without its comments and docstrings."""
    return ast.dump(_without_docstrings(ast.parse((PACKAGE / file).read_text(encoding="utf-8"))))


def installed_version(package: str) -> str:
    """The version of a package; empty where it is not installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def reached(target: Target, unit: Unit) -> list[Callable]:
    """The kernels whose code is in the unit: other stages are called, but for those of groups inside of one lane."""
    return _by_name(_walk(target, unit)[0])


def called_stages(target: Target, unit: Unit) -> list[Callable]:
    """The stages that a unit's code calls, and that of the entry itself where it is one."""
    stages = _walk(target, unit)[1]
    if unit.entry is not None and unit.function in STAGES:
        stages.add(unit.function)
    return _by_name(stages)


def _walk(target: Target, unit: Unit) -> tuple[set[Callable], set[Callable]]:
    """The kernels in a unit and the stages it calls. In a group of lanes another kernel may stand for one."""
    pending: list[tuple[Any, bool]] = [(root, unit.in_lane) for root in unit.roots]
    seen, called = set(pending), set[Callable]()
    while pending:
        function, in_lane = pending.pop()
        in_lane = in_lane or (target.is_group and function in _marked()["per_world"])
        stand_in = IN_LANES.get(function) if target.is_group and not in_lane else None
        values: Iterable[Any] = (stand_in,) if stand_in else named(function).values()
        for value in values:
            if not _is_kernel(value):
                continue
            if value in OF_ONE_WORLD if in_lane else value in _marked()["stage"]:
                called.add(value)
            elif (value, in_lane) not in seen:
                seen.add((value, in_lane))
                pending.append((value, in_lane))
    return {function for function, _ in seen}, called


def _by_name(functions: Iterable[Callable]) -> list[Callable]:
    return sorted(functions, key=lambda function: (str(function.__module__), function.__qualname__))


@cache
def _facts(function: Callable, with_places: bool) -> str:
    """A fingerprint of the code of a function, and of the values behind its names."""
    return hashlib.sha256("\n".join(_told(function, with_places)).encode()).hexdigest()


def _told(function: Callable, with_places: bool) -> Iterator[str]:
    marks = [mark for mark, functions in _marked().items() if function in functions]
    yield f"{_constant(function)} {function.__defaults__} {marks}"
    for code in _codes(function):
        # its docstring, or nothing, is the first constant of a function
        constants = [repr(value) for value in code.co_consts[1:] if not isinstance(value, CodeType)]
        yield f"{code.co_argcount} {code.co_varnames} {code.co_names} {constants} {code.co_code.hex()}"
        if with_places:
            yield f"{code.co_firstlineno} {code.co_linetable.hex()}"
    for name, value in sorted(named(function).items()):
        yield f"{name} = {_constant(value)}"
    yield from _places(mentioned(function))


def _places(names: Iterable[str]) -> Iterator[str]:
    """Where those of the names lie that are sizes or fields of Model or Data."""
    for name in sorted(names):
        for layout in (model_layout(), data_layout()):
            if name in layout.slots:
                yield f"{layout.name}.{name}: {layout.slot(name)}, {_shape(layout.by_name.get(name))}"


@cache
def _attributes(file: str) -> frozenset[str]:
    """All attributes that a source of the package mentions."""
    tree = ast.parse((PACKAGE / file).read_text(encoding="utf-8"))
    return frozenset(node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute))


def _shape(field) -> str:
    return f"{field.kind} {field.shape} {field.shared}" if field else ""


@cache
def named(function: Callable) -> dict[str, object]:
    """What the names in a function stand for, as far as they are defined outside of it; members of modules, too."""
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    words = mentioned(function)
    found = {name: function.__globals__[name] for name in words if name in function.__globals__}
    found |= {name: cell.cell_contents for name, cell in cells}
    pending = [(name, value) for name, value in found.items() if isinstance(value, ModuleType)]
    while pending:
        name, module = pending.pop()
        inner = {f"{name}.{word}": vars(module)[word] for word in words if word in vars(module)}
        pending += [(f"{name}", value) for name, value in inner.items() if isinstance(value, ModuleType)]
        found |= inner
    return found


@cache
def mentioned(function: Callable) -> frozenset[str]:
    """All names that a function reads which are not its own, those of attributes included."""
    return frozenset(name for code in _codes(function) for name in code.co_names)


def _codes(function: Callable) -> Iterator[CodeType]:
    """The code of a function, and of those inside of it."""
    pending = [function.__code__]
    while pending:
        code = pending.pop()
        yield code
        pending += [value for value in code.co_consts if isinstance(value, CodeType)]


def _constant(value: object) -> str:
    """A value in words that are the same in every process."""
    if isinstance(value, EnumMeta):
        return f"{value.__qualname__}({[(name, int(value[name])) for name in value.__members__]})"
    if callable(value):
        return f"{getattr(value, '__module__', '')}.{getattr(value, '__qualname__', type(value).__qualname__)}"
    return repr(value)


def _plain(entry: Any) -> str:
    """What an entry says about itself beside its functions."""
    declared = [(field.name, getattr(entry, field.name)) for field in fields(entry)] if entry else []
    return repr([(name, value) for name, value in declared if not callable(value)])


def _without_docstrings(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass(lineno=node.body[0].lineno, col_offset=0)]
    return tree


@cache
def _size(function: Callable) -> int:
    return sum(len(code.co_code) for code in _codes(function))


def _is_kernel(value: object) -> bool:
    try:
        return any(value in known for known in _marked().values())
    except TypeError:  # what has no hash is no function
        return False


def _marked() -> dict[str, frozenset]:
    """The functions that have each mark; users may have added to them."""
    return _frozen(*(len(functions) for functions in MARKED.values()))


@cache
def _frozen(*lengths: int) -> dict[str, frozenset]:
    return {mark: frozenset(functions) for mark, functions in MARKED.items()}
