"""Many worlds of one model on the CPU: `lanes` worlds in each SIMD register, groups of lanes over threads."""

import warnings
from collections.abc import Callable, Iterable
from copy import deepcopy

import numpy as np

from knuckle.batch.kept import ALWAYS_KEPT, field_names, unwanted_sizes
from knuckle.batch.live import EVERY_WORLD, LiveFields
from knuckle.batch.memory import BatchMemory
from knuckle.batch.mirror import MACHINES, ModelMirror
from knuckle.batch.plan import group_count
from knuckle.batch.rounds import Round, shares_of
from knuckle.batch.selection import Worlds, chosen_worlds, each_once
from knuckle.calls.in_use import alone, exclusive, require_free
from knuckle.calls.slices import Pace
from knuckle.calls.threads import Team
from knuckle.data.data import Data, check_pair
from knuckle.data.status import SimulationWarning
from knuckle.errors import KnuckleError, nearest
from knuckle.machine.artifact import cores, load
from knuckle.machine.entry import REFUSED
from knuckle.memory.arguments import LARGEST_COUNT, shown, whole_number
from knuckle.memory.capacity import capacities_of, count_idle
from knuckle.memory.shown import html_table
from knuckle.model.model import Model
from knuckle.program import entries
from knuckle.validate.values import check_values, refuse_model

WHOLE = ("step", "forward", "inverse")  # entries that need nothing but the state and the inputs


class Batch(LiveFields):
    """Many independent worlds of one model, stepped together.

    Each world starts in the state of a new `Data(model)`. Fields have the names and shapes that they have in `Data`,
    with the world as first axis, and are the memory of the batch itself:

        batch = Batch(model, 4096, dtype="float32", keep=["qacc"])
        batch.qvel[:] = rng.normal(size=(4096, model.nv))
        batch.step(100)
        heights = batch.qpos[:, 2]

    They are plain arrays, one row for each world, which other libraries take without a copy
    (`torch.from_dlpack(batch.qpos)`). Those of contacts and constraint rows have as many rows as there is room for in
    every world, of which `ncon` or `nefc` are in use, and are replaced where a step needs more room: read them again
    after a step. One from before then stays as it was.

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
        self.__dict__.update(model=model, nworld=nworld, dtype=dtype)
        self._threads, self._keep = threads, keep
        self._artifact = load(MACHINES[dtype])
        self._kept = None if keep is None else ALWAYS_KEPT | set(keep)
        self._mirror = ModelMirror(model, np.dtype(dtype), unwanted_sizes(self._kept))
        self._memory = self._allocate(capacity)
        self._team = Team(self._memory.nworkspace)
        self._stages: dict[str, tuple[Callable[..., int], Pace]] = {}
        self._free = np.ones(1, np.int64).data
        self._show_fields()

    def _allocate(self, capacity: dict[str, int] | None) -> BatchMemory:
        nworkspace = min(self._threads or cores(), group_count(self.nworld, self.lanes))
        try:
            counts, real = self.model._counts, np.dtype(self.dtype)
            return BatchMemory(counts, self.lanes, self.nworld, real, self._kept, nworkspace, capacity)
        except (MemoryError, ValueError) as error:
            raise KnuckleError(f"no memory for {self.nworld} worlds of {self.model!r}: {error}") from error

    @property
    def lanes(self) -> int:
        """How many worlds share one SIMD register."""
        return self._artifact.target.lanes

    @exclusive
    def load(self, data: Data, worlds: Worlds = EVERY_WORLD) -> None:
        """Copy everything in one Data into the chosen worlds."""
        check_pair(self.model, data)
        require_free(data)
        chosen = chosen_worlds(worlds, self.nworld)
        each_once(chosen)
        self._memory.reserve(capacities_of(data._arrays))
        for name, rows in self._memory.fields.items():
            array = data._arrays[name]
            if name == "overflow" and array > 0.0:  # the data asked for room, the batch may have it
                array = np.zeros_like(array)
            if array.shape != rows.shape[1:]:  # a batch may have more room than the data
                rows[chosen, len(array) :] = 0
                rows[chosen, : len(array)] = array
            else:
                rows[chosen] = array

    def run(self, stage: str, count: int = 1) -> None:
        """Run a stage such as "kinematics" `count` times in every world.

        Stages other than "step", "forward" and "inverse" need a batch that keeps all fields.
        """
        self._run(stage, count, "count")

    def step(self, nstep: int = 1) -> None:
        """Advance every world by `nstep` steps.

        Where this is interrupted (Ctrl-C, MemoryError), each world has done a whole number of steps, which `batch.time`
        tells, and the batch can still be used.
        """
        self._run("step", nstep, "nstep")

    def forward(self) -> None:
        """Compute everything that follows from state and inputs, up to the acceleration, in every world."""
        self._run("forward", 1, "count")

    def _run(self, stage: str, count: int, label: str) -> None:
        count = whole_number(count, label)
        function, pace = self._stage(stage)
        alone(self, self._advance, function, pace, count, stage in WHOLE)
        self._report_status()

    def _advance(self, function: Callable[..., int], pace: Pace, count: int, whole: bool) -> None:
        """Run the function `count` times in every group; where room is missing make more, and go on."""
        self._mirror.refresh()
        plan = self._memory.plan(None, whole)
        shares = shares_of(plan.ngroup, count, self._memory.nworkspace)
        idle = 0
        while shares:
            slices = Round(function, pace, plan, self._mirror)
            self._team.run(slices.work, shares)
            if not slices.codes:
                return
            if REFUSED in slices.codes:
                refuse_model(self.model)
            idle = count_idle(idle, self._memory.grow())
            plan = self._memory.plan(None, whole)
            shares = [share for share in shares if share.todo]

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
        values = {"dtype": self.dtype, "lanes": self.lanes, "threads": self._memory.nworkspace, "kept": kept}
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

    def _report_status(self) -> None:
        if not self._memory.fields["status"].any():
            return
        bad = np.flatnonzero(self._memory.fields["status"])
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
        target = batch._memory.fields[name]
        if values.shape != target.shape:
            raise ValueError(f"{name}: expected shape {target.shape}, found shape {values.shape}")
        target[...] = values
    return batch


def stage_names() -> list[str]:
    """Stages that `Batch.run` knows, in pipeline order."""
    return [entry.name for entry in entries() if not entry.is_query]


def _check_arguments(nworld: int, dtype: str, threads: int | None) -> None:
    if not isinstance(dtype, str) or dtype not in MACHINES:
        raise KnuckleError(f"unknown dtype {dtype!r} of a batch; expected one of: {', '.join(MACHINES)}")
    for name, value in (("nworld", nworld), ("threads", 1 if threads is None else threads)):
        if not isinstance(value, (int, np.integer)) or not 1 <= value <= LARGEST_COUNT:
            raise KnuckleError(f"{name}: expected a whole number of at least 1, found {value!r}")
