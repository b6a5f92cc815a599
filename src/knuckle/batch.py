"""Many worlds of one model on the CPU: `lanes` worlds in each SIMD register, groups of lanes over threads."""

import os
import warnings
from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np

from knuckle.arguments import LARGEST_COUNT, whole_number
from knuckle.attributes import convert, nearest
from knuckle.data import WAYMARKS, Data, check_pair
from knuckle.entries import entries
from knuckle.errors import KnuckleError
from knuckle.machine.artifact import load
from knuckle.machine.groups import GroupMemory, group_count
from knuckle.machine.mirror import ModelMirror
from knuckle.machine.program import OVERFLOW, REFUSED
from knuckle.model import Model
from knuckle.room import room_of
from knuckle.schema.fields import data_fields
from knuckle.status import TroubleWarning
from knuckle.value_integrity import check_values, refuse_model

MACHINES = {"float64": "lanes64", "float32": "lanes32"}
# what a world is: its state and inputs, and what became of it
ALWAYS_KEPT = frozenset(
    f.name
    for f in data_fields()
    if f.stage in ("input", "check") or f.name.startswith(("bad_", "need_")) or f.name in ("overflow", "steps_done")
)
FRAMES = ("ngeom", "nsite", "ncam", "nlight")  # things that ride on bodies
WHOLE = ("step", "forward", "inverse")  # entries that need nothing but the state and the inputs


class Batch:
    """`nworld` independent worlds of one model, stepped together.

    Worlds start where `Data(model)` starts. `read` and `write` move whole fields, with the world as first axis:

        batch = Batch(model, 4096, dtype="float32", keep=["qacc"])
        batch.write("qvel", rng.normal(size=(4096, model.nv)))
        batch.step(100)
        heights = batch.read("qpos")[:, 2]

    `keep` names the computed fields that have room for every world; state and inputs always have. All fields are kept
    unless it is given; with few kept, worlds need less memory and step faster, and frames of geoms, sites, cameras and
    lights that are not kept are not computed.
    """

    def __init__(
        self,
        model: Model,
        nworld: int,
        *,
        dtype: str = "float64",
        threads: int | None = None,
        keep: Collection[str] | None = None,
    ):
        if not isinstance(model, Model):
            raise TypeError(f"Batch: expected a Model, found {type(model).__name__}")
        _check_arguments(nworld, dtype, threads, keep)
        check_values(model._arena)
        self.model, self.nworld, self.dtype = model, int(nworld), dtype
        self._artifact = load(MACHINES[dtype])
        self._kept = None if keep is None else ALWAYS_KEPT | set(keep)
        self._mirror = ModelMirror(model, np.dtype(dtype), unwanted_sizes(self._kept))
        ngroup = group_count(self.nworld, self.lanes)
        self._bounds = _split(ngroup, min(threads or _cores(), ngroup))
        self._memory = self._allocate()
        self._pool = ThreadPoolExecutor(len(self._bounds) - 1) if len(self._bounds) > 2 else None
        self._functions: dict = {}
        self.load(Data(model))

    def _allocate(self) -> GroupMemory:
        try:
            counts, real = self.model._counts, np.dtype(self.dtype)
            return GroupMemory(counts, self.lanes, self.nworld, real, self._kept, self._bounds)
        except (MemoryError, ValueError) as error:
            raise KnuckleError(f"no memory for {self.nworld} worlds of {self.model!r}: {error}") from error

    @property
    def lanes(self) -> int:
        """Worlds in one register."""
        return self._artifact.target.lanes

    @property
    def fields(self) -> tuple[str, ...]:
        """Names that `read` and `write` take."""
        return tuple(self._memory.fields)

    def load(self, data: Data, worlds: Sequence[int] | slice = slice(None)) -> None:
        """Copy everything of one Data into the chosen worlds."""
        check_pair(self.model, data)
        self._memory.reserve(room_of(data._arrays))
        for name in self._memory.fields:
            array, shape = data._arrays[name], self._memory.shapes[name]
            if array.shape != shape:  # a batch may have more room than the data
                array = np.concatenate([array, np.zeros((shape[0] - len(array), *shape[1:]), array.dtype)])
            self._memory.write(name, np.broadcast_to(array, (self.nworld, *shape))[worlds], worlds)

    def read(self, name: str, worlds: Sequence[int] | slice = slice(None)) -> np.ndarray:
        """A copy of a field of Data, world first."""
        self._check_field(name)
        return self._memory.read(name)[worlds]

    def write(self, name: str, values, worlds: Sequence[int] | slice = slice(None)) -> None:
        """Set a field of Data in the chosen worlds; `values` may leave out the world axis to serve them all."""
        self._check_field(name)
        if name in WAYMARKS:
            raise ValueError(f"{name} is what kernels find their way by and read-only")
        expected = (len(np.arange(self.nworld)[worlds]), *self._memory.shapes[name])
        shape = np.shape(values)
        if shape not in (expected, expected[1:]):
            raise ValueError(f"{name}: expected shape {expected} or {expected[1:]}, found {shape}")
        converted = convert(values, self._memory.fields[name].dtype, shape, name)
        self._memory.write(name, np.broadcast_to(converted, expected), worlds)

    def run(self, stage: str, count: int = 1) -> None:
        """Run a stage of the pipeline `count` times in every world; stages alone need all fields kept."""
        count = whole_number(count, "count")
        function = self._function(stage)
        self._mirror.refresh()
        if self._call(function, [(first, last, count) for first, last in pairwise(self._bounds)]):
            self._finish(function, count)
        self._report_trouble()

    def _finish(self, function, count: int) -> None:
        """Make room for the groups that stopped, and run the rest of their steps."""
        left = dict.fromkeys(range(self._memory.ngroup), count)
        while stopped := self._stopped():
            for group in stopped:
                left[group] -= int(self._memory.fields["steps_done"][group].max())
            self._memory.grow()
            self._call(function, [(group, group + 1, left[group]) for group in stopped])

    def _call(self, function, parts: list[tuple[int, int, int]]) -> bool:
        """Run a function on runs of groups (first, last + 1, count), on all threads; whether a group stopped."""
        model, tables = self._mirror.address, self._memory.address
        if self._pool is None or len(parts) < len(self._bounds) - 1:
            codes = [function(model, tables, *part) for part in parts]
        else:
            codes = list(self._pool.map(lambda part: function(model, tables, *part), parts))
        if REFUSED in codes:
            refuse_model(self.model._arena)
        return OVERFLOW in codes

    def _stopped(self) -> list[int]:
        """Groups in which a world had too little room for its contacts or constraint rows."""
        return np.flatnonzero((self._memory.fields["overflow"] > 0).any(axis=(1, 2))).tolist()

    def step(self, nstep: int = 1) -> None:
        """Advance every world by `nstep` steps."""
        self.run("step", nstep)

    def forward(self) -> None:
        """Everything that follows from the state, in every world."""
        self.run("forward")

    @property
    def status(self) -> np.ndarray:
        """Status word of each world, bits of `Status`; 0 is good."""
        return self._memory.read("status")

    def _function(self, stage: str):
        if stage not in self._functions:
            if stage not in stage_names():
                raise KeyError(f"unknown stage {stage!r}{nearest(stage, stage_names())}")
            if self._kept is not None and stage not in WHOLE:
                raise KnuckleError(f"stage {stage!r} alone needs what other stages wrote: make the batch without keep")
            self._functions[stage] = self._artifact[stage]
        return self._functions[stage]

    def _check_field(self, name: str) -> None:
        if name in self._memory.fields:
            return
        if name in self._memory.shapes:
            raise KeyError(f"the batch does not keep {name!r}: make it with keep=[{name!r}], or without keep")
        raise KeyError(f"Data has no field {name!r}{nearest(name, self._memory.shapes)}")

    def _report_trouble(self) -> None:
        words = self._memory.fields["status"]
        if not words.any():
            return
        bad = np.flatnonzero(self.status)
        if not len(bad):  # a world that only fills up the last group
            return
        text = f"{len(bad)} of {self.nworld} worlds met trouble, the first of them {bad[:5].tolist()}; see Batch.status"
        warnings.warn(text, TroubleWarning, stacklevel=4)


def unwanted_sizes(kept: Collection[str] | None) -> list[str]:
    """Sizes of things whose frames nobody reads and no other stage needs: their kinematics are left out."""
    if kept is None:
        return []
    return [size for size in FRAMES if not any(f.shape[:1] == (size,) and f.name in kept for f in data_fields())]


def stage_names() -> list[str]:
    """Stages that `Batch.run` knows, in pipeline order."""
    return [entry.name for entry in entries() if not entry.is_query]


def _check_arguments(nworld: int, dtype: str, threads: int | None, keep: Collection[str] | None) -> None:
    if dtype not in MACHINES:
        raise KnuckleError(f"unknown dtype {dtype!r} of a batch; expected one of: {', '.join(MACHINES)}")
    for name, value in (("nworld", nworld), ("threads", 1 if threads is None else threads)):
        if not isinstance(value, (int, np.integer)) or not 1 <= value <= LARGEST_COUNT:
            raise KnuckleError(f"{name}: expected a whole number of at least 1, found {value!r}")
    names = {field.name for field in data_fields()}
    for name in keep or ():
        if name not in names:
            raise KeyError(f"keep: Data has no field {name!r}{nearest(name, names)}")


def _split(ngroup: int, parts: int) -> list[int]:
    """Bounds of `parts` runs of groups of nearly equal length."""
    return np.linspace(0, ngroup, parts + 1).astype(int).tolist()


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
