"""Memory of a batch: worlds in groups of lanes, each field stored as (group, element, lane)."""

from math import prod

import numpy as np

from knuckle.machine.layout import data_layout

ALIGNMENT = 64


class GroupMemory:
    """All Data fields of `nworld` worlds, and one table of addresses for each group.

    The last group is filled up with worlds of its own that nobody reads.
    """

    def __init__(self, counts: dict[str, int], lanes: int, nworld: int, real: np.dtype):
        self.lanes, self.nworld = lanes, nworld
        self.ngroup = -(-nworld // lanes)
        self.fields: dict[str, np.ndarray] = {}
        self.shapes: dict[str, tuple[int, ...]] = {}
        tables = np.zeros((self.ngroup, len(data_layout().fields)), np.int64)
        blocks = self._allocate(counts, real)
        for column, field in enumerate(data_layout().fields):
            kind = field.kind
            offset, length = blocks[kind][1][field.name]
            array = blocks[kind][0][:, offset : offset + length, :]
            self.fields[field.name], self.shapes[field.name] = array, field.resolve(counts)
            tables[:, column] = array.ctypes.data + np.arange(self.ngroup) * array.strides[0]
        self._tables = tables
        self.address = tables.ctypes.data

    def _allocate(self, counts: dict[str, int], real: np.dtype) -> dict:
        """For each kind: one array (group, all elements, lane), and where each field lies in it."""
        blocks = {}
        for kind in {field.kind for field in data_layout().fields}:
            places, total = {}, 0
            for field in data_layout().fields:
                if field.kind == kind:
                    length = prod(field.resolve(counts))
                    places[field.name] = (total, length)
                    total += length
                    dtype = real if kind == "real" else field.dtype
            blocks[kind] = (_aligned((self.ngroup, total, self.lanes), dtype), places)
        return blocks

    def read(self, name: str) -> np.ndarray:
        """A copy of a field with the world as first axis."""
        worlds = self.fields[name].transpose(0, 2, 1).reshape(self.ngroup * self.lanes, -1)
        return worlds[: self.nworld].reshape(self.nworld, *self.shapes[name]).copy()

    def write(self, name: str, values: np.ndarray, worlds=slice(None)) -> None:
        """Set a field in the chosen worlds."""
        chosen = np.arange(self.nworld)[worlds]
        length = prod(self.shapes[name])
        self.fields[name][chosen // self.lanes, :, chosen % self.lanes] = np.reshape(values, (len(chosen), length))


def _aligned(shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    nbytes = prod(shape) * dtype.itemsize
    raw = np.zeros(nbytes + ALIGNMENT, np.uint8)
    start = -raw.ctypes.data % ALIGNMENT
    return raw[start : start + nbytes].view(dtype).reshape(shape)
