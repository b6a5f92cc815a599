"""Write what is made from the engine's own tables: reference pages, stubs, and the short tables of the README.

python docs/build.py            write every file that has changed
python docs/build.py --check    write nothing; exit code 1 and a list where a file is not up to date
"""

import argparse
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
    check = parser.parse_args().check
    texts = outputs()
    for path in (old := stale(texts)):
        print(f"{'not up to date' if check else 'written'}: {path.relative_to(ROOT)}")
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(texts[path], encoding="utf-8")
    if check and old:
        print("run `python docs/build.py`")
    return 1 if check and old else 0


if __name__ == "__main__":
    raise SystemExit(main())
