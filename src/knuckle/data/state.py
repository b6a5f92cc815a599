"""The state of a world as one flat vector, in the published order of its parts."""

from functools import cache
from math import prod

import numpy as np

from knuckle.data.data import Data, check_pair
from knuckle.memory.arguments import LARGEST_COUNT, whole_number
from knuckle.memory.records import convert
from knuckle.model.model import Model
from knuckle.schema.enums import State
from knuckle.schema.fields import data_fields

# the field of each part, in the order of the bits; PLUGIN has none
PARTS: dict[State, str] = {
    State.TIME: "time",
    State.QPOS: "qpos",
    State.QVEL: "qvel",
    State.ACT: "act",
    State.HISTORY: "history",
    State.WARMSTART: "qacc_warmstart",
    State.CTRL: "ctrl",
    State.QFRC_APPLIED: "qfrc_applied",
    State.XFRC_APPLIED: "xfrc_applied",
    State.EQ_ACTIVE: "eq_active",
    State.MOCAP_POS: "mocap_pos",
    State.MOCAP_QUAT: "mocap_quat",
    State.USERDATA: "userdata",
    State.PLASTIC: "plastic",
}
FIELDS = {field.name: field for field in data_fields()}
ALL_BITS = int(State.INTEGRATION)


def state_size(m: Model, sig: int) -> int:
    """Return the length of the vector that `get_state` returns for the parts in `sig` (bits of `State`)."""
    return sum(_length(m, name) for name in state_parts(sig))


def get_state(m: Model, d: Data, sig: int = State.INTEGRATION) -> np.ndarray:
    """Return parts of the state as one new vector; `sig` says which, as bits of `State` (default: all of them)."""
    check_pair(m, d)
    arrays = [d._arrays[name].reshape(-1) for name in state_parts(sig)]
    return np.concatenate([np.empty(0), *arrays], dtype=np.float64)


def set_state(m: Model, d: Data, state: np.ndarray, sig: int = State.INTEGRATION) -> None:
    """Set parts of the state from a vector that `get_state` made with the same `sig`.

    ValueError where the length of the vector is wrong or its time is not finite; nothing is changed then.
    """
    check_pair(m, d)
    vector = _vector(state, state_size(m, sig), "state")
    if "time" in state_parts(sig) and not np.isfinite(vector[0]):  # the first part, where it is one
        raise ValueError(f"state: expected a finite time as its first value, found {vector[0]}")
    start = 0
    for name in state_parts(sig):
        target = d._arrays[name]
        target[...] = vector[start : start + target.size].reshape(target.shape)
        start += target.size


def copy_state(m: Model, src: Data, dst: Data, sig: int = State.INTEGRATION) -> None:
    """Copy parts of the state from one Data to another of the same model; `sig` says which, as bits of `State`."""
    check_pair(m, src)
    check_pair(m, dst)
    for name in state_parts(sig):
        dst._arrays[name][...] = src._arrays[name]


def extract_state(m: Model, src: np.ndarray, srcsig: int, dstsig: int) -> np.ndarray:
    """Return the parts `dstsig` of a vector that `get_state` made with the parts `srcsig`, as a new vector."""
    held, wanted = state_parts(srcsig), state_parts(dstsig)
    absent = [name for name in wanted if name not in held]
    if absent:
        raise ValueError(f"dstsig asks for {', '.join(absent)}, which srcsig does not hold")
    vector = _vector(src, state_size(m, srcsig), "src")
    pieces, start = [np.empty(0)], 0
    for name in held:
        length = _length(m, name)
        if name in wanted:
            pieces.append(vector[start : start + length])
        start += length
    return np.concatenate(pieces)


def state_parts(sig: int) -> tuple[str, ...]:
    """The fields of the parts in `sig`, in order."""
    bits = whole_number(sig, "state: bits of State", least=-LARGEST_COUNT)
    if bits < 0 or bits & ~ALL_BITS:
        raise ValueError(f"state: expected bits of State within {ALL_BITS:#x}, found {bits:#x}")
    return _fields_of(bits)


@cache
def _fields_of(bits: int) -> tuple[str, ...]:
    return tuple(name for bit, name in PARTS.items() if bit & bits)


def _length(m: Model, name: str) -> int:
    if not isinstance(m, Model):
        raise TypeError(f"m: expected a Model, found {type(m).__name__}")
    return prod(FIELDS[name].resolve(m._counts))


def _vector(values: np.ndarray, length: int, name: str) -> np.ndarray:
    vector = convert(values, np.dtype(np.float64), (length,), name)
    if vector.ndim == 0:
        raise ValueError(f"{name}: expected shape ({length},), found a single number")
    return vector
