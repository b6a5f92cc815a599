"""The pages are true: their code runs, their links lead somewhere, the reference page is up to date."""

import os
import re
import shutil
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

import pytest

import knuckle as kn
from knuckle.cli.main import VERBS
from knuckle_docs.groups import GROUPS
from knuckle_docs.readme import in_short
from knuckle_docs.reference import names_of, pages, public_rows
from knuckle_docs.site import PICTURES, figures

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "docs" / "api").glob("*.md")])
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
NEEDS = {"studio.md": "viser", "pictures.md": "moderngl"}  # packages that not everybody has
ELSEWHERE = {"cluster.md"}  # runs in tests/cluster, where a cluster is
WITH_CODE = [page for page in PAGES if BLOCK.search(page.read_text(encoding="utf-8")) and page.name not in ELSEWHERE]


@pytest.mark.parametrize("page", WITH_CODE, ids=lambda page: page.name)
def test_code_of_a_page_runs_from_top_to_bottom(page, capsys):
    if page.name in NEEDS:
        pytest.importorskip(NEEDS[page.name])
    scope: dict = {}
    text = page.read_text(encoding="utf-8")
    for block in BLOCK.finditer(text):
        above = "\n" * text[: block.start(1)].count("\n")  # so that a line has its own number
        try:
            exec(compile(above + block.group(1), str(page), "exec"), scope)
        except kn.GraphicsError as error:
            pytest.skip(f"no pictures here: {error}")
    assert capsys.readouterr().out


def test_readme_opens_with_a_script_of_ten_lines():
    first = BLOCK.search((ROOT / "README.md").read_text(encoding="utf-8")).group(1)
    assert len([line for line in first.splitlines() if line.strip()]) <= 10


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files(page):
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        drawn = (page.parent / target).parent == ROOT / "docs" / PICTURES and Path(target).stem in figures()
        assert target.startswith("https://") or drawn or (page.parent / target).exists(), target


def test_every_picture_is_on_a_page():
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert not [name for name in figures() if f"({PICTURES}/{name}.png)" not in text]


def test_every_page_is_in_the_table_of_contents():
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    listed = re.findall(r"^([\w/*]+)$", index, re.MULTILINE)
    pages = [page.stem for page in (ROOT / "docs").glob("*.md") if page.stem != "index"]
    assert not [page for page in pages if not any(fnmatch(page, entry) for entry in listed)]


@pytest.mark.sweep
def test_sphinx_reads_all_pages_without_a_warning(tmp_path):
    for package in ("sphinx", "myst_parser", "furo"):
        pytest.importorskip(package)
    program = (
        "import sys; from pathlib import Path; from knuckle_docs.site import assemble, build_site;"
        "source = Path(sys.argv[1]); assemble(source / 'pages', None);"
        "sys.exit(build_site(source / 'pages', source / 'site', 'dummy'))"
    )
    path = {"PYTHONPATH": os.pathsep.join([str(ROOT / "docs"), *sys.path])}
    command = [sys.executable, "-c", program, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | path)
    assert done.returncode == 0, done.stderr


def test_a_curve_and_a_scene_are_drawn(tmp_path):
    pytest.importorskip("matplotlib")
    figures()["contact_damping_ratios"](tmp_path / "curve.png")
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
    try:
        figures()["example_one_way_platform"](tmp_path / "scene.png")
    except (kn.GraphicsError, ImportError) as error:
        pytest.skip(f"no OpenGL: {error}")
    assert (tmp_path / "scene.png").stat().st_size > 1000


def test_files_that_contributing_names_exist():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:[\w.]+/)+[\w.]*|[\w/]+\.pyi?)`", text)
    assert len(named) > 15
    for name in named:
        assert (ROOT / name).exists() or (ROOT / "src" / "knuckle" / name).exists(), name


def test_commands_that_contributing_names_exist():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = re.findall(r"`make ([\w-]+)`", text)
    assert {"test", "lint", "docs", "bench"} <= set(targets)
    for target in targets:
        assert f"\n{target}:" in makefile, target
    assert set(re.findall(r"`knuckle (\w+) \w+`", text)) <= set(VERBS)


def test_pages_are_up_to_date():
    for path, text in pages().items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name}: run `python docs/build.py`"
    assert set((ROOT / "docs" / "api").iterdir()) <= pages().keys()


@pytest.mark.sweep
def test_the_build_tells_what_is_not_up_to_date(tmp_path):
    copied = tmp_path / "docs"
    shutil.copytree(ROOT / "docs", copied, ignore=shutil.ignore_patterns("_site", "_source", PICTURES))
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    shutil.copy(ROOT / "README.md", tmp_path)
    check = [sys.executable, str(copied / "build.py"), "--check"]
    assert subprocess.run(check, capture_output=True, text=True).returncode == 0
    with (copied / "api" / "batch.md").open("a", encoding="utf-8") as page:
        page.write("one more line\n")
    done = subprocess.run(check, capture_output=True, text=True)
    assert (done.returncode, "docs/api/batch.md" in done.stdout) == (1, True), done.stdout


def test_every_public_name_is_in_one_group():
    grouped = [name for key in GROUPS for name in names_of(key)]
    assert sorted(grouped) == kn.__all__


def test_reference_page_explains_every_public_name():
    for name, meaning, _ in public_rows():
        assert meaning, f"{name} has no docstring"


def test_pages_of_groups_show_signatures():
    text = (ROOT / "docs" / "api" / "queries.md").read_text(encoding="utf-8")
    assert "mul_M(m: Model, d: Data, vector: ArrayLike, *, out: NDArray[float64] | None = None)" in text
    assert "step(m: Model, d: Data, nstep: int = 1)" in (ROOT / "docs/api/stages.md").read_text(encoding="utf-8")
    assert "Batch.read(name: str" in (ROOT / "docs/api/batch.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["performance", "parity"])
def test_readme_repeats_the_short_table_of_a_measured_page(name):
    assert in_short(name), f"docs/{name}.md has no section `In short`"
    assert in_short(name) in (ROOT / "README.md").read_text(encoding="utf-8"), "run `python docs/build.py`"
