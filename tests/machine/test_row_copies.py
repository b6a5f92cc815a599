"""Rows of worlds come into the lanes of a workspace and back as they were, whatever the width of registers."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]


@pytest.mark.parametrize(("bits", "lanes"), [(64, 4), (64, 8), (32, 4), (32, 8), (32, 16)])
def test_rows_come_into_lanes_and_back(bits, lanes):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS), *filter(None, sys.path)])}
    command = [sys.executable, "-P", str(TESTS / "support" / "row_copies.py"), str(bits), str(lanes)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr[-3000:]
