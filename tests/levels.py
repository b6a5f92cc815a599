"""Run a part of the suite for another processor: `python tests/levels.py [ARGUMENTS OF PYTEST]`.

As if this one had neither wide registers nor fused products, for compiled code and for NumPy: what depends on rounding
or on the number of lanes must hold there, too. `--widest` tells the widest level that this processor has, at which CI
runs the whole suite.
"""

import os
import subprocess
import sys

from numpy._core._multiarray_umath import __cpu_dispatch__, __cpu_features__

from knuckle.machine.processor import LEVELS, widest_level

MACHINES = ("stages_agree", "steps_agree", "models_agree", "contact_agrees", "determinism")
PARTS = (
    *("tests/machine/test_vocabulary.py", "tests/compile/test_processors.py", "tests/parity/test_rollouts.py"),
    *(f"tests/machines/test_{name}.py" for name in MACHINES),
    *(f"tests/physics/collision/test_{name}.py" for name in ("ties", "every_pair", "flat_contacts", "collision")),
    *("tests/physics/solver", "tests/identities/test_inverses.py", "tests/batch/test_searches.py"),
)


DOUBLES = ("-k", "not float32 and not lanes32")  # single precision promises no bits


def plainest() -> dict[str, str]:
    """What to set so that neither compiled code nor NumPy uses more than every processor has."""
    optional = " ".join(feature for feature in __cpu_dispatch__ if __cpu_features__[feature])
    return {"KNUCKLE_CPU": LEVELS[0], "NPY_DISABLE_CPU_FEATURES": optional}


def main(arguments: list[str]) -> int:
    if arguments == ["--widest"]:
        print(widest_level())
        return 0
    if widest_level() not in LEVELS:
        print("this processor has no levels")
        return 0
    chosen = plainest()
    print("for", *(f"{name}={value}" for name, value in chosen.items()), flush=True)
    command = [sys.executable, "-m", "pytest", *arguments, *DOUBLES, *PARTS]
    return subprocess.run(command, env={**os.environ, **chosen}).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
