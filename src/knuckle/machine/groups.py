"""Memory of a batch: worlds in groups of lanes, each field stored as (group, element, lane).

Fields that are kept have room for every world. All others lie in one workspace for each thread, which its groups use
in turn: they stay in cache, and a world costs little more memory than its state.
"""

from collections.abc import Collection
from math import prod

import numpy as np

from knuckle.arguments import check_memory
from knuckle.machine.layout import data_layout
from knuckle.room import first_room, fixed_fields, growing_fields, grown, take_request
from knuckle.schema.fields import Field

ALIGNMENT = 64


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
        room: dict[str, int] | None = None,
    ):
        self.lanes, self.nworld = lanes, nworld
        self.ngroup = group_count(nworld, lanes)
        kept = {field.name for field in data_layout().fields} if kept is None else set(kept)
        bounds = bounds or [0, self.ngroup]
        self._counts, self._real, self._kept = counts, real, kept
        self._workspace = np.repeat(np.arange(len(bounds) - 1), np.diff(bounds))  # of each group
        self._workspaces: dict[str, np.ndarray] = {}
        self.shapes: dict[str, tuple[int, ...]] = {}
        self.fields: dict[str, np.ndarray] = {}
        self._add(fixed_fields(), {})
        self._make_room(first_room(counts) if room is None else room)

    def grow(self) -> None:
        """Make room for what any world's last pass needed, and take over what there is."""
        self._make_room(grown(self.room, take_request(self.fields)))

    def reserve(self, room: dict[str, int]) -> None:
        """Make at least this much room."""
        if any(room[name] > have for name, have in self.room.items()):
            self._make_room({name: max(room[name], have) for name, have in self.room.items()})

    def _make_room(self, room: dict[str, int]) -> None:
        self.room = room
        old = {f.name: self.fields[f.name] for f in growing_fields() if f.name in self.fields}
        self._add(growing_fields(), room)
        for name, array in old.items():
            self.fields[name][:, : array.shape[1]] = array
        self._tables = self._address(data_layout().fields)
        self.address = self._tables.ctypes.data

    def _add(self, fields: tuple[Field, ...], room: dict[str, int]) -> None:
        """Memory for these fields: kept ones for every world, others for every workspace."""
        self.shapes |= {field.name: field.resolve(self._counts | room) for field in fields}
        self.fields |= self._allocate([f for f in fields if f.name in self._kept], self.ngroup)
        others = [f for f in fields if f.name not in self._kept]
        self._workspaces |= self._allocate(others, int(self._workspace.max(initial=-1)) + 1)

    def read(self, name: str) -> np.ndarray:
        """A copy of a kept field with the world as first axis."""
        worlds = self.fields[name].transpose(0, 2, 1).reshape(self.ngroup * self.lanes, -1)
        return worlds[: self.nworld].reshape(self.nworld, *self.shapes[name]).copy()

    def write(self, name: str, values: np.ndarray, worlds=slice(None)) -> None:
        """Set a kept field in the chosen worlds."""
        chosen = np.arange(self.nworld)[worlds]
        length = prod(self.shapes[name])
        self.fields[name][chosen // self.lanes, :, chosen % self.lanes] = np.reshape(values, (len(chosen), length))

    def _allocate(self, fields: list[Field], count: int) -> dict[str, np.ndarray]:
        """Arrays (count, elements, lanes) by name; what belongs to one group lies together."""
        arrays = {}
        for kind in {field.kind for field in fields}:
            members = [field for field in fields if field.kind == kind]
            lengths = [prod(self.shapes[field.name]) for field in members]
            dtype = self._real if kind == "real" else members[0].dtype
            block = _aligned((count, sum(lengths), self.lanes), dtype)
            parts = np.split(block, np.cumsum(lengths)[:-1], axis=1)
            arrays.update({field.name: part for field, part in zip(members, parts, strict=True)})
        return arrays

    def _address(self, fields: tuple[Field, ...]) -> np.ndarray:
        """Capacities and the address of every field, for each group."""
        tables = np.zeros((self.ngroup, len(self.room) + len(fields)), np.int64)
        tables[:, : len(self.room)] = list(self.room.values())
        for column, field in enumerate(fields, start=len(self.room)):
            own = self.fields.get(field.name)
            array, index = (
                (own, np.arange(self.ngroup)) if own is not None else (self._workspaces[field.name], self._workspace)
            )
            tables[:, column] = array.ctypes.data + index * array.strides[0]
        return tables


def group_count(nworld: int, lanes: int) -> int:
    """Groups that hold `nworld` worlds."""
    return -(-nworld // lanes)


def _aligned(shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    nbytes = prod(shape) * dtype.itemsize
    check_memory(nbytes, "a batch of this many worlds")
    raw = np.zeros(nbytes + ALIGNMENT, np.uint8)
    start = -raw.ctypes.data % ALIGNMENT
    return raw[start : start + nbytes].view(dtype).reshape(shape)
