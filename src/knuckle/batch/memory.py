"""Memory of a batch: the fields that are kept as rows (world, element), and one workspace for each thread.

Rows are what users see, and what a world is between two calls. Compiled code copies the rows of a group into a
workspace, computes there, and copies them back (machine/row_plan.py).
"""

from collections.abc import Collection, Mapping

import numpy as np

from knuckle.batch.plan import Plan, plan_words
from knuckle.batch.workspace import Workspace, bytes_of_world, group_arrays, row_arrays
from knuckle.machine.layout import data_layout
from knuckle.memory.arguments import check_memory
from knuckle.memory.capacity import first_capacities, growing_fields, grown, take_request
from knuckle.schema.fields import SHARED, Field, data_fields

WHAT = "a batch of this many worlds"


class BatchMemory:
    """Fields of `nworld` worlds: `fields` has an array (world, …) for each that is kept.

    Arrays of contacts and constraint rows are replaced where there is need of more room. Compiled code finds arrays by
    plans, and whoever runs it holds the plan, which holds all that it points at.
    """

    def __init__(
        self,
        counts: dict[str, int],
        lanes: int,
        nworld: int,
        real: np.dtype,
        kept: Collection[str] | None = None,
        nworkspace: int = 1,
        capacity: Mapping[str, int] | None = None,
    ):
        self.lanes, self.nworld, self.nworkspace = lanes, nworld, nworkspace
        self._counts, self._real = counts, real
        own = frozenset(field.name for field in data_fields() if field.kind not in SHARED)
        self._kept = own if kept is None else own & frozenset(kept)
        self.capacity: dict[str, int] = {}
        self.shapes: dict[str, tuple[int, ...]] = {}
        self.fields: dict[str, np.ndarray] = {}
        self._workspaces: list[Workspace] = []
        first = first_capacities(counts) if capacity is None else dict(capacity)
        if kept is not None:
            first["maxstat"] = 0  # nobody could read statistics of the solver
        self._resize(first, data_fields())

    @property
    def nbytes(self) -> int:
        """Bytes of all rows and workspaces."""
        arrays = [*self.fields.values(), *(array for each in self._workspaces for array in each.arrays.values())]
        return sum(array.nbytes for array in arrays)

    def grow(self) -> bool:
        """Make room for what any world's last pass needed; whether there is more now.

        Where there is no memory for it nobody asks any more.
        """
        capacity = self.capacity
        self._resize(grown(capacity, take_request(self.fields)), growing_fields())
        return self.capacity != capacity

    def reserve(self, capacity: Mapping[str, int]) -> None:
        """Make at least this much room."""
        if any(capacity[name] > have for name, have in self.capacity.items()):
            larger = {name: max(capacity[name], have) for name, have in self.capacity.items()}
            self._resize(larger, growing_fields())

    def plan(self, worlds: np.ndarray | None, whole: bool) -> Plan:
        """What compiled code is told for a call with the chosen worlds, or all: `whole` for an entry of whole steps."""
        if whole not in self._plans:
            kept = [field for field in data_fields() if field.name in self._kept]
            words = plan_words(kept, self.fields, self._workspaces, whole)
            self._plans[whole] = Plan(words, np.arange(self.nworld), self.lanes, self.fields, self._workspaces)
        plan = self._plans[whole]
        return plan if worlds is None else plan.of(worlds)

    def world_table(self, world: int, workspace: int = 0) -> np.ndarray:
        """The table of one world for code without lanes: rows in place, and a workspace of one lane for all else."""
        table = self._workspaces[workspace].table.copy()
        for name, rows in self.fields.items():
            table[data_layout().slot(name)] = rows.ctypes.data + world * rows.strides[0]
        return table

    def use_lanes(self, lanes: int) -> None:
        """Workspaces of so many lanes from now on; rows stay as they are."""
        if lanes != self.lanes:
            former = self.lanes, self._workspaces
            self.lanes, self._workspaces = lanes, []
            try:
                self._resize(self.capacity, data_fields(), keep_rows=True)
            except MemoryError:
                self.lanes, self._workspaces = former
                raise

    def in_float64(self) -> "BatchMemory":
        """Memory in float64 for as many worlds, with workspaces for one world each."""
        wide = np.dtype(np.float64)
        return BatchMemory(self._counts, 1, self.nworld, wide, self._kept, self.nworkspace, self.capacity)

    def copy_from(self, other: "BatchMemory", worlds: np.ndarray | None = None) -> None:
        """Take over the chosen worlds, or all, of a memory of the same fields; both come to have the same room."""
        self.reserve(other.capacity)
        other.reserve(self.capacity)
        chosen = slice(None) if worlds is None else worlds
        for name, array in self.fields.items():
            array[chosen] = other.fields[name][chosen]

    def _resize(self, capacity: dict[str, int], changing: tuple[Field, ...], keep_rows: bool = False) -> None:
        """New memory for these fields, with what there is; `keep_rows` for workspaces alone.

        All or nothing: the former memory stays as it is, and in use, until the new one is complete.
        """
        shapes = self.shapes | {field.name: field.resolve(self._counts | capacity) for field in changing}
        kept = [field for field in changing if field.name in self._kept and not keep_rows]
        needed = self.nworld * bytes_of_world(kept, shapes, self._real)
        check_memory(needed + self.nworkspace * self.lanes * bytes_of_world(changing, shapes, self._real), WHAT)
        fields = row_arrays(kept, shapes, self.nworld, self._real)
        for name in fields.keys() & self.fields.keys():
            former = self.fields[name]
            fields[name][:, : former.shape[1]] = former
        fields = self.fields | fields
        workspaces = []
        for k in range(self.nworkspace):
            former_arrays = self._workspaces[k].arrays if self._workspaces else {}
            fresh = group_arrays(changing, shapes, self.lanes, self._real)
            workspaces.append(Workspace(former_arrays | fresh, capacity))
        # stores without a call: what a signal handler raises comes before or after all of them
        self.capacity, self.shapes, self.fields, self._workspaces = capacity, shapes, fields, workspaces
        self._plans: dict[bool, Plan] = {}  # of all worlds
