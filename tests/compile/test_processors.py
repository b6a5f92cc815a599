"""A model compiles to the same bits whatever the processor can do."""

import ast
import os
import pickle
import platform
import subprocess
import sys
from pathlib import Path

import pytest
from numpy._core._multiarray_umath import __cpu_dispatch__, __cpu_features__
from support.varied_models import compiled_arrays

import knuckle

SOURCES = Path(knuckle.__file__).parent
# functions of NumPy whose last bit depends on the processor: elementary ones, and what calls BLAS and LAPACK
ELEMENTARY = {"sin", "cos", "tan", "arcsin", "arccos", "arctan", "arctan2", "sinh", "cosh", "tanh", "cbrt", "hypot"}
ELEMENTARY |= {"exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "power", "float_power"}
AVOIDED = ELEMENTARY | {"linalg", "dot", "vdot", "inner", "matmul", "tensordot"}
# the plainest processor whose code for matrix products OpenBLAS has
PLAIN = {"x86_64": "Nehalem", "AMD64": "Nehalem", "aarch64": "ARMV8", "arm64": "ARMV8"}
CHOSEN = [
    feature for feature in __cpu_dispatch__ if __cpu_features__.get(feature)
]  # code that NumPy chooses at its start
ENVIRONMENTS = {
    "plain NumPy": {"NPY_DISABLE_CPU_FEATURES": " ".join(CHOSEN)} if CHOSEN else {},
    "plain BLAS": {"OPENBLAS_CORETYPE": PLAIN[platform.machine()]} if platform.machine() in PLAIN else {},
}


def foreign_arithmetic(path):
    """Where a module uses such a function."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.MatMult):
            yield f"{path.name}:{node.lineno}: @"
        elif isinstance(node, ast.Attribute) and node.attr in AVOIDED and ast.unparse(node.value) == "np":
            yield f"{path.name}:{node.lineno}: np.{node.attr}"


@pytest.mark.parametrize("folder", ["compile", "parse"])
def test_the_compiler_uses_no_function_that_rounds_by_the_processor(folder):
    found = [use for path in sorted((SOURCES / folder).rglob("*.py")) for use in foreign_arithmetic(path)]
    assert found == []


@pytest.fixture(scope="module")
def here():
    return compiled_arrays()


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_bits_do_not_depend_on_what_the_processor_can_do(here, name, tmp_path):
    if not ENVIRONMENTS[name]:
        pytest.skip("nothing to switch off on this processor")
    script, out = Path(__file__).parents[1] / "support/varied_models.py", tmp_path / "arrays"
    path = os.pathsep.join(p for p in sys.path if p)
    environment = {**os.environ, **ENVIRONMENTS[name], "PYTHONPATH": path}
    subprocess.run([sys.executable, "-P", str(script), str(out)], env=environment, check=True)
    there = pickle.loads(out.read_bytes())
    differing = [
        f"{model}: {field}"
        for model, arrays in here.items()
        for field, array in arrays.items()
        if array.tobytes() != there[model][field].tobytes()
    ]
    assert differing == []
