"""Memory of a batch: the fields that are kept as rows (world, element), and workspaces for each thread.

Rows are what users see, and what a world is between two calls. Compiled code copies the rows of a group into a
workspace, computes there, and copies them back (machine/row_plan.py).
"""

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from knuckle.batch.grouping import alike_together
from knuckle.batch.plan import Course, Pair, Plan, plan_words
from knuckle.batch.workspace import Workspace, bytes_of_world, group_arrays, row_arrays
from knuckle.memory.arguments import check_memory
from knuckle.memory.capacity import first_capacities, growing_fields, grown, take_request
from knuckle.schema.fields import SHARED, Field, data_fields

WHAT = "a batch of this many worlds"
NO_STATISTICS = {"maxstat": 0}  # of the solver, where nobody could read them


class BatchMemory:
    """Fields of `nworld` worlds: `fields` has an array (world, …) for each that is kept.

    Arrays of contacts and constraint rows are replaced where there is need of more room. Compiled code finds arrays by
    plans, and whoever runs it holds the plan, which holds all that it points at.
    """

    def __init__(
        self,
        counts: dict[str, int],
        nworld: int,
        real: np.dtype,
        kept: Collection[str] | None = None,
        nworkspace: int = 1,
        capacity: Mapping[str, int] | None = None,
    ):
        self.nworld, self.nworkspace = nworld, nworkspace
        self._counts, self._real = counts, real
        own = frozenset(field.name for field in data_fields() if field.kind not in SHARED)
        self._kept = own if kept is None else own & frozenset(kept)
        self.capacity: dict[str, int] = {}
        self.shapes: dict[str, tuple[int, ...]] = {}
        self.fields: dict[str, np.ndarray] = {}
        self._workspaces: dict[int, list[Workspace]] = {}  # of so many lanes
        if capacity is None:
            capacity = first_capacities(counts) | ({} if kept is None else NO_STATISTICS)
        self._resize(dict(capacity), data_fields())
        self._order = np.arange(nworld)  # of worlds in groups

    @property
    def nbytes(self) -> int:
        """Bytes of all rows and workspaces."""
        workspaces = [each for those in self._workspaces.values() for each in those]
        arrays = [*self.fields.values(), *(array for each in workspaces for array in each.arrays.values())]
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

    def plan(
        self,
        worlds: np.ndarray | None,
        whole: bool,
        lanes: int,
        own: Sequence[Sequence[Pair]] = (),
        course: Course | None = None,
    ) -> Plan:
        """What code of so many lanes is told for a call with the chosen worlds, or all: `whole` for whole steps.

        `own` has, for each workspace, numbers of the model that are loaded, too; it is the same until `forget_plans`.
        """
        if (whole, lanes) not in self._plans:
            kept = [field for field in data_fields() if field.name in self._kept]
            workspaces = self.workspaces(lanes)
            words = plan_words(kept, self.fields, workspaces, whole, own)
            order = self._order if whole else np.arange(self.nworld)
            self._plans[whole, lanes] = Plan(words, order, lanes, self.fields, workspaces, own)
        plan = self._plans[whole, lanes]
        plan = plan if worlds is None else plan.of(worlds)
        return plan if course is None else plan.along(course)

    def forget_plans(self) -> None:
        """Make plans anew when they are next asked for."""
        self._plans.clear()

    def regroup(self, lanes: int) -> None:
        """Let worlds with as many contacts share a group of so many lanes in whole steps from now on."""
        contacts = self.fields["need_con"]
        if contacts.min() != contacts.max():
            self._order = alike_together(contacts, lanes, self.nworkspace)
            if (True, lanes) in self._plans:
                self._plans[True, lanes].arrange(self._order)

    def workspaces(self, lanes: int) -> list[Workspace]:
        """A workspace for each thread, of so many lanes; made when they are first asked for."""
        if lanes not in self._workspaces:
            check_memory(self.nworkspace * lanes * bytes_of_world(data_fields(), self.shapes, self._real), WHAT)
            self._workspaces[lanes] = [
                Workspace(group_arrays(data_fields(), self.shapes, lanes, self._real), self.capacity)
                for _ in range(self.nworkspace)
            ]
        return self._workspaces[lanes]

    def in_float64(self) -> "BatchMemory":
        """Memory in float64 for as many worlds."""
        wide = np.dtype(np.float64)
        return BatchMemory(self._counts, self.nworld, wide, self._kept, self.nworkspace, self.capacity)

    def copy_from(self, other: "BatchMemory", worlds: np.ndarray | None = None) -> None:
        """Take over the chosen worlds, or all, of a memory of the same fields; both come to have the same room."""
        self.reserve(other.capacity)
        other.reserve(self.capacity)
        chosen = slice(None) if worlds is None else worlds
        for name, array in self.fields.items():
            array[chosen] = other.fields[name][chosen]

    def _resize(self, capacity: dict[str, int], changing: tuple[Field, ...]) -> None:
        """New memory for these fields, with what there is.

        All or nothing: the former memory stays as it is, and in use, until the new one is complete.
        """
        shapes = self.shapes | {field.name: field.resolve(self._counts | capacity) for field in changing}
        kept = [field for field in changing if field.name in self._kept]
        needed = self.nworld * bytes_of_world(kept, shapes, self._real)
        needed += self.nworkspace * sum(self._workspaces) * bytes_of_world(changing, shapes, self._real)
        check_memory(needed, WHAT)
        fields = row_arrays(kept, shapes, self.nworld, self._real)
        for name in fields.keys() & self.fields.keys():
            former = self.fields[name]
            fields[name][:, : former.shape[1]] = former
        fields = self.fields | fields
        workspaces = {
            lanes: [
                Workspace(each.arrays | group_arrays(changing, shapes, lanes, self._real), capacity) for each in those
            ]
            for lanes, those in self._workspaces.items()
        }
        # stores without a call: what a signal handler raises comes before or after all of them
        self.capacity, self.shapes, self.fields, self._workspaces = capacity, shapes, fields, workspaces
        self._plans: dict[tuple[bool, int], Plan] = {}  # of all worlds
