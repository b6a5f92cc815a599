"""A batch whose stages can be timed one by one, as they run inside its steps."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from knuckle.batch.batch import Batch
from knuckle.batch.choices import Choices
from knuckle.batch.engine import MACHINES, width
from knuckle.batch.kept import ALWAYS_KEPT, field_names
from knuckle.batch.lockstep import PARTS as PARTS
from knuckle.model.model import Model


class MeasuredBatch(Batch):
    """A batch that stores all fields, and computes as one does that keeps those in `keep` alone.

    So a stage finds what others wrote, and its worlds go in lock step where a step's would. There is one thread and one
    workspace: what a group of worlds shares is that of the group whose stages ran last.
    """

    def __init__(self, model: Model, nworld: int, keep: Iterable[str], **options: Any):
        self._computed = ALWAYS_KEPT | set(field_names(keep))
        super().__init__(model, nworld, threads=1, **options)

    def _make_choices(self) -> Choices:
        return Choices(self.model, width(MACHINES[self.dtype]), self._computed, self._exact)

    def _has_whole(self, stage: str) -> bool:
        return True  # parts find in the workspace what those before them left there

    @property
    def senses(self) -> bool:
        """Whether sensors are computed in steps."""
        return self._choices.senses()

    @property
    def contacts(self) -> np.ndarray:
        """Contacts of each world."""
        return self._memory.fields["ncon"]

    @property
    def iterations(self) -> np.ndarray:
        """Iterations of each world's solver in lock step."""
        return self._memory.fields["lane_niter"]
