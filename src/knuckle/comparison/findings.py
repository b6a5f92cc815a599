"""The largest difference of every field, in the order of the pipeline."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from knuckle.model.model import Model
from knuckle.model.views import KINDS
from knuckle.schema.fields import data_fields, model_fields

FIRST_SIZES = {f.name: f.shape[0] for f in (*model_fields(), *data_fields()) if f.shape}
KIND_OF_SIZE = {kind.size: name for name, kind in KINDS.items()}


@dataclass
class Largest:
    """How far a field is off at worst: absolute, the scale of the field, and where that is."""

    error: float = 0.0
    scale: float = 0.0
    where: str = ""

    @property
    def relative(self) -> float:
        """The error as a share of the scale; infinite where something is missing or not a number."""
        return self.error / self.scale if self.scale and np.isfinite(self.error) else self.error


@dataclass
class StageFindings:
    """All fields of one stage."""

    stage: str
    bar: float
    fields: dict[str, Largest] = field(default_factory=dict)

    @property
    def worst(self) -> tuple[str, Largest]:
        """The field that is farthest off."""
        name = max(self.fields, key=lambda name: self.fields[name].relative)
        return name, self.fields[name]

    @property
    def above(self) -> dict[str, Largest]:
        """The fields that differ by more than the bar."""
        return {name: found for name, found in self.fields.items() if not found.relative <= self.bar}


@dataclass
class Findings:
    """What was compared, stage by stage."""

    m: Model
    bars: dict[str, float]
    stages: dict[str, StageFindings] = field(default_factory=dict)
    state: int | None = None  # the one that is being compared

    def add(self, stage: str, name: str, ours: Any, theirs: Any, scale: float = 0.0, place: str = "") -> None:
        """Compare one field; NaN on one side alone is infinitely wrong."""
        a, b = np.asarray(ours, float), np.asarray(theirs, float)
        if a.size != b.size:
            return self.miss(stage, name, f"{a.size} numbers, MuJoCo has {b.size}")
        if not a.size:
            return None
        a, b = a.reshape(-1), b.reshape(-1)
        with np.errstate(invalid="ignore"):
            error = np.where((a == b) | (np.isnan(a) & np.isnan(b)), 0.0, np.nan_to_num(np.abs(a - b), nan=np.inf))
        known = self._of(stage, name)
        finite = np.abs(b[np.isfinite(b)])
        known.scale = max(known.scale, scale, float(finite.max(initial=0.0)))
        if error.max() > known.error:
            k = int(error.argmax())
            known.error = float(error[k])
            known.where = f"{place or self._place(name, k, a.size)}{self._when()}: {a[k]:.9g}, MuJoCo has {b[k]:.9g}"

    def miss(self, stage: str, name: str, what: str) -> None:
        """Note that something is there in one engine alone."""
        known = self._of(stage, name)
        if np.isfinite(known.error):
            known.error, known.where = np.inf, f"{what}{self._when()}"

    @property
    def first(self) -> tuple[StageFindings, str, Largest] | None:
        """The first stage with a field above its bar, and the worst such field; None where all is the same."""
        for stage in self.stages.values():
            if stage.above:
                return stage, *stage.worst
        return None

    def in_order(self, order: tuple[str, ...]) -> None:
        """Put the stages into the order of the pipeline."""
        self.stages = {name: self.stages[name] for name in order if name in self.stages}

    def _of(self, stage: str, name: str) -> Largest:
        found = self.stages.setdefault(stage, StageFindings(stage, self.bars[stage]))
        return found.fields.setdefault(name, Largest())

    def _when(self) -> str:
        return "" if self.state is None else f" in state {self.state}"

    def _place(self, name: str, k: int, size: int) -> str:
        """What the k-th number of a field belongs to: an element by its name, else its row."""
        first = str(FIRST_SIZES.get(name, ""))
        count = getattr(self.m, first, 0)
        row = k * count // size if count else k
        if first == "nv":
            return element(self.m, "joint", int(self.m.dof_jntid[row]))
        return element(self.m, KIND_OF_SIZE[first], row) if first in KIND_OF_SIZE else f"row {row}"


def element(m: Model, kind: str, index: int) -> str:
    """An element in words: by its name, else by its number."""
    name = m.names(kind)[index]
    return f"{kind} {name!r}" if name else f"{kind} {index}"
