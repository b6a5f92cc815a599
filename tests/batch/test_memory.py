"""Memory of a batch: a world costs little more than its state where few fields are kept."""

import numpy as np
import pytest
from support.systems import model

import knuckle as kn
from knuckle.batch.memory import BatchMemory
from knuckle.batch.workspace import bytes_of_world
from knuckle.schema.fields import data_fields


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_bytes_are_those_of_rows_and_workspaces(dtype):
    m = model("humanoid")
    few, many = kn.Batch(m, 16, dtype=dtype, keep=[], threads=1), kn.Batch(m, 48, dtype=dtype, keep=[], threads=1)
    world = (many.nbytes - few.nbytes) // 32
    kept = [field for field in data_fields() if field.name in few._memory.fields]
    assert world == bytes_of_world(kept, few._memory.shapes, np.dtype(dtype))
    assert few.nbytes - 16 * world > 0
    grown = kn.Batch(m, 16, dtype=dtype, keep=["xpos"], threads=1)
    assert grown.nbytes - few.nbytes == 16 * m.nbody * 3 * np.dtype(dtype).itemsize


def test_a_hundred_thousand_humanoids_fit_in_four_gigabytes():
    m, kept = model("humanoid"), kn.Batch(model("humanoid"), 1, keep=["qacc", "xpos"])
    small = BatchMemory(m._counts, 1000, np.dtype(np.float64), kept._memory.fields, nworkspace=16)
    smaller = BatchMemory(m._counts, 500, np.dtype(np.float64), kept._memory.fields, nworkspace=16)
    for memory in (small, smaller):
        memory.workspaces(8)
    world = (small.nbytes - smaller.nbytes) / 500
    assert smaller.nbytes + 100_000 * world < 4e9
    assert world < 10_000
