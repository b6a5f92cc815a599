"""The model in its reference pose, as the kernels of the simulation compute it."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from knuckle.machine.answer import answer, fresh_outputs
from knuckle.memory.arena import Arena
from knuckle.memory.worlds import DataMemory, ModelMemory
from knuckle.program import reference_constants

SMALLEST_PIVOT = 1e-15  # of the factor of M: smaller ones are raised to it


@dataclass(frozen=True)
class Reference:
    """Constants that follow from qpos0, by the names of their fields and a few more; and a world in that pose."""

    constants: dict[str, np.ndarray]
    pose: Mapping[str, np.ndarray]

    @property
    def raised(self) -> np.ndarray:
        """Dofs whose pivots in the factor of M were too small."""
        return np.flatnonzero(self.pose["qLDiagInv"] >= 1 / SMALLEST_PIVOT)


def reference(counts: dict[str, int], arena: Arena, qpos: np.ndarray | None = None) -> Reference:
    """Compute the reference pose of a model, or another; fields that follow from it may hold anything finite."""
    m = ModelMemory._around(counts, arena)
    d = DataMemory(m)
    if qpos is not None:
        d._arrays["qpos"][:] = qpos
    return Reference(constants_of(m, d), d._arrays)


def constants_of(m: ModelMemory, d: DataMemory) -> dict[str, np.ndarray]:
    """The constants that follow from the pose of a world."""
    constants = fresh_outputs(reference_constants(), m._counts)
    answer(reference_constants(), m, d, constants)
    return constants
