"""Memory of a batch: worlds in groups of lanes, each field stored as (group, element, lane).

Fields that are kept have room for every world. All others lie in one workspace for each thread, which its groups use
in turn: they stay in cache, and a world costs little more memory than its state.
"""

from collections.abc import Collection
from math import prod

import numpy as np

from knuckle.arguments import check_memory
from knuckle.machine.layout import data_layout
from knuckle.room import first_room
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
        fields = data_layout().fields
        kept = {field.name for field in fields} if kept is None else set(kept)
        bounds = bounds or [0, self.ngroup]
        self.room = first_room(counts) if room is None else room
        self.shapes = {field.name: field.resolve(counts | self.room) for field in fields}
        self.fields = self._allocate([f for f in fields if f.name in kept], self.ngroup, real)
        self._workspaces = self._allocate([f for f in fields if f.name not in kept], len(bounds) - 1, real)
        self._tables = self._address(fields, np.repeat(np.arange(len(bounds) - 1), np.diff(bounds)))
        self.address = self._tables.ctypes.data

    def read(self, name: str) -> np.ndarray:
        """A copy of a kept field with the world as first axis."""
        worlds = self.fields[name].transpose(0, 2, 1).reshape(self.ngroup * self.lanes, -1)
        return worlds[: self.nworld].reshape(self.nworld, *self.shapes[name]).copy()

    def write(self, name: str, values: np.ndarray, worlds=slice(None)) -> None:
        """Set a kept field in the chosen worlds."""
        chosen = np.arange(self.nworld)[worlds]
        length = prod(self.shapes[name])
        self.fields[name][chosen // self.lanes, :, chosen % self.lanes] = np.reshape(values, (len(chosen), length))

    def _allocate(self, fields: list[Field], count: int, real: np.dtype) -> dict[str, np.ndarray]:
        """Arrays (count, elements, lanes) by name; what belongs to one group lies together."""
        arrays = {}
        for kind in {field.kind for field in fields}:
            members = [field for field in fields if field.kind == kind]
            lengths = [prod(self.shapes[field.name]) for field in members]
            dtype = real if kind == "real" else members[0].dtype
            block = _aligned((count, sum(lengths), self.lanes), dtype)
            parts = np.split(block, np.cumsum(lengths)[:-1], axis=1)
            arrays.update({field.name: part for field, part in zip(members, parts, strict=True)})
        return arrays

    def _address(self, fields: tuple[Field, ...], workspace: np.ndarray) -> np.ndarray:
        """Capacities and the address of every field, for each group; `workspace` is the number of its workspace."""
        tables = np.zeros((self.ngroup, len(self.room) + len(fields)), np.int64)
        tables[:, : len(self.room)] = list(self.room.values())
        for column, field in enumerate(fields, start=len(self.room)):
            own = self.fields.get(field.name)
            array, index = (
                (own, np.arange(self.ngroup)) if own is not None else (self._workspaces[field.name], workspace)
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
