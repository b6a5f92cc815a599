"""Build a wheel that carries compiled kernels: `python packaging/wheel.py [--levels …] [--machines …] [--out dist]`.

The wheel is made in a copy of the project, so that objects never lie among the sources.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROJECT = ("src", "pyproject.toml", "hatch_build.py", "README.md", "LICENSE")
LEVELS = ("x86-64-v2", "x86-64-v3", "x86-64-v4")
MACHINES = ("single", "single+lab", "lanes64", "lanes32")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--levels", nargs="+", default=LEVELS)
    parser.add_argument("--machines", nargs="+", default=MACHINES)
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder)
        copy_project(project)
        for level in chosen.levels:
            add_objects(project / "src", level, chosen.machines)
        pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
        subprocess.run([*pip, "--wheel-dir", str(chosen.out), str(project)], check=True)
    print(*sorted(chosen.out.glob("knuckle-*.whl")))


def copy_project(project: Path) -> None:
    for name in PROJECT:
        source, target = ROOT / name, project / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "objects"))
        else:
            shutil.copy(source, target)


def add_objects(source: Path, level: str, machines: list[str]) -> None:
    """Compile machines for a level, which this machine need not have, into the package."""
    environment = {**os.environ, "PYTHONPATH": str(source), "KNUCKLE_CPU": level, "KNUCKLE_COMPILE_ONLY": "1"}
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    objects = source / "knuckle" / "objects"
    command = [sys.executable, "-P", "-m", "knuckle.machine.shipped", str(objects), *machines]
    subprocess.run(command, env=environment, check=True)


if __name__ == "__main__":
    main()
