"""The pages as HTML: sphinx reads copies in which links lead to other pages, and writes docs/_site."""

import ast
import re
import shutil
from pathlib import Path

from rich.console import Console
from rich.progress import track

from knuckle.errors import KnuckleError
from knuckle_docs import choosing_figures, contact_figures, gallery
from knuckle_docs.drawing import Figure, blank

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
BESIDE = ("ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md")  # pages that lie above docs
PICTURES = "pictures"


def figures() -> dict[str, Figure]:
    """Every picture of the pages, by its name."""
    return {**choosing_figures.FIGURES, **contact_figures.FIGURES, **gallery.figures()}


def draw_figures(folder: Path) -> list[str]:
    """Write all pictures; where one cannot be drawn (no OpenGL, a package that is missing) it is grey, and told."""
    folder.mkdir(parents=True, exist_ok=True)
    told = []
    console = Console(stderr=True)
    for name, draw in track(figures().items(), "drawing pictures", transient=True, console=console):
        path = folder / f"{name}.png"
        try:
            draw(path)
        except (KnuckleError, ImportError) as error:
            blank(path)
            told.append(f"{name}: {error}")
    return told


def assemble(source: Path, pictures: Path | None) -> None:
    """Copy the pages into a folder, with pictures; without any, grey ones."""
    shutil.rmtree(source, ignore_errors=True)
    (source / "api").mkdir(parents=True)
    (source / "examples").mkdir()
    (source / PICTURES).mkdir()
    for page in (*DOCS.glob("*.md"), *(ROOT / name for name in BESIDE)):
        (source / page.name).write_text(_relinked(page.read_text(encoding="utf-8"), ""), encoding="utf-8")
    for page in (DOCS / "api").glob("*.md"):
        (source / "api" / page.name).write_text(_relinked(page.read_text(encoding="utf-8"), "../"), encoding="utf-8")
    for example in (ROOT / "examples").glob("*.py"):
        (source / "examples" / f"{example.stem}.md").write_text(_example_page(example), encoding="utf-8")
    shutil.copy(DOCS / "conf.py", source)
    for name in figures():
        target = source / PICTURES / f"{name}.png"
        if pictures is None:
            blank(target)
        else:
            shutil.copy(pictures / target.name, target)


def build_site(source: Path, target: Path, builder: str = "html") -> int:
    """Run sphinx, with warnings as errors; returns its exit status. The builder `dummy` writes nothing."""
    from sphinx.cmd.build import main

    return main(["-q", "-W", "--keep-going", "-b", builder, str(source), str(target)])


def _relinked(text: str, up: str) -> str:
    """A page whose links to examples and to pages above docs lead to their copies."""
    text = re.sub(r"\]\((?:\.\./)*examples/(\w+)\.py\)", rf"]({up}examples/\1.md)", text)
    text = re.sub(r"\]\(docs/([\w/]+\.md)", rf"]({up}\1", text)
    return re.sub(r"\]\((?:\.\./)+(ARCHITECTURE|CONTRIBUTING|CHANGELOG)\.md", rf"]({up}\1.md", text)


def _example_page(path: Path) -> str:
    """An example as a page: what it does, then its code."""
    code = path.read_text(encoding="utf-8")
    title = (ast.get_docstring(ast.parse(code)) or path.stem).split("\n")[0]
    return f"---\norphan: true\n---\n\n# {path.name}\n\n{title}\n\n```py\n{code}```\n"
