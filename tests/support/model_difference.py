"""Compare a compiled model with the reference implementation's, field by field."""

from dataclasses import dataclass

import mujoco
import numpy as np
from support.hull_difference import HULL_FIELDS, hull_differences
from support.reference import OURS, field_value

from knuckle.compile import Compiled, compile_spec
from knuckle.parse import load_string
from knuckle.schema.enums import ObjType
from knuckle.schema.fields import Field, model_fields

TOLERANCE = 1e-9  # the bar for real fields: what differs is the order of roundings
SINGLE = 1e-6  # for display fields, which are kept in single precision
# the reference takes the arctangent of a sensor's height in single precision, so its field of view has 24 bits; ours is
# computed in double precision and rounded once
SENSOR_VIEW = 2.0**-23
OURS_ALONE = {"opt_position_update", "opt_collision", *OURS}
APART = OURS_ALONE | HULL_FIELDS  # what is not compared as it stands
LENGTHS = (
    "pos",
    "ipos",
    "pos0",
    "poscom0",
    "center",
    "qpos",
    "qpos0",
    "length0",
    "spring",
    "mpos",
    "vert",
)  # last word of a field's name
LENGTH_SCALE = 1e-3  # [m] positions and coordinates are compared to this at least, since they may cancel to zero


@dataclass(order=True)
class Difference:
    """How far a field is off, relative to the size of its row."""

    error: float
    field: str
    detail: str

    def __str__(self) -> str:
        return f"{self.field}: {self.error:.2e} {self.detail}"


def load_both(xml: str, assets: dict[str, bytes] | None = None) -> tuple[Compiled, mujoco.MjModel]:
    return compile_spec(load_string(xml, assets)), mujoco.MjModel.from_xml_string(xml, assets or {})


def differences(ours: Compiled, reference: mujoco.MjModel) -> list[Difference]:
    """Every size, field and name that is not the same, the worst first."""
    sizes = {name: getattr(reference, name) for name in ours.counts}
    sizes["nnames"] -= _length_of_skins(reference)
    found = [
        Difference(np.inf, name, f"{value}, not {sizes[name]}")
        for name, value in ours.counts.items()
        if value != sizes[name]
    ]
    found += [
        Difference(np.inf, f"names of {kind}", "") for kind in ours.names if not _same_names(ours, reference, kind)
    ]
    if not found:
        measured = [measure(f, ours.arrays[f.name], reference) for f in model_fields() if f.name not in APART]
        found = [d for d in measured if d.error > 0]
        found += [Difference(np.inf, wrong, "") for wrong in hull_differences(ours.arrays, reference)]
    return sorted(found, reverse=True)


def assert_same(xml: str, assets: dict[str, bytes] | None = None) -> None:
    ours, reference = load_both(xml, assets)
    wrong = [str(d) for d in differences(ours, reference) if d.error > TOLERANCE]
    assert not wrong, "\n".join(wrong[:10])


def measure(field: Field, ours: np.ndarray, reference: mujoco.MjModel) -> Difference:
    """The largest difference of a field; in single precision it counts only beyond rounding."""
    theirs = np.array(field_value(reference, field.name), dtype=field.dtype).reshape(ours.shape)
    assert ours.dtype == field.dtype and ours.flags.c_contiguous
    if np.array_equal(ours, theirs):  # most are: no words are made for these
        return Difference(0.0, field.name, "")
    if field.dtype.kind != "f":
        return Difference(np.inf, field.name, f"{ours}, not {theirs}")
    rows, wanted = ours.reshape(-1, field.row), theirs.reshape(-1, field.row)
    scale = np.abs(wanted).max(axis=1, keepdims=True)
    floor = LENGTH_SCALE if field.name.split("_")[-1] in LENGTHS else np.finfo(float).tiny
    if field.name in ("tendon_invweight0", "actuator_acc0"):  # where nothing moves along it, a rounding of the largest
        floor = np.finfo(float).eps / TOLERANCE * np.abs(wanted).max()
    with np.errstate(invalid="ignore"):
        error = np.abs(rows - wanted) / np.maximum(scale, floor)
    error = np.where(rows == wanted, 0.0, np.where(np.isnan(error), np.inf, error))
    if field.kind == "float":
        error = np.where(error < SINGLE, 0.0, error)
    if field.name == "cam_fovy":
        sensor = (reference.cam_sensorsize > 0).all(axis=1, keepdims=True)
        error = np.where(sensor & (error < SENSOR_VIEW), 0.0, error)
    worst = np.unravel_index(np.argmax(error), error.shape)[0]
    return Difference(float(error.max()), field.name, f"in row {worst}: {rows[worst]}, not {wanted[worst]}")


def _length_of_skins(reference: mujoco.MjModel) -> int:
    """Of the names of skins, which have no place here."""
    names = [mujoco.mj_id2name(reference, mujoco.mjtObj.mjOBJ_SKIN, k) or "" for k in range(reference.nskin)]
    return sum(len(name.encode()) + 1 for name in names)


def _same_names(ours: Compiled, reference: mujoco.MjModel, kind: str) -> bool:
    number = int(ObjType[kind.upper()])
    return all((mujoco.mj_id2name(reference, number, i) or "") == name for i, name in enumerate(ours.names[kind]))
