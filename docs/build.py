"""Write what is made from the engine's own tables: reference pages, stubs, and the short tables of the README.

python docs/build.py            write every file that has changed
python docs/build.py --check    write nothing; exit code 1 and a list where a file is not up to date
python docs/build.py --site     then draw the pictures, and make HTML of all pages in docs/_site
"""

import argparse
from importlib.util import find_spec
from pathlib import Path

from knuckle_docs.readme import README, readme
from knuckle_docs.reference import pages
from knuckle_docs.stubs import stubs

ROOT = Path(__file__).resolve().parents[1]


def outputs() -> dict[Path, str]:
    """The text of every file that is written, by its path."""
    return {**stubs(), **pages(), README: readme()}


def stale(texts: dict[Path, str]) -> list[Path]:
    """The files whose text is another than the one they should have."""
    return [path for path, text in texts.items() if not path.exists() or path.read_text(encoding="utf-8") != text]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing, fail where a file is not up to date")
    parser.add_argument("--site", action="store_true", help="also draw the pictures and make HTML of all pages")
    arguments = parser.parse_args()
    check, texts = arguments.check, outputs()
    for path in (old := stale(texts)):
        print(f"{'not up to date' if check else 'written'}: {path.relative_to(ROOT)}")
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(texts[path], encoding="utf-8")
    if check and old:
        print("run `python docs/build.py`")
    if arguments.site and not check:
        return site()
    return 1 if check and old else 0


def site() -> int:
    """Draw, assemble, and run sphinx; returns the exit status."""
    from knuckle_docs.site import PICTURES, assemble, build_site, draw_figures

    if missing := [name for name in ("sphinx", "myst_parser", "furo") if find_spec(name) is None]:
        print(f"not installed: {', '.join(missing)}; run `pip install 'knuckle[docs]'`")
        return 1
    docs = ROOT / "docs"
    for note in draw_figures(docs / PICTURES):
        print(f"not drawn: {note}")
    assemble(docs / "_source", docs / PICTURES)
    status = build_site(docs / "_source", docs / "_site")
    print(f"pages: {docs / '_site' / 'index.html'}" if status == 0 else "sphinx found faults")
    return status


if __name__ == "__main__":
    raise SystemExit(main())
