"""What is no part of kernels is refused, in words that name it, however short the list of compiler passes is."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / "support" / "foreign_kernels.py"
WORDS = {
    "comprehension": ("comprehensions", "comprehension"),
    "nested": ("kernels have no functions inside of functions", "nested"),
    "steps": ("kernels have no", "generators", "steps"),
    "attempt": ("kernels have no `try`", "attempt"),
    "inner_attempt": ("kernels have no `try`", "attempt"),
    "unknown_field": ("Unknown attribute 'nonsense'", "d.nonsense[0]"),
    "numpy_function": ("sin", "np.sin(d.qpos[0])"),
    "allocation": ("zeros", "np.zeros(3)"),
    "mixed_types": ("Cannot unify", "x"),
    "printing": ("No definition for lowering <built-in function print>", "print(m.nq)"),
    "power": ("kernels have no `**`", "d.qpos[0] ** 2"),
    "a_list": ("not enabled", "build_list"),
}


@pytest.fixture(scope="module")
def said():
    program = [sys.executable, str(SCRIPT)]
    return json.loads(subprocess.run(program, capture_output=True, text=True, check=True).stdout)


@pytest.mark.parametrize("kernel", WORDS)
def test_what_is_no_part_of_kernels_is_named(said, kernel):
    for words in WORDS[kernel]:
        assert words in said[kernel], said[kernel]


@pytest.mark.parametrize("kernel", WORDS)
def test_the_place_is_named(said, kernel):
    assert "foreign_kernels.py" in said[kernel], said[kernel]
