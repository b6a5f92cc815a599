"""Which fields a batch keeps for every world, and what need not be computed where few are kept."""

from collections.abc import Collection, Iterable

from knuckle.data.data import KERNEL_INDICES, SCRATCH
from knuckle.errors import nearest
from knuckle.memory.arguments import shown
from knuckle.schema.fields import data_fields

ANSWERS = ("overflow", "steps_done")  # what compiled code tells the host
# what a world is: its state and inputs, and what became of it
ALWAYS_KEPT = frozenset(
    f.name
    for f in data_fields()
    if f.stage in ("input", "check", "sleep") or f.name.startswith(("bad_", "need_", "sleep_")) or f.name in ANSWERS
)
READ_ONLY = KERNEL_INDICES | frozenset(ANSWERS)
PUBLIC = tuple(field.name for field in data_fields() if field.name not in SCRATCH)
FRAMES = ("ngeom", "nsite", "ncam", "nlight")  # what rides on bodies
# what sensors write: their readings, and what these are taken from
SENSED = {"sensordata", "energy", "cacc", "cfrc_int", "cfrc_ext", "subtree_linvel", "subtree_angmom"}


def unwanted_sizes(kept: Collection[str] | None) -> list[str]:
    """Sizes of elements whose frames nobody reads and no other stage needs: their kinematics are left out."""
    if kept is None:
        return []
    frames = [size for size in FRAMES if not any(f.shape[:1] == (size,) and f.name in kept for f in data_fields())]
    return frames if SENSED & set(kept) else [*frames, "nsensor"]


def field_names(keep: Iterable[str], label: str = "keep") -> tuple[str, ...]:
    """The names of fields in an argument; TypeError where it holds something else, KeyError for an unknown field."""
    if isinstance(keep, str):
        raise TypeError(
            f"{label}: expected several names of fields, found the text {keep!r}; for one field: [{keep!r}]"
        )
    if not isinstance(keep, Iterable):
        raise TypeError(f"{label}: expected names of fields, found {shown(keep)}")
    chosen, known = tuple(keep), {field.name for field in data_fields()}
    for name in chosen:
        if not isinstance(name, str):
            raise TypeError(f"{label}: expected names of fields, found {shown(name)} among them")
        if name not in known:
            raise KeyError(f"{label}: Data has no field {name!r}{nearest(name, known)}")
    return chosen


def not_kept(name: str) -> str:
    """What to do about a field that the batch does not keep."""
    return f"the batch does not keep {name!r}: make it with keep=[{name!r}], or without keep"
