"""The `checked` machine: the code of `single` with every index checked, on memory that holds nothing from before."""

from collections.abc import Callable
from functools import cache

import numpy as np

from knuckle.machine.poison import Poison, check_results
from knuckle.machine.program import OVERFLOW, VIOLATED, Entry
from knuckle.machine.violation import violation
from knuckle.room import row_counts
from knuckle.schema.fields import Field, data_fields, model_fields

POSITION = ("kinematics", "com_pos", "camlight", "crb", "factor_M", "collision", "constraint", "island", "project")
POSITION = (*POSITION, "transmission", "energy")
VELOCITY = ("com_vel", "velocity", "passive", "reference", "bias")
ACCELERATION = ("actuation", "acceleration", "solve")
WHOLE = (*POSITION, *VELOCITY, *ACCELERATION)
# what each entry writes anew, by the stages of the table of Data; other entries write only what is named like them
WRITES = {
    "step": (*WHOLE, "integrate", "fwdinv"),
    "forward": WHOLE,
    "step1": (*POSITION, *VELOCITY),
    "step2": (*ACCELERATION, "integrate", "fwdinv"),
    "inverse": (*POSITION, *VELOCITY, "inverse"),
    "fwd_position": POSITION,
    "detect": POSITION[:6],
    "constrain": POSITION[6:],
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
# scratch that one call leaves for the next: what the host hands over and reads, and what stages leave for others
HANDED_OVER = ("query_", "ray_", "need_", "bad_", "stat_", "block_", "jac", "nray", "nstat", "overflow", "steps_done")
LEFT_BY = {
    "island": ("nblock", "tree_place", "place_dof", "J_place", "J_run"),
    "project": ("AR_diagonal",),
    "actuation": ("actuator_slope",),
}
LEFT = frozenset(name for names in LEFT_BY.values() for name in names)
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
    model, data = _table(m._table, m._arrays, model_fields()), _table(d._table, d._arrays, data_fields())
    poison = Poison(d._arrays, poisoned_fields(entry.name))
    try:
        code = function(model.ctypes.data, data.ctypes.data, count)
    finally:
        poison.lift()
    if code == VIOLATED:
        raise violation()
    if code != OVERFLOW:
        arrays, counts = d._arrays, row_counts()
        used = {n: arrays[n][: arrays[counts[n]].item()] if n in counts else arrays[n] for n in public_fields()}
        check_results(entry.name, used, used)
    return code


def _table(slots: np.ndarray, arrays: dict[str, np.ndarray], fields: tuple[Field, ...]) -> np.ndarray:
    """A table of sizes and addresses, followed by the number of rows of each field."""
    rows = [arrays[field.name].size // field.row for field in fields]
    return np.concatenate([slots[: len(slots)], np.array(rows, np.int64)])


@cache
def poisoned_fields(entry: str) -> tuple[str, ...]:
    """Fields that an entry must write before it reads them."""
    stages = WRITES.get(entry, (entry,))
    left = {name for stage in stages for name in LEFT_BY.get(stage, ())}
    scratch = {f.name for f in data_fields() if f.stage == "scratch" and not f.name.startswith(HANDED_OVER)}
    written = {f.name for f in data_fields() if f.stage in stages and f.name not in KEPT}
    return tuple(written | (scratch - LEFT) | left)


@cache
def public_fields() -> tuple[str, ...]:
    return tuple(field.name for field in data_fields() if field.stage != "scratch")
