"""`python docs/build.py` writes docs/api.md from the engine's own tables, and copies the short tables to the README."""

from collections.abc import Iterable
from pathlib import Path

import knuckle as kn
from knuckle.program import entries
from knuckle.schema.fields import Field, data_fields, model_fields, sizes

PAGE = Path(__file__).with_name("api.md")
SEPARATE = ("opt_", "stat_")

README = PAGE.parents[1] / "README.md"
MEASURED = ("performance", "parity")  # pages whose section "In short" the README repeats

INTRODUCTION = """
Written by `python docs/build.py` from the tables in `knuckle/schema`; a test keeps it true. Names, shapes and meanings
of fields are those of MuJoCo's published reference, version 4.0.
""".strip()
STAGES = """
## Stages

A stage is called as `kn.stage(m, d)`, for example `kn.kinematics(m, d)`; it reads and writes arrays of `Data`. The last
table of this page says which part of the pipeline writes each array.
""".strip()


def reference() -> str:
    """The whole page as Markdown."""
    fields = model_fields()
    plain = [field for field in fields if not field.name.startswith(SEPARATE)]
    public = [field for field in data_fields() if field.stage != "scratch"]
    parts = (
        "# API",
        INTRODUCTION,
        "## Public names",
        table(("name", "what it is"), public_rows()),
        STAGES,
        table(
            ("stage", "what it computes"),
            ((f"`{e.name}`", first_line(e.function)) for e in entries() if not e.is_query),
        ),
        "## Sizes of a model\n\nEach is an integer attribute of `Model`.",
        table(("size", "meaning"), ((f"`{name}`", meaning) for name, meaning in sizes().items())),
        "## Options: `m.opt`",
        table(("option", "shape", "unit", "meaning"), group_rows(fields, "opt_")),
        "## Statistics: `m.stat`",
        table(("statistic", "shape", "unit", "meaning"), group_rows(fields, "stat_")),
        "## Arrays of `Model`",
        table(("field", "kind", "shape", "unit", "meaning"), ((*_row(f), f.doc) for f in plain)),
        "## Arrays of `Data`",
        table(("field", "kind", "shape", "unit", "stage", "meaning"), ((*_row(f), f.stage, f.doc) for f in public)),
    )
    return "\n\n".join(parts) + "\n"


def public_rows() -> Iterable[tuple[str, str]]:
    """Everything in `knuckle.__all__` but the stages, which have a table of their own."""
    stages = {entry.name for entry in entries() if not entry.is_query}
    for name in sorted(set(kn.__all__) - stages, key=str.lower):
        yield f"`{name}`", first_line(getattr(kn, name))


def group_rows(fields: Iterable[Field], prefix: str) -> Iterable[tuple[str, ...]]:
    for field in fields:
        if field.name.startswith(prefix):
            yield f"`{field.name.removeprefix(prefix)}`", _shape(field), field.unit, field.doc


def _row(field: Field) -> tuple[str, ...]:
    return f"`{field.name}`", field.kind, _shape(field), field.unit


def _shape(field: Field) -> str:
    return " × ".join(map(str, field.shape)) or "number"


def first_line(owner: object) -> str:
    """The first line of a docstring."""
    if isinstance(owner, str):
        return "text"
    return (getattr(owner, "__doc__", None) or "").strip().partition("\n")[0]


def table(heading: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A Markdown table."""
    heading = tuple(heading)
    lines = [heading, ("---",) * len(heading), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def readme() -> str:
    """The README with the short tables of the measured pages between their marks."""
    text = README.read_text(encoding="utf-8")
    for name in MEASURED:
        begin, end = f"<!-- {name}: begin -->\n", f"<!-- {name}: end -->\n"
        before, _, rest = text.partition(begin)
        after = rest.partition(end)[2]
        text = f"{before}{begin}{in_short(name)}{end}{after}"
    return text


def in_short(name: str) -> str:
    """The table under the heading "In short" of a page; empty where the page has not been written yet."""
    page = PAGE.with_name(f"{name}.md")
    if not page.exists():
        return ""
    section = page.read_text(encoding="utf-8").partition("## In short\n")[2].partition("\n## ")[0]
    return f"{section.strip()}\n"


if __name__ == "__main__":
    PAGE.write_text(reference(), encoding="utf-8")
    README.write_text(readme(), encoding="utf-8")
