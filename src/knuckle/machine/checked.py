"""The `checked` machine: the code of `single` with every index checked, on memory that holds nothing from before."""

from collections.abc import Callable, Hashable, Mapping
from functools import cache
from typing import Any

import numpy as np

from knuckle.errors import CheckError
from knuckle.machine.entry import OVERFLOW, REFUSED, VIOLATED, Entry
from knuckle.machine.layout import data_layout
from knuckle.machine.poison import Poison, is_tainted, origin, pattern
from knuckle.machine.query import Query, query_table
from knuckle.machine.violation import violation
from knuckle.memory.arena import Arena, Layout
from knuckle.memory.capacity import row_counts
from knuckle.memory.worlds import write_hooks
from knuckle.schema.fields import Field, data_fields, model_fields

MOVING = ("kinematics", "com_pos", "camlight", "tendon", "crb", "factor_M", "collision")
CONSTRAINING = ("constraint", "island", "project", "transmission", "energy")
SENSORS = ("sensor", "subtree_vel", "rne_post")
VELOCITY = ("com_vel", "velocity", "passive", "reference", "bias")
ACCELERATION = ("actuation", "acceleration", "solve")
POSITION = (*MOVING, *CONSTRAINING)
WHOLE = (*POSITION, *VELOCITY, *ACCELERATION, *SENSORS)
# what each entry writes anew, by the stages of the table of Data; other entries write what is named like them
WRITES = {
    "step": (*WHOLE, "integrate", "fwdinv", "stages"),
    "forward": WHOLE,
    "step1": (*POSITION, *VELOCITY, *SENSORS),
    "step2": (*ACCELERATION, *SENSORS, "integrate", "fwdinv"),
    "inverse": (*POSITION, *VELOCITY, *SENSORS, "inverse"),
    "fwd_position": POSITION,
    "detect": MOVING,
    "constrain": CONSTRAINING,
    "fwd_velocity": VELOCITY,
    "fwd_control": (),
    "fwd_acceleration": ACCELERATION,
    **dict.fromkeys(("sensor_pos", "sensor_vel", "sensor_acc"), SENSORS),
    "make_constraint": ("constraint",),
    "islands": ("island",),
    "project_constraint": ("project",),
    "reference_constraint": ("reference",),
    "actuator_velocity": ("velocity",),
    "smooth_acceleration": ("acceleration",),
    "constraint_solve": ("solve",),
    "rne_post_constraint": ("rne_post",),
    "inv_acceleration": ("inverse",),
    "compare_fwd_inv": ("fwdinv",),
    **dict.fromkeys(("euler", "implicit", "implicit_fast", "integrate"), ("integrate",)),
    "runge_kutta": (*WHOLE, "stages"),
    "reference_constants": ("kinematics", "com_pos", "tendon", "crb", "factor_M", "transmission"),
}
# scratch that outlives a call: what the host hands over or reads, and what a stage leaves for others
HANDED_OVER = (
    *("need_", "bad_", "stat_", "block_", "nstat", "overflow", "steps_done"),
    *("sleep_", "tree_fresh", "tree_skipped", "root_moment", "nrun", "run_"),
)
LEFT_BY = {
    "constraint": ("rows_left", "ncone", "row_A"),
    "reference": ("nref",),
    "island": (
        *("nblock", "joined", "tree_position", "ordered_dof", "J_position", "J_run"),
        *("tree_queue", "tree_parent", "tree_link", "link_tree", "link_next"),
    ),
    "project": ("AR_diagonal",),
    "actuation": ("actuator_slope", "actuator_stretch", "control"),
    "sensor": ("sensor_now",),
    # the stages of Runge-Kutta, which the laboratory goes through in several calls
    "stages": tuple(field.name for field in data_fields() if field.name.startswith("rk_")),
    "acceleration": ("step_M", "step_diag", "step_shift", "step_force", "tendon_couple", "actuator_couple"),
}
LEFT = frozenset(name for names in LEFT_BY.values() for name in names)
# a stage may have done the work of another already: rows with exact inertia bring the whitened Jacobian along
BROUGHT_ALONG = {
    "project_constraint": ("nY", "efc_Y", "efc_Y_rownnz", "efc_Y_rowadr", "efc_Y_colind"),
    "step2": ("sensor_now",),  # of positions and velocities, for sensors that remember
    # its first stage has been evaluated
    "runge_kutta": ("act_dot", "sensor_now", "actuator_velocity", "ten_length", "ten_J"),
}
KEPT = ("moment_rownnz", "moment_rowadr", "moment_colind", "qacc")  # written once, or read by some who write it


def run_entry(entry: Entry, m, d, hooks: Mapping[str, int]) -> int:
    """What a compiled entry does, on poisoned memory; returns the status word or a code.

    `hooks` are the words of the model's table that make it call functions of the user.
    """
    from knuckle.machine.artifact import load

    function, model = load("checked")[entry.name], _model_table(m, hooks)
    code = _on_poison(entry.name, d, lambda data: function(model.ctypes.data, data.ctypes.data, 1))
    if code < 0:
        d._arrays["steps_done"][...] = 0
    return code


def run_query(query: Query, m, d, values: Mapping[str, Any]) -> int:
    """What a compiled query does, with poison in its outputs; `d` is None where it needs no Data. Returns its code."""
    from knuckle.machine.artifact import load_entry

    function = load_entry("checked", query.name)
    fields = query.layout.fields
    rows = field_rows({field.name: values[field.name].shape for field in fields}, fields)
    table = with_rows(query_table(query, values), rows)
    outputs = {field.name: values[field.name].reshape(-1) for field in query.outputs}
    for array in outputs.values():
        array.view(f"u{array.itemsize}")[:] = pattern(KIND_OF[array.dtype], np.arange(array.size))

    model = _model_table(m, {})

    def call(data: np.ndarray | None) -> int:
        return function(model.ctypes.data, 0 if data is None else data.ctypes.data, table.ctypes.data)

    code = _told(call(None)) if d is None else _on_poison(query.name, d, call)
    if code not in (OVERFLOW, REFUSED):
        for name, array in outputs.items():
            tainted = np.flatnonzero(is_tainted(array))
            if len(tainted):
                raise CheckError(f"{query.name}: {name}[{tainted[0]}] was not written, or computed from what was not")
    return code


def _on_poison(name: str, d, call: Callable[[np.ndarray], int]) -> int:
    """Call compiled code with the table of a Data, whose memory is poisoned meanwhile."""
    arenas = (d._arena, d._rows)
    data = with_rows(d._table, _rows(tuple(arena.layout for arena in arenas), data_fields()))
    data[data_layout().slot("free")] = 1  # this table is for this call alone
    poisons = [_poison(arena.layout, name, _some_sleep(d)) for arena in arenas]
    former = [poison.pour(arena) for poison, arena in zip(poisons, arenas, strict=True)]
    try:
        code = call(data)
    finally:
        for poison, arena, values in zip(poisons, arenas, former, strict=True):
            poison.lift(arena, values)
    if _told(code) not in (OVERFLOW, REFUSED):
        _check_results(name, d)
    return code


def _told(code: int) -> int:
    """The code of a call; CheckError where a check failed."""
    if code == VIOLATED:
        raise violation()
    return code


def _model_table(m, hooks: Mapping[str, int]) -> np.ndarray:
    table = with_rows(m._table, _rows((m._arena.layout,), model_fields()))
    write_hooks(table, hooks)
    return table


def _check_results(entry: str, d) -> None:
    """Raise CheckError where a result was computed from what the call had not written."""
    if d._memory_stays:  # inside a callback: the call around it is not at its end
        return
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
KIND_OF = {dtype: kind for kind, dtype in KINDS.items()}
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
        return field_rows({name: place[1] for layout in layouts for name, place in layout.places.items()}, fields)

    return _for_layouts(layouts, "rows", make)


def _some_sleep(d) -> bool:
    """Whether trees are asleep: what was computed of them stays as it is, in the fields of all stages."""
    return bool(d._arrays["ntree_awake"] < len(d._arrays["tree_awake"]))


def _poison(layout: Layout, entry: str, some_sleep: bool) -> Poison:
    names = poisoned_scratch(entry) if some_sleep else poisoned_fields(entry)
    return _for_layouts((layout,), (entry, some_sleep), lambda: Poison(layout, lambda name: name in names))


@cache
def poisoned_scratch(entry: str) -> frozenset[str]:
    """Those of the fields below that no user sees."""
    return frozenset(f.name for f in data_fields() if f.stage == "scratch") & poisoned_fields(entry)


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
