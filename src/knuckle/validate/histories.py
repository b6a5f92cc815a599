"""Buffers of past controls and readings lie where they can."""

import numpy as np


def fits(arrays, owner: str, width: np.ndarray, most: int) -> bool:
    """Whether the buffers of actuators or sensors lie within d.history, and are there where samples are asked for."""
    count = arrays[f"{owner}_history"][:, 0].astype(np.int64)
    start = arrays[f"{owner}_historyadr"].astype(np.int64)
    kept = start >= 0
    ends = start + 2 + count * (1 + width)
    return bool(np.array_equal(kept, count > 0) and (ends[kept] <= most).all() and (start[~kept] == -1).all())
