"""Arrays of one object share aligned buffers."""

import numpy as np

from knuckle.memory.arena import ALIGNMENT, allocate, plan
from knuckle.schema.fields import Field

FIELDS = (
    Field("a", "real", (), "-", ""),
    Field("b", "int", ("n", 3), "-", ""),
    Field("c", "real", ("n", 9), "-", ""),
    Field("empty", "real", ("zero", 4), "-", ""),
    Field("flag", "bool", ("n",), "-", ""),
)
COUNTS = {"n": 5, "zero": 0}


def test_every_field_starts_on_a_cache_line():
    arena = allocate(plan(FIELDS, COUNTS))
    assert all(array.ctypes.data % ALIGNMENT == 0 for array in arena.arrays.values())


def test_addresses_are_those_of_the_arrays_in_order():
    arena = allocate(plan(FIELDS, COUNTS))
    assert arena.addresses().tolist() == [arena.arrays[field.name].ctypes.data for field in FIELDS]


def test_arrays_are_zero_and_do_not_overlap():
    arena = allocate(plan(FIELDS, COUNTS))
    assert all(not array.any() for array in arena.arrays.values())
    for number, array in enumerate(arena.arrays.values(), start=1):
        array[...] = number
    for number, (field, array) in enumerate(zip(FIELDS, arena.arrays.values(), strict=True), start=1):
        assert array.shape == field.resolve(COUNTS) and array.dtype == field.dtype
        assert (array == (1 if field.kind == "bool" else number)).all()


def test_copy_and_clear_reach_every_array():
    layout = plan(FIELDS, COUNTS)
    one, two = allocate(layout), allocate(layout)
    for array in one.arrays.values():
        array[...] = 1
    two.copy_from(one)
    assert all(np.array_equal(two.arrays[name], array) for name, array in one.arrays.items())
    one.clear()
    assert not any(array.any() for array in one.arrays.values())
    assert two.arrays["a"] == 1
