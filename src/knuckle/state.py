"""The state of a world as one flat vector, in the published order of its parts."""

import operator

import numpy as np

from knuckle.attributes import convert
from knuckle.data import Data
from knuckle.model import Model
from knuckle.schema.enums import State
from knuckle.schema.fields import Field, data_fields

_FIELDS = {field.name: field for field in data_fields()}

# parts in the order of their bits; PLUGIN has no field
PARTS: dict[State, Field] = {
    State.TIME: _FIELDS["time"],
    State.QPOS: _FIELDS["qpos"],
    State.QVEL: _FIELDS["qvel"],
    State.ACT: _FIELDS["act"],
    State.HISTORY: _FIELDS["history"],
    State.WARMSTART: _FIELDS["qacc_warmstart"],
    State.CTRL: _FIELDS["ctrl"],
    State.QFRC_APPLIED: _FIELDS["qfrc_applied"],
    State.XFRC_APPLIED: _FIELDS["xfrc_applied"],
    State.EQ_ACTIVE: _FIELDS["eq_active"],
    State.MOCAP_POS: _FIELDS["mocap_pos"],
    State.MOCAP_QUAT: _FIELDS["mocap_quat"],
    State.USERDATA: _FIELDS["userdata"],
    State.PLASTIC: _FIELDS["plastic"],
}
ALL_BITS = int(State.INTEGRATION)


def state_size(m: Model, sig: int) -> int:
    """The length of the state vector made of the parts in `sig`."""
    return sum(_length(m, field) for _, field in _parts(sig))


def get_state(m: Model, d: Data, sig: int = State.INTEGRATION) -> np.ndarray:
    """The parts in `sig` one after the other, as a new vector."""
    d.require(m)
    arrays = [d._arrays[field.name].reshape(-1) for _, field in _parts(sig)]
    return np.concatenate([np.empty(0), *arrays], dtype=np.float64)


def set_state(m: Model, d: Data, state: np.ndarray, sig: int = State.INTEGRATION) -> None:
    """Write the parts in `sig` from a vector made by get_state; nothing changes where its length is wrong."""
    d.require(m)
    vector = _vector(state, state_size(m, sig), "state")
    start = 0
    for _, field in _parts(sig):
        target = d._arrays[field.name]
        target[...] = vector[start : start + target.size].reshape(target.shape)
        start += target.size


def copy_state(m: Model, src: Data, dst: Data, sig: int = State.INTEGRATION) -> None:
    """Copy the parts in `sig` from one Data to another of the same model."""
    src.require(m)
    dst.require(m)
    for _, field in _parts(sig):
        dst._arrays[field.name][...] = src._arrays[field.name]


def extract_state(m: Model, src: np.ndarray, srcsig: int, dstsig: int) -> np.ndarray:
    """The parts in `dstsig` out of a vector made with `srcsig`, as a new vector."""
    source_parts, wanted = _parts(srcsig), _parts(dstsig)
    absent = [bit.name.lower() for bit, _ in wanted if not bit & operator.index(srcsig)]
    if absent:
        raise ValueError(f"dstsig asks for {', '.join(absent)}, which srcsig does not hold")
    vector = _vector(src, state_size(m, srcsig), "src")
    pieces, start = [np.empty(0)], 0
    for bit, field in source_parts:
        length = _length(m, field)
        if bit & operator.index(dstsig):
            pieces.append(vector[start : start + length])
        start += length
    return np.concatenate(pieces)


def _parts(sig: int) -> list[tuple[State, Field]]:
    bits = operator.index(sig)
    if bits < 0 or bits & ~ALL_BITS:
        raise ValueError(f"state: expected bits of State within {ALL_BITS:#x}, found {bits:#x}")
    return [(bit, field) for bit, field in PARTS.items() if bit & bits]


def _length(m: Model, field: Field) -> int:
    return int(np.prod(field.resolve(m._counts)))


def _vector(values: np.ndarray, length: int, name: str) -> np.ndarray:
    vector = convert(values, np.dtype(np.float64), (length,), name)
    if vector.ndim == 0:
        raise ValueError(f"{name}: expected shape ({length},), found a single number")
    return vector
