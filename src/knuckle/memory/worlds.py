"""Model and Data as compiled code sees them: arrays, and tables of sizes and addresses."""

from collections import ChainMap
from collections.abc import Mapping
from functools import cache
from types import SimpleNamespace

import numpy as np

from knuckle.errors import KnuckleError
from knuckle.memory.arena import Arena, Layout, allocate, plan
from knuckle.memory.capacity import first_capacities, fixed_fields, growing_fields
from knuckle.physics.guard.reset import reset_controls, reset_histories, reset_plastic
from knuckle.schema.enums import GainType, SleepState
from knuckle.schema.fields import capacities, data_fields, model_fields, sizes
from knuckle.schema.hooks import HOOK_WORDS, TABLE_WORDS
from knuckle.schema.limits import STEPS_AWAKE


class Tabled:
    """An object whose table of sizes and addresses compiled code finds by itself (machine/world_object.py)."""

    __slots__ = ("_table",)

    _table: np.ndarray


class TabledWorld(Tabled):
    """The same of one world, with its model beside it."""

    __slots__ = ("model",)


class ModelMemory(Tabled):
    """The sizes and arrays of a model."""

    _counts: dict[str, int]
    _arena: Arena
    _arrays: Mapping[str, np.ndarray]

    def __init__(self, counts: Mapping[str, int], arrays: Mapping[str, np.ndarray]):
        own = {name: int(counts[name]) for name in sizes()}
        arena = allocate(plan(model_fields(), own))
        fill(arena, arrays)
        self._hold(own, arena)

    @classmethod
    def _around(cls, counts: dict[str, int], arena: Arena) -> "ModelMemory":
        """A model whose memory is there already."""
        model = cls.__new__(cls)
        model._hold(counts, arena)
        return model

    def _hold(self, counts: dict[str, int], arena: Arena) -> None:
        self._counts, self._arena, self._arrays = counts, arena, arena.arrays
        # what compiled code reads: sizes, no hooks yet, addresses of fields
        words = np.zeros(len(counts) + len(TABLE_WORDS), np.int64)
        words[: len(counts)] = list(counts.values())
        self._table = np.concatenate([words, arena.addresses()])
        self._address = self._table.ctypes.data
        self._data_layout: Layout | None = None

    def _plan_data(self) -> Layout:
        """The layout of the fields of fixed size in a Data of this model, planned once."""
        if self._data_layout is None:
            self._data_layout = plan(fixed_fields(), self._counts)
        return self._data_layout


class DataMemory(TabledWorld):
    """The arrays of one world: those of fixed size, and rows of contacts and constraints, which have room to grow."""

    _arena: Arena
    _rows: Arena
    _arrays: Mapping[str, np.ndarray]
    _memory_stays = False  # while a callback has it, within a call

    def __init__(self, model: ModelMemory):
        self._hold(model)
        set_reference_state(model, self)

    def _hold(self, model: ModelMemory, capacity: dict[str, int] | None = None) -> None:
        self._arena, self._counts = allocate(model._plan_data()), model._counts
        # what compiled code reads: that no call has this data (see calls/in_use.py), capacities, addresses of fields
        self._table = np.ones(1 + len(capacities()) + len(data_fields()), np.int64)
        self._address = self._table.ctypes.data
        self._resize(first_capacities(self._counts) if capacity is None else capacity)

    def _resize(self, capacity: dict[str, int]) -> None:
        """Fresh memory for contacts and constraint rows, with what there is, told to compiled code."""
        instance = self.__dict__
        if self._memory_stays:
            raise KnuckleError("inside a callback there is no room for more contacts or constraints than there were")
        rows = allocate(plan(growing_fields(), self._counts | capacity))
        for name, former in instance["_rows"].arrays.items() if "_rows" in instance else ():
            length = min(len(former), len(rows.arrays[name]))
            rows.arrays[name][:length] = former[:length]
        arrays = self._named(rows)
        addresses = np.concatenate([self._arena.addresses(), rows.addresses()])[address_order()]
        table = np.concatenate([np.array([*capacity.values()], np.int64), addresses])
        # stores without a call: what a signal handler raises comes before or after all of them
        instance["_rows"], instance["_arrays"], self._table[1:] = rows, arrays, table

    def _named(self, rows: Arena) -> Mapping[str, np.ndarray]:
        """All arrays by name."""
        return ChainMap(self._arena.arrays, rows.arrays)  # type: ignore[arg-type]  # nothing is added to it


@cache
def data_names() -> tuple[str, ...]:
    """The names of all fields of Data, in order."""
    return tuple(field.name for field in data_fields())


@cache
def address_order() -> np.ndarray:
    """Where each field of Data is among those of fixed size and those that grow."""
    numbers = {field.name: i for i, field in enumerate((*fixed_fields(), *growing_fields()))}
    return np.array([numbers[name] for name in data_names()])


def write_hooks(table: np.ndarray, words: Mapping[str, int]) -> None:
    """Tell compiled code what it calls: those of the words of a model's table that are not given are 0."""
    first = len(sizes())
    table[first : first + len(HOOK_WORDS)] = [words.get(name, 0) for name in HOOK_WORDS]


def fill(arena: Arena, arrays: Mapping[str, np.ndarray]) -> None:
    """Copy arrays into an arena; every field must be there with its shape."""
    missing = [name for name in arena.arrays if name not in arrays]
    if missing:
        raise ValueError(f"compiled model lacks {', '.join(missing)}")
    for name, target in arena.arrays.items():
        source = np.asarray(arrays[name])
        if source.shape != target.shape:
            raise ValueError(f"compiled model: {name} has shape {source.shape}, expected {target.shape}")
        np.copyto(target, source, casting="same_kind")


def set_reference_state(model: ModelMemory, data: DataMemory) -> None:
    """Reference pose, motion capture bodies where the model puts them, plastic springs at their rest pose.

    Controls are neutral: zero, or no turn where an orientation is asked for by a quaternion.
    """
    m, d = model._arrays, data._arrays
    d["qpos"][:] = m["qpos0"]
    d["eq_active"][:] = m["eq_active0"]
    for name in ("rownnz", "rowadr", "colind"):
        d[f"moment_{name}"][:] = m[f"trn_{name}"]
    needed = {
        reset_controls: (m["actuator_gaintype"] == GainType.SO3).any(),
        reset_histories: model._counts["nhistory"],
        reset_plastic: model._counts["nplastic"],
    }
    if any(needed.values()):
        world = SimpleNamespace(**m, **model._counts), SimpleNamespace(**d)
        for reset in (reset for reset, is_needed in needed.items() if is_needed):
            reset(*world)
    _set_awake(m, d)
    bodies = np.flatnonzero(m["body_mocapid"] >= 0)
    rows = m["body_mocapid"][bodies]
    d["mocap_pos"][rows] = m["body_pos"][bodies]
    d["mocap_quat"][rows] = m["body_quat"][bodies]


def _set_awake(m: Mapping[str, np.ndarray], d: Mapping[str, np.ndarray]) -> None:
    """All trees are awake, all bodies computed."""
    nbody, nv = len(d["body_awake"]), len(d["dof_awake_ind"])
    moving = (m["body_treeid"] >= 0) | (m["body_mocapid"][m["body_weldid"]] >= 0)
    d["tree_asleep"][:] = d["sleep_start"][:] = -1 - STEPS_AWAKE
    d["tree_awake"][:] = 1
    d["body_awake"][:] = np.where(moving, SleepState.AWAKE, SleepState.STATIC)
    d["body_awake_ind"][:] = np.arange(nbody)
    d["parent_awake_ind"][:-1] = np.arange(1, nbody)
    d["dof_awake_ind"][:] = np.arange(nv)
    counts = {"ntree": len(d["tree_awake"]), "nbody": nbody, "nparent": nbody - 1, "nv": nv}
    for name, count in counts.items():
        d[f"{name}_awake"][...] = count
    compute_everything(m, d)


RUNS = ("body", "jnt", "dof", "geom", "site")
OF_SLEEP = ("tree_fresh", "tree_skipped", "body_awake", "nrun", *(f"run_{name}" for name in RUNS))


def compute_everything(m: Mapping[str, np.ndarray], d: Mapping[str, np.ndarray]) -> None:
    """One run with all bodies: what is known of trees asleep is computed anew, once."""
    d["tree_fresh"][:] = 0
    d["tree_skipped"][:] = 0
    d["nrun"][...] = 1
    d["run_body"][0] = 1, len(d["body_awake"])
    for name in RUNS[1:]:
        d[f"run_{name}"][0] = 0, len(m[f"{name}_bodyid"])
