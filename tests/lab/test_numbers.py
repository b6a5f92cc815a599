"""The page of numbers names tests that are there."""

import re
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "lab_numbers.md"


def test_every_number_of_the_page_has_its_test():
    tests = set(re.findall(r"^def (test_\w+)", "\n".join(p.read_text() for p in HERE.glob("test_*.py")), re.M))
    rows = [row for row in PAGE.read_text().splitlines() if row.startswith("|") and "---" not in row]
    named = {name for row in rows for name in re.findall(r"`(test_\w+)`", row)}
    assert len(named) > 150 and named <= tests, named - tests


def test_every_row_of_numbers_says_which_test_holds_it_and_how_closely():
    rows = [row.strip("| ").split(" | ") for row in PAGE.read_text().splitlines() if row.startswith("| ")]
    heads = [k for k, row in enumerate(rows) if row[0] in ("number", "scheme", "told", "what")]
    for start, end in zip(heads, [*heads[1:], len(rows)], strict=True):
        if rows[start] == ["number", "held to", "test"]:
            for number, closely, test in rows[start + 2 : end]:
                assert number and closely and "`test_" in test, number
