"""The examples run as they are, from a shell."""

import subprocess
import sys
from pathlib import Path

import pytest
from support.subprocesses import compile_first

EXAMPLES = sorted((Path(__file__).parents[1] / "examples").glob("*.py"))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_example_runs(example):
    compile_first("single", "lanes64", "lanes32")
    done = subprocess.run([sys.executable, "-W", "error", str(example)], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_there_are_examples():
    assert len(EXAMPLES) >= 4
