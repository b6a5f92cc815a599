"""The pages are true: their code runs, their links lead somewhere, the reference page is up to date."""

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted([ROOT / "README.md", ROOT / "ARCHITECTURE.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").glob("*.md")])
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
WITH_CODE = [page for page in PAGES if BLOCK.search(page.read_text(encoding="utf-8"))]


def build():
    """docs/build.py as a module."""
    spec = importlib.util.spec_from_file_location("docs_build", ROOT / "docs" / "build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("page", WITH_CODE, ids=lambda page: page.name)
def test_code_of_a_page_runs_from_top_to_bottom(page, capsys):
    scope: dict = {}
    for block in BLOCK.findall(page.read_text(encoding="utf-8")):
        exec(compile(block, page.name, "exec"), scope)
    assert capsys.readouterr().out


def test_readme_opens_with_a_script_of_ten_lines():
    first = BLOCK.search((ROOT / "README.md").read_text(encoding="utf-8")).group(1)
    assert len([line for line in first.splitlines() if line.strip()]) <= 10


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files(page):
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        assert target.startswith("https://") or (page.parent / target).exists(), target


def test_reference_page_is_up_to_date():
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    assert page == build().reference(), "run `python docs/build.py`"


def test_reference_page_explains_every_public_name():
    for name, meaning in build().public_rows():
        assert meaning, f"{name} has no docstring"


@pytest.mark.parametrize("name", ["performance", "parity"])
def test_readme_repeats_the_short_table_of_a_measured_page(name):
    module = build()
    assert module.in_short(name), f"docs/{name}.md has no section `In short`"
    assert module.in_short(name) in (ROOT / "README.md").read_text(encoding="utf-8"), "run `python docs/build.py`"
