"""Public calls in any order, with arrays and options rewritten in between: none crashes or hangs.

`KNUCKLE_SEQUENCES=2000` plays more of them. On the `checked` machine every index that they lead to is looked at.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.stage_sequences import run_sequence
from support.subprocesses import compile_first

import knuckle as kn

SEQUENCES, PARTS = int(os.environ.get("KNUCKLE_SEQUENCES", "200" if kn.machine().name == "single" else "80")), 4
SECONDS = 300  # far more than they take
CODE = """
import faulthandler, sys
from support.stage_sequences import run_sequence
faulthandler.enable()
for seed in range({first}, {last}):
    print("sequence", seed, flush=True)
    run_sequence(seed, note=lambda text: print(text, flush=True))
"""


@pytest.mark.parametrize("part", range(PARTS))
def test_no_order_of_calls_crashes_or_hangs(part):
    compile_first(kn.machine().name)
    length = SEQUENCES // PARTS
    code = CODE.format(first=part * length, last=(part + 1) * length)
    paths = os.pathsep.join([str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    result = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        env=os.environ | {"PYTHONPATH": paths},
    )
    ending = "\n".join(result.stdout.splitlines()[-40:])
    assert result.returncode == 0, f"{ending}\n{result.stderr[-3000:]}"


def test_a_sequence_is_the_same_each_time():
    assert run_sequence(7) == run_sequence(7)
