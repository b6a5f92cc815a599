"""A state that goes on in another model: the numbers of the elements that both models have."""

from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple

from knuckle.calls.in_use import require_free
from knuckle.data.data import Data
from knuckle.model.model import Model
from knuckle.model.views import (
    Rows,
    actuator_controls,
    joint_dofs,
    joint_plastic,
    joint_qpos,
    single_row,
    tendon_plastic,
)

Keys = Mapping[str, Sequence[Hashable]]  # kind of element -> what each one is known by, in order of number


class Owner(NamedTuple):
    """A kind of element with numbers in a field: which rows, and the array of Model that tells how to read them."""

    field: str
    kind: str
    rows: Rows
    form: str = ""


def activations(model: Model, actuator: int) -> slice:
    start = max(int(model.actuator_actadr[actuator]), 0)
    return slice(start, start + int(model.actuator_actnum[actuator]))


def past_controls(model: Model, actuator: int) -> slice:
    width = model.actuator_ctrlnum[actuator]
    return _buffer(model.actuator_historyadr[actuator], model.actuator_history[actuator, 0], width)


def past_readings(model: Model, sensor: int) -> slice:
    return _buffer(model.sensor_historyadr[sensor], model.sensor_history[sensor, 0], model.sensor_dim[sensor])


def _buffer(start: int, samples: int, width: int) -> slice:
    """Two numbers of the buffer, and of each sample its time and its values."""
    return slice(start, start + 2 + samples * (1 + width)) if start >= 0 else slice(0, 0)


def motion_capture(model: Model, body: int) -> slice:
    row = int(model.body_mocapid[body])
    return slice(row, row + 1) if row >= 0 else slice(0, 0)


OWNERS = (
    Owner("qpos", "joint", joint_qpos, "jnt_type"),  # radians are no metres
    Owner("qvel", "joint", joint_dofs, "jnt_type"),
    Owner("qacc_warmstart", "joint", joint_dofs, "jnt_type"),
    Owner("qfrc_applied", "joint", joint_dofs, "jnt_type"),
    Owner("plastic", "joint", joint_plastic, "jnt_type"),
    Owner("plastic", "tendon", tendon_plastic),
    Owner("act", "actuator", activations),
    Owner("ctrl", "actuator", actuator_controls),
    Owner("history", "actuator", past_controls, "actuator_ctrlnum"),
    Owner("history", "sensor", past_readings, "sensor_dim"),
    Owner("xfrc_applied", "body", single_row),
    Owner("mocap_pos", "mocap", motion_capture),  # the kind is that of all bodies, whether they have any
    Owner("mocap_quat", "mocap", motion_capture),
    Owner("eq_active", "equality", single_row),
)


def carry(before: Data, old: Keys, after: Data, new: Keys) -> None:
    """Give a Data the time, the state and the inputs of one of another model, where both know an element by one key.

    An element that has other numbers now, such as a joint that turned and slides, keeps those of `after`. Of the user's
    own numbers as many go on as both have.
    """
    require_free(before)
    after.time = before.time
    for owner in OWNERS:
        places = {key: index for index, key in enumerate(old[owner.kind])}
        for index, key in enumerate(new[owner.kind]):
            if key in places:
                _carry_element(owner, before, places[key], after, index)
    shared = min(len(before.userdata), len(after.userdata))
    after.userdata[:shared] = before.userdata[:shared]


def _carry_element(owner: Owner, before: Data, place: int, after: Data, index: int) -> None:
    source = before._arrays[owner.field][owner.rows(before.model, place)]
    target = after._arrays[owner.field][owner.rows(after.model, index)]
    if len(source) == len(target) and _form(owner, before.model, place) == _form(owner, after.model, index):
        target[...] = source


def _form(owner: Owner, model: Model, index: int) -> int:
    return int(model._arrays[owner.form][index]) if owner.form else 0
