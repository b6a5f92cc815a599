"""What a vector environment tells: arrays over all worlds, and under `_name` of which worlds `name` tells something."""

from typing import Any

import numpy as np

Infos = dict[str, np.ndarray]  # with the world as first axis
Told = dict[str, Any]


def told_where(infos: Infos, mask: np.ndarray) -> Told:
    """Infos of all worlds as they are told of those in the mask; zero elsewhere."""
    if not mask.any():
        return {}
    told: Told = {}
    for name, values in infos.items():
        told[name], told[f"_{name}"] = values, mask.copy()
        if not mask.all():
            values[~mask] = 0
    return told


def add_told(told: Told, infos: Infos, chosen: np.ndarray, nworld: int) -> None:
    """Add infos of the chosen worlds, one row each."""
    for name, values in infos.items():
        if name not in told:
            told[name] = np.zeros((nworld, *values.shape[1:]), values.dtype)
            told[f"_{name}"] = np.zeros(nworld, bool)
        told[name][chosen] = values
        told[f"_{name}"][chosen] = True


def final_told(infos: Infos, observations: list, over: np.ndarray) -> Told:
    """Last observations and infos of the episodes that are over, where new ones start in the same step."""
    if not over.any():
        return {}
    last = np.full(len(over), None, dtype=object)
    for world, observation in zip(np.flatnonzero(over), observations, strict=True):
        last[world] = observation
    info = told_where({name: values.copy() for name, values in infos.items()}, over)
    return {"final_obs": last, "_final_obs": over.copy(), "final_info": info, "_final_info": over.copy()}
