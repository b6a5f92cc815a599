"""Memory of a batch: worlds in groups of lanes, each field stored as (group, element, lane).

Fields that are kept have room for every world. All others lie in one workspace for each thread, which its groups use
in turn: they stay in cache, and a world costs little more memory than its state.
"""

from collections.abc import Collection
from math import prod

import numpy as np

from knuckle.machine.layout import data_layout
from knuckle.memory.arguments import check_memory
from knuckle.memory.capacity import first_capacities, fixed_fields, growing_fields, grown, take_request
from knuckle.schema.fields import SHARED, Field

ALIGNMENT = 64
WHAT = "a batch of this many worlds"


class GroupMemory:
    """Data fields of `nworld` worlds, and one table of addresses for each group.

    `bounds` splits the groups into runs that share a workspace. The last group is filled up with worlds of its own
    that nobody reads.
    """

    def __init__(
        self,
        counts: dict[str, int],
        lanes: int,
        nworld: int,
        real: np.dtype,
        kept: Collection[str] | None = None,
        bounds: list[int] | None = None,
        capacity: dict[str, int] | None = None,
    ):
        self.lanes, self.nworld = lanes, nworld
        self.ngroup = group_count(nworld, lanes)
        kept = {field.name for field in data_layout().fields} if kept is None else set(kept)
        kept -= {field.name for field in data_layout().fields if field.kind in SHARED}
        bounds = bounds or [0, self.ngroup]
        self._counts, self._real, self._kept = counts, real, kept
        check_memory(8 * self.ngroup * len(data_layout().slots), "a batch of this many worlds")
        self._workspace = np.repeat(np.arange(len(bounds) - 1), np.diff(bounds))  # of each group
        self.shapes, self.fields, self._workspaces = self._memory_for(fixed_fields(), {})
        self._resize(first_capacities(counts) if capacity is None else capacity)

    def grow(self) -> bool:
        """Make room for what any world's last pass needed; whether there is more now.

        Where there is no memory for it nobody asks any more.
        """
        capacity = self.capacity
        self._resize(grown(capacity, take_request(self.fields)))
        return self.capacity != capacity

    def reserve(self, capacity: dict[str, int]) -> None:
        """Make at least this much room."""
        if any(capacity[name] > have for name, have in self.capacity.items()):
            self._resize({name: max(capacity[name], have) for name, have in self.capacity.items()})

    def unfinished(self, first: int, last: int, steps: int) -> list[tuple[int, int, int]]:
        """(g, g + 1, steps left) of the groups in [first, last) that stopped for want of room in a call of so many."""
        stopped = first + np.flatnonzero((self.fields["overflow"][first:last] > 0).any(axis=(1, 2)))
        done = self.fields["steps_done"][stopped].max(axis=(1, 2), initial=0)
        return [(g, g + 1, steps - int(n)) for g, n in zip(stopped.tolist(), done.tolist(), strict=True)]

    def held(self) -> tuple:
        """All that the tables point at, which lives as long as this is held; growth makes new memory beside it."""
        return self._tables, self.fields, self._workspaces

    def _resize(self, capacity: dict[str, int]) -> None:
        """New memory for contacts and constraint rows, with what there is.

        All or nothing: the former memory stays as it is, and in use, until the new one is complete.
        """
        shapes, fields, workspaces = self._memory_for(growing_fields(), capacity)
        for name in fields.keys() & self.fields.keys():
            former = self.fields[name]
            fields[name][:, : former.shape[1]] = former
        shapes, fields, workspaces = self.shapes | shapes, self.fields | fields, self._workspaces | workspaces
        tables = self._tables_of(fields, workspaces, capacity)
        address = tables.ctypes.data
        # stores without a call: what a signal handler raises comes before or after all of them
        self.capacity, self.shapes, self.fields, self._workspaces = capacity, shapes, fields, workspaces
        self._tables, self.address = tables, address

    def _memory_for(self, fields: tuple[Field, ...], capacity: dict[str, int]) -> tuple[dict, dict, dict]:
        """Shapes of these fields, memory of kept ones for every world, and of others for every workspace."""
        shapes = {field.name: field.resolve(self._counts | capacity) for field in fields}
        kept = [field for field in fields if field.name in self._kept]
        others = [field for field in fields if field.name not in self._kept]
        nworkspace = int(self._workspace.max(initial=-1)) + 1
        check_memory(self._nbytes(kept, shapes, self.ngroup) + self._nbytes(others, shapes, nworkspace), WHAT)
        return shapes, self._allocate(kept, shapes, self.ngroup), self._allocate(others, shapes, nworkspace)

    def read(self, name: str, worlds: np.ndarray | None = None) -> np.ndarray:
        """A copy of a kept field in the chosen worlds, or in all, with the world as first axis."""
        field, shape = self.fields[name], self.shapes[name]
        if worlds is None:
            every = np.array(field.transpose(0, 2, 1), order="C")
            return every.reshape(self.ngroup * self.lanes, *shape)[: self.nworld]
        return field[worlds // self.lanes, :, worlds % self.lanes].reshape(len(worlds), *shape)

    def write(self, name: str, values: np.ndarray, worlds: np.ndarray | None = None) -> None:
        """Set a kept field in the chosen worlds, or in all."""
        chosen = np.arange(self.nworld) if worlds is None else worlds
        length = prod(self.shapes[name])
        self.fields[name][chosen // self.lanes, :, chosen % self.lanes] = np.reshape(values, (len(chosen), length))

    def copy_from(self, other: "GroupMemory") -> None:
        """Take over the worlds of a memory of the same fields, groups and room."""
        for name, array in self.fields.items():
            array[...] = other.fields[name]

    def _nbytes(self, fields: list[Field], shapes: dict, count: int) -> int:
        return sum(prod(shapes[f.name]) * self._dtype(f).itemsize * self._width(f) for f in fields) * count

    def _dtype(self, field: Field) -> np.dtype:
        return self._real if field.kind in ("real", "shared_real") else field.dtype

    def _width(self, field: Field) -> int:
        """How many numbers a group has of each element."""
        return 1 if field.kind in SHARED else self.lanes

    def _allocate(self, fields: list[Field], shapes: dict, count: int) -> dict[str, np.ndarray]:
        """Arrays (count, elements, lanes) by name; what belongs to one group lies together."""
        arrays = {}
        for kind in dict.fromkeys(field.kind for field in fields):
            members = [field for field in fields if field.kind == kind]
            lengths = [prod(shapes[field.name]) for field in members]
            block = _aligned((count, sum(lengths), self._width(members[0])), self._dtype(members[0]))
            parts = np.split(block, np.cumsum(lengths)[:-1], axis=1)
            arrays.update({field.name: part for field, part in zip(members, parts, strict=True)})
        return arrays

    def _tables_of(self, arrays: dict, workspaces: dict, capacity: dict[str, int]) -> np.ndarray:
        """What compiled code reads, for each group: that it is free, capacities, and the address of every field."""
        fields = data_layout().fields
        tables = np.zeros((self.ngroup, len(data_layout().slots)), np.int64)
        start = tables.shape[1] - len(fields)
        tables[:, :start] = [1, *capacity.values()]
        for column, field in enumerate(fields, start=start):
            own = field.name in arrays
            array = arrays[field.name] if own else workspaces[field.name]
            index = np.arange(self.ngroup) if own else self._workspace
            tables[:, column] = array.ctypes.data + index * array.strides[0]
        return tables


def group_count(nworld: int, lanes: int) -> int:
    """Groups that hold `nworld` worlds."""
    return -(-nworld // lanes)


def _aligned(shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    nbytes = prod(shape) * dtype.itemsize
    raw = np.zeros(nbytes + ALIGNMENT, np.uint8)
    start = -raw.ctypes.data % ALIGNMENT
    return raw[start : start + nbytes].view(dtype).reshape(shape)
