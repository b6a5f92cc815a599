"""Reasons why schemes cannot simulate a model, in words with the names of elements."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from knuckle.model.model import Model


def _named(m: Model, kind: str, k: Any) -> str:
    return f"{kind} {m.names(kind)[k] or k}"


def friction_reasons(m: Model) -> list[str]:
    """Dry friction of joints and tendons."""
    joints = dict.fromkeys(int(m.dof_jntid[i]) for i in np.flatnonzero(m.dof_frictionloss > 0))
    found = [f"{_named(m, 'joint', j)}: dry friction (frictionloss)" for j in joints]
    return found + [
        f"{_named(m, 'tendon', t)}: dry friction (frictionloss)" for t in np.flatnonzero(m.tendon_frictionloss > 0)
    ]


def condim_reasons(m: Model, known: Iterable[int]) -> list[str]:
    """Contacts with more friction than a scheme knows."""
    known, found = tuple(known), []
    touches = (m.geom_contype != 0) | (m.geom_conaffinity != 0)
    for g in np.flatnonzero(touches & ~np.isin(m.geom_condim, known)):
        found.append(f"{_named(m, 'geom', g)}: condim {m.geom_condim[g]}, expected one of {known}")
    for k in np.flatnonzero(~np.isin(m.pair_dim, known)):
        found.append(f"{_named(m, 'pair', k)}: condim {m.pair_dim[k]}, expected one of {known}")
    return found
