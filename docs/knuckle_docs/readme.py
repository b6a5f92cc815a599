"""The README with the short tables of the measured pages between their marks."""

from pathlib import Path

DOCS = Path(__file__).parents[1]
README = DOCS.parent / "README.md"
MEASURED = ("performance", "parity")  # pages whose section "In short" the README repeats


def readme() -> str:
    """The whole text of the README."""
    text = README.read_text(encoding="utf-8")
    for name in MEASURED:
        begin, end = f"<!-- {name}: begin -->\n", f"<!-- {name}: end -->\n"
        before, _, rest = text.partition(begin)
        after = rest.partition(end)[2]
        text = f"{before}{begin}{in_short(name)}{end}{after}"
    return text


def in_short(name: str) -> str:
    """The table under the heading "In short" of a page; empty where the page has not been written yet."""
    page = DOCS / f"{name}.md"
    if not page.exists():
        return ""
    section = page.read_text(encoding="utf-8").partition("## In short\n")[2].partition("\n## ")[0]
    return f"{section.strip()}\n"
