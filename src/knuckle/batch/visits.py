"""How compiled code is entered for a run of groups: in lanes, or world by world."""

from collections.abc import Callable, Mapping

import numpy as np

from knuckle.batch.mirror import ModelMirror
from knuckle.batch.plan import Plan
from knuckle.data.status import DIVERGENCE
from knuckle.machine.entry import OVERFLOW, REFUSED
from knuckle.machine.layout import data_layout
from knuckle.memory.worlds import OF_SLEEP, compute_everything

DIVERGED = int(DIVERGENCE)

Visit = Callable[[int, int, int, int], int]  # workspace, first group, last group + 1, steps -> code


def lane_visit(function: Callable[..., int], mirrors: list[ModelMirror], plan: Plan) -> Visit:
    """Groups in lanes: one call of compiled code, with the thread's own mirror of the model or that of all."""

    def visit(workspace: int, first: int, last: int, steps: int) -> int:
        model = mirrors[workspace if len(mirrors) > 1 else 0].address
        return function(model, plan.address(workspace), first, last, steps)

    return visit


class WorldVisits:
    """World by world, on the code of one world: groups are single worlds, and kept fields are used where they lie.

    `fresh` has the arrays of the model where trees may sleep and not all fields are kept: what a world left of a tree
    asleep is another world's by now, and computed anew. `refused` names a world whose model was refused.
    """

    def __init__(
        self,
        function: Callable[..., int],
        plan: Plan,
        mirrors: list[ModelMirror],
        numbers: dict[str, np.ndarray],
        handling: str,
        fresh: Mapping[str, np.ndarray] | None = None,
    ):
        self._function, self._plan, self._mirrors, self._fresh = function, plan, mirrors, fresh
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
            if self._fresh is not None:
                compute_everything(self._fresh, self._sleep_of(world, workspace))
            code = self._steps(world, mirror.address, table.ctypes.data, steps)
            if code == REFUSED:
                self.refused = world
                return REFUSED
            if code == OVERFLOW:
                result = OVERFLOW
        return result

    def _sleep_of(self, world: int, workspace: int) -> dict[str, np.ndarray]:
        """What is kept of sleep, of one world: rows, or in the workspace what has none."""
        fields, workspaces = self._plan.held
        found = {}
        for name in OF_SLEEP:
            rows = fields[name][world : world + 1] if name in fields else workspaces[workspace].arrays[name]
            found[name] = rows.reshape(-1, 2) if name.startswith("run_") else rows.reshape(-1)
        return found

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
