"""Functions and classes of the package as declarations: their signatures and docstrings, read from their source."""

import ast
import inspect
import re
import textwrap
from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module

INDENT = " " * 4
WIDTH = 110
SPECIAL = (
    "__init__",
    "__len__",
    "__getitem__",
    "__iter__",
    "__enter__",
    "__exit__",
)  # methods with underscores that a caller needs

ARRAY = "NDArray[float64]"
# what annotations cannot say where they stand: the answers that are no arrays of reals
RETURNS = {
    "multi_ray": "tuple[NDArray[float64], NDArray[int32], NDArray[float64]]",
    "solver_niter": "NDArray[int32]",
    "solver_nnz": "NDArray[int32]",
    "Batch.read": "NDArray[Any]",
    "Renderer.render": "NDArray[Any]",
    "Renderer.render_batch": "NDArray[Any]",
    "Batch.write": "None",
    "Batch.rollout": "dict[str, NDArray[Any]]",
}


# aliases whose arrays are not of reals
WRITTEN_OUT = {"Worlds": "int | slice | Sequence[int] | NDArray[Any]"}


def declare_function(function: Callable) -> str:
    """A function of the package as a stub."""
    return _declare(_definition(function), inspect.getmodule(function).__name__, "", inspect.getdoc(function))


def declare_members(cls: type, owner: str = "") -> list[str]:
    """The public attributes, properties and methods that a class itself defines, for itself or another."""
    node, module = _definition(cls), cls.__module__
    found = []
    for member in node.body:
        if isinstance(member, ast.AnnAssign) and not member.target.id.startswith("_"):
            found.append(f"{member.target.id}: Final[{_annotation(member.annotation, module)}]")
        if isinstance(member, ast.FunctionDef) and (not member.name.startswith("_") or member.name in SPECIAL):
            found.append(_declare(member, module, f"{owner or cls.__name__}."))
    return found


def parts_of(cls: type) -> list[type]:
    """The class and what it is made of in its own room: its bases of the same package, the nearest first."""
    room = cls.__module__.rpartition(".")[0]
    return [part for part in cls.__mro__ if part.__module__.rpartition(".")[0] == room]


def docstring(text: str) -> str:
    """A docstring as it stands below a declaration, wrapped where it is too long for a line."""
    lines = inspect.cleandoc(text).splitlines()
    if len(lines) == 1 and len(lines[0]) <= WIDTH:
        return f'{INDENT}"""{lines[0]}"""'
    body = lines if len(lines) > 1 else textwrap.wrap(lines[0], WIDTH)
    return textwrap.indent("\n".join(['"""' + body[0], *body[1:], '"""']), INDENT)


def shown_call(function: Callable, owner: str = "") -> str:
    """A function or method as a page shows it: its arguments and what it returns, in lines that are not too long."""
    node, module = _definition(function), inspect.getmodule(function).__name__
    arguments = [a for a in _arguments(node.args, module) if a not in ("self", "cls")]
    name = (owner if node.name == "__init__" else f"{owner}.{node.name}") if owner else node.name
    answer = "" if node.name == "__init__" else f" -> {_returned(node, module, f'{owner}.' if owner else '')}"
    line = f"{name}({', '.join(arguments)}){answer}"
    if len(line) <= WIDTH:
        return line
    return "\n".join([f"{name}(", *(f"{INDENT}{argument}," for argument in arguments), f"){answer}"])


def _declare(node: ast.FunctionDef, module: str, owner: str, text: str | None = None) -> str:
    decorators = [ast.unparse(d) for d in node.decorator_list]
    kept = [f"@{d}" for d in decorators if d in ("property", "classmethod") or d.endswith(".setter")]
    arguments = ", ".join(_arguments(node.args, module))
    head = f"def {node.name}({arguments}) -> {_returned(node, module, owner)}:"
    text = text or ast.get_docstring(node)
    return "\n".join([*kept, head, docstring(text)] if text else [*kept, f"{head} ..."])


def _definition(thing: Callable | type) -> ast.FunctionDef | ast.ClassDef:
    return ast.parse(textwrap.dedent(inspect.getsource(inspect.unwrap(thing)))).body[0]


def _arguments(arguments: ast.arguments, module: str) -> list[str]:
    """Every argument with its type and default; one without a type takes numbers in any form."""
    plain = arguments.posonlyargs + arguments.args
    missing = [None] * (len(plain) - len(arguments.defaults))
    shown = [_argument(a, default, module) for a, default in zip(plain, missing + arguments.defaults, strict=True)]
    if arguments.kwonlyargs:
        shown.append("*")
        pairs = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        shown += [_argument(a, default, module) for a, default in pairs]
    if arguments.kwarg is not None:
        kind = arguments.kwarg.annotation
        shown.append(f"**{arguments.kwarg.arg}: {'Any' if kind is None else _annotation(kind, module)}")
    return shown


def _argument(argument: ast.arg, default: ast.expr | None, module: str) -> str:
    if argument.arg in ("self", "cls"):
        return argument.arg
    value = None if default is None else ast.unparse(default) if _is_plain(default) else "..."
    if argument.annotation is None:
        kind = "ArrayLike | None" if value == "None" else "ArrayLike"
    else:
        kind = _annotation(argument.annotation, module)
    return f"{argument.arg}: {kind}" + ("" if value is None else f" = {value}")


def _is_plain(default: ast.expr) -> bool:
    """Whether a default can be written in a stub as it stands: a literal, or a member of an enumeration."""
    text = ast.unparse(default)
    return text.startswith("State.") or all(
        isinstance(node, ast.Constant | ast.UnaryOp | ast.USub | ast.Tuple | ast.Load) for node in ast.walk(default)
    )


def _returned(node: ast.FunctionDef, module: str, owner: str) -> str:
    override = RETURNS.get(owner + node.name) or RETURNS.get(node.name)
    if override or node.returns is None:
        return override or "None"
    return _annotation(node.returns, module)


def _annotation(node: ast.expr, module: str) -> str:
    """The annotation as text: no quotes, aliases of a module written out, arrays of reals unless it says more."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        node = ast.parse(node.value, mode="eval").body
    text = ast.unparse(node).replace("'Model'", "Model").replace("'Data'", "Data")
    for alias, meaning in aliases(module).items():
        text = re.sub(rf"\b{alias}\b", meaning, text)
    return re.sub(r"\b(np\.)?ndarray\b", ARRAY, text)


@cache
def aliases(module: str) -> dict[str, str]:
    """Names of types that a module defines by an assignment, or imports from another module of the package."""
    found, imported = _names(module)
    found = dict(found)
    for name, home in imported.items():
        seen = {module}
        while home and home not in seen:
            seen.add(home)
            theirs, further = _names(home)
            if name in theirs:
                found[name] = theirs[name]
                break
            home = further.get(name, "")
    return found | {name: text for name, text in WRITTEN_OUT.items() if name in found}


@cache
def _names(module: str) -> tuple[dict[str, str], dict[str, str]]:
    """The aliases that a module defines, and from which module of the package it imports other names."""
    found, imported = {}, {}
    for node in ast.parse(inspect.getsource(import_module(module))).body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Subscript | ast.BinOp):
            found |= {target.id: ast.unparse(node.value) for target in node.targets if isinstance(target, ast.Name)}
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("knuckle."):
            imported |= dict.fromkeys((name.name for name in node.names), str(node.module))
    return found, imported


def indented(members: Iterable[str]) -> str:
    """The body of a class; members of several lines stand apart."""
    parts = [textwrap.indent(member, INDENT) for member in members]
    return "\n".join(parts) if parts else f"{INDENT}..."
