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
KERNEL_FILES = {folder: sorted((PACKAGE / folder).rglob("*.py")) for folder in ("math", "physics")}
LONGEST_FUNCTION, LONGEST_FILE = 60, 450

# rooms of the package, from the ground up: each imports only rooms that stand before it
ROOMS = (
    *("errors", "files", "kernel", "schema", "math", "physics", "memory", "hostmath", "spec", "parse", "assets"),
    "contact_terms",
    *("validate", "machine", "program", "compile", "write", "calls", "model", "data", "functions"),
    *("contact_design", "doctor", "batch", "edit", "models", "scene", "render", "plotting", "timing", "replay"),
    *("studio", "envs", "lab", "cluster", "comparison", "cli"),
)
# rooms of physics, likewise
PHYSICS_ROOMS = (
    *("geometry", "history", "ray", "sleep", "kinematics", "tendon", "inertia", "collision", "constraint"),
    *(
        "speculative",
        "force",
        "guard",
        "actuator",
        "solver",
        "derivative",
        "discrete",
        "lockstep",
        "integrator",
        "inverse",
    ),
    *("constants", "query", "sensor", "pipeline", "length_range", "callbacks", "lab"),
)
# what kernels may import of ours: their vocabulary, each other, and constants
KERNEL_ROOMS = {"kernel", "math", "physics"}
CONSTANTS = {f"knuckle.schema.{name}" for name in ("enums", "hooks", "limits", "status")}
COMPILERS = {"numba", "llvmlite"}
HEAVY = {
    "matplotlib",
    "moderngl",
    "PIL",
    "imageio_ffmpeg",
    "gymnasium",
    "ray",
    "scipy",
    "trimesh",
    "viser",
    "websockets",
    "numba",
    "llvmlite",
    "mujoco",
    "rich",
    "tyro",
}
# what is imported where it is used: with it the start would take a fifth longer
LATER = {"subprocess", "socket", "importlib.metadata", "numpy.random", "knuckle.assets.mesh.build"}

MARKS = {"kernel", "stage", "stage_of_world", "per_world", "in_lanes", "as_written", "elementary"}
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


@cache
def nodes(file: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(tree(file)))


@cache
def imports(file: Path) -> frozenset[str]:
    """Every module that a file imports anywhere when it runs, in full."""
    for_types = {
        inner
        for node in nodes(file)
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    found = set()
    for node in nodes(file):
        if node in for_types:
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name(file)}:{node.lineno}: relative import"
            # `from knuckle.physics.inertia import crb` imports a module, `from knuckle.math.vec3 import dot3` a name
            inner = [alias.name for alias in node.names if (SOURCE / _path(node.module, alias.name)).exists()]
            found |= {f"{node.module}.{module}" for module in inner}
            if len(inner) < len(node.names):
                found.add(node.module)
    return frozenset(found)


def room(module: str, depth: int = 1) -> str:
    """The room of a module: `knuckle.data.state` is in `data`."""
    return module.split(".")[depth] if module.count(".") >= depth else ""


def module_of(file: Path) -> str:
    return ".".join(("knuckle", *file.relative_to(PACKAGE).with_suffix("").parts))


def _path(module: str, member: str) -> str:
    return f"{module}.{member}".replace(".", "/") + ".py"


def within(module: str, packages) -> bool:
    return any(module == package or module.startswith(package + ".") for package in packages)


def test_there_are_files_to_look_at():
    assert len(FILES) > 300
    assert "knuckle.kernel" in imports(PACKAGE / "physics/pipeline.py")
    assert "knuckle.physics.kinematics.com" in imports(PACKAGE / "program.py")
    assert "knuckle.data.data" not in imports(PACKAGE / "model/names.py")  # for types only


def test_every_folder_is_a_room():
    folders = {file.relative_to(PACKAGE).parts[0].removesuffix(".py") for file in FILES}
    assert folders - {"__init__", "__main__"} == set(ROOMS)
    rooms = {file.relative_to(PACKAGE / "physics").parts[0].removesuffix(".py") for file in KERNEL_FILES["physics"]}
    assert rooms - {"__init__"} == set(PHYSICS_ROOMS)


@pytest.mark.parametrize(("rooms", "depth"), [(ROOMS, 1), (PHYSICS_ROOMS, 2)], ids=["package", "physics"])
def test_rooms_import_only_rooms_below_them(rooms, depth):
    upward = []
    for file in FILES:
        own = room(module_of(file), depth)
        if own not in rooms or (depth == 2 and not within(module_of(file), ["knuckle.physics"])):
            continue
        base = ["knuckle.physics"] if depth == 2 else ["knuckle"]
        for module in imports(file):
            other = room(module, depth)
            if within(module, base) and other in rooms and rooms.index(other) > rooms.index(own):
                upward.append(f"{name(file)} imports {module}")
    assert not upward


@pytest.mark.parametrize("folder", ["math", "physics"])
def test_kernels_import_kernels_and_constants_only(folder):
    for file in KERNEL_FILES[folder]:
        for module in imports(file):
            constants = module in CONSTANTS or (folder == "math" and module == "math")
            assert room(module) in KERNEL_ROOMS or constants, f"{name(file)} imports {module}"


def test_the_machine_layer_knows_no_physics():
    for file in (PACKAGE / "machine").rglob("*.py"):
        found = {module for module in imports(file) if room(module) in ("math", "physics", "program")}
        assert not found, f"{name(file)} imports {', '.join(sorted(found))}"


def test_only_the_machine_layer_imports_the_compiler():
    for file in FILES:
        if file.relative_to(PACKAGE).parts[0] != "machine":
            found = {module for module in imports(file) if within(module, COMPILERS)}
            assert not found, f"{name(file)} imports {', '.join(sorted(found))}"


def test_nothing_imports_the_oracle_but_the_comparison_with_it():
    for file in FILES:
        if name(file) == "comparison/both.py":
            continue
        assert not any(within(module, ["mujoco"]) for module in imports(file)), name(file)


def test_importing_the_package_is_light():
    code = "import sys, knuckle; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONPATH": str(SOURCE)}, capture_output=True, text=True, check=True
    )
    loaded = set(done.stdout.split())
    assert "knuckle" in loaded
    assert not {module.partition(".")[0] for module in loaded} & HEAVY
    assert not loaded & LATER


def kernels(file: Path) -> list[ast.FunctionDef]:
    """Functions of a module that a machine compiles."""

    def mark(decorator: ast.expr) -> str:
        target = decorator.func if isinstance(decorator, ast.Call) else decorator
        return target.id if isinstance(target, ast.Name) else ""

    functions = (node for node in tree(file).body if isinstance(node, ast.FunctionDef))
    return [function for function in functions if MARKS & {mark(decorator) for decorator in function.decorator_list}]


def test_kernels_are_found():
    assert sum(len(kernels(file)) for file in FILES) > 800


def _lacking(node: ast.AST) -> str:
    """What machines do not have, in words."""
    if isinstance(node, (*FORBIDDEN, ast.FunctionDef)):
        return type(node).__name__
    if isinstance(node, ast.Call) and node.keywords:
        return "a keyword argument"
    if isinstance(node, ast.For) and not (isinstance(node.iter, ast.Call) and ast.unparse(node.iter.func) == "range"):
        return "not a range"
    return ""


@pytest.mark.parametrize("folder", ["math", "physics"])
def test_kernels_contain_nothing_that_machines_lack(folder):
    for file in KERNEL_FILES[folder]:
        for function in kernels(file):
            for node in ast.walk(ast.Module(function.body, [])):
                assert not (wrong := _lacking(node)), f"{name(file)}:{node.lineno}: {function.name}: {wrong}"
            arguments = function.args
            assert not arguments.defaults and not arguments.vararg and not arguments.kwarg and not arguments.kwonlyargs


@pytest.mark.parametrize("folder", ["math", "physics"])
def test_every_kernel_module_and_stage_says_what_it_computes(folder):
    for file in KERNEL_FILES[folder]:
        assert ast.get_docstring(tree(file)), name(file)
        for function in kernels(file):
            marks = {ast.unparse(decorator) for decorator in function.decorator_list}
            if marks & {"stage", "stage_of_world"}:
                assert ast.get_docstring(function), f"{name(file)}: {function.name}"


def test_functions_are_short():
    long = []
    for file in FILES:
        for node in nodes(file):
            if isinstance(node, ast.FunctionDef) and node.end_lineno - node.lineno + 1 > LONGEST_FUNCTION:
                long.append(f"{name(file)}:{node.lineno}: {node.name} has {node.end_lineno - node.lineno + 1} lines")
    assert not long


def test_files_are_short():
    lengths = {name(file): len(file.read_text(encoding="utf-8").splitlines()) for file in FILES}
    assert {file: length for file, length in lengths.items() if length > LONGEST_FILE} == {}
