"""The same worlds on every machine: random states that differ from world to world, outputs poisoned before they run."""

import numpy as np
from support.systems import random_state

import knuckle as kn
from knuckle.memory.capacity import growing_fields, row_counts
from knuckle.schema.fields import Field, data_fields

FIELDS = tuple(field for field in data_fields() if field.kind in ("real", "int", "size"))
OUTPUTS = tuple(field for field in FIELDS if field.stage != "input" and field.name != "status")
# what the host has read since, not the kernels, decides about these
REPORTED = {"bad_kind", "steps_done"} | {field.name for field in FIELDS if field.name.startswith("need_")}
# rows of scratch: what a pass does not write of them is left from whatever the memory was used for before
SCRATCH_ROWS = {field.name for field in growing_fields() if field.stage == "scratch"}
ALL = tuple(field.name for field in FIELDS if field.name not in REPORTED | SCRATCH_ROWS)
# what forward dynamics computes before the solve, and rows and islands that are published after it
UNSOLVED = tuple(
    field.name
    for field in FIELDS
    if field.stage in ("kinematics", "camlight", "com_pos", "crb", "factor_M", "com_vel", "bias", "passive", "tendon")
    or field.stage in ("velocity", "transmission", "actuation", "collision", "constraint", "reference", "island")
    if field.name != "qfrc_constraint"
)
POISON = {"real": np.nan, "int": -77, "size": -77}
SMALLEST_SCALE = 1e-3  # fields below it hold nothing but the rounding of larger numbers that cancel

# factors hold numbers without unit whose scale is one; inverse dynamics subtract what is as large as these forces
LEAST_SCALE = {"qLD": 1.0, "qH": 1.0, "qLU": 1.0}
SCALED_LIKE = {"qfrc_inverse": "rne_cfrc"}


def states(m: kn.Model, nworld: int) -> list[kn.Data]:
    """Data of every world, with inputs that float32 holds exactly."""
    worlds = [random_state(m, seed, forces=True) for seed in range(nworld)]
    for d in worlds:
        for field in data_fields():
            if field.stage == "input" and field.kind == "real":
                d._arrays[field.name][...] = d._arrays[field.name].astype(np.float32)
    return worlds


def poison(d: kn.Data) -> None:
    """Make everything that physics writes unusable."""
    for field in OUTPUTS:
        d._arrays[field.name][...] = POISON[field.kind]


class Singles:
    """Worlds one by one, on the `single` or the `python` machine; a field reads with the world as first axis."""

    def __init__(self, machine: str, m: kn.Model, worlds: list[kn.Data]):
        self.machine, self.model = kn.machine(machine), m
        self.worlds = [d.copy() for d in worlds]

    def run(self, stage: str, count: int | None = None) -> None:
        for d in self.worlds:
            getattr(self.machine, stage)(self.model, d, *([count] if count else []))

    def read(self, name: str) -> np.ndarray:
        return np.stack([d._arrays[name] for d in self.worlds])


def batch_of(m: kn.Model, worlds: list[kn.Data], dtype: str, **options) -> kn.Batch:
    """A batch with the same worlds."""
    batch = kn.Batch(m, len(worlds), dtype=dtype, **options)
    for w, d in enumerate(worlds):
        batch.load(d, [w])
    return batch


def unconstrained(m: kn.Model) -> kn.Model:
    """The model without constraints: in lanes its worlds have the bits of worlds alone."""
    m.opt.disableflags |= int(kn.DisableBit.CONSTRAINT)
    return m


def unequal(batch: kn.Batch, worlds: list[kn.Data], names: tuple[str, ...] = ALL) -> list[str]:
    """Fields in which any bit differs between a world of the batch and the same world alone; of rows, those in use."""
    return [name for name in names if not _same_bits(name, batch.read(name), worlds)]


def _same_bits(name: str, found: np.ndarray, worlds: list[kn.Data]) -> bool:
    for values, d in zip(found, worlds, strict=True):
        counts = "nisland" if name.startswith("island_") else row_counts().get(name)
        count = None if counts is None else d._arrays[counts].item()
        expected = d._arrays[name]
        if count is not None:
            values, expected = values[:count], expected[:count]
        if name == "contact_surfacevel":  # of surfaces that do not move it is zero, of either sign
            values, expected = values + 0.0, expected + 0.0
        if values.tobytes() != expected.tobytes():
            return False
    return True


def differences(found, expected, fields=FIELDS) -> dict[str, float]:
    """How far every field of one machine is from that of another, relative to its scale, largest first."""
    all_of_them = {field.name: difference(field, found, expected) for field in fields}
    return dict(sorted(all_of_them.items(), key=lambda item: -item[1]))


def difference(field: Field, found, expected) -> float:
    """The largest difference relative to the field's largest number; infinite where poison lies in other places."""
    values = found.read(field.name)
    wanted = expected.read(field.name)[: len(values)]
    if field.kind in ("int", "size"):
        return 0.0 if (values == wanted).all() else np.inf
    if (np.isnan(values) != np.isnan(wanted)).any():
        return np.inf
    sized = expected.read(SCALED_LIKE.get(field.name, field.name))
    scale = np.nanmax(np.abs(sized), initial=LEAST_SCALE.get(field.name, SMALLEST_SCALE))
    return float(np.nanmax(np.abs(values - wanted), initial=0.0) / scale)


def fingerprint(source) -> dict[str, bytes]:
    """All bits of all fields, but for scratch."""
    return {field.name: source.read(field.name).tobytes() for field in FIELDS if field.name not in SCRATCH_ROWS}
