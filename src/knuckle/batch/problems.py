"""Worlds that met a problem: which, when, what and where, told once for each kind of problem in a world."""

import warnings
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from knuckle.data.status import DIVERGENCE, SimulationWarning, describe
from knuckle.errors import KnuckleError
from knuckle.schema.fields import data_fields
from knuckle.schema.status import ForceTerm, Status

if TYPE_CHECKING:
    from knuckle.batch.batch import Batch

CHOICES = ("reset", "freeze", "keep")
DESCRIBED = 3  # worlds that a warning tells about
BEFORE_FORCES = (Status.BAD_QPOS, Status.BAD_QVEL)  # problems that are met at the start of a step
# what compiled code notes of the first problem of a world
NOTED = tuple(f.name for f in data_fields() if f.name.startswith("bad_"))


@dataclass(frozen=True)
class Problem:
    """A problem of one world of a batch: its number, all its status bits, when it was met, and the whole in words."""

    world: int
    status: Status
    time: float
    _model: Any = field(repr=False, compare=False)
    _noted: dict[str, Any] = field(repr=False, compare=False)

    @property
    def text(self) -> str:
        """What went wrong, at which joint or control, when, the force behind it, and what to do."""
        return describe(cast(Any, SimpleNamespace(model=self._model, status=self.status, _arrays=self._noted)))

    def __str__(self) -> str:
        return f"world {self.world}: {self.text}"


class ProblemLog:
    """The problems that were met in the worlds of a batch since each was reset, and which of them the user knows of."""

    def __init__(self, nworld: int):
        self._known = np.zeros(nworld, np.int32)
        self._problems: dict[int, Problem] = {}

    def copy(self) -> "ProblemLog":
        """The same for a copy of the batch."""
        other = ProblemLog(len(self._known))
        other._known[:], other._problems = self._known, dict(self._problems)
        return other

    def forget(self, status: np.ndarray) -> None:
        """Forget what the user has cleared since: where it comes again it is new."""
        self._known &= status

    def take(self, batch: "Batch") -> list[Problem]:
        """Problems that are new since the last time, the lowest world first."""
        fields = batch._memory.fields
        status = fields["status"]
        if not status.any():
            self._known[:] = 0
            self._problems.clear()
            return []
        # what a Data that was loaded has met is no problem of the batch: it has told of it
        worlds = np.flatnonzero((status & ~self._known != 0) & (fields["bad_kind"] != 0))
        fresh = [self._problem(batch, world) for world in worlds.tolist()]
        self._known[:] = status
        fields["bad_kind"][worlds] = 0
        self._problems.update({problem.world: problem for problem in fresh})
        return fresh

    def all(self, status: np.ndarray) -> list[Problem]:
        """The last problem of every world that has one now."""
        return [self._problems[world] for world in sorted(self._problems) if status[world]]

    def noted(self, world: int) -> dict[str, Any]:
        """What compiled code noted of the last problem of a world."""
        return self._problems[world]._noted if world in self._problems else {}

    def _problem(self, batch: "Batch", world: int) -> Problem:
        fields = batch._memory.fields
        noted = {name: fields[name][world].copy() for name in NOTED}
        if noted["bad_kind"] in BEFORE_FORCES and batch._kept is not None:
            noted["bad_term"] = np.int32(ForceTerm.NONE)  # what lay in the workspace may be another world's
        # of a world's own numbers, which are sound, words need none but its time step
        m = batch.get_model(world) if "opt_timestep" in batch.expanded else batch.model
        return Problem(world, Status(fields["status"][world].item()), noted["bad_time"].item(), m, noted)


def report(problems: list[Problem], nworld: int, handling: str, stacklevel: int) -> None:
    """Warn of new problems: how many worlds, and the first of them in words."""
    if not problems:
        return
    diverged = any(problem.status & DIVERGENCE for problem in problems)
    outcome = {
        "reset": "Worlds that diverged were reset.",
        "freeze": "Worlds that diverged stay as they are.",
        "keep": "",
    }
    lines = [f"{len(problems)} of {nworld} worlds met a problem:", *map(str, problems[:DESCRIBED])]
    if len(problems) > DESCRIBED:
        lines.append(f"and {len(problems) - DESCRIBED} more; see Batch.problems()")
    if diverged and outcome[handling]:
        lines.append(outcome[handling])
    warnings.warn("\n".join(lines), SimulationWarning, stacklevel=stacklevel + 1)


def check_handling(on_divergence: str | None) -> None:
    """Raise KnuckleError where this is no way to handle worlds that diverge."""
    if on_divergence is not None and on_divergence not in CHOICES:
        raise KnuckleError(f"on_divergence: expected one of {', '.join(map(repr, CHOICES))}, found {on_divergence!r}")
