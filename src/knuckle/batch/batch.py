"""Many worlds of one model on the CPU: `lanes` worlds in each SIMD register, groups of lanes over threads."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from copy import deepcopy
from typing import Any, NoReturn

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from knuckle.batch.arguments import by_world, check_counts, precision_name, stage_names
from knuckle.batch.choices import Choices
from knuckle.batch.differing import DifferingWorlds
from knuckle.batch.engine import MACHINES, SINGLE, Engine, width
from knuckle.batch.kept import ALWAYS_KEPT, field_names
from knuckle.batch.lockstep import PARTS, may_sleep
from knuckle.batch.memory import BatchMemory
from knuckle.batch.mirror import AUTORESET, STEP_WITH_FORCES, ModelMirror
from knuckle.batch.own import Ranges, ranges_of, share_lanes
from knuckle.batch.plan import Course, Plan, group_count
from knuckle.batch.problems import Problem, ProblemLog, check_handling, report
from knuckle.batch.rollout import rollout
from knuckle.batch.rounds import Round, shares_of
from knuckle.batch.selection import Worlds, each_once
from knuckle.batch.views import NamedBatch
from knuckle.batch.visits import Visit, WorldVisits, lane_visit
from knuckle.batch.wide import WideWorlds
from knuckle.calls.in_use import alone, require_free
from knuckle.calls.threads import Team
from knuckle.data.data import Data
from knuckle.data.status import DIVERGENCE
from knuckle.errors import KnuckleError, nearest
from knuckle.machine.artifact import cores
from knuckle.machine.entry import REFUSED
from knuckle.memory.arguments import shown, whole_number
from knuckle.memory.capacity import count_idle
from knuckle.memory.shown import html_table
from knuckle.model.model import Model
from knuckle.schema.enums import Lockstep
from knuckle.validate.values import check_values, refuse_model

WHOLE = ("step", STEP_WITH_FORCES, "forward", "inverse")  # what needs the state and the inputs alone, and accelerations
STEPS_OF_GROUPS = 10  # after which worlds are put into groups anew
FORCES = ("cacc", "cfrc_int", "cfrc_ext")  # of bodies


class Batch(NamedBatch, DifferingWorlds):
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

    `nworld` is the number of worlds, `dtype` the precision ("float64" or "float32", or NumPy's own), and `threads` how
    many threads step the worlds (default: one for each processor). `keep` names the computed fields to store for every
    world (default: all); state and inputs are always stored. With few fields kept a world needs less memory and steps
    faster: poses of geoms, sites, cameras and lights that are not kept are not even computed.

    `on_divergence` says what becomes of a world that diverges: "reset" starts it over, "freeze" leaves it as it is and
    steps it no more until it is reset, "keep" steps it on. By default the model's flag `autoreset` decides between the
    first two. Others are not touched by it, and a SimulationWarning tells the world, the time and the cause.

    Worlds under contact and constraints go in lock step where the model allows it (`batch.lockstep`): what a world does
    depends neither on the others nor on the number of threads, and agrees with a Data to 1e-10 in a step. With
    `exact` each has the bits of a Data, which takes longer.

    Where a call takes `worlds`, give the number of a world, a sequence of numbers, a slice, or a mask of booleans. Only
    one thread may use a batch at a time; a second one gets a KnuckleError.
    """

    def __init__(
        self,
        model: Model,
        nworld: int,
        *,
        dtype: DTypeLike = "float64",
        threads: int | None = None,
        keep: Iterable[str] | None = None,
        on_divergence: str | None = None,
        exact: bool = False,
    ):
        if not isinstance(model, Model):
            raise TypeError(f"Batch: expected a Model, found {type(model).__name__}")
        precision = precision_name(dtype)
        check_counts(nworld, threads)
        names = None if keep is None else field_names(keep)
        check_values(model._arena)
        check_handling(on_divergence)
        number = None if threads is None else int(threads)
        self._adopt(model, int(nworld), precision, number, names, on_divergence, bool(exact))
        self.load(Data(model))

    def _adopt(
        self,
        model: Model,
        nworld: int,
        dtype: str,
        threads: int | None,
        keep: tuple[str, ...] | None,
        on_divergence: str | None,
        exact: bool,
        capacity: dict[str, int] | None = None,
    ) -> None:
        self.__dict__.update(model=model, nworld=nworld, dtype=dtype)
        self._threads, self._keep, self._on_divergence, self._exact = threads, keep, on_divergence, exact
        self._kept = None if keep is None else ALWAYS_KEPT | set(keep)
        self._expanded = {}
        self._choices = self._make_choices()
        self._memory, self._wide = self._allocate(capacity)
        self._engines: dict[str, Engine] = {}
        self._engine(self._machine("step"))
        self._team = Team(self._memory.nworkspace)
        self._free = np.ones(1, np.int64).data
        self._problems = ProblemLog(nworld)
        self._steps_grouped = 0
        self._show_fields()

    def _allocate(self, capacity: dict[str, int] | None) -> tuple[BatchMemory, WideWorlds | None]:
        """Memory for all worlds, and what steps need beside it."""
        nworkspace = min(self._threads or cores(), group_count(self.nworld, self.lanes))
        try:
            counts, real = self.model._counts, np.dtype(self.dtype)
            memory = BatchMemory(counts, self.nworld, real, self._kept, nworkspace, capacity)
            wide = WideWorlds(memory, self.model) if self._goes_wide(self._machine("step")) else None
            (wide.memory if wide else memory).workspaces(self.lanes)
            return memory, wide
        except MemoryError as error:
            raise KnuckleError(f"no memory for {self.nworld} worlds of {self.model!r}: {error}") from error

    @property
    def lanes(self) -> int:
        """How many worlds share one SIMD register."""
        return width(self._machine("step"))

    @property
    def lockstep(self) -> Lockstep:
        """How worlds go through contact and constraints in a step: in lock step, or each by itself."""
        return self._choices.follow().way if self.lanes > 1 else Lockstep.NO

    @property
    def world_numbers(self) -> np.ndarray:
        """The numbers of the worlds; on a worker of a cluster, which has a part of them, those of the whole batch."""
        return np.arange(self.nworld)

    @property
    def on_divergence(self) -> str:
        """What becomes of worlds that diverge: "reset", "freeze" or "keep"."""
        # plain integers: NumPy asks members of enumerations for attributes, and drops what a signal raises meanwhile
        flags = int(self.model._arrays["opt_disableflags"])
        return self._on_divergence or ("freeze" if flags & AUTORESET else "reset")

    @property
    def frozen(self) -> np.ndarray:
        """A mask of the worlds that have diverged and stay as they are: no call steps them."""
        if self.on_divergence != "freeze":
            return np.zeros(self.nworld, bool)
        return self._memory.fields["status"] & int(DIVERGENCE) != 0

    @property
    def nbytes(self) -> int:
        """Bytes of memory that the batch takes: rows of all worlds, and a workspace for each thread."""
        wide = 0 if self._wide is None else self._wide.memory.nbytes
        return self._memory.nbytes + wide + sum(values.nbytes for values in self._expanded.values())

    def run(self, stage: str, count: int = 1, worlds: Worlds | None = None) -> None:
        """Run a stage such as "kinematics" `count` times in the chosen worlds (default: all).

        Stages other than "step", "forward" and "inverse" need a batch that keeps all fields.
        """
        self._run(stage, count, "count", worlds)

    def step(self, nstep: int = 1, worlds: Worlds | None = None, *, body_forces: bool = False) -> None:
        """Advance the chosen worlds (default: all) by `nstep` steps; others stay as they are, to the bit.

        With `body_forces` accelerations of bodies and forces on them follow, of those that the batch keeps (`cacc`,
        `cfrc_int`, `cfrc_ext`), as by the stage "rne_post_constraint".

        Where this is interrupted (Ctrl-C, MemoryError), each world has done a whole number of steps, which `batch.time`
        tells, and the batch can still be used.
        """
        self._run(STEP_WITH_FORCES if body_forces else "step", nstep, "nstep", worlds)

    def forward(self, worlds: Worlds | None = None) -> None:
        """Compute everything that follows from state and inputs, up to the acceleration, in the chosen worlds."""
        self._run("forward", 1, "count", worlds)

    def inverse(self, worlds: Worlds | None = None) -> None:
        """Compute the forces that make the accelerations `qacc`, in the chosen worlds: `qfrc_inverse`."""
        self._run("inverse", 1, "count", worlds)

    def rollout(
        self,
        nstep: int,
        control: "ArrayLike | Mapping[str, ArrayLike] | Callable[[Batch, int], Any] | None" = None,
        *,
        record: Iterable[str] = ("qpos", "qvel"),
        out: Mapping[str, np.ndarray] | None = None,
        progress: bool = False,
        stop: "Callable[[Batch], Any] | int | None" = None,
    ) -> dict[str, np.ndarray]:
        """Step all worlds `nstep` times; return the recorded fields after each step, as arrays (nworld, nstep, …).

        `control` is an array (nworld, nstep, nu), or (nstep, nu) for all worlds; or such arrays of several inputs by
        name, `{"ctrl": …, "xfrc_applied": …}`; or a function of (batch, step) that returns controls for all worlds or
        writes to the batch. `record` names fields that the batch keeps; `out` may have arrays for them. Without
        functions all happens in compiled code, as fast as `step`.

        `stop` is a function of the batch that returns a mask of the worlds that are done, or bits of `Status`: such
        worlds are stepped no more, and what is recorded of them stays the same. `steps` in the result says how many
        steps each world did. `progress` shows a bar.
        """
        return rollout(self, nstep, control, record, out, progress, stop)

    def problems(self) -> list[Problem]:
        """The last problem of every world that met one since it was reset: number, status, time, and words."""
        self._problems.take(self)
        return self._problems.all(self._memory.fields["status"])

    def _run(
        self, stage: str, count: int, label: str, worlds: Worlds | None = None, course: Course | None = None
    ) -> None:
        count = whole_number(count, label)
        chosen = None if worlds is None else self._chosen(worlds)
        if chosen is not None:
            each_once(chosen)
        self._check_stage(stage)
        self._problems.forget(self._memory.fields["status"])
        alone(self, self._advance, stage, count, chosen, course)
        self._report(self._tell())

    def _tell(self) -> list[Problem]:
        """Problems that the user does not know of yet."""
        return self._problems.take(self)

    def _report(self, problems: list[Problem]) -> None:
        """Warn of new problems."""
        report(problems, self.nworld, self.on_divergence, stacklevel=4)

    def _advance(self, stage: str, count: int, worlds: np.ndarray | None = None, course: Course | None = None) -> None:
        """Run the stage `count` times in every group; where room is missing make more, and go on."""
        machine = self._machine(stage, self._check_numbers())
        engine = self._engine(machine)
        engine.refresh(stage, self.on_divergence == "reset")
        with self._working_memory(machine, worlds) as memory:
            self._advance_in(memory, engine, stage, count, worlds, course)

    def _advance_in(
        self,
        memory: BatchMemory,
        engine: Engine,
        stage: str,
        count: int,
        worlds: np.ndarray | None,
        course: Course | None,
    ) -> None:
        function, pace = engine.stage(stage)
        whole = stage in WHOLE
        if whole:
            self._regroup(memory, engine, count)
        plan = memory.plan(worlds, whole, engine.lanes, engine.loads, course)
        shares = shares_of(plan.ngroup, count, memory.nworkspace)
        idle = 0
        while shares:
            visit = self._visit(engine, function, plan)
            slices = Round(visit, pace, plan, shares)
            self._team.run(slices.work, shares)
            shares = [share for share in shares if share.todo]
            if not slices.codes:
                continue  # all is done, but for a group that was put back after its thread had ended
            if REFUSED in slices.codes:
                self._refuse(getattr(visit, "refused", None))
            idle = count_idle(idle, memory.grow())
            engine.refresh(stage, self.on_divergence == "reset")  # what was listed in the former memory is listed anew
            plan = memory.plan(worlds, whole, engine.lanes, engine.loads, course)

    def _refuse(self, world: int | None) -> NoReturn:
        """Raise the error for a model that compiled code does not go on with, or for a number of a world."""
        if world is None:
            self._check_numbers(float(np.finfo(self.dtype).max))
        refuse_model(self.model if world is None else self.get_model(world))

    def _regroup(self, memory: BatchMemory, engine: Engine, count: int) -> None:
        """Let worlds that are alike wait for each other; what they are like changes with time."""
        if engine.lanes == 1 or self._choices.way == Lockstep.NO or self.nworld <= engine.lanes:
            return
        self._steps_grouped += count
        if self._steps_grouped >= STEPS_OF_GROUPS:
            self._steps_grouped = 0
            memory.regroup(engine.lanes)

    def _visit(self, engine: Engine, function: Callable[..., int], plan: Plan) -> Visit:
        handling = self.on_divergence
        if engine.lanes == 1:
            fresh = self.model._arrays if self._kept is not None and may_sleep(self.model) else None
            return WorldVisits(function, plan, engine.mirrors, self._felt, handling, fresh)
        plan.freeze(handling == "freeze")
        return lane_visit(function, engine.mirrors, plan)

    def _machine(self, stage: str, ranges: Ranges | None = None) -> str:
        """What computes a stage: lanes, or one world after the other where they have to go alone.

        `ranges` has those of the numbers that differ, where they are known.
        """
        choices = self._choices.follow()
        if choices.alone or stage in by_world() or not self._has_whole(stage):
            return SINGLE
        felt = self._felt
        if felt and not share_lanes(felt, ranges or ranges_of(felt), self.model._arrays):
            return SINGLE
        if stage == "inverse" and choices.way == Lockstep.CONTACTS:  # which has no rows for it
            return SINGLE
        return MACHINES[self.dtype]

    def _has_whole(self, stage: str) -> bool:
        """Whether rows that a stage in lanes needs of other stages, or makes for them, are in no need to be kept."""
        return stage not in PARTS or self._choices.way == Lockstep.NO

    def _engine(self, machine: str) -> Engine:
        if machine not in self._engines:
            if machine == SINGLE:  # each thread with numbers of the model of its own
                real, count = np.dtype(np.float64), self._memory.nworkspace
                foresight = self._goes_wide(machine) and not self._exact  # whose bits are not those of a Data
                mirrors = [ModelMirror(SINGLE, self.model, real, foresight=foresight) for _ in range(count)]
                self._engines[machine] = Engine(machine, mirrors)
            else:
                self._engines[machine] = self._lane_engine(machine)
        return self._engines[machine]

    def _lane_engine(self, machine: str) -> Engine:
        """Lanes; where worlds differ each thread has numbers of the model of its own."""
        real, differing = np.dtype(self.dtype), self._felt
        count = self._memory.nworkspace if differing else 1
        mirrors = [
            ModelMirror(machine, self.model, real, self._choices, width(machine), tuple(differing))
            for _ in range(count)
        ]
        return Engine(machine, mirrors, differing)

    def _working_memory(self, machine: str, worlds: np.ndarray | None) -> AbstractContextManager[BatchMemory]:
        """The memory that compiled code works on in a call."""
        if not self._goes_wide(machine):
            self._wide = None
            return nullcontext(self._memory)
        if self._wide is None:
            self._wide = WideWorlds(self._memory, self.model)
        step = self._expanded.get("opt_timestep", self.model._arrays["opt_timestep"])
        return self._wide.working(worlds, step)

    def _goes_wide(self, machine: str) -> bool:
        """Whether worlds are computed in more than the precision of the batch: world by world it is float64."""
        return machine == SINGLE and self.dtype != "float64"

    def _make_choices(self) -> Choices:
        return Choices(self.model, width(MACHINES[self.dtype]), self._kept, self._exact)

    def copy(self) -> "Batch":
        """An independent copy of all worlds, of the same model."""
        return self._twin(self.model)

    def _twin(self, model: Model) -> "Batch":
        require_free(self)
        twin = Batch.__new__(Batch)
        chosen = self._threads, self._keep, self._on_divergence, self._exact
        twin._adopt(model, self.nworld, self.dtype, *chosen, self._memory.capacity)
        twin._memory.copy_from(self._memory)
        twin._problems = self._problems.copy()
        for name, values in self._expanded.items():
            twin.expand(name)[...] = values
        return twin

    def __copy__(self) -> "Batch":
        return self.copy()

    def __deepcopy__(self, memo: dict) -> "Batch":
        """A copy with a model of its own: the copy of this batch's model."""
        return self._twin(deepcopy(self.model, memo))

    def __reduce__(self):
        worlds = {name: rows.copy() for name, rows in self._memory.fields.items()}
        numbers = {name: values.copy() for name, values in self._expanded.items()}
        options = {"dtype": self.dtype, "threads": self._threads, "keep": self._keep}
        options |= {"on_divergence": self._on_divergence, "exact": self._exact}
        return _restore, (self.model, self.nworld, options, self._memory.capacity, numbers, worlds, self._problems)

    def __repr__(self) -> str:
        kept = "all fields kept" if self._keep is None else f"keeps {', '.join(self._keep) or 'state and inputs only'}"
        return f"<Batch of {self.nworld} worlds in {self.dtype}, {self.lanes} to a register, {kept}, of {self.model!r}>"

    def _repr_html_(self) -> str:
        kept = "all fields" if self._keep is None else ", ".join(self._keep) or "state and inputs only"
        values = {"dtype": self.dtype, "lanes": self.lanes, "threads": self._memory.nworkspace, "kept": kept}
        return html_table(f"Batch of {self.nworld} worlds of {self.model!r}", values)

    def _check_stage(self, stage: str) -> None:
        if not isinstance(stage, str):
            raise TypeError(f"stage: expected the name of a stage, found {shown(stage)}")
        if stage == STEP_WITH_FORCES:
            if self._kept is not None and self._kept.isdisjoint(FORCES):
                raise KnuckleError(f"body_forces: the batch keeps none of {', '.join(FORCES)}: name them in keep")
            return
        if stage not in stage_names():
            raise KeyError(f"unknown stage {stage!r}{nearest(stage, stage_names())}")
        if self._kept is not None and stage not in WHOLE:
            raise KnuckleError(f"stage {stage!r} alone needs what other stages wrote: make the batch without keep")
        if self._kept is not None and stage == "inverse" and "qacc" not in self._kept:
            raise KnuckleError("inverse: the batch keeps no accelerations: make it with keep=['qacc', ...]")


def _restore(
    model: Model,
    nworld: int,
    options: dict[str, Any],
    capacity: dict[str, int],
    numbers: dict[str, np.ndarray],
    worlds: dict[str, np.ndarray],
    problems: ProblemLog,
) -> Batch:
    """A batch from its pickled worlds, each field checked by shape."""
    batch = Batch(model, nworld, **options)
    batch._memory.reserve(capacity)
    for name, values in worlds.items():
        target = batch._memory.fields[name]
        if values.shape != target.shape:
            raise ValueError(f"{name}: expected shape {target.shape}, found shape {values.shape}")
        target[...] = values
    for name, values in numbers.items():
        batch.expand(name)[...] = values
    batch._problems = problems
    return batch
