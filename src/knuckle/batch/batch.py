"""Many worlds of one model on the CPU: `lanes` worlds in each SIMD register, groups of lanes over threads."""

import warnings
from collections.abc import Callable, Collection, Iterable
from copy import deepcopy
from itertools import pairwise

import numpy as np

from knuckle.batch.groups import GroupMemory, group_count
from knuckle.batch.mirror import MACHINES, ModelMirror
from knuckle.batch.rounds import Round
from knuckle.batch.selection import Worlds, chosen_worlds, each_once, is_one_world
from knuckle.calls.in_use import alone, exclusive, require_free
from knuckle.calls.slices import Pace, Slice
from knuckle.calls.threads import Team
from knuckle.data.data import KERNEL_INDICES, Data, check_pair
from knuckle.data.status import SimulationWarning
from knuckle.errors import KnuckleError, nearest
from knuckle.machine.artifact import cores, load
from knuckle.machine.entry import REFUSED
from knuckle.memory.arguments import LARGEST_COUNT, shown, whole_number
from knuckle.memory.capacity import capacities_of, count_idle
from knuckle.memory.records import convert
from knuckle.memory.shown import html_table
from knuckle.model.model import Model
from knuckle.program import entries
from knuckle.schema.fields import data_fields
from knuckle.schema.limits import STEPS_AWAKE
from knuckle.validate.values import check_values, refuse_model

ANSWERS = ("overflow", "steps_done")  # what compiled code tells the host
# what a world is: its state and inputs, and what became of it
ALWAYS_KEPT = frozenset(
    f.name
    for f in data_fields()
    if f.stage in ("input", "check", "sleep") or f.name.startswith(("bad_", "need_", "sleep_")) or f.name in ANSWERS
)
FRAMES = ("ngeom", "nsite", "ncam", "nlight")  # what rides on bodies
# what sensors write: their readings, and what these are taken from
SENSED = {"sensordata", "energy", "cacc", "cfrc_int", "cfrc_ext", "subtree_linvel", "subtree_angmom"}
WHOLE = ("step", "forward", "inverse")  # entries that need nothing but the state and the inputs
EVERY_WORLD = slice(None)
WIDE_AWAKE = -1 - STEPS_AWAKE


class Batch:
    """Many independent worlds of one model, stepped together.

    Each world starts in the state of a new `Data(model)`. `read` and `write` copy a field of all worlds at once, with
    the world as first axis:

        batch = Batch(model, 4096, dtype="float32", keep=["qacc"])
        batch.write("qvel", rng.normal(size=(4096, model.nv)))
        batch.step(100)
        heights = batch.read("qpos")[:, 2]

    `nworld` is the number of worlds, `dtype` the precision ("float64" or "float32"), and `threads` how many threads
    step the worlds (default: one for each processor). `keep` names the computed fields to store for every world
    (default: all); state and inputs are always stored. With few fields kept a world needs less memory and steps faster:
    poses of geoms, sites, cameras and lights that are not kept are not even computed.

    Where a call takes `worlds`, give the number of a world, a sequence of numbers, a slice, or a mask of booleans. Only
    one thread may use a batch at a time; a second one gets a KnuckleError.
    """

    def __init__(
        self,
        model: Model,
        nworld: int,
        *,
        dtype: str = "float64",
        threads: int | None = None,
        keep: Iterable[str] | None = None,
    ):
        if not isinstance(model, Model):
            raise TypeError(f"Batch: expected a Model, found {type(model).__name__}")
        _check_arguments(nworld, dtype, threads)
        names = None if keep is None else field_names(keep)
        check_values(model._arena)
        self._adopt(model, int(nworld), dtype, threads, names)
        self.load(Data(model))

    def _adopt(
        self,
        model: Model,
        nworld: int,
        dtype: str,
        threads: int | None,
        keep: tuple[str, ...] | None,
        capacity: dict[str, int] | None = None,
    ) -> None:
        self.model, self.nworld, self.dtype = model, nworld, dtype
        self._threads, self._keep = threads, keep
        self._artifact = load(MACHINES[dtype])
        self._kept = None if keep is None else ALWAYS_KEPT | set(keep)
        self._mirror = ModelMirror(model, np.dtype(dtype), unwanted_sizes(self._kept), self._kept)
        ngroup = group_count(nworld, self.lanes)
        self._bounds = _split(ngroup, min(threads or cores(), ngroup))
        self._memory = self._allocate(capacity)
        # worlds that only fill up the last group, too, are awake: circles of trees asleep must be circles
        self._memory.fields["tree_asleep"][...] = WIDE_AWAKE
        self._memory.fields["ntree_awake"][...] = model.ntree
        self._team = Team(len(self._bounds) - 1)
        self._stages: dict[str, tuple[Callable[..., int], Pace]] = {}
        self._free = np.ones(1, np.int64).data

    def _allocate(self, capacity: dict[str, int] | None) -> GroupMemory:
        try:
            counts, real = self.model._counts, np.dtype(self.dtype)
            return GroupMemory(counts, self.lanes, self.nworld, real, self._kept, self._bounds, capacity)
        except (MemoryError, ValueError) as error:
            raise KnuckleError(f"no memory for {self.nworld} worlds of {self.model!r}: {error}") from error

    @property
    def lanes(self) -> int:
        """How many worlds share one SIMD register."""
        return self._artifact.target.lanes

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the fields that `read` and `write` take."""
        return tuple(self._memory.fields)

    @exclusive
    def load(self, data: Data, worlds: Worlds = EVERY_WORLD) -> None:
        """Copy everything in one Data into the chosen worlds."""
        check_pair(self.model, data)
        require_free(data)
        chosen = chosen_worlds(worlds, self.nworld)
        each_once(chosen)
        self._memory.reserve(capacities_of(data._arrays))
        for name in self._memory.fields:
            array, shape = data._arrays[name], self._memory.shapes[name]
            if name == "overflow" and array > 0.0:  # the data asked for room, the batch may have it
                array = np.zeros_like(array)
            if array.shape != shape:  # a batch may have more room than the data
                array = np.concatenate([array, np.zeros((shape[0] - len(array), *shape[1:]), array.dtype)])
            self._memory.write(name, np.broadcast_to(array, (len(chosen), *shape)), chosen)

    def read(self, name: str, worlds: Worlds = EVERY_WORLD) -> np.ndarray:
        """Return a copy of a field, with the world as first axis; without that axis for the number of one world."""
        require_free(self)
        self._check_field(name)
        if worlds is EVERY_WORLD:
            return self._memory.read(name)
        values = self._memory.read(name, chosen_worlds(worlds, self.nworld))
        return values[0] if is_one_world(worlds) else values

    def write(self, name: str, values, worlds: Worlds = EVERY_WORLD) -> None:
        """Set a field in the chosen worlds; values without the world axis are written to each of them."""
        require_free(self)
        self._check_field(name)
        if name in KERNEL_INDICES or name in ANSWERS:
            raise ValueError(f"{name} is what kernels find their way by and read-only")
        chosen = chosen_worlds(worlds, self.nworld)
        each_once(chosen)
        expected = (len(chosen), *self._memory.shapes[name])
        shape = np.shape(values)
        if shape not in (expected, expected[1:]):
            raise ValueError(f"{name}: expected shape {expected} or {expected[1:]}, found {shape}")
        converted = convert(values, self._memory.fields[name].dtype, shape, name)
        self._memory.write(name, np.broadcast_to(converted, expected), chosen)

    def run(self, stage: str, count: int = 1) -> None:
        """Run a stage such as "kinematics" `count` times in every world.

        Stages other than "step", "forward" and "inverse" need a batch that keeps all fields.
        """
        self._run(stage, count, "count")

    def step(self, nstep: int = 1) -> None:
        """Advance every world by `nstep` steps.

        Where this is interrupted (Ctrl-C, MemoryError), each world has done a whole number of steps, which
        `read("time")` tells, and the batch can still be used.
        """
        self._run("step", nstep, "nstep")

    def forward(self) -> None:
        """Compute everything that follows from state and inputs, up to the acceleration, in every world."""
        self._run("forward", 1, "count")

    def _run(self, stage: str, count: int, label: str) -> None:
        count = whole_number(count, label)
        function, pace = self._stage(stage)
        alone(self, self._advance, stage, function, pace, count)
        self._report_status()

    def _advance(self, stage: str, function: Callable[..., int], pace: Pace, count: int) -> None:
        """Run the function `count` times in every group; where room is missing make more, and go on."""
        self._mirror.refresh(stage)
        shares: list[list[Slice]] = [[(first, last, count)] for first, last in pairwise(self._bounds)] if count else []
        idle = 0
        while shares:
            slices = Round(function, pace, self._memory, self._mirror)
            self._team.run(slices.work, shares)
            if not slices.codes:
                return
            if REFUSED in slices.codes:
                refuse_model(self.model)
            idle = count_idle(idle, self._memory.grow())
            shares = [todo for todo in shares if todo]

    @property
    def status(self) -> np.ndarray:
        """The problems that each world met, as bits of `Status`; 0 where there were none."""
        return self.read("status")

    def copy(self) -> "Batch":
        """An independent copy of all worlds, of the same model."""
        return self._twin(self.model)

    def _twin(self, model: Model) -> "Batch":
        require_free(self)
        twin = Batch.__new__(Batch)
        twin._adopt(model, self.nworld, self.dtype, self._threads, self._keep, self._memory.capacity)
        twin._memory.copy_from(self._memory)
        return twin

    def __copy__(self) -> "Batch":
        return self.copy()

    def __deepcopy__(self, memo: dict) -> "Batch":
        """A copy with a model of its own: the copy of this batch's model."""
        return self._twin(deepcopy(self.model, memo))

    def __reduce__(self):
        worlds = {name: self.read(name) for name in self.fields}
        return _restore, (self.model, self.nworld, self.dtype, self._threads, self._keep, self._memory.capacity, worlds)

    def __repr__(self) -> str:
        kept = "all fields kept" if self._keep is None else f"keeps {', '.join(self._keep) or 'state and inputs only'}"
        return f"<Batch of {self.nworld} worlds in {self.dtype}, {self.lanes} to a register, {kept}, of {self.model!r}>"

    def _repr_html_(self) -> str:
        kept = "all fields" if self._keep is None else ", ".join(self._keep) or "state and inputs only"
        values = {"dtype": self.dtype, "lanes": self.lanes, "threads": len(self._bounds) - 1, "kept": kept}
        return html_table(f"Batch of {self.nworld} worlds of {self.model!r}", values)

    def _stage(self, stage: str) -> tuple[Callable[..., int], Pace]:
        if not isinstance(stage, str):
            raise TypeError(f"stage: expected the name of a stage, found {shown(stage)}")
        if stage not in self._stages:
            if stage not in stage_names():
                raise KeyError(f"unknown stage {stage!r}{nearest(stage, stage_names())}")
            if self._kept is not None and stage not in WHOLE:
                raise KnuckleError(f"stage {stage!r} alone needs what other stages wrote: make the batch without keep")
            self._stages[stage] = self._artifact[stage], Pace()
        return self._stages[stage]

    def _check_field(self, name: str) -> None:
        if not isinstance(name, str):
            raise TypeError(f"name: expected the name of a field, found {shown(name)}")
        if name in self._memory.fields:
            return
        if name in self._memory.shapes:
            raise KeyError(f"the batch does not keep {name!r}: make it with keep=[{name!r}], or without keep")
        raise KeyError(f"Data has no field {name!r}{nearest(name, self._memory.shapes)}")

    def _report_status(self) -> None:
        words = self._memory.fields["status"]
        if not words.any():
            return
        bad = np.flatnonzero(self._memory.read("status"))
        if not len(bad):  # a world that only fills up the last group
            return
        text = (
            f"{len(bad)} of {self.nworld} worlds met a problem, the first of them {bad[:5].tolist()}; see Batch.status"
        )
        warnings.warn(text, SimulationWarning, stacklevel=4)


def _restore(
    model: Model,
    nworld: int,
    dtype: str,
    threads: int | None,
    keep: tuple[str, ...] | None,
    capacity: dict[str, int],
    worlds: dict[str, np.ndarray],
) -> Batch:
    """A batch from its pickled worlds, each field checked by shape."""
    batch = Batch(model, nworld, dtype=dtype, threads=threads, keep=keep)
    batch._memory.reserve(capacity)
    for name, values in worlds.items():
        expected = (nworld, *batch._memory.shapes[name])
        if values.shape != expected:
            raise ValueError(f"{name}: expected shape {expected}, found shape {values.shape}")
        batch._memory.write(name, values)
    return batch


def unwanted_sizes(kept: Collection[str] | None) -> list[str]:
    """Sizes of elements whose frames nobody reads and no other stage needs: their kinematics are left out."""
    if kept is None:
        return []
    frames = [size for size in FRAMES if not any(f.shape[:1] == (size,) and f.name in kept for f in data_fields())]
    return frames if SENSED & set(kept) else [*frames, "nsensor"]


def stage_names() -> list[str]:
    """Stages that `Batch.run` knows, in pipeline order."""
    return [entry.name for entry in entries() if not entry.is_query]


def field_names(keep: Iterable[str]) -> tuple[str, ...]:
    """The names of fields in `keep`; TypeError where it holds something else, KeyError where a field is unknown."""
    if isinstance(keep, str):
        raise TypeError(f"keep: expected several names of fields, found the text {keep!r}; for one field: [{keep!r}]")
    if not isinstance(keep, Iterable):
        raise TypeError(f"keep: expected names of fields, found {shown(keep)}")
    chosen, known = tuple(keep), {field.name for field in data_fields()}
    for name in chosen:
        if not isinstance(name, str):
            raise TypeError(f"keep: expected names of fields, found {shown(name)} among them")
        if name not in known:
            raise KeyError(f"keep: Data has no field {name!r}{nearest(name, known)}")
    return chosen


def _check_arguments(nworld: int, dtype: str, threads: int | None) -> None:
    if not isinstance(dtype, str) or dtype not in MACHINES:
        raise KnuckleError(f"unknown dtype {dtype!r} of a batch; expected one of: {', '.join(MACHINES)}")
    for name, value in (("nworld", nworld), ("threads", 1 if threads is None else threads)):
        if not isinstance(value, (int, np.integer)) or not 1 <= value <= LARGEST_COUNT:
            raise KnuckleError(f"{name}: expected a whole number of at least 1, found {value!r}")


def _split(ngroup: int, parts: int) -> list[int]:
    """Bounds of `parts` runs of groups of nearly equal length."""
    return np.linspace(0, ngroup, parts + 1).astype(int).tolist()
