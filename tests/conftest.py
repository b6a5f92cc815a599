"""Toy kernels on every machine: `toy(name)` has `run(entry, **fields) -> fields`."""

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from knuckle.batch.memory import BatchMemory
from knuckle.machine import targets
from knuckle.machine.artifact import Artifact
from knuckle.machine.cache import build_lock
from knuckle.machine.checked import field_rows, with_rows
from knuckle.machine.layout import data_layout, model_layout
from knuckle.machine.python import run_entry
from knuckle.schema.fields import SHARED, data_fields, model_fields, sizes
from knuckle.schema.hooks import TABLE_WORDS

if "MUJOCO_GL" not in os.environ:
    # read when the reference is imported: with EGL its pictures need no window, but where there is none it ends there
    egl = {**os.environ, "MUJOCO_GL": "egl"}
    found = subprocess.run([sys.executable, "-c", "import mujoco"], env=egl, capture_output=True).returncode == 0
    os.environ["MUJOCO_GL"] = "egl" if found else ""  # processes of this run need not look again
FOLDER = Path(__file__).parent / "support"
SESSION = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
NWORLD, NQ, NBODY = 8, 24, 3  # eight worlds, so that every lane width meets whole groups


# sweeps over the reference, over many shapes, processes or bombs: `make test-fast` leaves them out
SWEEPS = (
    *("parity/", "fuzz/", "parse/test_corpus.py", "test_typing.py", "test_wheel.py", "math/test_elementary.py"),
    *(f"bad_input/test_{name}.py" for name in ("bombs", "batch_sequences", "fuzz")),
    *(f"machine/test_{name}.py" for name in ("reach", "vocabulary", "workers", "row_copies")),
    *(f"machines/test_{name}.py" for name in ("stages_agree", "signals", "determinism")),
    *(f"physics/collision/test_{name}.py" for name in ("ties", "every_pair", "large_faces", "primitives", "hfield")),
    *(
        "physics/collision/test_flat_contacts.py",
        "robustness/",
        "write/test_round_trip.py",
        "parse/urdf/test_reference.py",
    ),
    *(f"spec/test_{name}.py" for name in ("attach", "replicate", "random_edits", "random_copies")),
    *(f"machines/test_{name}.py" for name in ("exit", "models_agree", "in_use", "fork", "copies", "batch_room")),
    *(f"compile/test_{name}.py" for name in ("random_models", "meshes", "processors", "fuse", "discard")),
    *(f"machine/test_{name}.py" for name in ("linking", "cache", "checked")),
    *(f"test_{name}.py" for name in ("examples", "docs", "validate_assets", "mjz", "write_urdf", "user_kernels")),
    *("physics/collision/test_quadrilateral.py", "physics/collision/test_convex.py", "physics/test_smooth_stages.py"),
    *("studio/test_page.py", "studio/test_touch.py", "cluster/", "render/test_against_mujoco.py"),
    *(
        f"lab/test_{name}.py"
        for name in ("random_problems", "properties", "claims", "limits", "rigid_limits", "interior")
    ),
    *(f"lab/test_{name}.py" for name in ("reports", "touch_and_gait", "experiments_of_laws", "augmented", "bilateral")),
    *("envs/test_vector.py", "envs/test_single.py", "machines/test_sleep_agrees.py", "physics/ray/test_rays.py"),
    *("batch/test_lockstep.py", "identities/test_integrator_order.py", "identities/test_contact_physics.py"),
    *("write/test_notation_corpus.py", "envs/test_gym_parity.py", "physics/actuator/test_random_actuators.py"),
)


def is_sweep(path: Path) -> bool:
    return path.relative_to(Path(__file__).parent).as_posix().startswith(SWEEPS)


def pytest_ignore_collect(collection_path: Path, config):
    """Where sweeps are left out their files are not even imported: some take seconds."""
    left_out = config.getoption("markexpr") == "not sweep" and collection_path.suffix == ".py"
    return True if left_out and is_sweep(collection_path) else None


def pytest_collection_modifyitems(items):
    for item in items:
        if is_sweep(item.path):
            item.add_marker(pytest.mark.sweep)


class ToyModel:
    """A model of three bodies and 24 coordinates that exists only as arrays."""

    def __init__(self, real: np.dtype, lanes: int = 1):
        self.counts = dict.fromkeys(sizes(), 0) | {"nq": NQ, "nv": NQ, "nbody": NBODY}
        self.arrays = {}
        for field in model_fields():
            dtype = real if field.kind == "real" else field.dtype
            self.arrays[field.name] = np.zeros(field.resolve(self.counts), dtype)
        self.arrays["opt_timestep"][()] = 0.5
        self.arrays["opt_gravity"][:] = (0, 0, -9)
        self.arrays["body_pos"][:, 0] = (1, 2, 3)
        # of some numbers each lane has its own
        self._own = {
            f.name: np.repeat(self.arrays[f.name].reshape(-1, 1), lanes, axis=1) for f in model_fields() if not f.shared
        }
        places = self.arrays | self._own
        self.table = np.array(
            [
                *self.counts.values(),
                *[0] * len(TABLE_WORDS),
                *(places[f.name].ctypes.data for f in model_layout().fields),
            ],
            np.int64,
        )


def world_table(memory: BatchMemory, world: int) -> np.ndarray:
    """The table of one world for code without lanes: rows in place, and a workspace of one lane for all else."""
    table = memory.workspaces(1)[0].table.copy()
    for name, rows in memory.fields.items():
        table[data_layout().slot(name)] = rows.ctypes.data + world * rows.strides[0]
    return table


class Toy:
    """The toy kernels on one machine; fields have the world as first axis."""

    def __init__(self, name: str, code: bytes | None):
        self.target = targets.SINGLE if name == "python" else targets.by_name(name)
        self.real = np.dtype(f"float{self.target.bits}")
        names = [entry.name for entry in import_module("support.toy_kernels").entries()]
        self.artifact = None if code is None else Artifact(self.target, [code], names)
        self.model = ToyModel(self.real, max(1, self.target.lanes))

    def run(self, entry: str, **fields) -> dict[str, np.ndarray]:
        lanes = max(1, self.target.lanes)
        memory = BatchMemory(self.model.counts, NWORLD, self.real)
        for name, values in fields.items():
            memory.fields[name][...] = np.reshape(values, memory.fields[name].shape)
        if self.artifact is None:
            self._interpret(entry, memory)
        elif self.target.is_group:
            plan = memory.plan(None, whole=False, lanes=lanes)
            self.artifact[entry](self.model.table.ctypes.data, plan.address(0), 0, plan.ngroup, 1)
        else:
            for w in range(NWORLD):
                table = world_table(memory, w)
                self.artifact[entry](self.model.table.ctypes.data, table.ctypes.data, 1)
        return {name: memory.fields[name] for name in ("qvel", "qacc", "xpos", "time", "status")}

    def _interpret(self, entry: str, memory: BatchMemory) -> None:
        from support import toy_kernels

        chosen = next(e for e in toy_kernels.entries() if e.name == entry)
        shared = {f.name: np.zeros(memory.shapes[f.name], f.dtype) for f in data_fields() if f.kind in SHARED}
        for w in range(NWORLD):
            data = shared | {
                name: array[w] if array.ndim > 1 else array[w : w + 1].reshape(())
                for name, array in memory.fields.items()
            }
            run_entry(chosen, self.model.arrays, self.model.counts, data)
            for name, array in memory.fields.items():
                array[w] = data[name]


@pytest.fixture(scope="session")
def toy(tmp_path_factory):
    """A function from the name of a machine to its Toy, each compiled once for all test processes."""
    shared = tmp_path_factory.getbasetemp().parent / "toys"
    shared.mkdir(exist_ok=True)
    made: dict[str, Toy] = {}

    def make(name: str) -> Toy:
        if name not in made:
            out = shared / f"{name}-{SESSION}.o"
            made[name] = Toy(name, None if name == "python" else compiled("support.toy_kernels", name, out))
        return made[name]

    return make


@pytest.fixture(scope="session")
def faults(tmp_path_factory):
    """A function that runs an entry of `fault_kernels` on the checked machine; returns code, time and status."""
    shared = tmp_path_factory.getbasetemp().parent / "toys"
    shared.mkdir(exist_ok=True)
    code = compiled("support.fault_kernels", "checked", shared / f"faults-{SESSION}.o")
    names = [entry.name for entry in import_module("support.fault_kernels").entries()]
    artifact, model = Artifact(targets.CHECKED, [code], names), ToyModel(np.dtype(np.float64))
    memory = BatchMemory(model.counts, 1, model.arrays["opt_timestep"].dtype)
    shapes = {name: array.shape for name, array in model.arrays.items()}
    tables = (
        with_rows(model.table, field_rows(shapes, model_fields())),
        with_rows(world_table(memory, 0), field_rows(memory.shapes, data_fields())),
    )

    def run(entry: str, argument: int = 1) -> tuple[int, float, int]:
        memory.fields["time"][:] = 0
        memory.fields["status"][:] = 0
        result = artifact[entry](*(table.ctypes.data for table in tables), argument)
        return result, memory.fields["time"].item(), memory.fields["status"].item()

    return run


def compiled(module: str, target: str, out: Path) -> bytes:
    """Object code of a module of kernels beside the tests of the machine layer, compiled once for all processes."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    with build_lock(out):
        if not out.exists():
            command = [sys.executable, "-P", str(FOLDER / "toy_build.py"), module, target, str(out)]
            subprocess.run(command, check=True, env=environment)
    return out.read_bytes()


@pytest.fixture
def world_by_world(monkeypatch):
    """Batches compute one world after the other, whatever the model: each has the bits of one alone."""
    monkeypatch.setattr("knuckle.batch.choices.goes_alone", lambda *_: True)
