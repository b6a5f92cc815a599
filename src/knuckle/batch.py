"""Many worlds of one model on the CPU: `lanes` worlds in each SIMD register, groups of lanes over threads."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from knuckle.data import Data
from knuckle.entries import entries
from knuckle.errors import KnuckleError
from knuckle.machine.artifact import load
from knuckle.machine.groups import GroupMemory
from knuckle.machine.mirror import ModelMirror
from knuckle.model import Model
from knuckle.attributes import nearest

MACHINES = {"float64": "lanes64", "float32": "lanes32"}


class Batch:
    """`nworld` independent worlds of one model, stepped together.

    Worlds start where `Data(model)` starts. `read` and `write` move whole fields, with the world as first axis:

        batch = Batch(model, 4096, dtype="float32")
        batch.write("qvel", rng.normal(size=(4096, model.nv)))
        batch.step(100)
        heights = batch.read("qpos")[:, 2]
    """

    def __init__(self, model: Model, nworld: int, *, dtype: str = "float64", threads: int | None = None):
        if dtype not in MACHINES:
            raise KnuckleError(f"unknown dtype {dtype!r} of a batch; expected one of: {', '.join(MACHINES)}")
        if nworld < 1:
            raise KnuckleError(f"a batch needs at least one world, got nworld={nworld}")
        self.model, self.nworld, self.dtype = model, int(nworld), dtype
        self._artifact = load(MACHINES[dtype])
        self._mirror = ModelMirror(model, np.dtype(dtype))
        self._memory = GroupMemory(model._counts, self._artifact.target.lanes, nworld, np.dtype(dtype))
        self._threads = max(1, min(threads or _cores(), self._memory.ngroup))
        self._pool = ThreadPoolExecutor(self._threads) if self._threads > 1 else None
        self._functions: dict = {}
        self.load(Data(model))

    @property
    def lanes(self) -> int:
        """Worlds in one register."""
        return self._artifact.target.lanes

    def load(self, data: Data, worlds: Sequence[int] | slice = slice(None)) -> None:
        """Copy everything of one Data into the chosen worlds."""
        data.require(self.model)
        for name, array in data._arena.arrays.items():
            self._memory.write(name, np.broadcast_to(array, (self.nworld, *array.shape))[worlds], worlds)

    def read(self, name: str, worlds: Sequence[int] | slice = slice(None)) -> np.ndarray:
        """A copy of a field of Data, world first."""
        self._check_name(name)
        return self._memory.read(name)[worlds]

    def write(self, name: str, values, worlds: Sequence[int] | slice = slice(None)) -> None:
        """Set a field of Data in the chosen worlds; `values` may leave out the world axis to serve them all."""
        self._check_name(name)
        expected = self._memory.read(name)[worlds].shape
        values = np.asarray(values)
        if values.shape not in (expected, expected[1:]):
            raise ValueError(f"{name}: expected shape {expected} or {expected[1:]}, got {values.shape}")
        self._memory.write(name, np.broadcast_to(values, expected), worlds)

    def run(self, stage: str, count: int = 1) -> None:
        """Run a stage of the pipeline `count` times in every world."""
        if stage not in self._functions:
            self._functions[stage] = self._artifact[stage]
        function, tables = self._functions[stage], self._memory.address
        self._mirror.refresh()
        bounds = np.linspace(0, self._memory.ngroup, self._threads + 1).astype(int).tolist()
        parts = [(self._mirror.address, tables, a, b, count) for a, b in zip(bounds, bounds[1:], strict=False) if a < b]
        if self._pool is None:
            function(*parts[0])
        else:
            list(self._pool.map(lambda part: function(*part), parts))

    def step(self, nstep: int = 1) -> None:
        """Advance every world by `nstep` steps."""
        self.run("step", nstep)

    def forward(self) -> None:
        """Everything that follows from the state, in every world."""
        self.run("forward")

    @property
    def status(self) -> np.ndarray:
        """Status word of each world (see errors.Status); 0 is good."""
        return self._memory.read("status")

    def _check_name(self, name: str) -> None:
        if name not in self._memory.fields:
            raise KeyError(f"Data has no field {name!r}{nearest(name, self._memory.fields)}")


def _cores() -> int:
    import os

    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def stage_names() -> list[str]:
    """Stages that `Batch.run` knows, in pipeline order."""
    return [entry.name for entry in entries() if not entry.is_query]
