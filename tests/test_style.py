"""Rules of the architecture that a reader of one file cannot see: who imports whom, and what a kernel may contain."""

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src"
PACKAGE = SOURCE / "knuckle"
FILES = sorted(PACKAGE.rglob("*.py"))
LONGEST_FUNCTION, LONGEST_FILE = 60, 450

# what modules of each folder may import of ours
ALLOWED = {
    "math": ("knuckle.machine.kernel", "knuckle.math"),
    "physics": (
        *("knuckle.machine.kernel", "knuckle.math", "knuckle.physics"),
        *("knuckle.schema.enums", "knuckle.schema.status"),
    ),
    "schema": ("knuckle.schema",),
}
COMPILERS = {"numba", "llvmlite"}
HEAVY = {"scipy", "trimesh", "numba", "llvmlite", "mujoco", "rich", "tyro"}

MARKS = {"kernel", "stage", "stage_of_world", "per_world", "elementary"}
FORBIDDEN = (
    *(ast.List, ast.Dict, ast.Set, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda),
    *(ast.Try, ast.Raise, ast.With, ast.Assert, ast.Yield, ast.YieldFrom, ast.Await, ast.Global, ast.Nonlocal),
    *(ast.Import, ast.ImportFrom, ast.ClassDef, ast.JoinedStr, ast.NamedExpr, ast.Delete, ast.Starred, ast.Match),
)


@cache
def tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"), str(file))


def name(file: Path) -> str:
    return str(file.relative_to(PACKAGE))


def imports(file: Path) -> set[str]:
    """Every module that a file imports anywhere, in full."""
    found = set()
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name(file)}:{node.lineno}: relative import"
            # `from knuckle.physics import com` imports a module, `from knuckle.math.vec3 import dot3` a function
            inner = [alias.name for alias in node.names if (SOURCE / _path(node.module, alias.name)).exists()]
            found |= {f"{node.module}.{module}" for module in inner}
            if len(inner) < len(node.names):
                found.add(node.module)
    return found


def _path(module: str, member: str) -> str:
    return f"{module}.{member}".replace(".", "/") + ".py"


def within(module: str, packages) -> bool:
    return any(module == package or module.startswith(package + ".") for package in packages)


def test_there_are_files_to_look_at():
    assert len(FILES) > 100
    assert "knuckle.machine.kernel" in imports(PACKAGE / "physics/pipeline.py")
    assert "knuckle.physics.com" in imports(PACKAGE / "entries.py")


@pytest.mark.parametrize("folder", ALLOWED)
def test_folders_import_what_they_may(folder):
    for file in (PACKAGE / folder).glob("*.py"):
        ours = {module for module in imports(file) if within(module, ["knuckle"])}
        strangers = {module for module in ours if not within(module, ALLOWED[folder])}
        assert not strangers, f"{name(file)} imports {', '.join(sorted(strangers))}"


def test_physics_imports_no_package_but_ours():
    for file in (PACKAGE / "physics").glob("*.py"):
        assert all(within(module, ["knuckle"]) for module in imports(file)), name(file)


def test_only_the_machine_layer_imports_the_compiler():
    for file in FILES:
        if file.relative_to(PACKAGE).parts[0] != "machine":
            found = {module for module in imports(file) if within(module, COMPILERS)}
            assert not found, f"{name(file)} imports {', '.join(sorted(found))}"


def test_nothing_imports_the_oracle():
    for file in FILES:
        assert not any(within(module, ["mujoco"]) for module in imports(file)), name(file)


def test_compile_uses_physics_for_the_reference_pose_only():
    users = {name(file) for file in FILES if any(within(module, ["knuckle.physics"]) for module in imports(file))}
    passes = {user for user in users if user.startswith(("compile/", "parse/"))}
    assert passes <= {"compile/reference_pose.py"}


def test_importing_the_package_is_light():
    code = "import sys, knuckle; print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    done = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONPATH": str(SOURCE)}, capture_output=True, text=True, check=True
    )
    loaded = set(done.stdout.split())
    assert "knuckle" in loaded
    assert not loaded & HEAVY


def kernels(file: Path) -> list[ast.FunctionDef]:
    """Functions of a module that a machine compiles."""

    def mark(decorator: ast.expr) -> str:
        target = decorator.func if isinstance(decorator, ast.Call) else decorator
        return target.id if isinstance(target, ast.Name) else ""

    functions = (node for node in tree(file).body if isinstance(node, ast.FunctionDef))
    return [function for function in functions if MARKS & {mark(decorator) for decorator in function.decorator_list}]


def test_kernels_are_found():
    assert sum(len(kernels(file)) for file in FILES) > 200


@pytest.mark.parametrize("folder", ["math", "physics"])
def test_kernels_contain_nothing_that_machines_lack(folder):
    for file in sorted((PACKAGE / folder).glob("*.py")):
        for function in kernels(file):
            for node in ast.walk(ast.Module(function.body, [])):
                place = f"{name(file)}:{getattr(node, 'lineno', 0)}: {function.name}"
                assert not isinstance(node, FORBIDDEN), f"{place}: {type(node).__name__}"
                assert not isinstance(node, ast.FunctionDef), f"{place}: a function inside a kernel"
                if isinstance(node, ast.Call):
                    assert not node.keywords, f"{place}: a keyword argument"
                if isinstance(node, ast.For):
                    over = node.iter
                    assert isinstance(over, ast.Call) and ast.unparse(over.func) == "range", f"{place}: not a range"
            arguments = function.args
            assert not arguments.defaults and not arguments.vararg and not arguments.kwarg and not arguments.kwonlyargs


@pytest.mark.parametrize("folder", ["math", "physics"])
def test_every_kernel_module_and_stage_says_what_it_computes(folder):
    for file in sorted((PACKAGE / folder).glob("[!_]*.py")):
        assert ast.get_docstring(tree(file)), name(file)
        for function in kernels(file):
            marks = {ast.unparse(decorator) for decorator in function.decorator_list}
            if "stage" in marks:
                assert ast.get_docstring(function), f"{name(file)}: {function.name}"


def test_functions_are_short():
    long = []
    for file in FILES:
        for node in ast.walk(tree(file)):
            if isinstance(node, ast.FunctionDef) and node.end_lineno - node.lineno + 1 > LONGEST_FUNCTION:
                long.append(f"{name(file)}:{node.lineno}: {node.name} has {node.end_lineno - node.lineno + 1} lines")
    assert not long


def test_files_are_short():
    lengths = {name(file): len(file.read_text(encoding="utf-8").splitlines()) for file in FILES}
    assert {file: length for file, length in lengths.items() if length > LONGEST_FILE} == {}
