"""Values for arrays of many worlds: converted, and spread over the worlds."""

import numpy as np

from knuckle.memory.records import convert


def spread(values, target: np.ndarray, name: str) -> np.ndarray:
    """The values as an array of the target's type and shape; those without the world axis stand for each world.

    ValueError or TypeError where they do not fit.
    """
    expected = target.shape
    try:
        shape = np.shape(values)
    except ValueError:  # nested and of unequal length, which whoever converts them tells
        shape = expected
    converted = convert(values, target.dtype, shape, name)
    try:
        return np.broadcast_to(converted, expected)
    except ValueError:
        raise ValueError(f"{name}: expected shape {expected} or {expected[1:]}, found {shape}") from None
