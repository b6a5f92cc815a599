"""The `checked` machine: the code of `single` with every index checked, on memory that holds nothing from before."""

from collections.abc import Callable, Hashable
from functools import cache

import numpy as np

from knuckle.errors import CheckError
from knuckle.machine.entry import OVERFLOW, REFUSED, VIOLATED, Entry
from knuckle.machine.layout import data_layout
from knuckle.machine.poison import Poison, is_tainted, origin
from knuckle.machine.violation import violation
from knuckle.memory.arena import Arena, Layout
from knuckle.memory.capacity import row_counts
from knuckle.schema.fields import Field, data_fields, model_fields

MOVING = ("kinematics", "com_pos", "camlight", "crb", "factor_M", "collision")
CONSTRAINING = ("constraint", "island", "project", "transmission", "energy")
VELOCITY = ("com_vel", "velocity", "passive", "reference", "bias")
ACCELERATION = ("actuation", "acceleration", "solve")
POSITION = (*MOVING, *CONSTRAINING)
WHOLE = (*POSITION, *VELOCITY, *ACCELERATION)
# what each entry writes anew, by the stages of the table of Data; other entries write what is named like them
WRITES = {
    "step": (*WHOLE, "integrate", "fwdinv"),
    "forward": WHOLE,
    "step1": (*POSITION, *VELOCITY),
    "step2": (*ACCELERATION, "integrate", "fwdinv"),
    "inverse": (*POSITION, *VELOCITY, "inverse"),
    "fwd_position": POSITION,
    "detect": MOVING,
    "constrain": CONSTRAINING,
    "fwd_velocity": VELOCITY,
    "fwd_acceleration": ACCELERATION,
    "make_constraint": ("constraint",),
    "islands": ("island",),
    "project_constraint": ("project",),
    "reference_constraint": ("reference",),
    "actuator_velocity": ("velocity",),
    "smooth_acceleration": ("acceleration",),
    "constraint_solve": ("solve",),
    "rne_post_constraint": ("rne_post",),
    "compare_fwd_inv": ("fwdinv",),
    **dict.fromkeys(("euler", "implicit", "implicit_fast", "integrate"), ("integrate",)),
    "runge_kutta": WHOLE,
}
# scratch that outlives a call: what the host hands over or reads, and what a stage leaves for others
HANDED_OVER = ("query_", "ray_", "need_", "bad_", "stat_", "block_", "jac", "nray", "nstat", "overflow", "steps_done")
LEFT_BY = {
    "constraint": ("rows_left", "ncone"),
    "reference": ("nref",),
    "island": (
        *("nblock", "tree_position", "ordered_dof", "J_position", "J_run"),
        *("tree_queue", "tree_parent", "tree_link", "link_tree", "link_next"),
    ),
    "project": ("AR_diagonal",),
    "actuation": ("actuator_slope",),
}
LEFT = frozenset(name for names in LEFT_BY.values() for name in names)
# a stage may have done the work of another already: rows with exact inertia bring the whitened Jacobian along
BROUGHT_ALONG = {"project_constraint": ("nY", "efc_Y", "efc_Y_rownnz", "efc_Y_rowadr", "efc_Y_colind")}
KEPT = ("moment_rownnz", "moment_rowadr", "moment_colind", "qacc")  # written once, or read by some who write it


def run_entry(entry: Entry, m, d, count: int) -> int:
    """What a compiled entry does, step by step, each on poisoned memory; returns the status word or a code."""
    from knuckle.machine.artifact import load

    function = load("checked")[entry.name]
    if entry.is_query:
        return _call(entry, function, m, d, count)
    code = 0
    for step in range(count):
        code = _call(entry, function, m, d, 1)
        if code < 0:
            d._arrays["steps_done"][...] = step
            break
    return code


def _call(entry: Entry, function: Callable[[int, int, int], int], m, d, count: int) -> int:
    arenas = (d._arena, d._rows)
    model = with_rows(m._table, _rows((m._arena.layout,), model_fields()))
    data = with_rows(d._table, _rows(tuple(arena.layout for arena in arenas), data_fields()))
    data[data_layout().slot("free")] = 1  # this table is for this call alone
    poisons = [_poison(arena.layout, entry.name) for arena in arenas]
    former = [poison.pour(arena) for poison, arena in zip(poisons, arenas, strict=True)]
    try:
        code = function(model.ctypes.data, data.ctypes.data, count)
    finally:
        for poison, arena, values in zip(poisons, arenas, former, strict=True):
            poison.lift(arena, values)
    if code == VIOLATED:
        raise violation()
    if code not in (OVERFLOW, REFUSED):
        _check_results(entry.name, d)
    return code


def _check_results(entry: str, d) -> None:
    """Raise CheckError where a result was computed from what the call had not written."""
    if not any(_holds_poison(arena) for arena in (d._arena, d._rows)):
        return
    for name in public_fields():
        array = d._arrays[name]
        values = (array[: d._arrays[row_counts()[name]].item()] if name in row_counts() else array).reshape(-1)
        tainted = np.flatnonzero(is_tainted(values))
        if len(tainted):
            source = origin(values[tainted[0]], (d._arena.layout, d._rows.layout))
            raise CheckError(f"{entry}: Data.{name}[{tainted[0]}] was computed from {source}, which was not written")


def _holds_poison(arena: Arena) -> bool:
    """Whether any element is poison or was computed from it, unseen rows included."""
    kinds = KINDS.keys() & arena.buffers.keys()
    return any(is_tainted(arena.buffers[kind].view(KINDS[kind])).any() for kind in kinds)


def with_rows(slots: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """A table of sizes and addresses, followed by the number of rows of each field, as checked code reads it."""
    return np.concatenate([slots, rows])


def field_rows(shapes: dict[str, tuple[int, ...]], fields: tuple[Field, ...]) -> np.ndarray:
    """The number of rows of each field."""
    return np.array([int(np.prod(shapes[field.name])) // field.row for field in fields], np.int64)


KINDS: dict[str, np.dtype] = {"real": np.dtype(np.float64), "int": np.dtype(np.int32), "size": np.dtype(np.int64)}
_made: dict[
    Hashable, tuple
] = {}  # what was made for the latest layouts, which are kept with it so that ids stay unique


def _for_layouts(layouts: tuple[Layout, ...], what: Hashable, make: Callable):
    key = (*map(id, layouts), what)
    if key not in _made:
        while len(_made) > 256:
            del _made[next(iter(_made))]
        _made[key] = (layouts, make())
    return _made[key][1]


def _rows(layouts: tuple[Layout, ...], fields: tuple[Field, ...]) -> np.ndarray:
    def make() -> np.ndarray:
        return field_rows({place[0]: place[2] for layout in layouts for place in layout.places}, fields)

    return _for_layouts(layouts, "rows", make)


def _poison(layout: Layout, entry: str) -> Poison:
    return _for_layouts((layout,), entry, lambda: Poison(layout, lambda name: name in poisoned_fields(entry)))


@cache
def poisoned_fields(entry: str) -> frozenset[str]:
    """Fields that an entry must write before it reads them."""
    stages = WRITES.get(entry, (entry,))
    left = {name for stage in stages for name in LEFT_BY.get(stage, ())}
    scratch = {f.name for f in data_fields() if f.stage == "scratch" and not f.name.startswith(HANDED_OVER)}
    written = {f.name for f in data_fields() if f.stage in stages and f.name not in KEPT}
    return frozenset((written | (scratch - LEFT) | left).difference(BROUGHT_ALONG.get(entry, ())))


@cache
def public_fields() -> tuple[str, ...]:
    """Fields of numbers that users see."""
    return tuple(field.name for field in data_fields() if field.stage != "scratch" and field.kind in KINDS)
