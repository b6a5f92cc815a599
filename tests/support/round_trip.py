"""A model written as MJCF and read again by both readers, each compared with what it made of the original."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
from support.model_difference import LENGTH_SCALE, LENGTHS, OURS_ALONE, SINGLE, TOLERANCE
from support.reference import field_value

from knuckle.compile import Compiled, compile_spec
from knuckle.parse import load_file, load_string
from knuckle.schema.enums import ObjType
from knuckle.schema.fields import Field, model_fields, sizes
from knuckle.write import save_spec_xml

FIELDS = [field for field in model_fields() if field.name not in OURS_ALONE]


class Reading:
    """A model as one of the readers made it: sizes, names and arrays."""

    def __init__(self, model: Compiled | mujoco.MjModel):
        ours = isinstance(model, Compiled)
        self.sizes = {name: model.counts[name] if ours else getattr(model, name) for name in sizes()}
        self.names = model.names if ours else _names(model)
        self.arrays: Mapping[str, Any] = (
            model.arrays if ours else {field.name: np.array(field_value(model, field.name)) for field in FIELDS}
        )

    def changes(self, after: "Reading") -> list[str]:
        """What is not the same in another reading."""
        found = [f"{n}: {self.sizes[n]} became {after.sizes[n]}" for n in self.sizes if self.sizes[n] != after.sizes[n]]
        if found:
            return found
        found = [f"names of {kind}" for kind in self.names if self.names[kind] != after.names[kind]]
        errors = {field.name: error_of(field, self.arrays, after.arrays) for field in FIELDS}
        return found + [f"{name}: {error:.1e}" for name, error in errors.items() if error > TOLERANCE]


def _names(model: mujoco.MjModel) -> dict[str, list[str]]:
    kinds = {"body": "nbody", "joint": "njnt", "geom": "ngeom", "site": "nsite", "camera": "ncam", "light": "nlight"}
    kinds |= {"mesh": "nmesh", "hfield": "nhfield", "texture": "ntex", "material": "nmat", "pair": "npair"}
    kinds |= {"exclude": "nexclude", "equality": "neq", "tendon": "ntendon", "actuator": "nactuator"}
    kinds |= {"sensor": "nsensor", "numeric": "nnumeric", "text": "ntext", "tuple": "ntuple", "key": "nkey"}
    return {
        kind: [mujoco.mj_id2name(model, int(ObjType[kind.upper()]), i) or "" for i in range(getattr(model, size))]
        for kind, size in kinds.items()
    }


def error_of(field: Field, before: Mapping[str, Any], after: Mapping[str, Any]) -> float:
    """The largest difference of a field relative to its row; display fields count beyond rounding only."""
    old, new = (np.asarray(arrays[field.name]) for arrays in (before, after))
    if not old.size or field.dtype.kind != "f":
        return 0.0 if np.array_equal(old, new) else np.inf
    old, new = old.reshape(-1, field.row).astype(float), new.reshape(-1, field.row).astype(float)
    floor = LENGTH_SCALE if field.name.split("_")[-1] in LENGTHS else np.finfo(float).tiny
    if field.name in ("tendon_invweight0", "actuator_acc0"):
        floor = 1e-9 * np.abs(old).max()
    scale = np.maximum(np.abs(old).max(axis=1, keepdims=True), floor)
    with np.errstate(invalid="ignore"):
        error = np.where((old == new) | (np.isnan(old) & np.isnan(new)), 0.0, np.abs(old - new) / scale)
    worst = float(np.nan_to_num(error, nan=np.inf).max())
    return 0.0 if field.kind == "float" and worst < SINGLE else worst


def read_both(text: str, files: dict[str, bytes]) -> tuple[Reading, Reading]:
    """Ours and the reference's."""
    return Reading(compile_spec(load_string(text, files))), Reading(mujoco.MjModel.from_xml_string(text, files))


def text_faults(text: str, files: dict[str, bytes], before: tuple[Reading, Reading]) -> list[str]:
    """Where a written text is read as another model than before."""
    return [fault for old, new in zip(before, read_both(text, files), strict=True) for fault in old.changes(new)]


def spec_file_faults(spec, path: Path, before: tuple[Reading, Reading]) -> list[str]:
    """The same for a Spec saved to a file."""
    save_spec_xml(spec, path)
    after = Reading(compile_spec(load_file(path))), Reading(mujoco.MjModel.from_xml_path(str(path)))
    return [fault for old, new in zip(before, after, strict=True) for fault in old.changes(new)]
