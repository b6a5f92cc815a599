"""The wheel with compiled kernels: installed where Numba is not, it steps at once and compiles nothing."""

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

from knuckle.machine.processor import LEVELS, widest_level

ROOT = Path(__file__).parents[1]
LEVEL = widest_level()
NEEDED = ("numpy", "numpy.libs", "llvmlite", "llvmlite.libs", "rich", "markdown_it", "mdurl", "pygments")
STEP = """
import sys
import knuckle as kn
from knuckle import models
m = kn.Model.from_xml_path(models.path("pendulum"))
d = kn.Data(m)
kn.step(m, d)
assert d.time > 0.0 and "numba" not in sys.modules
print(kn.__file__)
"""
# what did not come with the wheel is refused in words
CHECKED = STEP.replace("kn.step", "kn.machine('checked').step")


def run(command: list, **environment: str) -> str:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR") if name in os.environ}
    done = subprocess.run([str(word) for word in command], env=kept | environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """A wheel with the kernels of one world for one level."""
    if LEVEL not in LEVELS:
        pytest.skip("objects are shipped for levels of x86-64")
    out = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, ROOT / "packaging/wheel.py", "--levels", LEVEL, "--machines", "single", "--out", out]
    cache = {name: os.environ[name] for name in ("KNUCKLE_CACHE", "XDG_CACHE_HOME") if name in os.environ}
    run(command, **cache)
    return next(out.glob("*.whl"))


@pytest.fixture(scope="module")
def python(wheel, tmp_path_factory):
    """The interpreter of an environment with the wheel and its dependencies; Numba is not among them."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False)
    site = next(folder.glob("lib/*/site-packages"))
    here = Path(sysconfig.get_path("purelib"))
    for name in NEEDED:
        if (here / name).exists():
            (site / name).symlink_to(here / name)
    run([sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", site, wheel])
    return folder / "bin/python"


def test_the_wheel_does_not_ask_for_the_compiler(wheel):
    with ZipFile(wheel) as content:
        names = content.namelist()
        text = content.read(next(name for name in names if name.endswith("METADATA"))).decode()
    assert f"knuckle/objects/single-{LEVEL}.o" in names and wheel.name.endswith("linux_x86_64.whl")
    needed = [line for line in text.splitlines() if line.startswith("Requires-Dist:") and "extra" not in line]
    assert any("llvmlite" in line for line in needed) and not any("numba" in line for line in needed)


def test_a_new_environment_steps_and_compiles_nothing(python, tmp_path):
    with pytest.raises(AssertionError, match="numba"):
        run([python, "-c", "import numba"])
    where = run([python, "-c", STEP], KNUCKLE_CACHE=str(tmp_path / "cache"))
    assert str(python.parents[1]) in where
    assert not (tmp_path / "cache").exists()


def test_machines_that_did_not_come_along_are_refused_in_words(python, tmp_path):
    with pytest.raises(AssertionError, match=r"CompileError: .*did not come with this package.*pip install numba"):
        run([python, "-c", CHECKED], KNUCKLE_CACHE=str(tmp_path))
