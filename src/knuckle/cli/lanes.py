"""Where the time of a step of a batch goes: stage by stage, in code that runs lane by lane, and in lanes that wait.

All is measured from outside. A group of worlds that differ is timed, and groups in which all lanes hold one of these
worlds: what the former takes longer is spent waiting for neighbours. Code that runs one lane after the other takes
`lanes` times as long as in one world alone, other code at least as long as there, which bounds the share of the first.
"""

import warnings
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from types import FunctionType

import numpy as np

from knuckle.batch.batch import Batch
from knuckle.batch.measured import PARTS, MeasuredBatch
from knuckle.data.data import Data
from knuckle.data.state import set_state
from knuckle.functions.calls import machine
from knuckle.kernel import IN_LANES, KERNELS, PER_WORLD
from knuckle.kernel import STAGES as STAGES_OF_KERNELS
from knuckle.machine.reach import named
from knuckle.model.model import Model
from knuckle.program import entries
from knuckle.schema.enums import Lockstep
from knuckle.timing.clock import seconds_more, seconds_per_call, stage_seconds
from knuckle.timing.shares import FORWARDS_PER_STEP

Track = Callable[[Iterable], Iterable]

GROUPS = 4  # groups of worlds that are timed
ALONE = 8  # worlds that are timed alone
SETTLING, CHANGES = 200, 10  # steps of random controls before anything is timed, and how often these change
COPIED = 16  # groups in whose calls the copying of rows is timed

# the parts of forward dynamics: their stages, and what is left of each, in which worlds may differ
REST = {"detect": "contacts", "constrain": "rows", "fwd_velocity": "references", "fwd_acceleration": "solve"}
STAGES = {
    "detect": ("kinematics", "com_pos", "camlight", "tendon", "crb", "factor_M"),
    "constrain": ("transmission",),
    "fwd_velocity": ("com_vel", "actuator_velocity", "passive", "bias"),
    "fwd_acceleration": ("actuation", "smooth_acceleration"),
}
SOLVED = "fwd_acceleration"
SENSING = ("sensor_pos", "sensor_vel", "sensor_acc")
CHECKS = ("check_state", "check_acceleration")
ONCE = (*SENSING, *CHECKS, "integrate")  # in a step, whatever the integrator


@dataclass
class Row:
    """Seconds of a stage for one world in a step; of these, at most, in code that runs lane by lane, and waiting."""

    seconds: float
    one_by_one: float = 0.0
    idle: float = 0.0

    def shares(self, total: float) -> dict[str, float]:
        """The same as shares of a whole step."""
        return {
            "share": self.seconds / total,
            "lane_by_lane_at_most": self.one_by_one / total,
            "waiting": self.idle / total,
        }

    def times(self, count: int) -> "Row":
        """The same so many times."""
        return Row(count * self.seconds, count * self.one_by_one, count * self.idle)


@dataclass
class LaneShares:
    """What a step of a batch consists of; `slots` and `iterations` are what worlds use of what their groups go through.

    Each is (mean of a world, mean over groups of the most in one world).
    """

    dtype: str
    lanes: int
    lockstep: str
    rows: dict[str, Row] = field(default_factory=dict)
    slots: tuple[float, float] = (0.0, 0.0)
    iterations: tuple[float, float] = (0.0, 0.0)

    @property
    def seconds(self) -> float:
        """Seconds of a step of one world."""
        return sum(row.seconds for row in self.rows.values())

    def sum(self) -> Row:
        """All stages together."""
        rows = self.rows.values()
        return Row(*(sum(getattr(row, name) for row in rows) for name in ("seconds", "one_by_one", "idle")))

    def as_json(self) -> dict:
        """All of it in words and numbers."""
        total, whole = self.seconds, self.sum()
        stages = {name: {"seconds": row.seconds, **row.shares(total)} for name, row in self.rows.items()}
        return {
            "dtype": self.dtype,
            "lanes": self.lanes,
            "lockstep": self.lockstep,
            "seconds_per_world_and_step": total,
            **whole.shares(total),
            "contacts": dict(zip(("mean", "most_in_group"), self.slots, strict=True)),
            "solver_iterations": dict(zip(("mean", "most_in_group"), self.iterations, strict=True)),
            "stages": stages,
        }


def measure(m: Model, dtype: str, keep: Collection[str] = ("qacc",), track: Track = iter) -> LaneShares:
    """Time the steps of a batch of the model that keeps these fields, on one thread, at states of random controls."""
    width = Batch(m, 1, dtype=dtype, keep=keep).lanes
    batch = diverse_worlds(m, dtype, GROUPS * width, keep)
    groups = list(np.arange(batch.nworld).reshape(-1, width))
    found = LaneShares(dtype, width, batch.lockstep.name.lower())
    timed = [_GroupTimes(batch, group) for group in track(groups)]
    alone = _alone(m, batch, groups[0][:ALONE]) if width > 1 else {}
    forwards = FORWARDS_PER_STEP.get(m.opt.integrator, 1)
    for part in PARTS:
        for stage in (*STAGES[part], REST[part]):
            found.rows[stage] = _row(timed, alone, stage, batch).times(forwards)
    for stage in (*(SENSING if m.nsensor and batch.senses else ()), *CHECKS, "integrate"):
        found.rows[stage] = _row(timed, alone, stage, batch)
    found.rows["rows in and out"] = Row(_copying(batch, keep))
    if batch.lockstep != Lockstep.NO:
        found.slots, found.iterations = _use(batch.contacts, groups), _use(batch.iterations, groups)
    return found


def diverse_worlds(m: Model, dtype: str, nworld: int, keep: Collection[str]) -> MeasuredBatch:
    """Worlds that random controls led to, each its own, with everything computed."""
    batch, random = Batch(m, nworld, dtype=dtype, keep=keep), np.random.default_rng(0)
    batch.qvel[:] = random.uniform(-1.0, 1.0, batch.qvel.shape)
    measured = MeasuredBatch(m, nworld, keep, dtype=dtype)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # worlds that diverge start over
        for _ in range(CHANGES):
            batch.ctrl[:] = random.uniform(-1.0, 1.0, batch.ctrl.shape)
            batch.step(SETTLING // CHANGES)
        measured.set_state(batch.get_state())
        measured.forward()
    return measured


class _GroupTimes:
    """Seconds of the stages of a group of worlds, and the same where all lanes hold one world, mean over these."""

    def __init__(self, batch: MeasuredBatch, group: np.ndarray):
        state = batch.get_state(worlds=group)
        times = _times(batch, group, (*PARTS, *_stages(), *ONCE))
        batch.set_state(state, worlds=group)
        same = []
        if batch.lockstep != Lockstep.NO:
            for k in range(len(group)):  # in turns, so that whatever slows the computer down slows both
                same.append(_times(batch, group[k : k + 1], PARTS))
                times = _least(times, _times(batch, group, PARTS))
        self.diverse = self.equal = _with_rest(times)
        if same:
            self.equal = _with_rest(times | {part: _mean(each[part] for each in same) for part in PARTS})
        batch.forward(group)


def _times(batch: MeasuredBatch, worlds: np.ndarray, stages: Iterable[str]) -> dict[str, float]:
    """Seconds of each stage in one group; lanes that are left over hold the last of the worlds.

    Where rows are published they stand, after the solve, in the place of those that it was for: what it takes is what
    is left of the whole.
    """
    batch.forward(worlds)
    if batch.lockstep != Lockstep.PUBLISHED:
        return {stage: seconds_more(partial(batch.run, stage, worlds=worlds)) for stage in stages}
    whole = seconds_more(partial(batch.run, "forward", worlds=worlds))
    others = [stage for stage in stages if stage != SOLVED]
    times = {stage: seconds_more(partial(batch.run, stage, worlds=worlds)) for stage in others}
    return times | {SOLVED: max(0.0, whole - sum(times[part] for part in PARTS if part != SOLVED))}


def _least(times: dict[str, float], again: dict[str, float]) -> dict[str, float]:
    return times | {stage: min(times[stage], seconds) for stage, seconds in again.items()}


def _alone(m: Model, batch: MeasuredBatch, worlds: np.ndarray) -> dict[str, float]:
    """Mean seconds of each stage in a Data."""
    d, rows = Data(m), []
    for state in batch.get_state(worlds=worlds):
        set_state(m, d, state)
        machine().forward(m, d)
        rows.append(_with_rest({stage: stage_seconds(m, d, stage) for stage in (*PARTS, *_stages(), *ONCE)}))
    return {stage: _mean(row[stage] for row in rows) for stage in rows[0]}


def _stages() -> Iterator[str]:
    for stages in STAGES.values():
        yield from stages


def _with_rest(times: dict[str, float]) -> dict[str, float]:
    """The times, and what is left of each part."""
    rest = {name: times[part] - sum(times[stage] for stage in STAGES[part]) for part, name in REST.items()}
    return times | {name: max(0.0, seconds) for name, seconds in rest.items()}


def _row(timed: list[_GroupTimes], alone: dict[str, float], stage: str, batch: MeasuredBatch) -> Row:
    """What a stage takes for one world of a group; what of it runs lane by lane: T = V + width · L, V + L ≥ alone."""
    diverse, equal = (_mean(getattr(times, kind)[stage] for times in timed) for kind in ("diverse", "equal"))
    equal = min(equal, diverse)
    if (width := batch.lanes) == 1:
        return Row(diverse, diverse)
    at_most = 0.0
    if runs_lane_by_lane(stage, batch.lockstep):
        at_most = min(equal, max(0.0, equal - alone[stage]) * width / (width - 1))
    return Row(diverse / width, at_most / width, (diverse - equal) / width)


def runs_lane_by_lane(stage: str, way: Lockstep) -> bool:
    """Whether any of the kernels of a stage runs one lane after the other, whatever the model needs of it."""
    if stage in REST.values():
        return stage != "solve" or way != Lockstep.YES
    kernels = {*KERNELS, *STAGES_OF_KERNELS, *PER_WORLD, *IN_LANES}
    pending = [entry.function for entry in entries() if entry.name == stage]
    seen = set(pending)
    while pending:
        function = pending.pop()
        if function in PER_WORLD:
            return True
        values = (*named(function).values(), IN_LANES.get(function))
        called = {value for value in values if isinstance(value, FunctionType) and value in kernels}
        pending += called - seen
        seen |= called
    return False


def _copying(batch: MeasuredBatch, keep: Collection[str]) -> float:
    """Seconds of a world's rows into a workspace and back, and of the call, in steps that are called one by one."""
    groups = Batch(batch.model, COPIED * batch.lanes, dtype=batch.dtype, keep=keep, threads=1)
    state = batch.get_state()
    groups.set_state(np.resize(state, (groups.nworld, state.shape[1])))
    groups.forward()

    def call(count: int) -> None:
        for _ in range(count):
            groups.forward()

    once = seconds_per_call(call)
    return max(0.0, once - seconds_more(partial(groups.run, "forward"))) / groups.nworld


def _use(counts: np.ndarray, groups: list[np.ndarray]) -> tuple[float, float]:
    return float(counts.mean()), _mean(counts[group].max() for group in groups)


def _mean(values: Iterable[float]) -> float:
    return float(np.mean(list(values)))
