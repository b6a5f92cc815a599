"""How compiled code is entered for a run of groups: in lanes, or world by world where worlds differ."""

from collections.abc import Callable

import numpy as np

from knuckle.batch.mirror import ModelMirror
from knuckle.batch.plan import Plan
from knuckle.data.status import DIVERGENCE
from knuckle.machine.entry import OVERFLOW, REFUSED
from knuckle.machine.layout import data_layout

DIVERGED = int(DIVERGENCE)

Visit = Callable[[int, int, int, int], int]  # workspace, first group, last group + 1, steps -> code


def lane_visit(function: Callable[..., int], mirror: ModelMirror, plan: Plan) -> Visit:
    """Groups in lanes: one call of compiled code."""
    model = mirror.address
    return lambda workspace, first, last, steps: function(model, plan.address(workspace), first, last, steps)


class WorldVisits:
    """World by world, on the code of one world: groups are single worlds, and kept fields are used where they lie.

    `refused` names a world whose model was refused.
    """

    def __init__(
        self,
        function: Callable[..., int],
        plan: Plan,
        mirrors: list[ModelMirror],
        numbers: dict[str, np.ndarray],
        handling: str,
    ):
        self._function, self._plan, self._mirrors = function, plan, mirrors
        self._numbers, self._handling = numbers, handling
        fields, workspaces = plan.held
        self._status, self._steps_done, self._worlds = fields["status"], fields["steps_done"], plan.worlds
        self._slots = np.array([data_layout().slot(name) for name in fields])
        self._starts = np.array([rows.ctypes.data for rows in fields.values()])
        self._strides = np.array([rows.strides[0] for rows in fields.values()])
        self._tables = [workspace.table.copy() for workspace in workspaces]
        self.refused: int | None = None

    def __call__(self, workspace: int, first: int, last: int, steps: int) -> int:
        table, mirror, result = self._tables[workspace], self._mirrors[workspace], 0
        for world in self._worlds[first:last].tolist():
            if self._handling == "freeze" and self._status[world] & DIVERGED:
                continue
            for name, values in self._numbers.items():
                mirror.arrays[name][...] = values[world]
            table[self._slots] = self._starts + world * self._strides
            code = self._steps(world, mirror.address, table.ctypes.data, steps)
            if code == REFUSED:
                self.refused = world
                return REFUSED
            if code == OVERFLOW:
                result = OVERFLOW
        return result

    def _steps(self, world: int, model: int, table: int, steps: int) -> int:
        """All steps in one call; one by one where a world goes on after it has diverged, for calls end there."""
        if self._handling != "keep":
            return self._function(model, table, steps)
        for done in range(steps):
            code = self._function(model, table, 1)
            if code in (OVERFLOW, REFUSED):
                self._steps_done[world] = done
                return code
        return 0
