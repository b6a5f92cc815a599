"""What a unit's code is made from, as a key: the syntax of every kernel that it reaches.

Comments and docstrings are no part of it. Beside the kernels a key holds what they name: constants, enumerations, and
where the fields they touch lie. So a changed kernel, constant or field changes the keys of the units that reach it, and
of no others.
"""

import ast
import hashlib
import inspect
import re
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from enum import EnumMeta
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from knuckle.errors import CompileError
from knuckle.kernel import IN_LANES, KERNELS, OF_ONE_WORLD, PER_WORLD, STAGES
from knuckle.machine.layout import data_layout, layout_digest, model_layout
from knuckle.machine.targets import Target
from knuckle.machine.unit import Unit
from knuckle.schema.enums import DisableBit
from knuckle.schema.status import Status

PACKAGE = Path(__file__).parents[1]
# what turns kernels into code: it is part of every key
COMPILER = (
    "kernel.py",
    "machine/lowering/*.py",
    *(f"machine/{name}.py" for name in ("emit", "optimise", "entry", "query", "targets", "layout", "unit")),
    *(f"machine/{name}.py" for name in ("trampoline_code", "query_trampoline", "array_object")),
    "schema/fields.py",
)

MARKED: dict[str, Any] = {"kernel": KERNELS, "stage": STAGES, "per_world": PER_WORLD, "in_lanes": IN_LANES}
EMITTED = "machine/emit.py"  # the code around the kernel of an entry: it reads and writes fields, too


def unit_key(target: Target, unit: Unit) -> str:
    """A fingerprint of all that the plain code of a unit is made from."""
    parts = [compiler_key(), target.name, unit.name, _constant(unit.function), _plain(unit.entry)]
    if target.checks or target.is_group:  # rows beside addresses; the distance of two groups
        parts.append(layout_digest() if target.checks else str(len(data_layout().slots)))
    if unit.entry is not None:
        parts += _places({*_attributes(EMITTED), *re.findall(r"\w+", _plain(unit.entry))})
    parts += (_facts(function, target.checks) for function in reached(target, unit))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]


def unit_weight(target: Target, unit: Unit) -> int:
    """How long a unit takes to compile, more or less: the size of the syntax that it reaches."""
    return sum(_size(function) for function in reached(target, unit))


@cache
def compiler_key() -> str:
    """A fingerprint of the compiler: its own sources, the packages it is built on, and constants that it knows."""
    files = sorted(file for pattern in COMPILER for file in PACKAGE.glob(pattern))
    sources = [ast.dump(_without_docstrings(ast.parse(file.read_text(encoding="utf-8")))) for file in files]
    python = ".".join(map(str, sys.version_info[:2]))
    constants = (_constant(DisableBit), _constant(Status))
    content = [*sources, python, installed_version("numba"), installed_version("llvmlite"), *constants]
    return hashlib.sha256("\n".join(content).encode()).hexdigest()


def installed_version(package: str) -> str:
    """The version of a package; empty where it is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def reached(target: Target, unit: Unit) -> list[Callable]:
    """The kernels whose code is in the unit: other stages are called, but for those of groups inside of one lane."""
    pending: list[tuple[Any, bool]] = [(root, unit.in_lane) for root in unit.roots]
    found: dict[Callable, bool] = {}
    while pending:
        function, in_lane = pending.pop()
        if function in found and found[function] >= in_lane:
            continue
        found[function] = in_lane
        in_lane = in_lane or (target.is_group and function in _marked()["per_world"])
        for value in (*named(function).values(), IN_LANES.get(function)):
            is_called = value in OF_ONE_WORLD if in_lane else value in _marked()["stage"]
            if _is_kernel(value) and not is_called:
                pending.append((value, in_lane))
    return sorted(found, key=lambda function: (str(function.__module__), function.__qualname__))


@cache
def _facts(function: Callable, with_places: bool) -> str:
    """A fingerprint of the syntax of a function, and of the values behind its names."""
    return hashlib.sha256("\n".join(_told(function, with_places)).encode()).hexdigest()


def _told(function: Callable, with_places: bool) -> Iterator[str]:
    node = _definition(function)
    yield _constant(function)
    yield ast.dump(node, include_attributes=with_places)
    for name, value in sorted(named(function).items()):
        yield f"{name} = {_constant(value)}"
    yield from _places({inner.attr for inner in ast.walk(node) if isinstance(inner, ast.Attribute)})


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
    return f"{field.kind} {field.shape}" if field else ""


@cache
def named(function: Callable) -> dict[str, object]:
    """What the names in a function stand for, as far as they are defined outside of it."""
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    enclosed = {name: cell.cell_contents for name, cell in cells}
    names = {inner.id for inner in ast.walk(_definition(function)) if isinstance(inner, ast.Name)}
    return {name: value for name, value in (function.__globals__ | enclosed).items() if name in names}


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


@cache
def _definition(function: Callable) -> ast.FunctionDef:
    """The syntax of a function, without docstring and decorators."""
    code = function.__code__
    if Path(code.co_filename).is_relative_to(PACKAGE):
        return _definitions(code.co_filename)[code.co_firstlineno]
    try:  # of a user: in a file, a cell of a notebook, a page
        tree = _without_docstrings(ast.parse(textwrap.dedent(inspect.getsource(function))))
    except (OSError, SyntaxError) as error:
        raise CompileError(f"kernel {function.__name__}: its source cannot be found") from error
    if not isinstance(tree.body[0], ast.FunctionDef):
        raise CompileError(f"kernel {function.__name__}: a kernel is a function that is written with def")
    tree.body[0].decorator_list = []
    return tree.body[0]


@cache
def _definitions(file: str) -> dict[int, ast.FunctionDef]:
    tree = _without_docstrings(ast.parse(Path(file).read_text(encoding="utf-8")))
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            found[min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])] = node
    return found


def _without_docstrings(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass(lineno=node.body[0].lineno, col_offset=0)]
    return tree


@cache
def _size(function: Callable) -> int:
    return sum(1 for _ in ast.walk(_definition(function)))


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
