"""The page of the command line, from the table of verbs, their docstrings and their examples."""

import ast
import inspect
from dataclasses import is_dataclass
from importlib import import_module
from itertools import pairwise

from knuckle.cli.examples import EXAMPLES
from knuckle.cli.main import VERBS
from knuckle_docs.markdown import page, table

INTRODUCTION = """
`knuckle VERB MODEL` works on a file (MJCF, URDF, a compiled `.knm`) or on a model of the package by its name, such as
`humanoid`. `knuckle VERB --help` lists all options. `--json` prints what was found for programs: JSON alone on standard
output, progress and remarks on standard error.
""".strip()
STATUS = (
    ("0", "all went well"),
    ("1", "a problem while running; `check` has found something severe; `compare` has found a difference"),
    ("2", "a command or a model that makes no sense: a wrong option, a faulty file"),
    ("130", "stopped by Ctrl-C"),
)


def command_page() -> str:
    """The text of docs/command_line.md."""
    verbs = table(("verb", "what it does"), ((f"[`{verb}`](#{verb})", what) for verb, what in VERBS.items()))
    status = table(("exit status", "meaning"), STATUS)
    return page("# Command line", INTRODUCTION, verbs, "## Exit status", status, *map(verb_section, VERBS))


def verb_section(verb: str) -> str:
    """A verb: what its docstring says above its arguments, its arguments, and commands to try."""
    function = import_module(f"knuckle.cli.{verb}").main
    told, _, arguments = (inspect.getdoc(function) or "").partition("\nArgs:\n")
    width = max(len(command) for command, _ in EXAMPLES[verb])
    lines = [f"{command:<{width}}   # {what}" for command, what in EXAMPLES[verb]]
    code = "```\n" + "\n".join(lines) + "\n```"
    return f"## {verb}\n\n{told.strip()}\n\n{code}\n\n{table(('option', ''), option_rows(function, arguments))}"


def option_rows(function, arguments: str) -> list[tuple[str, str]]:
    """The options as they are typed, with their meanings."""
    meanings: dict[str, str] = {}
    for line in inspect.cleandoc(arguments).splitlines():
        name, colon, text = line.partition(": ")
        if colon and name in inspect.signature(function).parameters:
            meanings[name] = text
        else:
            meanings[[*meanings][-1]] += f" {line.strip()}"
    rows = []
    for name, parameter in inspect.signature(function).parameters.items():
        if is_dataclass(parameter.default):
            rows += group_rows(type(parameter.default))
        else:
            rows.append((_typed(parameter.name, parameter.default, parameter.kind), meanings[name]))
    return rows


def group_rows(group: type) -> list[tuple[str, str]]:
    """The options of a group: fields of a dataclass, each with the text below it."""
    body = ast.parse(inspect.getsource(group)).body[0].body
    rows = []
    for line, below in pairwise(body):
        if isinstance(line, ast.AnnAssign) and isinstance(below, ast.Expr):
            name = ast.unparse(line.target)
            rows.append((_typed(name, getattr(group, name)), ast.literal_eval(below.value)))
    return rows


def _typed(name: str, default: object, kind: object = None) -> str:
    if kind is inspect.Parameter.POSITIONAL_ONLY:
        return f"`{name.upper()}`"
    word = name.replace("_", "-")
    return f"`--no-{word}`" if default is True else f"`--{word}`"
