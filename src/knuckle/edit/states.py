"""A state that is carried from one model of a Spec to the next one: what belongs to elements that stayed."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from knuckle.data.data import Data
from knuckle.model.model import Model
from knuckle.spec.layout import layout
from knuckle.spec.tree import Node, Spec

# field of Data -> the vector of keyframes that is laid out like it
FIELDS = {
    "qpos": "qpos",
    "qvel": "qvel",
    "act": "act",
    "ctrl": "ctrl",
    "plastic": "plastic",
    "mocap_pos": "mpos",
    "mocap_quat": "mquat",
    "qfrc_applied": "qvel",
    "qacc_warmstart": "qvel",
}


@dataclass
class Places:
    """Where the numbers of each element are in the fields of a Data."""

    model: Model
    vectors: dict[str, dict[Node, tuple[int, int]]]
    bodies: list[Node]
    equalities: list[Node]

    @classmethod
    def of(cls, spec: Spec, model: Model) -> "Places":
        bodies = [node for node in spec.walk() if node.key == "body"]
        fused = len(bodies) != model.nbody
        return cls(model, layout(spec), [] if fused else bodies, list(spec.equalities))


def carried_over(old: Places, before: Data, new: Places) -> Data:
    """A Data of the new model with the state, the inputs and the time of the old one, where elements stayed."""
    after = Data(new.model)
    after.time = before.time
    for field, vector in FIELDS.items():
        source, target = getattr(before, field).reshape(-1), getattr(after, field)
        flat = target.reshape(-1).copy()
        for node, (start, width) in new.vectors[vector].items():
            if node in old.vectors[vector] and old.vectors[vector][node][1] == width:
                first = old.vectors[vector][node][0]
                flat[start : start + width] = source[first : first + width]
        target[...] = flat.reshape(target.shape)
    _rows(before.xfrc_applied, old.bodies, after.xfrc_applied, new.bodies)
    _rows(before.eq_active, old.equalities, after.eq_active, new.equalities)
    return after


def _rows(source: np.ndarray, old: list[Any], target: np.ndarray, new: list[Any]) -> None:
    places = {node: i for i, node in enumerate(old)}
    for i, node in enumerate(new):
        if node in places:
            target[i] = source[places[node]]
