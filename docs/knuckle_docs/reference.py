"""The reference: docs/api.md, and one page for each group of public names in docs/api."""

import inspect
from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from enum import EnumType
from pathlib import Path

import knuckle as kn
from knuckle.program import entries
from knuckle.schema.fields import Field, data_fields, model_fields, sizes
from knuckle_docs.commands import command_page
from knuckle_docs.gallery import gallery_page
from knuckle_docs.groups import GROUPS
from knuckle_docs.markdown import first_line, page, table
from knuckle_docs.signatures import parts_of, shown_call

DOCS = Path(__file__).parents[1]
STAGES = {entry.name: entry for entry in entries() if not entry.is_query}
MADE_ELSEWHERE = (
    "Model",
    "ContactTerms",
    "CheckReport",
    "Finding",
    "Scene",
)  # classes that users do not make themselves
WRITTEN = "Written by `python docs/build.py` from the package itself; a test keeps it true."


def pages() -> dict[Path, str]:
    """The text of every page of the reference by its file."""
    made = {DOCS / "api.md": index(), DOCS / "gallery.md": gallery_page(), DOCS / "command_line.md": command_page()}
    return made | {DOCS / "api" / f"{key}.md": group_page(key) for key in GROUPS}


def index() -> str:
    """The page that lists every public name, and says where it is explained."""
    rows = [(f"[{title}](api/{key}.md)", about) for key, (title, about, _) in GROUPS.items()]
    introduction = (
        f"{WRITTEN} Names, shapes and meanings of fields are those of MuJoCo's published reference, version 4.0; "
        "[coming from MuJoCo](coming_from_mujoco.md) lists its functions beside ours."
    )
    names = table(("name", "what it is", "page"), public_rows())
    return page("# API", introduction, table(("page", "about"), rows), "## Public names", names)


def public_rows() -> Iterable[tuple[str, str, str]]:
    """Everything in `knuckle.__all__`, with its first line and its page."""
    where = {name: key for key in GROUPS for name in names_of(key)}
    for name in sorted(kn.__all__, key=str.lower):
        key = where[name]
        yield f"`{name}`", first_line(getattr(kn, name)), f"[{GROUPS[key][0].lower()}](api/{key}.md)"


def names_of(key: str) -> tuple[str, ...]:
    """The public names of a group, in the order of its page."""
    return (*STAGES, *GROUPS[key][2]) if key == "stages" else GROUPS[key][2]


def group_page(key: str) -> str:
    """The page of one group."""
    title, about, _ = GROUPS[key]
    return page(f"# {title}", about, WRITTEN, *map(entry, names_of(key)), *TABLES.get(key, list)())


def entry(name: str) -> str:
    """A public name with its signature and what it does."""
    value = getattr(kn, name)
    if name in STAGES:
        count = ", nstep: int = 1" if STAGES[name].is_repeated else ""
        return _section(name, f"{name}(m: Model, d: Data{count}) -> None", value)
    if isinstance(value, EnumType):
        return f"{_section(name, '', value)}\n\n{table(('member', 'value'), members(value))}"
    if isinstance(value, type):
        return _section(name, "", value) if issubclass(value, Exception) else class_entry(name, value)
    return _section(name, shown_call(value), value)


def class_entry(name: str, cls: type) -> str:
    """A class with its public properties and methods, each with its signature."""
    head = ""
    if is_dataclass(cls) and _made_for(cls) and name not in MADE_ELSEWHERE:
        head = f"{name}({', '.join(f'{field.name}: {_type_name(field.type)}' for field in fields(cls))})"
    elif "__init__" in vars(cls) and name not in MADE_ELSEWHERE:
        head = shown_call(cls.__init__, name)
    parts = [_section(name, head, cls)]
    bases = parts_of(cls) if name == "Batch" else [cls]
    for attribute, value in (item for part in bases for item in vars(part).items()):
        function = getattr(value, "__func__", value)
        if attribute.startswith("_") or "<locals>" in getattr(function, "__qualname__", ""):
            continue
        if isinstance(value, property):
            parts.append(f"**`{name}.{attribute}`**: {inspect.cleandoc(value.__doc__ or '')}")
        elif inspect.isfunction(function):
            parts.append(_section(f"{name}.{attribute}", shown_call(function, name), function, "####"))
    return "\n\n".join(parts)


def _made_for(cls: type) -> bool:
    """Whether the class has no `__init__` of its own, but the one that fields of a dataclass give."""
    return cls.__init__.__code__.co_filename == "<string>"  # type: ignore[misc]


def _type_name(kind: type | str) -> str:
    return kind if isinstance(kind, str) else getattr(kind, "__name__", str(kind))


def members(enum: EnumType) -> Iterable[tuple[str, str]]:
    for name, member in enum.__members__.items():
        yield f"`{name}`", str(member.value)


def _section(name: str, call: str, owner: Callable, level: str = "###") -> str:
    code = f"\n\n```py\n{call}\n```" if call else ""
    return f"{level} {name}{code}\n\n{inspect.cleandoc(owner.__doc__ or '')}"


def model_tables() -> list[str]:
    fields = model_fields()
    plain = [field for field in fields if not field.name.startswith(("opt_", "stat_", "has_"))]
    return [
        "## Options: `m.opt`",
        table(("option", "shape", "unit", "meaning"), group_rows(fields, "opt_")),
        "## Statistics: `m.stat`",
        table(("statistic", "shape", "unit", "meaning"), group_rows(fields, "stat_")),
        "## Sizes\n\nEach is an integer attribute of `Model`.",
        table(("size", "meaning"), ((f"`{name}`", meaning) for name, meaning in sizes().items())),
        "## Arrays of `Model`",
        table(("field", "kind", "shape", "unit", "meaning"), ((*_row(f), f.doc) for f in plain)),
    ]


def data_tables() -> list[str]:
    public = [field for field in data_fields() if field.stage != "scratch"]
    heading = ("field", "kind", "shape", "unit", "stage", "meaning")
    about = "The column `stage` says which part of the pipeline writes the array; `input` is what users write."
    return [f"## Arrays of `Data`\n\n{about}", table(heading, ((*_row(f), f.stage, f.doc) for f in public))]


TABLES: dict[str, Callable[[], list[str]]] = {"model": model_tables, "data": data_tables}


def group_rows(fields: Iterable[Field], prefix: str) -> Iterable[tuple[str, ...]]:
    for field in fields:
        if field.name.startswith(prefix):
            yield f"`{field.name.removeprefix(prefix)}`", _shape(field), field.unit, field.doc


def _row(field: Field) -> tuple[str, ...]:
    return f"`{field.name}`", field.kind, _shape(field), field.unit


def _shape(field: Field) -> str:
    return " × ".join(map(str, field.shape)) or "number"
