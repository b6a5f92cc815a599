"""Markdown out of tables."""

from collections.abc import Iterable


def table(heading: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A Markdown table."""
    heading = tuple(heading)
    lines = [heading, ("---",) * len(heading), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def page(*parts: str) -> str:
    """A page made of its parts."""
    return "\n\n".join(parts) + "\n"


def first_line(owner: object) -> str:
    """The first line of a docstring."""
    return (getattr(owner, "__doc__", None) or "").strip().partition("\n")[0]
