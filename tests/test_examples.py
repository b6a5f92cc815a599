"""The examples run as they are, from a shell."""

import subprocess
import sys
from pathlib import Path

import pytest
from support.pictures import require_graphics
from support.subprocesses import compile_first

# what makes long ones short
ARGUMENTS = {
    "train_cheetah": ["--steps", "20000"],
    "predictive_sampling": ["--seconds", "0.5"],
    "studio_beside_a_loop": ["--seconds", "0.5", "--no-browser"],
    "dataset": ["--transitions", "1000", "--file", "dataset.npz"],
}
NEEDS = {"studio_beside_a_loop": "viser"}  # packages that not everybody has
ELSEWHERE = {"cluster_sampling"}  # runs in tests/cluster, where a cluster is
EXAMPLES = [
    path for path in sorted((Path(__file__).parents[1] / "examples").glob("*.py")) if path.stem not in ELSEWHERE
]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_example_runs(example, tmp_path):
    if example.stem in NEEDS:
        pytest.importorskip(NEEDS[example.stem])
    if example.stem == "pictures":
        require_graphics()
    compile_first("single", "lanes64", "lanes32")
    command = [sys.executable, "-W", "error", str(example), *ARGUMENTS.get(example.stem, [])]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_there_are_examples():
    assert len(EXAMPLES) >= 4
