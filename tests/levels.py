"""Run a part of the suite for other processors: `python tests/levels.py [ARGUMENTS OF PYTEST]`.

Once as if this one had neither wide registers nor fused products, for compiled code and for NumPy; once for the widest
level that it has. What depends on rounding or on the number of lanes must hold at each.
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
    *("tests/physics/solver", "tests/identities/test_inverses.py"),
)


def environments() -> list[dict[str, str]]:
    """What to set for each run."""
    widest = widest_level()
    if widest not in LEVELS:
        return [{"KNUCKLE_CPU": "native"}]
    optional = " ".join(feature for feature in __cpu_dispatch__ if __cpu_features__[feature])
    return [{"KNUCKLE_CPU": LEVELS[0], "NPY_DISABLE_CPU_FEATURES": optional}, {"KNUCKLE_CPU": widest}]


def main(arguments: list[str]) -> int:
    for chosen in environments():
        print("for", *(f"{name}={value}" for name, value in chosen.items()), flush=True)
        done = subprocess.run([sys.executable, "-m", "pytest", *arguments, *PARTS], env={**os.environ, **chosen})
        if done.returncode:
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
