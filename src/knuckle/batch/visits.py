"""How compiled code is entered for a run of groups: in lanes, or world by world."""

from collections.abc import Callable, Iterator, Mapping

import numpy as np

from knuckle.batch.mirror import ModelMirror
from knuckle.batch.plan import Plan
from knuckle.data.status import DIVERGENCE
from knuckle.machine.entry import OVERFLOW, REFUSED
from knuckle.machine.layout import Layout, data_layout, model_layout
from knuckle.memory.worlds import OF_SLEEP, compute_everything

DIVERGED = int(DIVERGENCE)
TABLES = 32  # of worlds that are written at once: the interpreter, out of cache after a step, is slow at each

Visit = Callable[[int, int, int, int, int], int]  # workspace, first group, last + 1, first step, last + 1 -> code


def lane_visit(function: Callable[..., int], mirrors: list[ModelMirror], plan: Plan) -> Visit:
    """Groups in lanes: one call of compiled code, with the thread's own mirror of the model or that of all."""

    def visit(workspace: int, first: int, last: int, start: int, stop: int) -> int:
        model = mirrors[workspace if len(mirrors) > 1 else 0].address
        plan.begin(workspace, first, start)
        return function(model, plan.address(workspace), first, last, stop - start)

    return visit


class Rows:
    """Where rows (world, …) of some fields are, which it holds: `slots` are their places in a table."""

    def __init__(self, fields: Mapping[str, np.ndarray], layout: Layout):
        self.slots = np.array([layout.slot(name) for name in fields], np.int64)
        self._held = tuple(fields.values())
        self._starts = np.array([rows.ctypes.data for rows in fields.values()], np.int64)
        self._strides = np.array([rows.strides[0] for rows in fields.values()], np.int64)

    def of(self, world: int | np.ndarray) -> np.ndarray:
        """The addresses of the rows of a world."""
        return self._starts + world * self._strides


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
        self._handling = handling
        self._own = Rows(numbers, model_layout())
        fields, workspaces = plan.held
        self._status, self._steps_done, self._worlds = fields["status"], fields["steps_done"], plan.worlds
        self._rows = Rows(fields, data_layout())
        self._tables = [np.tile(workspace.table, (min(TABLES, len(plan.worlds)), 1)) for workspace in workspaces]
        self.refused: int | None = None

    def __call__(self, workspace: int, first: int, last: int, start: int, stop: int) -> int:
        mirror, result = self._mirrors[workspace], 0
        for world, table in self._with_tables(workspace, first, last):
            if self._handling == "freeze" and self._status[world] & DIVERGED:
                continue
            if len(self._own.slots):
                mirror.point(self._own.slots, self._own.of(world))
            if self._fresh is not None:
                compute_everything(self._fresh, self._sleep_of(world, workspace))
            before = self._status[world]
            code = self._steps(world, mirror.address, table, stop - start)
            if code == REFUSED:
                self.refused = world
                return REFUSED
            if code == OVERFLOW:
                result = OVERFLOW
                if self._handling == "freeze":  # one that diverged in this step is to do it again
                    self._status[world] = before
        return result

    def _with_tables(self, workspace: int, first: int, last: int) -> Iterator[tuple[int, int]]:
        """The worlds of a run of groups, each with the address of its table."""
        tables = self._tables[workspace]
        address, size = tables.ctypes.data, tables.strides[0]
        for start in range(first, last, len(tables)):
            worlds = self._worlds[start : min(last, start + len(tables))]
            tables[: len(worlds), self._rows.slots] = self._rows.of(worlds[:, None])
            for k, world in enumerate(worlds.tolist()):
                yield world, address + k * size

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
